/** A robot that was dropped: what was made of its files, and what may be chosen otherwise. */
import type { Signal } from '@preact/signals';
import type { Catalogue, EffectorGoal as CoreGoal, Scenario } from 'iklab/scenario';
import { fittedScenario } from './fitted.ts';
import { resolveFile } from './folder.ts';
import { type ImportChoice, type Imported, importRobot } from './importRobot.ts';
import { Notes } from './notes.ts';
import { type Description, readRobot, type XacroArguments } from './readRobot.ts';
import { type BvhClip, clipValues } from './rig/bvhClip.ts';
import { clipIn, followingClip } from './rig/playedClip.ts';
import type { Folder, Look, Read, Remark, Robot, RootChoice } from './robot.ts';
import type { DeclaredArgument } from './xacro/xacroState.ts';
import { readXml } from './xml.ts';

/** What an effector is asked for, as a visitor chooses it. */
export type EffectorGoal = Exclude<CoreGoal, 'pose-without-heading'>;

/** The files, and which of them is the robot. */
export interface RobotSource {
  /** What was dropped, as its owner calls it: `ur5e_cell.zip`. */
  readonly name: string;
  readonly folder: Folder;
  readonly file: string;
}

/** A robot that was made of dropped files, with the scene for it. */
export interface DroppedRobot {
  readonly source: RobotSource;
  readonly description: Description;
  readonly args: XacroArguments;
  readonly base: RootChoice;
  readonly imported: Imported;
  readonly remarks: readonly Remark[];
  /** What each effector is asked for. */
  readonly effectorGoals: ReadonlyMap<string, EffectorGoal>;
  readonly scenario: Scenario;
  /** The recorded motion that its targets follow; null: it has none. */
  readonly clip: BvhClip | null;
  readonly meshes: Meshes;
  /** As its package says it; '' where it says none. */
  readonly licence: string;
}

/** The robot of the scene at work. */
export interface RobotAtWork extends DroppedRobot {
  /** From the drop to the scene. */
  readonly seconds: number;
  /** Other effectors, or another question of one; null: it is none. What is wrong, if anything is. */
  setEffector(link: string, what: EffectorGoal | null): readonly string[];
  /** What floats held, or free. */
  setBase(base: RootChoice): readonly string[];
  /** Why this browser does not keep its files for the next visit; '' if it does, null: not known yet. */
  readonly notStored: Signal<string | null>;
  /** Takes them out of this browser. */
  forgetFiles(): Promise<void>;
  /** Its files and a scene in one archive. */
  packFiles(scene: string): Promise<Uint8Array>;
  /** Another value of an argument of the xacro. */
  setArgument(argument: string, value: string): readonly string[];
}

/** What must be known before a robot can be made of what was dropped. */
export interface RobotQuestion {
  /** What was dropped. */
  readonly name: string;
  /** Files that may be the robot, with the joints that move in each; null: it is not known yet. */
  readonly candidates: readonly { readonly file: string; readonly joints: number | null }[];
  readonly file: string;
  /** Of that file, a xacro, with the values given so far. */
  readonly arguments: readonly DeclaredArgument[];
  readonly given: XacroArguments;
  /** Why it cannot be made as it stands; empty where nothing was tried. */
  readonly faults: readonly string[];
  /** Tries another file, or other values; true: the robot stands. */
  open(file: string, args: XacroArguments): Promise<boolean>;
}

/** Files that the looks name, or the meshes of a figure. */
export interface Meshes {
  readonly named: number;
  readonly missing: readonly string[];
  /** Of the files that are here and have them. */
  readonly paths: readonly string[];
}

/** What a visitor has chosen of a drop. */
export interface DropChoice {
  readonly args?: XacroArguments;
  /** TargetPose where it is left out. */
  readonly base?: RootChoice;
  /** Guessed where it is left out. */
  readonly effectorGoals?: ReadonlyMap<string, EffectorGoal>;
  /** Values of joints that stay. */
  readonly start?: ReadonlyMap<string, number>;
}

