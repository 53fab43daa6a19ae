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
import type { XmlElement } from './xml.ts';
import { dumpedXml } from './xmlDump.ts';

/** Returns null if the format is not one of these. */
export function readOtherXml(root: XmlElement, folder: Folder): Read<Robot> | null {
  if (root.name === 'sdf') return readSdf(root, folder);
  return root.name === 'mujoco' ? readMjcf(root, folder) : null;
}

/** Reads a description that is not XML; returns null if the format is not one of these. */
export function readOther(
  bytes: Uint8Array,
  file: string,
  folder: Folder,
  root: RootChoice,
  { convention }: Reading,
): Read<Robot> | null {
  const start = textOf(bytes.subarray(0, 4096)).trimStart();
  if (start.startsWith('<')) return null;
  const conflicts = start.startsWith('glTF') ? null : mergeConflicts(textOf(bytes), file);
  if (conflicts) return conflicts;
  if (start.startsWith('glTF') || GLTF.test(file)) {
    const read = readGltfRig(bytes, file, folder, root);
    return read.ok ? { ...read, value: read.value.robot } : read;
  }
  if (/^HIERARCHY\b/i.test(start) || /\.bvh$/i.test(file)) {
    const read = readBvh(textOf(bytes), file, root);
    return read.ok ? { ...read, value: read.value.robot } : read;
  }
  const text = textOf(bytes);
  if (/\.txt$/i.test(file) && dumpedXml(text)) return null;
  return DH_FILE.test(file) || holdsDhTable(text, file) ? readDh(text, file, { convention }) : null;
}

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: false, ignoreBOM: false }).decode(bytes);
