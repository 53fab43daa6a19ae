/** The files of a drop, and which of them a description means. */
import type { Folder } from './robot.ts';
import { readXml } from './xml.ts';

/** Of files by their paths; a path that leaves the folder is no path of it. */
export function folderOf(files: ReadonlyMap<string, Uint8Array>): Folder {
  const kept = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    const clean = normalPath(path.replaceAll('\\', '/'));
    if (clean !== null && clean !== '') kept.set(clean, bytes);
  }
  const paths = [...kept.keys()].sort();
  return { paths, read: (path) => kept.get(path) ?? null };
}

/** Without `.`, `..` and empty parts; null: it leads out of the folder. */
export function normalPath(path: string): string | null {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

export const folderPathOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** What its packages are called, and where they are; with `/` at the end, `` for the root. */
const packages = new WeakMap<Folder, ReadonlyMap<string, string>>();

/** The folder of a ROS package: by the name in its package.xml, else a folder of that name. */
export function packageFolder(folder: Folder, name: string): string | null {
  let known = packages.get(folder);
  if (known === undefined) {
    known = namedPackages(folder);
    packages.set(folder, known);
  }
  const named = known.get(name);
  if (named !== undefined) return named;
  const within = `/${name}/`;
  const places = folder.paths
    .map((path) => `/${path}`)
    .filter((path) => path.includes(within))
    .map((path) => path.slice(1, path.indexOf(within) + within.length));
  return places.sort((a, b) => a.length - b.length)[0] ?? null;
}

function namedPackages(folder: Folder): Map<string, string> {
  const found = new Map<string, string>();
  for (const path of folder.paths) {
    if (fileNameOf(path) !== 'package.xml') continue;
    const read = readXml(folder.read(path) ?? '', path);
    if (!read.ok || read.value.name !== 'package') continue;
    const name = read.value.children.find((child) => child.name === 'name')?.text.trim();
    if (name && !found.has(name)) found.set(name, folderPathOf(path));
  }
  return found;
}

/**
 * The path of a file that a description names: `package://…`, `model://…`, `file://…`, absolute, or
 * relative to the file `from`. What is not there is looked for by the longest equal end of its path.
 */
export function resolveFile(folder: Folder, uri: string, from: string): string | null {
  const [, scheme = '', rest = uri] = /^([a-z][a-z0-9+.-]+):\/*(.*)$/is.exec(uri.trim()) ?? [];
  const known = ['', 'file', 'package', 'model'].includes(scheme.toLowerCase());
  if (!known) return null;
  const wanted = rest.replaceAll('\\', '/');
  for (const candidate of [wanted, unescaped(wanted)]) {
    const exact = exactFile(folder, scheme.toLowerCase(), candidate, from);
    if (exact !== null) return exact;
  }
  return equalEnd(folder, unescaped(wanted), from);
}

function exactFile(folder: Folder, scheme: string, rest: string, from: string): string | null {
  const inPackage = () => {
    const name = rest.split('/')[0] ?? '';
    const place = packageFolder(folder, name);
    return place === null ? null : place + rest.slice(name.length + 1);
  };
  const tried =
    scheme === 'package' || scheme === 'model'
      ? [inPackage()]
      : scheme === 'file' || rest.startsWith('/')
        ? [rest]
        : [folderPathOf(from) + rest, rest];
  for (const path of tried) {
    const clean = path === null ? null : normalPath(path);
    if (clean !== null && folder.read(clean) !== null) return clean;
  }
  return null;
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Letters count alike in either case; of equal ends, what is nearest to `from`. */
function equalEnd(folder: Folder, wanted: string, from: string): string | null {
  const parts = wanted.split('/').filter((part) => part !== '' && !/^\.+$/.test(part));
  const ends = parts.join('/');
  let best: string | null = null;
  let bestScore: readonly [number, number] = [0, 0];
  for (const path of folder.paths) {
    const equal = equalNames(path, ends);
    if (equal === 0 || path === from) continue;
    const score = [equal, commonStart(path, from)] as const;
    if (score[0] < bestScore[0] || (score[0] === bestScore[0] && score[1] <= bestScore[1]))
      continue;
    best = path;
    bestScore = score;
  }
  return best;
}

/** How many names two paths have in common at their ends. */
export function equalNames(a: string, b: string): number {
  const [x, y] = [a.toLowerCase().split('/').reverse(), b.toLowerCase().split('/').reverse()];
  let equal = 0;
  while (equal < x.length && x[equal] === y[equal]) equal++;
  return equal;
}

/** 1 + the number of folders that two paths share. */
function commonStart(a: string, b: string): number {
  const [x, y] = [a.split('/'), b.split('/')];
  let same = 0;
  while (same < x.length - 1 && x[same] === y[same]) same++;
  return same + 1;
}
