/** Resolves the files that a xacro names among the dropped files, and reads them. */
import {
  equalEnds,
  equalNames,
  folderPathOf,
  namesakes,
  normalPath,
  packageFolder,
  resolveFile,
} from '../folder.ts';
import type { Folder, Remark, RobotFault } from '../robot.ts';
import { readXml, type XmlElement } from '../xml.ts';
import { argumentOffers } from './argumentOffers.ts';
import { nearestName } from './nearestName.ts';
import { XacroMistake } from './xacroMistake.ts';

export class FileRefused extends Error {
  readonly faults: readonly RobotFault[];
  constructor(faults: readonly RobotFault[]) {
    super(faults[0]?.reason);
    this.faults = faults;
  }
}

const MOST_HINTS = 20;
const MOST_LIKES = 4;

/** The path without a scheme and without leading `..`. */
const wantedOf = (file: string): string =>
  normalPath(file.replace(/^[a-z]+:\/\/+/i, '').replace(/^(\.\.?\/)+/, '')) ?? '';

/** The part of the expansion that the files depend on. */
export interface FilesHost {
  /** Values of the arguments, by name. */
  readonly given: ReadonlyMap<string, string>;
  readonly remarks: Remark[];
  remark(reason: string, as: { readonly grave: boolean }): void;
}

export class XacroFiles {
  /** The current file last, preceded by the files that include it. */
  readonly stack: string[] = [];
  readonly read = new Set<string>();
  /** Included files that do not exist. */
  readonly missing: string[] = [];
  /** Number of missing files for which similar names may still be searched. */
  private hints = MOST_HINTS;
  private readonly documents = new Map<string, XmlElement>();
  private readonly all: Folder;
  private readonly host: FilesHost;

  constructor(all: Folder, host: FilesHost) {
    this.all = all;
    this.host = host;
  }

  current(): string {
    return this.stack.at(-1) ?? '';
  }

  folder(): string {
    return `/${folderPathOf(this.current())}`.replace(/\/$/, '');
  }

  /**
   * Absolute within the dropped files. A missing package stays `package://`, because only its
   * meshes may refer to it.
   */
  find(name: string): string {
    const place = packageFolder(this.all, name);
    if (place !== null) return `/${place}`.replace(/\/$/, '');
    return `package://${name}`;
  }

  path(file: string): string {
    return this.located(file) ?? file;
  }

  paths(): readonly string[] {
    return this.all.paths;
  }

  /** Null if the file does not exist, or several files could be meant. */
  located(file: string): string | null {
    const found = resolveFile(this.all, file, this.current());
    if (found === null) return null;
    const wanted = wantedOf(file);
    const exact = [wanted, normalPath(folderPathOf(this.current()) + file)].includes(found);
    if (exact) return found;
    // Another robot may have a file of the same name, such as joint_limits.yaml.
    const few = !file.startsWith('/') && namesakes(this.all, wanted).length < 2;
    const like = few || equalNames(found, wanted) > 1;
    if (!like || this.likes(file).length > 1) return null;
    this.host.remark(`file "${file}" not found; ${found} is used instead`, { grave: true });
    return found;
  }

  /** The files that most resemble a missing one; more than one if they are equally likely. */
  likes(file: string): readonly string[] {
    return equalEnds(this.all, wantedOf(file), this.current());
  }

  bytes(file: string): { path: string; bytes: Uint8Array } {
    const path = this.located(file);
    const bytes = path === null ? null : this.all.read(path);
    if (path !== null && bytes !== null) {
      this.read.add(path);
      return { path, bytes };
    }
    throw new XacroMistake(this.missingFile(file));
  }

  missingFile(file: string): string {
    const missing = /^package:\/\/([^/]*)/.exec(file)?.[1];
    if (missing !== undefined)
      return `file "${file}" not found; add the folder of the package "${missing}"`;
    const empty = this.emptyArguments().map((name) => `; the argument "${name}" is empty`);
    const likes = this.likes(file).map((path) => `"${path}"`);
    const near = this.hints-- > 0 ? nearestName(file.replace(/^\//, ''), this.paths(), 5) : null;
    const guess = near === null ? '' : `; did you mean "${near}"?`;
    const hint =
      likes.length > 1 ? `; did you mean ${likes.slice(0, MOST_LIKES).join(' or ')}?` : guess;
    return `file "${file}" not found${hint}${empty.join('')}`;
  }

  /** Empty arguments that file names are built from. */
  private emptyArguments(): string[] {
    const offers = argumentOffers(this.all);
    return [...this.host.given].flatMap(([name, value]) =>
      value === '' && offers.has(name) ? [name] : [],
    );
  }

  document(file: string): XmlElement {
    const { path, bytes } = this.bytes(file);
    const known = this.documents.get(path);
    if (known) return known;
    const read = readXml(bytes, path);
    if (!read.ok) throw new FileRefused(read.faults);
    this.host.remarks.push(...read.remarks);
    this.documents.set(path, read.value);
    return read.value;
  }

  root(): XmlElement | undefined {
    return this.documents.get(this.current());
  }
}
