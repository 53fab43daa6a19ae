/** Descriptions that are neither URDF nor xacro, known by what they begin with. */
import { readMjcf } from './mjcf/mjcf.ts';
import type { Folder, Read, Robot } from './robot.ts';
import type { XmlElement } from './xml.ts';

/** Null: it is none of these. */
export function readOtherXml(root: XmlElement, folder: Folder): Read<Robot> | null {
  return root.name === 'mujoco' ? readMjcf(root, folder) : null;
}
