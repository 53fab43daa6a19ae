/** Any robot description, by what it is. */

import { refusal } from './notes.ts';
import { readOtherXml } from './readOther.ts';
import type { Folder, Read, Robot } from './robot.ts';
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
  const xml = readXml(bytes, file);
  if (!xml.ok) return xml;
  void args;
  const robot = readOtherXml(xml.value, folder) ?? readUrdf(xml.value);
  if (!robot.ok) return robot;
  return {
    ok: true,
    value: { robot: robot.value, arguments: [] },
    remarks: [...xml.remarks, ...robot.remarks],
  };
}

/** Written for xacro: the name space, and something that only xacro understands. */
export const isXacro = (root: XmlElement): boolean =>
  [...root.attributes.keys()].some((key) => key === 'xmlns:xacro');