/** Makes a robot and a scene of dropped files, or says what is wrong with them. */
export function droppedRobot(
  source: RobotSource,
  choice: DropChoice,
  catalogue: Catalogue,
): Read<DroppedRobot> {
  const { folder, file } = source;
  const args: XacroArguments = choice.args ?? new Map();
  const base = choice.base ?? 'held';
  const read = readRobot(folder, file, args, base);
  if (!read.ok) return read;
  const hasMesh = (name: string) => resolveFile(folder, name, file) !== null;
  const clip = clipIn(folder, file, base);
  const begun = clip ? clipValues(clip, 0) : standing(read.value.robot, file);
  const start = new Map([...begun, ...(choice.start ?? [])]);
  // hands and feet of a clip go where they are taken, however they turn
  const free = clip ? { start, poses: [] } : { start };
  const wanted = choice.effectorGoals ? importChoice(choice.effectorGoals, start) : free;
  const remarks = clip ? read.remarks.filter(({ element }) => element !== 'MOTION') : read.remarks;
  const imported = importRobot(read.value.robot, { ...wanted, hasMesh }, remarks, catalogue);
  if (!imported.ok) return imported;
  const { document, looks } = imported.value;
  const licence = licenceOf(folder);
  const note = noteOf(source, licence);
  const meshes = meshesOf(looks, read.value.robot, source);
  const view = { ...(document.view as object), meshes: meshes.named - meshes.missing.length };
  const fitted = fittedScenario({ ...document, note, view }, catalogue);
  if (!fitted.ok) {
    const notes = new Notes();
    for (const { path, reason } of fitted.faults) notes.fault({ file, line: 0 }, path, reason);
    return notes.result(null as never);
  }
  const scenario = clip ? followingClip(fitted.value, clip) : fitted.value;
  const value = {
    source,
    description: read.value,
    args: new Map([...args, ...read.value.guessed]),
    base,
    imported: imported.value,
    remarks: imported.remarks,
    effectorGoals: new Map(
      scenario.targets.map(({ effector, orientation }) => [
        effector,
        orientation ? 'pose' : 'position',
      ]),
    ) as ReadonlyMap<string, EffectorGoal>,
    scenario,
    clip,
    meshes,
    licence,
  };
  return { ok: true, value, remarks: imported.remarks };
}

/** A figure begins as it was drawn. */
const standing = ({ joints }: Robot, file: string): ReadonlyMap<string, number> =>
  /\.(glb|gltf)$/i.test(file)
    ? new Map(joints.flatMap(({ name }) => ['x', 'y', 'z'].map((axis) => [`${name}_${axis}`, 0])))
    : new Map();

function importChoice(
  goals: ReadonlyMap<string, EffectorGoal>,
  start: ReadonlyMap<string, number>,
): ImportChoice {
  const poses = [...goals].filter(([, what]) => what === 'pose').map(([link]) => link);
  return { effectors: [...goals.keys()], poses, start };
}

function meshesOf(looks: readonly Look[], robot: Robot, { folder, file }: RobotSource): Meshes {
  // a figure is one file with its skin
  if (robot.meshes) return { named: robot.meshes, missing: [], paths: [file] };
  const names = looks.map(({ shape }) => (shape.kind === 'mesh' ? shape.file : ''));
  const named = [...new Set(names)].filter((name) => name !== '');
  const paths = new Map(named.map((name) => [name, resolveFile(folder, name, file)]));
  return {
    named: named.length,
    missing: named.filter((name) => paths.get(name) === null),
    paths: [...new Set([...paths.values()].filter((path) => path !== null))],
  };
}

/** What a template of a package has there. */
const UNTOLD = /^(todo\b.*|unknown)?$/is;

/** Of every package among the files, each once. */
function licenceOf(folder: Folder): string {
  const found = new Set<string>();
  for (const path of folder.paths.filter((each) => /(^|\/)package\.xml$/.test(each))) {
    const read = readXml(folder.read(path) ?? '', path);
    if (!read.ok) continue;
    for (const { name, text } of read.value.children)
      if (name === 'license' && !UNTOLD.test(text.trim())) found.add(text.trim());
  }
  return [...found].join(', ').slice(0, 200);
}

const noteOf = ({ name }: RobotSource, licence: string): string =>
  `From ${name}${licence ? `; licence: ${licence}` : ''}.`;
