import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { fileNameOf, findRosPackage, folderPathOf, normalizePath } from '../folder.ts';
import type { ReaderNotes } from '../readerNotes.ts';
import { readXml, type XmlElement } from '../readXml.ts';
import type { Folder } from '../robot.ts';
import { getChildText } from './sdfValueReader.ts';

const SERVER_URI = /^https?:/i;
const MAX_NESTING = 8;
/** Limit on the total XML elements of included files. A file counts once per inclusion. */
const MAX_INCLUDED_ELEMENTS = 200_000;

interface IncludedFile {
  readonly root: XmlElement;
  readonly elements: number;
}

export class SdfIncludeReader {
  readonly missingFiles: string[] = [];
  readonly #folder: Folder;
  readonly #notes: ReaderNotes;
  readonly #files = new Map<string, IncludedFile | null>();
  readonly #open: string[];
  #elements = 0;
  #full = false;

  constructor(file: string, folder: Folder, notes: ReaderNotes) {
    this.#open = [file];
    this.#folder = folder;
    this.#notes = notes;
  }

  withIncluded(element: XmlElement, use: (root: XmlElement) => void): void {
    const uri = getChildText(element, 'uri');
    const who = `<include> ${quoteInOneLine(uri)}`;
    if (uri === '') {
      this.#notes.addFault(element, '<include>', 'must have a <uri>');
      return;
    }
    const file = findIncludedSdf(this.#folder, uri, element.file);
    // A file may extend the model of the same name on a server.
    if (file === null || (SERVER_URI.test(uri) && this.#open.includes(file))) {
      this.#reportMissing(element, who, uri);
      return;
    }
    if (this.#open.includes(file)) {
      this.#notes.addFault(
        element,
        who,
        `${quoteInOneLine(fileNameOf(file))} includes itself; remove one <include>`,
      );
      return;
    }
    if (this.#open.length > MAX_NESTING) {
      this.#notes.addFault(element, who, `more than ${MAX_NESTING} levels of nested includes`);
      return;
    }
    const read = this.#read(file);
    if (!read || !this.#countElements(read, element, who)) return;
    this.#open.push(file);
    use(read.root);
    this.#open.pop();
  }

  #reportMissing(element: XmlElement, who: string, uri: string): void {
    this.missingFiles.push(uri);
    const explanation = SERVER_URI.test(uri)
      ? 'is on a server; download its folder and load it together with this file'
      : 'file not found; it must be loaded together with this one';
    this.#notes.addLeftOut(element, who, explanation, true);
  }

  #countElements({ elements }: IncludedFile, element: XmlElement, who: string): boolean {
    this.#elements += elements;
    if (this.#elements <= MAX_INCLUDED_ELEMENTS) return true;
    if (!this.#full)
      this.#notes.addFault(
        element,
        who,
        `more than ${MAX_INCLUDED_ELEMENTS} elements in included files`,
      );
    this.#full = true;
    return false;
  }

  #read(file: string): IncludedFile | null {
    const cached = this.#files.get(file);
    if (cached !== undefined) return cached;
    const read = readXml(this.#folder.read(file) ?? '', file);
    if (read.ok) this.#notes.remarks.push(...read.remarks);
    else
      for (const { element, reason, ...location } of read.faults)
        this.#notes.addFault(location, element, reason);
    const root = read.ok ? read.value : null;
    if (root && root.name !== 'sdf') {
      const reason = `must be an SDF file to be included; its root element is <${root.name}>`;
      this.#notes.addFault(root, `<${root.name}>`, reason);
    }
    const included = root?.name === 'sdf' ? { root, elements: countAll(root) } : null;
    this.#files.set(file, included);
    return included;
  }
}

/**
 * Formats missing files as the end of a sentence: `; not found: "model://hand"`, or '' if nothing
 * is missing.
 */
export const formatMissingFiles = (missingFiles: readonly string[]): string =>
  missingFiles.length > 0
    ? `; not found: ${missingFiles
        .slice(0, 6)
        .map((uri) => quoteInOneLine(uri))
        .join(', ')}`
    : '';

const countAll = ({ children }: XmlElement): number =>
  children.reduce((sum, child) => sum + countAll(child), 1);

/**
 * Returns the path of an included file, or of the newest SDF file of an included model folder; null
 * if there is none.
 */
export function findIncludedSdf(folder: Folder, uri: string, from: string): string | null {
  const [, scheme = '', rest = uri] = /^([a-z][a-z0-9+.-]+):\/*(.*)$/is.exec(uri.trim()) ?? [];
  const names = rest.split('/').filter((name) => name !== '');
  const inPackage = (parts: readonly string[]) => {
    const top = findRosPackage(folder, parts[0] ?? '');
    return top === null ? null : top + parts.slice(1).join('/');
  };
  const tried = /^(model|package|model-package)$/i.test(scheme)
    ? [inPackage(names), ...modelFolders(folder, names.join('/'))]
    : /^https?$/i.test(scheme)
      ? [inPackage(names.slice(-1))]
      : [folderPathOf(from) + rest, rest, ...names.map((_, i) => inPackage(names.slice(i)))];
  for (const path of tried) {
    const clean = path === null ? null : normalizePath(path);
    const file = clean === null ? null : findModelFile(folder, clean);
    if (file !== null) return file;
  }
  return null;
}

/**
 * Returns the folders of models called `name`. A project often has the name of its robot, so
 * several may exist.
 */
const modelFolders = (folder: Folder, name: string): readonly string[] =>
  folder.paths
    .filter((path) => /\.(config|sdf)$/i.test(path))
    .map((path) => folderPathOf(path).slice(0, -1))
    .filter((top) => top === name || top.endsWith(`/${name}`));

function findModelFile(folder: Folder, path: string): string | null {
  if (folder.read(path) !== null) return path;
  const top = path === '' ? '' : `${path}/`;
  const named =
    findNewestSdf(folder, `${top}model.config`) ?? findNewestSdf(folder, `${top}manifest.xml`);
  if (named !== null) return named;
  if (folder.read(`${top}model.sdf`) !== null) return `${top}model.sdf`;
  const sdfFiles = folder.paths.filter(
    (each) => /\.sdf$/i.test(each) && folderPathOf(each) === top,
  );
  return sdfFiles.length === 1 ? (sdfFiles[0] as string) : null;
}

export function findNewestSdf(folder: Folder, config: string): string | null {
  const bytes = folder.read(config);
  const read = bytes && readXml(bytes, config);
  if (!read?.ok) return null;
  let best: { file: string; version: number } | null = null;
  for (const child of read.value.children) {
    if (child.name !== 'sdf') continue;
    const file = normalizePath(folderPathOf(config) + child.text.trim());
    const version = parseSdfVersion(child.attributes.get('version') ?? '1.0') ?? 100;
    if (file === null || folder.read(file) === null) continue;
    if (best === null || version > best.version) best = { file, version };
  }
  return best?.file ?? null;
}

/** Returns an SDF version as a number: 107 for `1.7`; null if it is not a version. */
export function parseSdfVersion(text: string): number | null {
  const [, major, minor] = /^\s*(\d{1,3})\.(\d{1,2})(\.\d+)*\s*$/.exec(text) ?? [];
  return major === undefined ? null : 100 * Number(major) + Number(minor);
}
