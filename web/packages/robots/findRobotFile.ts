import { DH_FILE_PATTERN, hasDhTable } from './dh/findDhTable.ts';
import { isLikelyDhText, MAX_DH_BYTES } from './dh/likelyDhText.ts';
import { fileNameOf, folderPathOf, resolveFileReference } from './folder.ts';
import { GLTF_EXTENSION } from './gltfFile.ts';
import { readXml, type XmlElement } from './readXml.ts';
import type { Folder } from './robot.ts';
import { findIncludedSdf, findNewestSdf } from './sdf/sdfIncludeReader.ts';
import { explainUnsupportedFormat } from './unread/explainUnsupportedFormat.ts';

export interface RobotFileSearchResult {
  /** Path of the robot's file; null if there are no or several candidates. */
  readonly file: string | null;
  /** Paths, in order, of all files of the first format that any file has. */
  readonly candidates: readonly string[];
}

const endsWith =
  (...endings: string[]) =>
  (path: string) =>
    endings.some((ending) => path.toLowerCase().endsWith(ending));

/**
 * Finds the file that describes the robot. Tries URDF, xacro, MJCF, SDF, glTF or VRM, BVH, then DH
 * tables; ignores hidden files. A single file of any name is a candidate if a reader can read it or
 * explain what it is.
 */
export function findRobotFile(folder: Folder): RobotFileSearchResult {
  const paths = folder.paths.filter((path) => !/(^|\/)\./.test(path));
  const kinds: (() => string[])[] = [
    () => paths.filter(endsWith('.urdf')),
    () => findRootXacros(folder, paths.filter(endsWith('.xacro'))),
    () => paths.filter((path) => endsWith('.xml', '.mjcf')(path) && isRobot(folder, path)),
    () => findRootSdfs(folder, paths.filter(endsWith('.sdf', '.world', '.model', '.xml'))),
    () => paths.filter((path) => GLTF_EXTENSION.test(path)),
    () => paths.filter(endsWith('.bvh')),
    () => findDhTables(folder, paths),
    () => (paths.length === 1 ? paths.filter((path) => isKnownFormat(folder, path)) : []),
  ];
  for (const kind of kinds) {
    const candidates = kind();
    if (candidates.length > 0)
      return { file: candidates.length === 1 ? (candidates[0] ?? null) : null, candidates };
  }
  return { file: null, candidates: [] };
}

function isKnownFormat(folder: Folder, path: string): boolean {
  const bytes = folder.read(path) ?? new Uint8Array(0);
  return explainUnsupportedFormat(bytes, path) !== null || isRobot(folder, path);
}

const MAX_BYTES_SCANNED = 8e6; // Of all texts that may be tables.
const MAX_PARSED = 40;

/**
 * Returns the paths of text files with a DH table. Limits the number and size of the parsed texts.
 */
function findDhTables(folder: Folder, paths: readonly string[]): string[] {
  const found: string[] = [];
  let [bytes, parsed] = [0, 0];
  for (const path of paths.filter((each) => DH_FILE_PATTERN.test(each))) {
    const file = folder.read(path);
    if (!file || file.length > MAX_DH_BYTES) continue;
    bytes += file.length;
    if (bytes > MAX_BYTES_SCANNED || parsed >= MAX_PARSED) break;
    const text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: false }).decode(file);
    if (!isLikelyDhText(text)) continue;
    parsed++;
    if (hasDhTable(text, path)) found.push(path);
  }
  return found;
}

function isRobot(folder: Folder, path: string): boolean {
  if (fileNameOf(path) === 'package.xml') return false;
  const read = readXml(folder.read(path) ?? '', path);
  return read.ok && ['robot', 'mujoco'].includes(read.value.name);
}

/**
 * Returns the paths of SDF files with moving models, otherwise with worlds, otherwise with any
 * models. Omits files that another file includes or that a newer version replaces.
 */
function findRootSdfs(folder: Folder, paths: readonly string[]): string[] {
  const read = paths.flatMap((path) => {
    const xml = readXml(folder.read(path) ?? '', path);
    return xml.ok && xml.value.name === 'sdf' ? [{ path, root: xml.value }] : [];
  });
  const included = new Set<string>();
  for (const { path, root } of read)
    for (const uri of findUris(root)) included.add(findIncludedSdf(folder, uri, path) ?? '');
  const configs = folder.paths.filter((path) => fileNameOf(path) === 'model.config');
  const newest = new Map(configs.map((path) => [folderPathOf(path), findNewestSdf(folder, path)]));
  const current = read.filter(({ path }) => (newest.get(folderPathOf(path)) ?? path) === path);
  const models = current.filter(({ root }) => root.children.some(({ name }) => name === 'model'));
  const moving = models.filter(({ root }) => hasJoint(root) || findUris(root).length > 0);
  const tops = (found: typeof read) => {
    const free = found.filter(({ path }) => !included.has(path));
    return (free.length > 0 ? free : found).map(({ path }) => path);
  };
  const [kind] = [moving, current.filter((each) => !models.includes(each)), models].filter(
    (found) => found.length > 0,
  );
  return kind ? tops(kind) : [];
}

const findUris = ({ name, children }: XmlElement): string[] =>
  name === 'include'
    ? children.flatMap((child) => (child.name === 'uri' ? [child.text.trim()] : []))
    : children.flatMap(findUris);

const hasJoint = ({ name, children }: XmlElement): boolean =>
  name === 'joint' || children.some(hasJoint);

/**
 * Returns the paths of xacro files that no file includes and that have links, joints or macro calls
 * outside definitions.
 */
function findRootXacros(folder: Folder, paths: readonly string[]): string[] {
  const included = new Set<string>();
  const making: string[] = [];
  for (const path of paths) {
    const read = readXml(folder.read(path) ?? '', path);
    if (!read.ok) continue;
    for (const name of findIncludes(read.value)) {
      const file = resolveFileReference(folder, name, path);
      if (file !== null) included.add(file);
    }
    if (hasRobotElements(read.value)) making.push(path);
  }
  const roots = making.filter((path) => !included.has(path));
  return roots.length > 0 ? roots : paths.length === 1 ? [...paths] : making;
}

function findIncludes(element: XmlElement): string[] {
  const fileName = /^(xacro:)?include$/.test(element.name)
    ? element.attributes.get('filename')
    : null;
  const below = element.children.flatMap(findIncludes);
  if (!fileName) return below;
  return [
    fileName.replace(/^\$\(find ([^)]*)\)/, 'package://$1').replace(/^.*[)}]\//, ''),
    ...below,
  ];
}

const DEFINING_ELEMENT = /^(xacro:)?(macro|property|arg|include)$/;

function hasRobotElements({ children }: XmlElement): boolean {
  return children.some((child) => {
    if (DEFINING_ELEMENT.test(child.name)) return false;
    if (/^(xacro:)?(if|unless)$/.test(child.name)) return hasRobotElements(child);
    return /^(xacro:.*|link|joint)$/.test(child.name);
  });
}
