/** The dropped files, and how file names in a description are resolved. */
import type { Folder } from './robot.ts';
import { readXml } from './xml.ts';

/** Creates a folder of files by path; paths that leave the folder are dropped. */
export function folderOf(files: ReadonlyMap<string, Uint8Array>): Folder {
  const kept = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    const clean = normalPath(path.replaceAll('\\', '/'));
    if (clean !== null && clean !== '') kept.set(clean, bytes);
  }
  const paths = [...kept.keys()].sort();
  return { paths, read: (path) => kept.get(path) ?? null };
}

const looked = new WeakMap<Folder, ReadonlySet<string>>();

/** Creates a folder that records which files were read. */
export function watchedFolder(folder: Folder): Folder {
  const used = new Set<string>();
  const read = (path: string): Uint8Array | null => {
    const bytes = folder.read(path);
    if (bytes) used.add(path);
    return bytes;
  };
  const own = { paths: folder.paths, read };
  looked.set(own, used);
  return own;
}

/** Paths of the files that were read; all paths if the folder is not a watched one. */
export const usedOf = (folder: Folder): readonly string[] => {
  const used = looked.get(folder);
  return used ? folder.paths.filter((path) => used.has(path)) : folder.paths;
};

/** The files below the path `top`, which ends with `/`. */
export function subfolder(folder: Folder, top: string): Folder {
  const paths = folder.paths.filter((path) => path.startsWith(top)).map((p) => p.slice(top.length));
  const known = new Set(paths);
  return { paths, read: (path) => (known.has(path) ? folder.read(top + path) : null) };
}

/** Total size of the files, bytes. */
export const bytesOf = (folder: Folder, paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (folder.read(path)?.length ?? 0), 0);

/** Resolves `.`, `..` and empty parts; null if the path leaves the folder. */
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

/** The folder of a ROS package: by the name in its package.xml, otherwise a folder of that name. */
export function packageFolder(folder: Folder, name: string): string | null {
  const { packages, folders } = indexOf(folder);
  return packages.get(name) ?? folders.get(name) ?? null;
}

/** Cached by referring file and name, because many of thousands of names repeat. */
const resolvedIn = new WeakMap<Folder, Map<string, string | null>>();

/**
 * Returns the path of a file that a description names: `package://...`, `model://...`,
 * `file://...`, absolute, or relative to the file `from`. If that does not exist, the file with the
 * longest common path suffix.
 */
export function resolveFile(folder: Folder, uri: string, from: string): string | null {
  const resolved = resolvedIn.get(folder) ?? new Map<string, string | null>();
  resolvedIn.set(folder, resolved);
  const key = `${from}\0${uri}`;
  const known = resolved.get(key);
  if (known !== undefined) return known;
  const found = searched(folder, uri, from);
  resolved.set(key, found);
  return found;
}

function searched(folder: Folder, uri: string, from: string): string | null {
  const [, scheme = '', rest = uri] = /^([a-z][a-z0-9+.-]+):\/*(.*)$/is.exec(uri.trim()) ?? [];
  const known = ['', 'file', 'package', 'model'].includes(scheme.toLowerCase());
  if (!known) return null;
  const wanted = rest.replaceAll('\\', '/');
  for (const candidate of [wanted, unescaped(wanted)]) {
    const exact = exactFile(folder, scheme.toLowerCase(), candidate, from);
    if (exact !== null) return exact;
  }
  return equalEnds(folder, unescaped(wanted), from)[0] ?? null;
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

/** Files with the longest common suffix, nearest to `from` first; case-insensitive. */
export function equalEnds(folder: Folder, wanted: string, from: string): readonly string[] {
  const parts = wanted.split('/').filter((part) => part !== '' && !/^\.+$/.test(part));
  const ends = namesUp(parts.join('/'));
  let best: string[] = [];
  let bestScore: readonly [number, number] = [0, 0];
  for (const { path, names } of namesakesOf(folder, parts.at(-1) ?? '')) {
    const equal = equalStart(names, ends);
    if (equal < bestScore[0] || path === from) continue;
    const score = [equal, commonStart(path, from)] as const;
    if (score[0] === bestScore[0] && score[1] < bestScore[1]) continue;
    if (score[0] === bestScore[0] && score[1] === bestScore[1]) best.push(path);
    else best = [path];
    bestScore = score;
  }
  return best;
}

/** Number of path components that two paths share at their ends. */
export const equalNames = (a: string, b: string): number => equalStart(namesUp(a), namesUp(b));

/** Path components in lower case, from last to first. */
const namesUp = (path: string): string[] => path.toLowerCase().split('/').reverse();

function equalStart(a: readonly string[], b: readonly string[]): number {
  let equal = 0;
  while (equal < a.length && a[equal] === b[equal]) equal++;
  return equal;
}

/** 1 + the number of folders that two paths share. */
function commonStart(a: string, b: string): number {
  const [x, y] = [a.split('/'), b.split('/')];
  let same = 0;
  while (same < x.length - 1 && x[same] === y[same]) same++;
  return same + 1;
}

interface Listed {
  readonly path: string;
  /** In lower case, file name first. */
  readonly names: readonly string[];
}

/** Lookup tables of a folder, computed once. */
interface FolderIndex {
  /** Folders by the names in their package.xml; with a trailing `/`, '' for the root. */
  readonly packages: ReadonlyMap<string, string>;
  /** The shortest path to a folder of each name. */
  readonly folders: ReadonlyMap<string, string>;
  /** By file name in lower case. */
  readonly files: ReadonlyMap<string, readonly Listed[]>;
}

const indices = new WeakMap<Folder, FolderIndex>();

function indexOf(folder: Folder): FolderIndex {
  const known = indices.get(folder);
  if (known) return known;
  const [folders, files] = [new Map<string, string>(), new Map<string, Listed[]>()];
  for (const path of folder.paths) {
    const names = namesUp(path);
    const alike = files.get(names[0] ?? '');
    if (alike) alike.push({ path, names });
    else files.set(names[0] ?? '', [{ path, names }]);
    for (let end = path.indexOf('/'), from = 0; end >= 0; end = path.indexOf('/', from)) {
      const [name, place] = [path.slice(from, end), path.slice(0, end + 1)];
      if (place.length < (folders.get(name)?.length ?? Number.POSITIVE_INFINITY))
        folders.set(name, place);
      from = end + 1;
    }
  }
  const index = { packages: namedPackages(folder), folders, files };
  indices.set(folder, index);
  return index;
}

/** Files with the same name as the last component of a path. */
const namesakesOf = (folder: Folder, path: string): readonly Listed[] =>
  indexOf(folder).files.get(fileNameOf(path).toLowerCase()) ?? [];

export const namesakes = (folder: Folder, path: string): readonly string[] =>
  namesakesOf(folder, path).map((each) => each.path);

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
