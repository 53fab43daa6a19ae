/** Finds and reads the files that an SDF file includes. */
import { quote } from 'iklab/scenario';
import { fileNameOf, folderPathOf, normalPath, packageFolder } from '../folder.ts';
import type { Notes } from '../notes.ts';
import type { Folder } from '../robot.ts';
import { readXml, type XmlElement } from '../xml.ts';
import { childText } from './sdfValues.ts';

const ON_SERVER = /^https?:/i;
const MOST_NESTED = 8;
/** Elements of all included files; a file counts as often as it is included. */
const MOST_ELEMENTS = 200_000;

interface ReadFile {
  readonly root: XmlElement;
  readonly elements: number;
}

export class SdfIncludes {
  /** Names of the files that were not found. */
  readonly missing: string[] = [];
  readonly #folder: Folder;
  readonly #notes: Notes;
  readonly #files = new Map<string, ReadFile | null>();
  /** Files being read, each included by the one before. */
  readonly #open: string[];
  #elements = 0;
  #full = false;

  constructor(file: string, folder: Folder, notes: Notes) {
    this.#open = [file];
    this.#folder = folder;
    this.#notes = notes;
  }

  /** Calls `use` with the `<sdf>` element of the included file, if it can be read. */
  with(element: XmlElement, use: (root: XmlElement) => void): void {
    const uri = childText(element, 'uri');
    const who = `<include> ${quote(uri)}`;
    if (uri === '') {
      this.#notes.fault(element, '<include>', 'must have a <uri>');
      return;
    }
    const file = includedFile(this.#folder, uri, element.file);
    // A file may extend the model of the same name on a server.
    if (file === null || (ON_SERVER.test(uri) && this.#open.includes(file))) {
      this.#miss(element, who, uri);
      return;
    }
    if (this.#open.includes(file)) {
      this.#notes.fault(
        element,
        who,
        `${quote(fileNameOf(file))} includes itself; remove one <include>`,
      );
      return;
    }
    if (this.#open.length > MOST_NESTED) {
      this.#notes.fault(element, who, `more than ${MOST_NESTED} levels of nested includes`);
      return;
    }
    const read = this.#read(file);
    if (!read || !this.#fits(read, element, who)) return;
    this.#open.push(file);
    use(read.root);
    this.#open.pop();
  }

  #miss(element: XmlElement, who: string, uri: string): void {
    this.missing.push(uri);
    const where = ON_SERVER.test(uri)
      ? 'is on a server; download its folder and load it together with this file'
      : 'file not found; it must be loaded together with this one';
    this.#notes.leftOut(element, who, where, true);
  }

  #fits({ elements }: ReadFile, element: XmlElement, who: string): boolean {
    this.#elements += elements;
    if (this.#elements <= MOST_ELEMENTS) return true;
    if (!this.#full)
      this.#notes.fault(element, who, `more than ${MOST_ELEMENTS} elements in included files`);
    this.#full = true;
    return false;
  }

  #read(file: string): ReadFile | null {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const read = readXml(this.#folder.read(file) ?? '', file);
    if (read.ok) this.#notes.remarks.push(...read.remarks);
    else
      for (const { element, reason, ...at } of read.faults) this.#notes.fault(at, element, reason);
    const root = read.ok ? read.value : null;
    if (root && root.name !== 'sdf') {
      const reason = `must be an SDF file to be included; its root element is <${root.name}>`;
      this.#notes.fault(root, `<${root.name}>`, reason);
    }
    const kept = root?.name === 'sdf' ? { root, elements: countOf(root) } : null;
    this.#files.set(file, kept);
    return kept;
  }
}

/** `; not found: "model://hand"`, or '' if nothing is missing. */
export const notFound = (missing: readonly string[]): string =>
  missing.length > 0
    ? `; not found: ${missing
        .slice(0, 6)
        .map((uri) => quote(uri))
        .join(', ')}`
    : '';

const countOf = ({ children }: XmlElement): number =>
  children.reduce((sum, child) => sum + countOf(child), 1);

/** The path of the included file, or of the newest SDF file of the included folder. */
export function includedFile(folder: Folder, uri: string, from: string): string | null {
  const [, scheme = '', rest = uri] = /^([a-z][a-z0-9+.-]+):\/*(.*)$/is.exec(uri.trim()) ?? [];
  const names = rest.split('/').filter((name) => name !== '');
  const inPackage = (parts: readonly string[]) => {
    const top = packageFolder(folder, parts[0] ?? '');
    return top === null ? null : top + parts.slice(1).join('/');
  };
  const tried = /^(model|package|model-package)$/i.test(scheme)
    ? [inPackage(names), ...modelFolders(folder, names.join('/'))]
    : /^https?$/i.test(scheme)
      ? [inPackage(names.slice(-1))]
      : [folderPathOf(from) + rest, rest, ...names.map((_, i) => inPackage(names.slice(i)))];
  for (const path of tried) {
    const clean = path === null ? null : normalPath(path);
    const file = clean === null ? null : modelFile(folder, clean);
    if (file !== null) return file;
  }
  return null;
}

/** Folders of models with this name: a project often has the name of its robot. */
const modelFolders = (folder: Folder, name: string): readonly string[] =>
  folder.paths
    .filter((path) => /\.(config|sdf)$/i.test(path))
    .map((path) => folderPathOf(path).slice(0, -1))
    .filter((top) => top === name || top.endsWith(`/${name}`));

/** The path itself if it is a file, otherwise the SDF file of the model in that folder. */
function modelFile(folder: Folder, path: string): string | null {
  if (folder.read(path) !== null) return path;
  const top = path === '' ? '' : `${path}/`;
  const named = newestSdf(folder, `${top}model.config`) ?? newestSdf(folder, `${top}manifest.xml`);
  if (named !== null) return named;
  if (folder.read(`${top}model.sdf`) !== null) return `${top}model.sdf`;
  const own = folder.paths.filter((each) => /\.sdf$/i.test(each) && folderPathOf(each) === top);
  return own.length === 1 ? (own[0] as string) : null;
}

/** The file with the highest version that a `model.config` names; null if there is none. */
export function newestSdf(folder: Folder, config: string): string | null {
  const bytes = folder.read(config);
  const read = bytes && readXml(bytes, config);
  if (!read?.ok) return null;
  let best: { file: string; version: number } | null = null;
  for (const child of read.value.children) {
    if (child.name !== 'sdf') continue;
    const file = normalPath(folderPathOf(config) + child.text.trim());
    const version = versionNumber(child.attributes.get('version') ?? '1.0') ?? 100;
    if (file === null || folder.read(file) === null) continue;
    if (best === null || version > best.version) best = { file, version };
  }
  return best?.file ?? null;
}

/** 107 for `1.7`; null if it is not a version. */
export function versionNumber(text: string): number | null {
  const [, major, minor] = /^\s*(\d{1,3})\.(\d{1,2})(\.\d+)*\s*$/.exec(text) ?? [];
  return major === undefined ? null : 100 * Number(major) + Number(minor);
}
