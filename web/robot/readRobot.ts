/** Any robot description, by what it is. */

import { refusal } from './notes.ts';
import { readOther, readOtherXml } from './readOther.ts';
import type { Folder, Read, Remark, Robot } from './robot.ts';
import { readUrdf } from './urdf.ts';
import { readXml, type XmlElement } from './xml.ts';

export type XacroArguments = ReadonlyMap<string, string>;

/** An argument that a xacro declares. */
export interface DeclaredArgument {
  readonly name: string;
  /** null: it must be given. */
  readonly value: string | null;
}

export interface Description {
  readonly robot: Robot;
  readonly arguments: readonly DeclaredArgument[];
}

/** `file`: its path in the folder. */
export function readRobot(folder: Folder, file: string, args: XacroArguments): Read<Description> {
  const bytes = folder.read(file);
  if (bytes === null) return refusal({ file, line: 0 }, 'file', 'there is no such file');
  const other = readOther(bytes, file, folder);
  if (other) return described(other, []);
  const xml = readXml(bytes, file);
  if (!xml.ok) return xml;
  void args;
  const robot = readOtherXml(xml.value, folder) ?? readUrdf(xml.value);
  return described(robot, xml.remarks);
}

const described = (read: Read<Robot>, before: readonly Remark[]): Read<Description> =>
  read.ok
    ? {
        ok: true,
        value: { robot: read.value, arguments: [] },
        remarks: [...before, ...read.remarks],
      }
    : read;

/** Written for xacro: the name space, and something that only xacro understands. */
export const isXacro = (root: XmlElement): boolean =>
  [...root.attributes.keys()].some((key) => key === 'xmlns:xacro');
