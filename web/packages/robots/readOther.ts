/** Detects descriptions that are neither URDF nor xacro, by their beginning. */
import { DH_FILE, holdsDhTable } from './dh/dhSource.ts';
import { readDh } from './dh/readDh.ts';
import { GLTF } from './gltfFile.ts';
import { mergeConflicts } from './mergeConflict.ts';
import { readMjcf } from './mjcf/mjcf.ts';
import { readBvh } from './rig/bvhRig.ts';
import { readGltfRig } from './rig/gltfRig.ts';
import type { Folder, Read, Reading, Robot, RootChoice } from './robot.ts';
import { readSdf } from './sdf/sdf.ts';
import { readXml, type XmlElement } from './xml.ts';
import { dumpedXml } from './xmlDump.ts';

/** Returns null if the format is not one of these. */
export function readOtherXml(
  root: XmlElement,
  folder: Folder,
  { angles, model }: Reading,
): Read<Robot> | null {
  if (root.name === 'sdf') return readSdf(root, folder, model);
  return root.name === 'mujoco' ? readMjcf(root, folder, angles) : null;
}

export interface OtherRobot {
  readonly kind: 'skeleton' | 'table';
  readonly read: Read<Robot>;
}

/** Reads a description that is not XML; returns null if the format is not one of these. */
export function readOther(
  bytes: Uint8Array,
  file: string,
  folder: Folder,
  root: RootChoice,
  { convention }: Reading,
): OtherRobot | null {
  const start = textOf(bytes.subarray(0, 4096)).trimStart();
  if (start.startsWith('<')) return null;
  const conflicts = start.startsWith('glTF') ? null : mergeConflicts(textOf(bytes), file);
  if (conflicts) return { kind: 'table', read: conflicts };
  if (start.startsWith('glTF') || GLTF.test(file)) {
    return skeleton(readGltfRig(bytes, file, folder, root));
  }
  if (/^HIERARCHY\b/i.test(start) || /\.bvh$/i.test(file)) {
    return skeleton(readBvh(textOf(bytes), file, root));
  }
  const text = textOf(bytes);
  const isTable = holdsDhTable(text, file);
  // A table may mention an XML element in its comments.
  if (/\.txt$/i.test(file) && dumpedXml(text) && (!isTable || readXml(bytes, file).ok)) return null;
  return DH_FILE.test(file) || isTable
    ? { kind: 'table', read: readDh(text, file, { convention }) }
    : null;
}

const skeleton = (read: Read<{ readonly robot: Robot }>): OtherRobot => ({
  kind: 'skeleton',
  read: read.ok ? { ...read, value: read.value.robot } : read,
});

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: false, ignoreBOM: false }).decode(bytes);
