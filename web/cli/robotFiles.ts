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
    const file = relative(top, path).split(sep).join('/');
    return { folder: diskFolder(top, file), file };
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

/**
 * The folder that contains the file's ROS package, because other packages are next to it, and the
 * files that an MJCF or an SDF includes.
 */
function topOf(file: string): string {
  const own = dirname(file);
  const { packages: named, models } = namedIn(file);
  let top = own;
  const above: string[] = [];
  for (let at = own; dirname(at) !== at; at = dirname(at)) {
    above.push(at);
    if (isThere(join(at, 'package.xml')) || named.has(basename(at))) top = dirname(at);
  }
  for (const name of models) {
    const nearest = above.find(
      (at) => isModel(join(at, name)) || isModel(join(at, 'models', name)),
    );
    if (nearest !== undefined) top = sharedFolder(top, nearest);
  }
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

/** The existing files that an MJCF or an SDF includes, relative to itself or to the including file. */
function includedIn(file: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (!/\.(xml|mjcf|sdf|world|model)$/i.test(file)) return found;
  for (const due = [file]; due.length > 0 && found.size < MOST_INCLUDES; ) {
    const at = due.pop() as string;
    if (statSync(at).size > LARGEST_XML) continue;
    const text = readFileSync(at, 'utf8');
    if (!/<(mujoco|sdf\b)/.test(text)) continue;
    for (const name of relativeIncludes(text)) {
      const included = [at, file]
        .map((from) => join(dirname(from), name.replaceAll('\\', '/')))
        .find(isThere);
      for (const path of included === undefined ? [] : robotFilesAt(included)) {
        if (found.has(path)) continue;
        found.add(path);
        due.push(path);
      }
    }
  }
  return found;
}

/** The paths in `<include file="..."/>` and in `<include><uri>...</uri></include>`. */
function relativeIncludes(text: string): string[] {
  const includes = text.split(/<include\b/).slice(1);
  return includes.flatMap((rest) => {
    const [own = ''] = rest.split('</include>', 1);
    const [, name = ''] =
      /^\s+file\s*=\s*["']([^"']+)["']/.exec(own) ?? /<uri>([^<]*)<\/uri>/.exec(own) ?? [];
    return name.trim() === '' || /^\s*[a-z][a-z0-9+.-]+:/i.test(name) ? [] : [name.trim()];
  });
}

/** The file itself, or the SDF files of a folder. */
function robotFilesAt(path: string): string[] {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.isFile() ? [path] : [];
  const models = entriesOf(path, false).filter(
    (each) => each.isFile() && /\.sdf$/i.test(each.name),
  );
  return models.map(({ name }) => join(path, name));
}

/** ROS packages, and models of an SDF, that a file names. */
function namedIn(file: string): { packages: ReadonlySet<string>; models: readonly string[] } {
  const isRead =
    /\.(xacro|urdf|xml|sdf|world|model)$/i.test(file) && statSync(file).size <= LARGEST;
  const text = isRead ? readFileSync(file, 'utf8') : '';
  const names = [...text.matchAll(/\$\(find\s+([\w.-]+)\)|(package|model):\/\/([\w.-]+)/g)];
  return {
    packages: new Set(names.map(([, found, , named]) => found ?? named ?? '')),
    models: names.flatMap(([, , scheme, name = '']) => (scheme === 'model' ? [name] : [])),
  };
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** A folder may have the name of a model by chance. */
const isModel = (path: string): boolean =>
  isThere(join(path, 'model.config')) || (isThere(path) && robotFilesAt(path).length > 0);

/** Reads a file when it is requested; lists the names once. `named`: the file that the user named. */
function diskFolder(top: string, named: string | null = null): Folder {
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
      if (stat.size > LARGEST) {
        const reason = (path === named && unreadAt(whole)) || `is over ${LARGEST / 1e6} MB`;
        throw inputFault(fileName(basename(path)), reason);
      }
      return readFileSync(whole);
    },
  };
}

/** What a large file is; it is often a recorded log. */
function unreadAt(path: string): string | null {
  const beginning = new Uint8Array(65_536);
  const file = openSync(path, 'r');
  try {
    readSync(file, beginning);
  } finally {
    closeSync(file);
  }
  return unreadReason(beginning, basename(path));
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
