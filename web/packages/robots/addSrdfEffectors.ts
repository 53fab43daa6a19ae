import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { decodeXml } from './decodeXml.ts';
import { fileNameOf } from './folder.ts';
import { ReaderNotes } from './readerNotes.ts';
import { readSrdf, type Srdf } from './readSrdf.ts';
import { readXml } from './readXml.ts';
import type { Folder, ReadResult, Remark, Robot } from './robot.ts';
import { SrdfMatcher } from './srdfMatcher.ts';

const MAX_PARSED = 100;
const MAX_REMARKS = 8;

/**
 * Adds the end effectors of an SRDF file to a robot. Uses the nearest SRDF file that has the
 * robot's name and describes the robot; of several, the file that names most links. Reports why
 * other files are unused. `file`: path of the robot's file.
 */
export function addSrdfEffectors(
  read: ReadResult<Robot>,
  folder: Folder,
  file: string,
): ReadResult<Robot> {
  if (!read.ok || read.value.name === '') return read;
  const matcher = new SrdfMatcher(read.value);
  const srdfRemarks: Remark[] = [];
  const matches: SrdfMatch[] = [];
  for (const { path, far } of findCandidates(folder, file, read.value.name)) {
    if (matches[0] && far > matches[0].far) break;
    const xml = readXml(folder.read(path) ?? '', path);
    if (!xml.ok || xml.value.attributes.get('name') !== read.value.name) continue;
    const notes = new ReaderNotes();
    const srdf = readSrdf(xml.value);
    if (srdf.ok) {
      const mismatch = matcher.findMismatch(srdf.value);
      if (mismatch !== null) notes.addLeftOut(xml.value, 'SRDF', `not used: ${mismatch}`);
      else if (matcher.hasEffectors(srdf.value)) matches.push({ far, srdf });
    } else for (const fault of srdf.faults) notes.addLeftOut(fault, fault.element, fault.reason);
    srdfRemarks.push(...notes.remarks);
  }
  const allRemarks = [...read.remarks, ...srdfRemarks.slice(0, MAX_REMARKS)];
  const best = findBestMatch(matches, matcher);
  if (!best) return { ...read, remarks: allRemarks };
  const { srdf } = best;
  const effectors = matcher.findEffectors(srdf.value);
  const notes = new ReaderNotes();
  const reason = `defined by this file: ${effectors.map((link) => quoteInOneLine(link)).join(', ')}`;
  notes.addChanged(srdf.value, 'effectors', reason);
  const remarks = [...allRemarks, ...srdf.remarks, ...notes.remarks];
  return { ok: true, value: { ...read.value, effectors }, remarks };
}

interface SrdfMatch {
  readonly far: number;
  readonly srdf: Extract<ReadResult<Srdf>, { ok: true }>;
}

function findBestMatch(matches: readonly SrdfMatch[], matcher: SrdfMatcher): SrdfMatch | undefined {
  const counted = matches.map((match) => ({ match, ...matcher.countNames(match.srdf.value) }));
  return counted.sort((a, b) => b.inRobot - a.inRobot || a.unknown - b.unknown)[0]?.match;
}

function* findCandidates(folder: Folder, file: string, name: string) {
  const paths = folder.paths.filter((path) => /\.srdf$/i.test(path));
  const near = paths.map((path) => ({ path, far: folderDistance(path, file) }));
  near.sort((a, b) => a.far - b.far || (a.path < b.path ? -1 : 1));
  let count = 0;
  for (const each of near) {
    const decoded = decodeXml(folder.read(each.path) ?? new Uint8Array());
    const text = 'text' in decoded ? decoded.text : '';
    // An escaped name is recognized by the parser only.
    const isQuoted = text.includes(`"${name}"`) || text.includes(`'${name}'`);
    if (!isQuoted && !/[&<>"']/.test(name)) continue;
    if (++count > MAX_PARSED) return;
    yield each;
  }
}

function folderDistance(a: string, b: string): number {
  const [x, y] = [splitFolders(a), splitFolders(b)];
  let commonCount = 0;
  while (commonCount < x.length && x[commonCount] === y[commonCount]) commonCount++;
  return x.length + y.length - 2 * commonCount;
}

const splitFolders = (path: string): readonly string[] =>
  path.slice(0, path.length - fileNameOf(path).length).split('/');
