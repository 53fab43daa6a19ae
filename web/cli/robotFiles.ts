/** The files of a robot: one file with its surroundings, a folder, or an archive. */
import {
  closeSync,
  type Dirent,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type Folder, unreadReason, unzip } from '@iklab/robots';
import { fileName } from 'iklab/scenario';
import { InputError, inputFault } from './errors.ts';
import { callersFolder, systemReason } from './input.ts';

const MOST_FILES = 5000;
const LARGEST = 64e6; // Bytes per file.
const LARGEST_XML = 8e6; // As the reader of XML takes.
const MOST_INCLUDES = 100;

export interface RobotFiles {
  readonly folder: Folder;
  /** Path of the named file in the folder; null if the operand is a folder or an archive. */
  readonly file: string | null;
}

export function openRobotFiles(operand: string): RobotFiles {
  const path = resolve(callersFolder(), operand);
  try {
    if (statSync(path).isDirectory()) return { folder: diskFolder(path), file: null };
    if (/\.zip$/i.test(path)) return { folder: archive(path), file: null };
    const top = topOf(path);
    return { folder: diskFolder(top), file: relative(top, path).split(sep).join('/') };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw inputFault(fileName(operand), systemReason(error));
  }
}

function archive(path: string): Folder {
  const name = fileName(basename(path));
  const read = unzip(readFileSync(path), name);
  if (read.ok) return read.value;
  throw new InputError(read.faults.map(({ reason }) => ({ path: name, reason })));
}

const SDF = /\.(sdf|world|model)$/i;

/**
 * The folder that contains the file's ROS package, because other packages are next to it, and the
 * files that an MJCF or an SDF includes.
 */
function topOf(file: string): string {
  const own = dirname(file);
  const named = packagesNamedIn(file);
  let top = own;
  for (let at = own; dirname(at) !== at; at = dirname(at))
    if (isThere(join(at, 'package.xml')) || named.has(basename(at))) top = dirname(at);
    else if (SDF.test(file) && [...named].some((name) => isThere(join(at, name)))) top = at;
  for (const included of includedIn(file)) {
    const shared = sharedFolder(top, dirname(included));
    // The whole disk is no surroundings of a robot.
    if (dirname(shared) !== shared) top = shared;
  }
  return top;
}

function sharedFolder(one: string, other: string): string {
  let shared = one;
  while (relative(shared, other).split(sep)[0] === '..') shared = dirname(shared);
  return shared;
}

/** The existing files that an MJCF includes, relative to itself or to the including file. */
function includedIn(file: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (!/\.(xml|mjcf)$/i.test(file)) return found;
  for (const due = [file]; due.length > 0 && found.size < MOST_INCLUDES; ) {
    const at = due.pop() as string;
    if (statSync(at).size > LARGEST_XML) continue;
    const text = readFileSync(at, 'utf8');
    if (!/<mujoco/.test(text)) continue;
    for (const [, name = ''] of text.matchAll(/<include\s+file\s*=\s*["']([^"']+)["']/g)) {
      const included = [at, file]
        .map((from) => join(dirname(from), name.replaceAll('\\', '/')))
        .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
      if (included === undefined || found.has(included)) continue;
      found.add(included);
      due.push(included);
    }
  }
  return found;
}

function packagesNamedIn(file: string): Set<string> {
  if (!/\.(xacro|urdf|xml|sdf|world|model)$/i.test(file) || statSync(file).size > LARGEST)
    return new Set();
  const names = readFileSync(file, 'utf8').matchAll(
    /\$\(find\s+([\w.-]+)\)|(?:package|model):\/\/([\w.-]+)/g,
  );
  return new Set([...names].map(([, found, meshes]) => found ?? meshes ?? ''));
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Reads a file when it is requested; lists the names once. */
function diskFolder(top: string): Folder {
  let listing: string[] | null = null;
  return {
    get paths() {
      listing ??= listed(top);
      return listing;
    },
    read(path) {
      const whole = join(top, path);
      const stat = statSync(whole, { throwIfNoEntry: false });
      if (!stat?.isFile() || relative(top, whole).startsWith('..')) return null;
      if (stat.size > LARGEST) throw inputFault(fileName(basename(path)), tooLargeReason(whole));
      return readFileSync(whole);
    },
  };
}

/** A recorded log is often larger; then the reason says what the file is. */
function tooLargeReason(path: string): string {
  const beginning = new Uint8Array(65_536);
  const file = openSync(path, 'r');
  try {
    readSync(file, beginning);
  } finally {
    closeSync(file);
  }
  return unreadReason(beginning, basename(path)) ?? `is over ${LARGEST / 1e6} MB`;
}

/** Breadth first: the limit on the number of files then leaves out the most distant ones. */
function listed(top: string): string[] {
  const files: string[] = [];
  for (const folders = [top]; folders.length > 0 && files.length < MOST_FILES; ) {
    const folder = folders.shift() as string;
    const entries = entriesOf(folder, folder === top);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name)) folders.push(path);
      else if (entry.isFile()) files.push(relative(top, path).split(sep).join('/'));
    }
  }
  return files;
}

/** Returns no entries if a folder below the top cannot be read. */
function entriesOf(folder: string, must: boolean): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (must) throw error;
    return [];
  }
}
