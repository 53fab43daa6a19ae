import { DH_FILE_PATTERN, hasDhTable } from './dh/findDhTable.ts';
import { readDh } from './dh/readDh.ts';
import { extractPrintedXml } from './extractPrintedXml.ts';
import { GLTF_EXTENSION } from './gltfFile.ts';
import { readMjcf } from './mjcf/readMjcf.ts';
import { readXml, type XmlElement } from './readXml.ts';
import { refuseMergeConflicts } from './refuseMergeConflicts.ts';
import { readBvh } from './rig/bvhRig.ts';
import { readGltfRig } from './rig/gltfRig.ts';
import type { BaseAttachment, DescriptionOptions, Folder, ReadResult, Robot } from './robot.ts';
import { readSdf } from './sdf/readSdf.ts';

export function readSdfOrMjcf(
  root: XmlElement,
  folder: Folder,
  { angles, model }: DescriptionOptions,
): ReadResult<Robot> | null {
  if (root.name === 'sdf') return readSdf(root, folder, model);
  return root.name === 'mujoco' ? readMjcf(root, folder, angles) : null;
}

export interface NonXmlRobot {
  readonly kind: 'skeleton' | 'table';
  readonly read: ReadResult<Robot>;
}

export function readNonXmlRobot(
  bytes: Uint8Array,
  file: string,
  folder: Folder,
  root: BaseAttachment,
  { convention }: DescriptionOptions,
): NonXmlRobot | null {
  const start = decodeText(bytes.subarray(0, 4096)).trimStart();
  if (start.startsWith('<')) return null;
  const conflicts = start.startsWith('glTF') ? null : refuseMergeConflicts(decodeText(bytes), file);
  if (conflicts) return { kind: 'table', read: conflicts };
  if (start.startsWith('glTF') || GLTF_EXTENSION.test(file)) {
    return asSkeleton(readGltfRig(bytes, file, folder, root));
  }
  if (/^HIERARCHY\b/i.test(start) || /\.bvh$/i.test(file)) {
    return asSkeleton(readBvh(decodeText(bytes), file, root));
  }
  const text = decodeText(bytes);
  const isTable = hasDhTable(text, file);
  // A table may mention an XML element in its comments.
  if (/\.txt$/i.test(file) && extractPrintedXml(text) && (!isTable || readXml(bytes, file).ok))
    return null;
  return DH_FILE_PATTERN.test(file) || isTable
    ? { kind: 'table', read: readDh(text, file, { convention }) }
    : null;
}

const asSkeleton = (read: ReadResult<{ readonly robot: Robot }>): NonXmlRobot => ({
  kind: 'skeleton',
  read: read.ok ? { ...read, value: read.value.robot } : read,
});

const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: false, ignoreBOM: false }).decode(bytes);
