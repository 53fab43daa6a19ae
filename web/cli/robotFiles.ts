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
import { quoteFileName } from '@iklab/core/scenario/checks';
import { explainUnsupportedFormat, type Folder } from '@iklab/robots';
import { unzip } from '@iklab/robots/zip';
import { InputError, makeInputError } from './errors.ts';
import { explainSystemError, getCallerFolder } from './readInputText.ts';

const MAX_FILES = 5000;
const MAX_FILE_BYTES = 64e6; // Bytes per file.
const MAX_XML_BYTES = 8e6; // As the reader of XML takes.
const MAX_INCLUDES = 100;

export interface RobotFiles {
  readonly folder: Folder;
  /** Path of the robot file; null if the operand is a folder or an archive. */
  readonly file: string | null;
}

export function openRobotFiles(operand: string): RobotFiles {
  const path = resolve(getCallerFolder(), operand);
  try {
    if (statSync(path).isDirectory()) return { folder: openDiskFolder(path), file: null };
    if (/\.zip$/i.test(path)) return { folder: openArchive(path), file: null };
    const top = findTopFolder(path);
    const file = relative(top, path).split(sep).join('/');
    return { folder: openDiskFolder(top, file), file };
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw makeInputError(quoteFileName(operand), explainSystemError(error));
  }
}

function openArchive(path: string): Folder {
  const name = quoteFileName(basename(path));
  const read = unzip(readFileSync(path), name);
  if (read.ok) return read.value;
  throw new InputError(read.faults.map(({ reason }) => ({ path: name, reason })));
}

/**
 * Returns the folder above the file's ROS package. Included files and other packages are there too.
 */
function findTopFolder(file: string): string {
  const ownFolder = dirname(file);
  const { packages: named, models } = findNamedPackages(file);
  let top = ownFolder;
  const above: string[] = [];
  for (let current = ownFolder; dirname(current) !== current; current = dirname(current)) {
    above.push(current);
    if (doesExist(join(current, 'package.xml')) || named.has(basename(current)))
      top = dirname(current);
  }
  for (const name of models) {
    const nearest = above.find(
      (at) => isModel(join(at, name)) || isModel(join(at, 'models', name)),
    );
    if (nearest !== undefined) top = findSharedFolder(top, nearest);
  }
  for (const included of findIncludedFiles(file)) {
    const shared = findSharedFolder(top, dirname(included));
    // The whole disk is no surroundings of a robot.
    if (dirname(shared) !== shared) top = shared;
  }
  return top;
}

function findSharedFolder(one: string, otherFolder: string): string {
  let shared = one;
  while (relative(shared, otherFolder).split(sep)[0] === '..') shared = dirname(shared);
  return shared;
}

function findIncludedFiles(file: string): ReadonlySet<string> {
  const found = new Set<string>();
  if (!/\.(xml|mjcf|sdf|world|model)$/i.test(file)) return found;
  for (const pending = [file]; pending.length > 0 && found.size < MAX_INCLUDES; ) {
    const current = pending.pop() as string;
    if (statSync(current).size > MAX_XML_BYTES) continue;
    const text = readFileSync(current, 'utf8');
    if (!/<(mujoco|sdf\b)/.test(text)) continue;
    for (const name of findRelativeIncludes(text)) {
      const included = [current, file]
        .map((from) => join(dirname(from), name.replaceAll('\\', '/')))
        .find(doesExist);
      for (const path of included === undefined ? [] : listRobotFiles(included)) {
        if (found.has(path)) continue;
        found.add(path);
        pending.push(path);
      }
    }
  }
  return found;
}

function findRelativeIncludes(text: string): string[] {
  const includes = text.split(/<include\b/).slice(1);
  return includes.flatMap((rest) => {
    const [element = ''] = rest.split('</include>', 1);
    const [, name = ''] =
      /^\s+file\s*=\s*["']([^"']+)["']/.exec(element) ?? /<uri>([^<]*)<\/uri>/.exec(element) ?? [];
    return name.trim() === '' || /^\s*[a-z][a-z0-9+.-]+:/i.test(name) ? [] : [name.trim()];
  });
}

function listRobotFiles(path: string): string[] {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.isFile() ? [path] : [];
  const models = listEntries(path, false).filter(
    (each) => each.isFile() && /\.sdf$/i.test(each.name),
  );
  return models.map(({ name }) => join(path, name));
}

function findNamedPackages(file: string): {
  packages: ReadonlySet<string>;
  models: readonly string[];
} {
  const isRead =
    /\.(xacro|urdf|xml|sdf|world|model)$/i.test(file) && statSync(file).size <= MAX_FILE_BYTES;
  const text = isRead ? readFileSync(file, 'utf8') : '';
  const names = [...text.matchAll(/\$\(find\s+([\w.-]+)\)|(package|model):\/\/([\w.-]+)/g)];
  return {
    packages: new Set(names.map(([, found, , named]) => found ?? named ?? '')),
    models: names.flatMap(([, , scheme, name = '']) => (scheme === 'model' ? [name] : [])),
  };
}

const doesExist = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false }) !== undefined;

const isModel = (path: string): boolean =>
  doesExist(join(path, 'model.config')) || (doesExist(path) && listRobotFiles(path).length > 0);

function openDiskFolder(top: string, named: string | null = null): Folder {
  let listing: string[] | null = null;
  return {
    get paths() {
      listing ??= listFiles(top);
      return listing;
    },
    read(path) {
      const fullPath = join(top, path);
      const stat = statSync(fullPath, { throwIfNoEntry: false });
      if (!stat?.isFile() || relative(top, fullPath).startsWith('..')) return null;
      if (stat.size > MAX_FILE_BYTES) {
        const reason =
          (path === named && explainUnreadFile(fullPath)) || `is over ${MAX_FILE_BYTES / 1e6} MB`;
        throw makeInputError(quoteFileName(basename(path)), reason);
      }
      return readFileSync(fullPath);
    },
  };
}

/** Explains what an unsupported file is; null if unknown. */
function explainUnreadFile(path: string): string | null {
  const beginning = new Uint8Array(65_536);
  const file = openSync(path, 'r');
  try {
    readSync(file, beginning);
  } finally {
    closeSync(file);
  }
  return explainUnsupportedFormat(beginning, basename(path));
}

/**
 * Lists the files of a folder, breadth first. A limit on their number leaves out the deepest files.
 */
function listFiles(top: string): string[] {
  const files: string[] = [];
  for (const folders = [top]; folders.length > 0 && files.length < MAX_FILES; ) {
    const folder = folders.shift() as string;
    const entries = listEntries(folder, folder === top);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name)) folders.push(path);
      else if (entry.isFile()) files.push(relative(top, path).split(sep).join('/'));
    }
  }
  return files;
}

function listEntries(folder: string, isRequired: boolean): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isRequired) throw error;
    return [];
  }
}
