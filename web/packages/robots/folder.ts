import { readXml } from './readXml.ts';
import type { Folder } from './robot.ts';

/** Omits paths that lead out of the folder. */
export function createFolder(files: ReadonlyMap<string, Uint8Array>): Folder {
  const contents = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    const clean = normalizePath(path.replaceAll('\\', '/'));
    if (clean !== null && clean !== '') contents.set(clean, bytes);
  }
  const paths = [...contents.keys()].sort();
  return { paths, read: (path) => contents.get(path) ?? null };
}

const readPathsOf = new WeakMap<Folder, ReadonlySet<string>>();

export function trackFolderReads(folder: Folder): Folder {
  const used = new Set<string>();
  const read = (path: string): Uint8Array | null => {
    const bytes = folder.read(path);
    if (bytes) used.add(path);
    return bytes;
  };
  const tracked = { paths: folder.paths, read };
  readPathsOf.set(tracked, used);
  return tracked;
}

/**
 * Returns the paths of the files read so far; all paths if the folder does not come from
 * `trackFolderReads`.
 */
export const getReadPaths = (folder: Folder): readonly string[] => {
  const used = readPathsOf.get(folder);
  return used ? folder.paths.filter((path) => used.has(path)) : folder.paths;
};

/** `top`: a folder path that ends with `/`. */
export function getSubfolder(folder: Folder, top: string): Folder {
  const paths = folder.paths.filter((path) => path.startsWith(top)).map((p) => p.slice(top.length));
  const pathSet = new Set(paths);
  return { paths, read: (path) => (pathSet.has(path) ? folder.read(top + path) : null) };
}

/** The sum is in bytes. */
export const sumFileSizes = (folder: Folder, paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + (folder.read(path)?.length ?? 0), 0);

