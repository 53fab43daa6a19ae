import { addSrdfEffectors } from './addSrdfEffectors.ts';
import { convertRobotUnits } from './convertRobotUnits.ts';
import { expandFloatingJoints } from './expandFloatingJoints.ts';
import { makeReadRefusal, quoteFirstNames } from './readerNotes.ts';
import { type NonXmlRobot, readNonXmlRobot, readSdfOrMjcf } from './readOther.ts';
import { readUrdf } from './readUrdf.ts';
import { readXml, type XmlElement } from './readXml.ts';
import { reportDoubtfulUnits } from './reportDoubtfulUnits.ts';
import { defaultBaseAttachment } from './rig/readBvhText.ts';
import type {
  BaseAttachment,
  DescriptionOptions,
  Folder,
  ReadResult,
  Remark,
  Robot,
} from './robot.ts';
import { refuseFileByContent, refuseFileByExtension } from './unread/explainUnsupportedFormat.ts';
import { expandXacro, listXacroArguments } from './xacro/expandXacro.ts';
import { guessXacroArguments } from './xacro/guessXacroArguments.ts';
import type { DeclaredXacroArgument } from './xacro/xacroState.ts';

const MACRO = /^(xacro:)?macro$/;
const WITH = 'drop the file that includes it, together with this one';

function explainNoLinks(root: XmlElement): string {
  const missing = 'must have at least one link';
  const included = root.children.find(({ name }) => name === 'xi:include');
  if (included) return `${missing}; <xi:include> (line ${included.line}) is not supported`;
  const macros = root.children
    .filter(({ name }) => MACRO.test(name))
    .map(({ attributes }) => attributes.get('name') ?? '');
  if (macros.length === 0) return `${missing}; if it is a part of a robot, ${WITH}`;
  return `${missing}; it only defines the macro${macros.length > 1 ? 's' : ''} ${quoteFirstNames(macros)}; ${WITH}`;
}

export type XacroArguments = ReadonlyMap<string, string>;

export interface RobotDescription {
  readonly robot: Robot;
  /**
   * True if the user can choose a free or held base: the file has a floating joint, or is a
   * skeleton.
   */
  readonly floats: boolean;
  readonly arguments: readonly DeclaredXacroArgument[];
  /** Values that were chosen automatically for required xacro arguments that have none. */
  readonly guessed: XacroArguments;
}

/** `file`: path in the folder; `base`: whether a floating base is fixed (`held`) or free. */
export function readRobot(
  folder: Folder,
  file: string,
  args: XacroArguments,
  base: BaseAttachment = defaultBaseAttachment(folder, file),
  reading: DescriptionOptions = {},
): ReadResult<RobotDescription> {
  const read = readAny(folder, file, args, base, reading);
  if (!read.ok) return read;
  const robot = withName(read.value.robot, file);
  const floats =
    read.value.kind === 'skeleton' || robot.joints.some(({ type }) => type === 'floating');
  return {
    ...read,
    value: { ...read.value, robot: base === 'held' ? robot : expandFloatingJoints(robot), floats },
  };
}

function withName(robot: Robot, file: string): Robot {
  if (robot.name !== '') return robot;
  const last = file.slice(file.lastIndexOf('/') + 1);
  return { ...robot, name: last.replace(/(\.urdf)?\.\w+$/i, '') };
}

type ReadDescription = Omit<RobotDescription, 'floats'> & {
  readonly kind: 'xml' | 'sdf' | NonXmlRobot['kind'];
};

function readAny(
  folder: Folder,
  file: string,
  args: XacroArguments,
  base: BaseAttachment,
  reading: DescriptionOptions,
): ReadResult<ReadDescription> {
  const bytes = folder.read(file);
  if (bytes === null) return makeReadRefusal({ file, line: 0 }, 'file', 'file not found');
  const unread = refuseFileByContent(bytes, file);
  if (unread) return unread;
  const nonXml = readNonXmlRobot(bytes, file, folder, base, reading);
  const read = nonXml
    ? toDescription(nonXml.read, [], nonXml.kind)
    : convertAndCheckUnits(readAnyXml(bytes, folder, file, args, reading), reading);
  return (read.ok && checkOptions(reading, read.value.kind, file)) || read;
}

