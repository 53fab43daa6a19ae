/** Reads a robot description of any format. */

import { inChosenUnits } from './chosenUnits.ts';
import { doubtfulUnits } from './doubtfulUnits.ts';
import { freed } from './freedRoot.ts';
import { refusalOf } from './notes.ts';
import { type OtherRobot, readOther, readOtherXml } from './readOther.ts';
import { defaultBase } from './rig/bvhText.ts';
import type { Folder, Read, Reading, Remark, Robot, RootChoice } from './robot.ts';
import { linklessReason } from './robotPart.ts';
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
  base: RootChoice = defaultBase(folder, file),
  reading: Reading = {},
): Read<Description> {
  const read = readAny(folder, file, args, base, reading);
  if (!read.ok) return read;
  const robot = named(read.value.robot, file);
  const floats =
    read.value.kind === 'skeleton' || robot.joints.some(({ type }) => type === 'floating');
  return {
    ...read,
    value: { ...read.value, robot: base === 'held' ? robot : freed(robot), floats },
  };
}

/** A robot without a name gets that of its file. */
function named(robot: Robot, file: string): Robot {
  if (robot.name !== '') return robot;
  const last = file.slice(file.lastIndexOf('/') + 1);
  return { ...robot, name: last.replace(/(\.urdf)?\.\w+$/i, '') };
}

type Described = Omit<Description, 'floats'> & {
  readonly kind: 'xml' | 'sdf' | OtherRobot['kind'];
};

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
  const read = other
    ? described(other.read, [], other.kind)
    : withUnits(readAnyXml(bytes, folder, file, args, reading), reading);
  return (read.ok && inapplicable(reading, read.value.kind, file)) || read;
}

function readAnyXml(
  bytes: Uint8Array,
  folder: Folder,
  file: string,
  args: XacroArguments,
  reading: Reading,
): Read<Described> {
  const xml = readXml(bytes, file);
  if (!xml.ok) return unreadEnding(file) ?? xml;
  if (!isXacro(xml.value, file)) {
    const robot =
      readOtherXml(xml.value, folder, reading) ?? withSrdf(readUrdf(xml.value), folder, file);
    return withLinks(described(robot, xml.remarks, kindOf(xml.value)), xml.value);
  }
  const read = readExpanded(folder, file, args, reading);
  if (read.ok) return withLinks(read, xml.value);
  const declared = xacroArguments(folder, file, args);
  const guess = guessArguments(folder, declared, args, (more) =>
    readExpanded(folder, file, more, reading),
  );
  if (guess === null) return withoutRest(xml.value, file) ?? read;
  const { value, remarks } = guess.read;
  return {
    ok: true,
    value: { ...value, guessed: guess.args },
    remarks: [...guess.remarks, ...remarks],
  };
}

/** Refuses a description without links, unless it is empty: then it is not a part of a robot. */
function withLinks(read: Read<Described>, written: XmlElement): Read<Described> {
  if (!read.ok || read.value.robot.links.length > 0 || written.children.length === 0) return read;
  return refusalOf(written, `<${written.name}>`, linklessReason(written));
}

/** Refuses choices that the format does not leave open. */
function inapplicable(
  { angles, lengths, convention, model }: Reading,
  kind: Described['kind'],
  file: string,
): Read<never> | null {
  const refusal = (choice: string, formats: string): Read<never> =>
    refusalOf({ file, line: 0 }, choice, `is for ${formats} only`);
  if (convention !== undefined && kind !== 'table')
    return refusal('convention', 'Denavit-Hartenberg tables');
  if (model !== undefined && kind !== 'sdf') return refusal('model', 'SDF files');
  if (kind === 'xml' || kind === 'sdf') return null;
  const unit = angles !== undefined ? 'angles' : lengths !== undefined ? 'lengths' : null;
  return unit && refusal(unit, 'URDF, xacro, MJCF and SDF files');
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

function readExpanded(
  folder: Folder,
  file: string,
  args: XacroArguments,
  reading: Reading,
): Read<Described> {
  const expanded = expandXacro(folder, file, args);
  if (!expanded.ok) return expanded;
  const { root, args: declared } = expanded.value;
  const robot = readOtherXml(root, folder, reading) ?? withSrdf(readUrdf(root), folder, file);
  return described(robot, expanded.remarks, kindOf(root), declared);
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
  return described(read, remarks, 'xml');
}

const kindOf = ({ name }: XmlElement): 'xml' | 'sdf' => (name === 'sdf' ? 'sdf' : 'xml');

const DEFINING = /^xacro:(arg|include|macro|property)$/;

const described = (
  read: Read<Robot>,
  before: readonly Remark[],
  kind: Described['kind'],
  declared: readonly DeclaredArgument[] = [],
): Read<Described> =>
  read.ok
    ? {
        ok: true,
        value: { kind, robot: read.value, arguments: declared, guessed: new Map() },
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
