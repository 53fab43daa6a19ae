/** A robot from dropped files: the result of the import, and what the user can change. */
import type { Signal } from '@preact/signals';
import type { Catalogue, EffectorGoal as CoreGoal, Scenario } from 'iklab/scenario';
import { fittedScenario } from './fitted.ts';
import { resolveFile } from './folder.ts';
import { GLTF } from './gltfFile.ts';
import { type ImportChoice, type Imported, importRobot } from './importRobot.ts';
import { Notes } from './notes.ts';
import { type Description, readRobot, type XacroArguments } from './readRobot.ts';
import { defaultBase } from './rig/bvhText.ts';
import { CLIP } from './rig/gltfClip.ts';
import { clipValues, type MotionClip } from './rig/motionClip.ts';
import { clipIn, followingClip } from './rig/playedClip.ts';
import type { Folder, Look, Read, Reading, Remark, Robot, RootChoice } from './robot.ts';
import type { DeclaredArgument } from './xacro/xacroState.ts';
import { readXml } from './xml.ts';

/** What a target constrains, as the user chooses it. */
export type EffectorGoal = Exclude<CoreGoal, 'pose-without-heading'>;

export interface RobotSource {
  /** Name of the dropped file or folder: `ur5e_cell.zip`. */
  readonly name: string;
  readonly folder: Folder;
  readonly file: string;
}

export interface DroppedRobot {
  readonly source: RobotSource;
  readonly description: Description;
  readonly args: XacroArguments;
  readonly base: RootChoice;
  readonly reading: Reading;
  readonly imported: Imported;
  readonly remarks: readonly Remark[];
  readonly effectorGoals: ReadonlyMap<string, EffectorGoal>;
  readonly scenario: Scenario;
  /** The motion that its targets follow; null if there is none. */
  readonly clip: MotionClip | null;
  readonly meshes: Meshes;
  /** As stated in its package; '' if not stated. */
  readonly licence: string;
}

/** The robot of the current scene. */
export interface RobotAtWork extends DroppedRobot {
  /** Time from the drop to the scene, seconds. */
  readonly seconds: number;
  /** Adds, changes or (null) removes an effector. Returns what is wrong; empty on success. */
  setEffector(link: string, what: EffectorGoal | null): readonly string[];
  /** Fixes or frees a floating base. */
  setBase(base: RootChoice): readonly string[];
  /**
   * Why this browser does not store the files for the next visit; '' if it does, null while
   * unknown.
   */
  readonly notStored: Signal<string | null>;
  forgetFiles(): Promise<void>;
  packFiles(scene: string): Promise<Uint8Array>;
  /** Reads the files again with other choices, as an edit that can be undone. */
  setReading(reading: Reading): readonly string[];
  /** Sets an argument of the xacro file. */
  setArgument(argument: string, value: string): readonly string[];
}

/** What the user must choose before the robot can be imported. */
export interface RobotQuestion {
  readonly name: string;
  /** Files that may be the robot, with the number of movable joints in each; null while unknown. */
  readonly candidates: readonly { readonly file: string; readonly joints: number | null }[];
  readonly file: string;
  /** Arguments of that file if it is a xacro, with the values given so far. */
  readonly arguments: readonly DeclaredArgument[];
  readonly given: XacroArguments;
  /** Why the import fails with the current choice; empty before the first attempt. */
  readonly faults: readonly string[];
  /** Tries another file, or other values; resolves to true if the robot was imported. */
  open(file: string, args: XacroArguments): Promise<boolean>;
}

/** Mesh files that the visuals name, or the meshes of a figure. */
export interface Meshes {
  readonly named: number;
  readonly missing: readonly string[];
  /** Paths of the available mesh files. */
  readonly paths: readonly string[];
}

export interface DropChoice {
  readonly args?: XacroArguments;
  /** By default 'free' for a BVH, otherwise 'held'. */
  readonly base?: RootChoice;
  readonly reading?: Reading;
  /** Guessed by default. */
  readonly effectorGoals?: ReadonlyMap<string, EffectorGoal>;
  /** Values of joints that keep their value. */
  readonly start?: ReadonlyMap<string, number>;
}

export function droppedRobot(
  source: RobotSource,
  choice: DropChoice,
  catalogue: Catalogue,
): Read<DroppedRobot> {
  const { folder, file } = source;
  const args: XacroArguments = choice.args ?? new Map();
  const base = choice.base ?? defaultBase(folder, file);
  const reading = choice.reading ?? {};
  const read = readRobot(folder, file, args, base, reading);
  if (!read.ok) return read;
  const hasMesh = (name: string) => resolveFile(folder, name, file) !== null;
  const clip = clipIn(folder, file, base);
  const begun = clip ? clipValues(clip, 0) : standing(read.value.robot, file);
  const start = new Map([...begun, ...(choice.start ?? [])]);
  // Hands and feet of a motion capture follow positions, with free orientation.
  const free = clip ? { start, poses: [] } : { start };
  const wanted = choice.effectorGoals ? importChoice(choice.effectorGoals, start) : free;
  const remarks = clip
    ? read.remarks.filter(({ element }) => !UNPLAYED.has(element))
    : read.remarks;
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
    reading,
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

/** Elements of the remarks that a motion is not part of the tree. */
const UNPLAYED: ReadonlySet<string> = new Set(['MOTION', CLIP]);

/** A figure starts in the pose in which it was modelled. */
const standing = ({ joints }: Robot, file: string): ReadonlyMap<string, number> =>
  GLTF.test(file)
    ? new Map(joints.flatMap(({ name }) => ['', '_x', '_y', '_z'].map((end) => [name + end, 0])))
    : new Map();

function importChoice(
  goals: ReadonlyMap<string, EffectorGoal>,
  start: ReadonlyMap<string, number>,
): ImportChoice {
  const poses = [...goals].filter(([, what]) => what === 'pose').map(([link]) => link);
  return { effectors: [...goals.keys()], poses, start };
}

function meshesOf(looks: readonly Look[], robot: Robot, { folder, file }: RobotSource): Meshes {
  // A figure is one file with its skin.
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

/** Placeholders that package templates contain. */
const UNTOLD = /^(todo\b.*|unknown)?$/is;

/** Licences of all packages among the files, without duplicates. */
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
