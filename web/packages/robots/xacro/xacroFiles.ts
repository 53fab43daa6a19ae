/** The files that a xacro names: which they are among those that came, and what they hold. */
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

/** A file refused by its own reader. */
export class FileRefused extends Error {
  readonly faults: readonly RobotFault[];
  constructor(faults: readonly RobotFault[]) {
    super(faults[0]?.reason);
    this.faults = faults;
  }
}

const MOST_HINTS = 20;
const MOST_LIKES = 4;

/** Its path without what stands before: a scheme, folders further up. */
const wantedOf = (file: string): string =>
  normalPath(file.replace(/^[a-z]+:\/\/+/i, '').replace(/^(\.\.?\/)+/, '')) ?? '';

/** What they need of the expansion. */
export interface FilesHost {
  /** The arguments with their values. */
  readonly given: ReadonlyMap<string, string>;
  readonly remarks: Remark[];
  remark(reason: string, as: { readonly grave: boolean }): void;
}

export class XacroFiles {
  /** The file that is read, within those that include it. */
  readonly stack: string[] = [];
  readonly read = new Set<string>();
  /** Files that were to be included and are not there. */
  readonly missing: string[] = [];
  /** Files of which it is still looked for what may have been meant. */
  private hints = MOST_HINTS;
  private readonly documents = new Map<string, XmlElement>();
  private readonly all: Folder;
  private readonly host: FilesHost;

  constructor(all: Folder, host: FilesHost) {
    this.all = all;
    this.host = host;
  }

  /** The file that is read. */
  current(): string {
    return this.stack.at(-1) ?? '';
  }

  folder(): string {
    return `/${folderPathOf(this.current())}`.replace(/\/$/, '');
  }

  /** Absolute within the drop; a package that is not there stays one, for its meshes. */
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

  /** null: it is not there, or several may be it. */
  located(file: string): string | null {
    const found = resolveFile(this.all, file, this.current());
    if (found === null) return null;
    const wanted = wantedOf(file);
    const exact = [wanted, normalPath(folderPathOf(this.current()) + file)].includes(found);
    if (exact) return found;
    // another robot's file may have the same name: joint_limits.yaml
    const few = !file.startsWith('/') && namesakes(this.all, wanted).length < 2;
    const like = few || equalNames(found, wanted) > 1;
    if (!like || this.likes(file).length > 1) return null;
    this.host.remark(`there is no "${file}"; ${found} was taken for it`, { grave: true });
    return found;
  }

  /** Files of which none is more likely to be the one that is missing. */
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
      return `"${file}" is needed, and the package "${missing}" is not among the files: drop its folder too`;
    const empty = this.emptyArguments().map((name) => `; the argument "${name}" is empty`);
    const likes = this.likes(file).map((path) => `"${path}"`);
    const near = this.hints-- > 0 ? nearestName(file.replace(/^\//, ''), this.paths(), 5) : null;
    const guess = near === null ? '' : `; did you mean "${near}"?`;
    const hint = likes.length > 1 ? `; is it ${likes.slice(0, MOST_LIKES).join(' or ')}?` : guess;
    return `there is no file "${file}" among those that came${hint}${empty.join('')}`;
  }

  /** That have to name files. */
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

  /** The root of the file that is read. */
  root(): XmlElement | undefined {
    return this.documents.get(this.current());
  }
}
