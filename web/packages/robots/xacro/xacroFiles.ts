import {
  countSharedPathEnd,
  findFilesByPathEnd,
  findRosPackage,
  folderPathOf,
  normalizePath,
  pathsWithSameName,
  resolveFileReference,
} from '../folder.ts';
import { readXml, type XmlElement } from '../readXml.ts';
import type { Folder, Remark, RobotFault } from '../robot.ts';
import { findMostSimilarName } from './findMostSimilarName.ts';
import { findXacroArgumentCandidates } from './findXacroArgumentCandidates.ts';
import { XacroError } from './xacroError.ts';

export class XacroFileError extends Error {
  readonly faults: readonly RobotFault[];
  constructor(faults: readonly RobotFault[]) {
    super(faults[0]?.reason);
    this.faults = faults;
  }
}

const MAX_HINTS = 20;
const MAX_SUGGESTIONS = 4;

const normalizeName = (file: string): string =>
  normalizePath(file.replace(/^[a-z]+:\/\/+/i, '').replace(/^(\.\.?\/)+/, '')) ?? '';

export interface XacroFilesContext {
  readonly argumentValues: ReadonlyMap<string, string>;
  readonly remarks: Remark[];
  addRemark(reason: string, options: { readonly grave: boolean }): void;
}

export class XacroFiles {
  /**
   * Paths of the files being expanded: the current file last, preceded by the files that include
   * it.
   */
  readonly stack: string[] = [];
  readonly read = new Set<string>();
  readonly missingFiles: string[] = [];
  /** Number of missing files for which similar names may still be searched. */
  private hints = MAX_HINTS;
  private readonly documents = new Map<string, XmlElement>();
  private readonly all: Folder;
  private readonly host: XacroFilesContext;

  constructor(all: Folder, host: XacroFilesContext) {
    this.all = all;
    this.host = host;
  }

  currentFile(): string {
    return this.stack.at(-1) ?? '';
  }

  currentFolder(): string {
    return `/${folderPathOf(this.currentFile())}`.replace(/\/$/, '');
  }

  /**
   * Returns the folder of a ROS package within the dropped files. A missing package gives a
   * `package://` URI: perhaps only meshes need it.
   */
  findPackage(name: string): string {
    const packagePath = findRosPackage(this.all, name);
    if (packagePath !== null) return `/${packagePath}`.replace(/\/$/, '');
    return `package://${name}`;
  }

  resolvePath(file: string): string {
    return this.locate(file) ?? file;
  }

  allPaths(): readonly string[] {
    return this.all.paths;
  }

  /**
   * Returns the path of a file that the xacro names; null if no file, or several files equally
   * well, match.
   */
  locate(file: string): string | null {
    const found = resolveFileReference(this.all, file, this.currentFile());
    if (found === null) return null;
    const wanted = normalizeName(file);
    const exact = [wanted, normalizePath(folderPathOf(this.currentFile()) + file)].includes(found);
    if (exact) return found;
    // Another robot may have a file of the same name, such as joint_limits.yaml.
    const isUnambiguous = !file.startsWith('/') && pathsWithSameName(this.all, wanted).length < 2;
    const like = isUnambiguous || countSharedPathEnd(found, wanted) > 1;
    if (!like || this.findSimilar(file).length > 1) return null;
    this.host.addRemark(`file "${file}" not found; ${found} is used instead`, { grave: true });
    return found;
  }

  findSimilar(file: string): readonly string[] {
    return findFilesByPathEnd(this.all, normalizeName(file), this.currentFile());
  }

  readBytes(file: string): { path: string; bytes: Uint8Array } {
    const path = this.locate(file);
    const bytes = path === null ? null : this.all.read(path);
    if (path !== null && bytes !== null) {
      this.read.add(path);
      return { path, bytes };
    }
    throw new XacroError(this.explainMissing(file));
  }

  explainMissing(file: string): string {
    const packageName = /^package:\/\/([^/]*)/.exec(file)?.[1];
    if (packageName !== undefined)
      return `file "${file}" not found; add the folder of the package "${packageName}"`;
    const empty = this.findEmptyArguments().map((name) => `; the argument "${name}" is empty`);
    const likes = this.findSimilar(file).map((path) => `"${path}"`);
    const near =
      this.hints-- > 0 ? findMostSimilarName(file.replace(/^\//, ''), this.allPaths(), 5) : null;
    const guess = near === null ? '' : `; did you mean "${near}"?`;
    const hint =
      likes.length > 1 ? `; did you mean ${likes.slice(0, MAX_SUGGESTIONS).join(' or ')}?` : guess;
    return `file "${file}" not found${hint}${empty.join('')}`;
  }

  private findEmptyArguments(): string[] {
    const offers = findXacroArgumentCandidates(this.all);
    return [...this.host.argumentValues].flatMap(([name, value]) =>
      value === '' && offers.has(name) ? [name] : [],
    );
  }

  readDocument(file: string): XmlElement {
    const { path, bytes } = this.readBytes(file);
    const cached = this.documents.get(path);
    if (cached) return cached;
    const read = readXml(bytes, path);
    if (!read.ok) throw new XacroFileError(read.faults);
    this.host.remarks.push(...read.remarks);
    this.documents.set(path, read.value);
    return read.value;
  }

  currentRoot(): XmlElement | undefined {
    return this.documents.get(this.currentFile());
  }
}