/** Resolves `.`, `..` and empty components of a path; null if the path leads out of the folder. */
export function normalizePath(path: string): string | null {
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

/**
 * Returns the path of a ROS package: a folder whose package.xml states `name`, otherwise a folder
 * called `name`, otherwise null.
 */
export function findRosPackage(folder: Folder, name: string): string | null {
  const { packages, folders } = getIndex(folder);
  return packages.get(name) ?? folders.get(name) ?? null;
}

/**
 * Cache of resolved paths by referring file and file name. Descriptions repeat names thousands of
 * times.
 */
const resolvedByFolder = new WeakMap<Folder, Map<string, string | null>>();

/**
 * Resolves a path that the description `from` states: `package://...`, `model://...`, `file://...`,
 * absolute or relative. If no file exists there, returns the path that shares the most final
 * components.
 */
export function resolveFileReference(folder: Folder, uri: string, from: string): string | null {
  const resolved = resolvedByFolder.get(folder) ?? new Map<string, string | null>();
  resolvedByFolder.set(folder, resolved);
  const key = `${from}\0${uri}`;
  const cached = resolved.get(key);
  if (cached !== undefined) return cached;
  const found = searchFile(folder, uri, from);
  resolved.set(key, found);
  return found;
}

function searchFile(folder: Folder, uri: string, from: string): string | null {
  const [, scheme = '', rest = uri] = /^([a-z][a-z0-9+.-]+):\/*(.*)$/is.exec(uri.trim()) ?? [];
  const isSupported = ['', 'file', 'package', 'model'].includes(scheme.toLowerCase());
  if (!isSupported) return null;
  const wanted = rest.replaceAll('\\', '/');
  for (const candidate of [wanted, decodeUri(wanted)]) {
    const exact = findExact(folder, scheme.toLowerCase(), candidate, from);
    if (exact !== null) return exact;
  }
  return findFilesByPathEnd(folder, decodeUri(wanted), from)[0] ?? null;
}

function findExact(folder: Folder, scheme: string, rest: string, from: string): string | null {
  const inPackage = () => {
    const name = rest.split('/')[0] ?? '';
    const packagePath = findRosPackage(folder, name);
    return packagePath === null ? null : packagePath + rest.slice(name.length + 1);
  };
  const tried =
    scheme === 'package' || scheme === 'model'
      ? [inPackage()]
      : scheme === 'file' || rest.startsWith('/')
        ? [rest]
        : [folderPathOf(from) + rest, rest];
  for (const path of tried) {
    const clean = path === null ? null : normalizePath(path);
    if (clean !== null && folder.read(clean) !== null) return clean;
  }
  return null;
}

function decodeUri(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Returns the files whose paths share most final components with `wanted`, ignoring case; of
 * several, the nearest to `from`.
 */
export function findFilesByPathEnd(
  folder: Folder,
  wanted: string,
  from: string,
): readonly string[] {
  const parts = wanted.split('/').filter((part) => part !== '' && !/^\.+$/.test(part));
  const ends = reversedNames(parts.join('/'));
  let best: string[] = [];
  let bestScore: readonly [number, number] = [0, 0];
  for (const { path, names } of findSameNamed(folder, parts.at(-1) ?? '')) {
    const equal = countCommonPrefix(names, ends);
    if (equal < bestScore[0] || path === from) continue;
    const score = [equal, scoreSharedFolders(path, from)] as const;
    if (score[0] === bestScore[0] && score[1] < bestScore[1]) continue;
    if (score[0] === bestScore[0] && score[1] === bestScore[1]) best.push(path);
    else best = [path];
    bestScore = score;
  }
  return best;
}

export const countSharedPathEnd = (a: string, b: string): number =>
  countCommonPrefix(reversedNames(a), reversedNames(b));

const reversedNames = (path: string): string[] => path.toLowerCase().split('/').reverse();

function countCommonPrefix(a: readonly string[], b: readonly string[]): number {
  let equal = 0;
  while (equal < a.length && a[equal] === b[equal]) equal++;
  return equal;
}

function scoreSharedFolders(a: string, b: string): number {
  const [x, y] = [a.split('/'), b.split('/')];
  let count = 0;
  while (count < x.length - 1 && x[count] === y[count]) count++;
  return count + 1;
}

interface IndexedFile {
  readonly path: string;
  /** Components of the file's path in lower case, file name first. */
  readonly names: readonly string[];
}

interface FolderIndex {
  /**
   * Package folders by the name in their package.xml; each path ends with `/`, and is '' for the
   * root.
   */
  readonly packages: ReadonlyMap<string, string>;
  /** The shortest path to a folder, by folder name. */
  readonly folders: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, readonly IndexedFile[]>;
}

const indexByFolder = new WeakMap<Folder, FolderIndex>();

function getIndex(folder: Folder): FolderIndex {
  const cached = indexByFolder.get(folder);
  if (cached) return cached;
  const [folders, files] = [new Map<string, string>(), new Map<string, IndexedFile[]>()];
  for (const path of folder.paths) {
    const names = reversedNames(path);
    const alike = files.get(names[0] ?? '');
    if (alike) alike.push({ path, names });
    else files.set(names[0] ?? '', [{ path, names }]);
    for (let end = path.indexOf('/'), from = 0; end >= 0; end = path.indexOf('/', from)) {
      const [name, folderPath] = [path.slice(from, end), path.slice(0, end + 1)];
      if (folderPath.length < (folders.get(name)?.length ?? Number.POSITIVE_INFINITY))
        folders.set(name, folderPath);
      from = end + 1;
    }
  }
  const index = { packages: findPackages(folder), folders, files };
  indexByFolder.set(folder, index);
  return index;
}

const findSameNamed = (folder: Folder, path: string): readonly IndexedFile[] =>
  getIndex(folder).files.get(fileNameOf(path).toLowerCase()) ?? [];

export const pathsWithSameName = (folder: Folder, path: string): readonly string[] =>
  findSameNamed(folder, path).map((each) => each.path);

function findPackages(folder: Folder): Map<string, string> {
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