function readAnyXml(
  bytes: Uint8Array,
  folder: Folder,
  file: string,
  args: XacroArguments,
  reading: DescriptionOptions,
): ReadResult<ReadDescription> {
  const xml = readXml(bytes, file);
  if (!xml.ok) return refuseFileByExtension(file) ?? xml;
  if (!isXacro(xml.value, file)) {
    const robot =
      readSdfOrMjcf(xml.value, folder, reading) ??
      addSrdfEffectors(readUrdf(xml.value), folder, file);
    return withLinks(toDescription(robot, xml.remarks, kindOf(xml.value)), xml.value);
  }
  const read = readExpanded(folder, file, args, reading);
  if (read.ok) return withLinks(read, xml.value);
  const declared = listXacroArguments(folder, file, args);
  const guess = guessXacroArguments(folder, declared, args, (more) =>
    readExpanded(folder, file, more, reading),
  );
  if (guess === null) return ignoreXacroLeftovers(xml.value, file) ?? read;
  const { value, remarks } = guess.read;
  return {
    ok: true,
    value: { ...value, guessed: guess.args },
    remarks: [...guess.remarks, ...remarks],
  };
}

/** Refuses a description with elements but without links: it is only part of a robot. */
function withLinks(
  read: ReadResult<ReadDescription>,
  written: XmlElement,
): ReadResult<ReadDescription> {
  if (!read.ok || read.value.robot.links.length > 0 || written.children.length === 0) return read;
  return makeReadRefusal(written, `<${written.name}>`, explainNoLinks(written));
}

function checkOptions(
  { angles, lengths, convention, model }: DescriptionOptions,
  kind: ReadDescription['kind'],
  file: string,
): ReadResult<never> | null {
  const refusal = (choice: string, formats: string): ReadResult<never> =>
    makeReadRefusal({ file, line: 0 }, choice, `is for ${formats} only`);
  if (convention !== undefined && kind !== 'table')
    return refusal('convention', 'Denavit-Hartenberg tables');
  if (model !== undefined && kind !== 'sdf') return refusal('model', 'SDF files');
  if (kind === 'xml' || kind === 'sdf') return null;
  const unit = angles !== undefined ? 'angles' : lengths !== undefined ? 'lengths' : null;
  return unit && refusal(unit, 'URDF, xacro, MJCF and SDF files');
}

function convertAndCheckUnits(
  read: ReadResult<ReadDescription>,
  reading: DescriptionOptions,
): ReadResult<ReadDescription> {
  if (!read.ok) return read;
  const { robot } = read.value;
  return {
    ok: true,
    value: { ...read.value, robot: convertRobotUnits(robot, reading) },
    remarks: [...read.remarks, ...reportDoubtfulUnits(robot, reading)],
  };
}

function readExpanded(
  folder: Folder,
  file: string,
  args: XacroArguments,
  reading: DescriptionOptions,
): ReadResult<ReadDescription> {
  const expanded = expandXacro(folder, file, args);
  if (!expanded.ok) return expanded;
  const { root, args: declared } = expanded.value;
  const robot =
    readSdfOrMjcf(root, folder, reading) ?? addSrdfEffectors(readUrdf(root), folder, file);
  return toDescription(robot, expanded.remarks, kindOf(root), declared);
}

/**
 * Removes leftovers of xacro from an expanded description; returns null if the file still has to be
 * expanded.
 */
function ignoreXacroLeftovers(root: XmlElement, file: string): ReadResult<ReadDescription> | null {
  if (/\.xacro$/i.test(file)) return null;
  const leftovers = root.children.filter(({ name }) => name.startsWith('xacro:'));
  if (leftovers.some(({ name }) => DEFINING_ELEMENT.test(name))) return null;
  const children = root.children.filter((child) => !leftovers.includes(child));
  const read = readUrdf({ ...root, children });
  if (!read.ok || read.value.joints.length === 0) return null;
  const remarks = leftovers.map(
    (element): Remark => ({
      file,
      line: element.line,
      element: `<${element.name}>`,
      reason: 'unexpanded xacro element; ignored',
      kind: 'left-out',
      grave: true,
    }),
  );
  return toDescription(read, remarks, 'xml');
}

const kindOf = ({ name }: XmlElement): 'xml' | 'sdf' => (name === 'sdf' ? 'sdf' : 'xml');

const DEFINING_ELEMENT = /^xacro:(arg|include|macro|property)$/;

const toDescription = (
  read: ReadResult<Robot>,
  before: readonly Remark[],
  kind: ReadDescription['kind'],
  declared: readonly DeclaredXacroArgument[] = [],
): ReadResult<ReadDescription> =>
  read.ok
    ? {
        ok: true,
        value: { kind, robot: read.value, arguments: declared, guessed: new Map() },
        remarks: [...before, ...read.remarks],
      }
    : read;

/**
 * Returns whether a file is a xacro, by its name or an element. The namespace alone does not count,
 * because an expanded file may have it.
 */
function isXacro(root: XmlElement, file: string): boolean {
  const speaks = ({ name, children }: XmlElement): boolean =>
    name.startsWith('xacro:') || children.some(speaks);
  return /\.xacro$/i.test(file) || speaks(root);
}
