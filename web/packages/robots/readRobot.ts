/** Reads a robot description of any format. */

import { inChosenUnits } from './chosenUnits.ts';
import { doubtfulUnits } from './doubtfulUnits.ts';
import { freed } from './freedRoot.ts';
import { GLTF } from './gltfFile.ts';
import { refusalOf } from './notes.ts';
import { readOther, readOtherXml } from './readOther.ts';
import type { Folder, Read, Reading, Remark, Robot, RootChoice } from './robot.ts';
import { unreadContent, unreadEnding } from './unread/unreadReasons.ts';
import { readUrdf } from './urdf.ts';
import { withSrdf } from './withSrdf.ts';
import { expandXacro, xacroArguments } from './xacro/expandXacro.ts';
import { guessArguments } from './xacro/guessArguments.ts';
import type { DeclaredArgument } from './xacro/xacroState.ts';
import { readXml, type XmlElement } from './xml.ts';

/** Values of xacro arguments, by name. */
export type XacroArguments = ReadonlyMap<string, string>;

export interface Description {
  readonly robot: Robot;
  /** Whether the base can be free or held: the file has a floating joint, or is a skeleton. */
  readonly floats: boolean;
  readonly arguments: readonly DeclaredArgument[];
  /** Values chosen for required arguments that have none. */
  readonly guessed: XacroArguments;
}

/** `file`: its path in the folder; `base`: whether a floating base is held or free. */
export function readRobot(
  folder: Folder,
  file: string,
  args: XacroArguments,
  base: RootChoice = 'held',
  reading: Reading = {},
): Read<Description> {
  const read = readAny(folder, file, args, base, reading);
  if (!read.ok) return read;
  const robot = named(read.value.robot, file);
  const floats = isSkeleton(file) || robot.joints.some(({ type }) => type === 'floating');
  return {
    ...read,
    value: { ...read.value, robot: base === 'held' ? robot : freed(robot), floats },
  };
}

const isSkeleton = (file: string): boolean => GLTF.test(file) || /\.bvh$/i.test(file);

/** A robot without a name gets that of its file. */
function named(robot: Robot, file: string): Robot {
  if (robot.name !== '') return robot;
  const last = file.slice(file.lastIndexOf('/') + 1);
  return { ...robot, name: last.replace(/(\.urdf)?\.\w+$/i, '') };
}

type Described = Omit<Description, 'floats'>;

function readAny(
  folder: Folder,
  file: string,
  args: XacroArguments,
  base: RootChoice,
  reading: Reading,
): Read<Described> {
  const bytes = folder.read(file);
  if (bytes === null) return refusalOf({ file, line: 0 }, 'file', 'file not found');
  const unread = unreadContent(bytes, file);
  if (unread) return unread;
  const other = readOther(bytes, file, folder, base, reading);
  if (other) return inapplicable(reading, file, !isSkeleton(file)) ?? described(other, []);
  const read = readAnyXml(bytes, folder, file, args);
  return inapplicable(reading, file, false, true) ?? withUnits(read, reading);
}

function readAnyXml(
  bytes: Uint8Array,
  folder: Folder,
  file: string,
  args: XacroArguments,
): Read<Described> {
  const xml = readXml(bytes, file);
  if (!xml.ok) return unreadEnding(file) ?? xml;
  if (!isXacro(xml.value, file)) {
    const robot = readOtherXml(xml.value, folder) ?? withSrdf(readUrdf(xml.value), folder, file);
    return described(robot, xml.remarks);
  }
  const read = readExpanded(folder, file, args);
  if (read.ok) return read;
  const declared = xacroArguments(folder, file, args);
  const guess = guessArguments(folder, declared, args, (more) => readExpanded(folder, file, more));
  if (guess === null) return withoutRest(xml.value, file) ?? read;
  const { value, remarks } = guess.read;
  return {
    ok: true,
    value: { ...value, guessed: guess.args },
    remarks: [...guess.remarks, ...remarks],
  };
}

/** Refuses choices that the format does not leave open. */
function inapplicable(
  { angles, lengths, convention }: Reading,
  file: string,
  hasConvention: boolean,
  hasUnits = false,
): Read<never> | null {
  if (convention !== undefined && !hasConvention)
    return refusalOf({ file, line: 0 }, 'convention', 'is for Denavit-Hartenberg tables only');
  const unit = angles !== undefined ? 'angles' : lengths !== undefined ? 'lengths' : null;
  if (unit === null || hasUnits) return null;
  return refusalOf({ file, line: 0 }, unit, 'is for URDF, xacro and MJCF files only');
}

/** Converts the robot to metres and radians, and reports units that cannot be meant. */
function withUnits(read: Read<Described>, reading: Reading): Read<Described> {
  if (!read.ok) return read;
  const { robot } = read.value;
  return {
    ok: true,
    value: { ...read.value, robot: inChosenUnits(robot, reading) },
    remarks: [...read.remarks, ...doubtfulUnits(robot, reading)],
  };
}

function readExpanded(folder: Folder, file: string, args: XacroArguments): Read<Described> {
  const expanded = expandXacro(folder, file, args);
  if (!expanded.ok) return expanded;
  const { root, args: declared } = expanded.value;
  const robot = readOtherXml(root, folder) ?? withSrdf(readUrdf(root), folder, file);
  return described(robot, expanded.remarks, declared);
}

/**
 * Removes leftovers of xacro from a plain description; returns null if the file must be expanded.
 */
function withoutRest(root: XmlElement, file: string): Read<Described> | null {
  if (/\.xacro$/i.test(file)) return null;
  const left = root.children.filter(({ name }) => name.startsWith('xacro:'));
  if (left.some(({ name }) => DEFINING.test(name))) return null;
  const children = root.children.filter((child) => !left.includes(child));
  const read = readUrdf({ ...root, children });
  if (!read.ok || read.value.joints.length === 0) return null;
  const remarks = left.map(
    (element): Remark => ({
      file,
      line: element.line,
      element: `<${element.name}>`,
      reason: 'unexpanded xacro element; ignored',
      kind: 'left-out',
      grave: true,
    }),
  );
  return described(read, remarks);
}

const DEFINING = /^xacro:(arg|include|macro|property)$/;

const described = (
  read: Read<Robot>,
  before: readonly Remark[],
  declared: readonly DeclaredArgument[] = [],
): Read<Described> =>
  read.ok
    ? {
        ok: true,
        value: { robot: read.value, arguments: declared, guessed: new Map() },
        remarks: [...before, ...read.remarks],
      }
    : read;

/**
 * Detects xacro by file name or by a xacro element; an expanded file may still declare the
 * namespace.
 */
function isXacro(root: XmlElement, file: string): boolean {
  const speaks = ({ name, children }: XmlElement): boolean =>
    name.startsWith('xacro:') || children.some(speaks);
  return /\.xacro$/i.test(file) || speaks(root);
}
