/** Finds the SRDF that defines the effectors of a robot. */
import { quote } from 'iklab/scenario';
import { fileNameOf } from './folder.ts';
import { Notes } from './notes.ts';
import type { Folder, Read, Remark, Robot } from './robot.ts';
import { readSrdf, type Srdf } from './srdf.ts';
import { SrdfMatcher } from './srdfEffectors.ts';
import { readXml } from './xml.ts';
import { decodeXml } from './xmlText.ts';

/** Files that are parsed, nearest first. */
const MOST = 100;
const MOST_REMARKS = 8;

/**
 * Adds the effectors of the SRDF file of the same robot name in the folder. `file`: the file of the
 * robot; the nearest SRDF that describes the robot counts, and of several in equal distance the one
 * that names most of its links. Files that are not used are reported with the reason.
 */
export function withSrdf(read: Read<Robot>, folder: Folder, file: string): Read<Robot> {
  if (!read.ok || read.value.name === '') return read;
  const matcher = new SrdfMatcher(read.value);
  const others: Remark[] = [];
  const matches: Match[] = [];
  for (const { path, far } of candidates(folder, file, read.value.name)) {
    if (matches[0] && far > matches[0].far) break;
    const xml = readXml(folder.read(path) ?? '', path);
    if (!xml.ok || xml.value.attributes.get('name') !== read.value.name) continue;
    const notes = new Notes();
    const srdf = readSrdf(xml.value);
    if (srdf.ok) {
      const mismatch = matcher.mismatch(srdf.value);
      if (mismatch !== null) notes.leftOut(xml.value, 'SRDF', `not used: ${mismatch}`);
      else if (matcher.hasEffectors(srdf.value)) matches.push({ far, srdf });
    } else for (const fault of srdf.faults) notes.leftOut(fault, fault.element, fault.reason);
    others.push(...notes.remarks);
  }
  const told = [...read.remarks, ...others.slice(0, MOST_REMARKS)];
  const best = bestOf(matches, matcher);
  if (!best) return { ...read, remarks: told };
  const { srdf } = best;
  const effectors = matcher.effectors(srdf.value);
  const notes = new Notes();
  const reason = `defined by this file: ${effectors.map((link) => quote(link)).join(', ')}`;
  notes.changed(srdf.value, 'effectors', reason);
  const remarks = [...told, ...srdf.remarks, ...notes.remarks];
  return { ok: true, value: { ...read.value, effectors }, remarks };
}

interface Match {
  readonly far: number;
  readonly srdf: Extract<Read<Srdf>, { ok: true }>;
}

function bestOf(matches: readonly Match[], matcher: SrdfMatcher): Match | undefined {
  const counted = matches.map((match) => ({ match, ...matcher.counts(match.srdf.value) }));
  return counted.sort((a, b) => b.known - a.known || a.unknown - b.unknown)[0]?.match;
}

/** SRDF files that contain the name, nearest first; most files of a large folder are not parsed. */
function* candidates(folder: Folder, file: string, name: string) {
  const paths = folder.paths.filter((path) => /\.srdf$/i.test(path));
  const near = paths.map((path) => ({ path, far: stepsBetween(path, file) }));
  near.sort((a, b) => a.far - b.far || (a.path < b.path ? -1 : 1));
  let count = 0;
  for (const each of near) {
    const decoded = decodeXml(folder.read(each.path) ?? new Uint8Array());
    const text = 'text' in decoded ? decoded.text : '';
    // An escaped name is recognized by the parser only.
    const isQuoted = text.includes(`"${name}"`) || text.includes(`'${name}'`);
    if (!isQuoted && !/[&<>"']/.test(name)) continue;
    if (++count > MOST) return;
    yield each;
  }
}

/** Number of steps up and down between the folders of two files. */
function stepsBetween(a: string, b: string): number {
  const [x, y] = [foldersOf(a), foldersOf(b)];
  let same = 0;
  while (same < x.length && x[same] === y[same]) same++;
  return x.length + y.length - 2 * same;
}

const foldersOf = (path: string): readonly string[] =>
  path.slice(0, path.length - fileNameOf(path).length).split('/');
