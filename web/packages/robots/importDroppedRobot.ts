import type { EffectorGoal as CoreGoal } from '@iklab/core/engine/protocol';
import type { Scenario } from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import type { Signal } from '@preact/signals';
import { completeImportedScenario } from './completeImportedScenario.ts';
import { resolveFileReference } from './folder.ts';
import { GLTF_EXTENSION } from './gltfFile.ts';
import { type ImportedRobot, importRobot, type RobotConversionOptions } from './importRobot.ts';
import { ReaderNotes } from './readerNotes.ts';
import { type RobotDescription, readRobot, type XacroArguments } from './readRobot.ts';
import { readXml } from './readXml.ts';
import { CLIP_REMARK_ELEMENT } from './rig/gltfClip.ts';
import { getClipJointValues, type MotionClip } from './rig/motionClip.ts';
import { makeTargetsFollowClip, readMotionClip } from './rig/motionClipComparison.ts';
import { defaultBaseAttachment } from './rig/readBvhText.ts';
import type {
  BaseAttachment,
  DescriptionOptions,
  Folder,
  ReadResult,
  Remark,
  Robot,
  ScenarioTreeVisual,
} from './robot.ts';
import type { DeclaredXacroArgument } from './xacro/xacroState.ts';

/** Components of the end effector's pose that the target constrains, as the user chooses. */
export type EffectorGoal = Exclude<CoreGoal, 'pose-without-heading'>;

export interface RobotSource {
  readonly name: string;
  readonly folder: Folder;
  readonly file: string;
}

export interface DroppedRobot {
  readonly source: RobotSource;
  readonly description: RobotDescription;
  readonly args: XacroArguments;
  readonly base: BaseAttachment;
  readonly reading: DescriptionOptions;
  readonly imported: ImportedRobot;
  readonly remarks: readonly Remark[];
  readonly effectorGoals: ReadonlyMap<string, EffectorGoal>;
  readonly scenario: Scenario;
  readonly clip: MotionClip | null;
  readonly meshes: MeshFileCounts;
  /** Licence that the robot's package states; '' if none. */
  readonly licence: string;
}

export interface LoadedRobot extends DroppedRobot {
  /** Time from dropping the files to the open scene, in seconds. */
  readonly seconds: number;
  /**
   * Makes a link an end effector with a goal; null removes the effector. Returns errors, empty on
   * success.
   */
  setEffector(link: string, goal: EffectorGoal | null): readonly string[];
  setBase(base: BaseAttachment): readonly string[];
  /**
   * Reason why the robot's files are not stored for the next visit; '' if they are stored, null
   * while unknown.
   */
  readonly notStored: Signal<string | null>;
  forgetFiles(): Promise<void>;
  packFiles(scene: string): Promise<Uint8Array>;
  /**
   * Reads the robot's files again with other options; the edit can be undone. Returns errors, empty
   * on success.
   */
  setReading(reading: DescriptionOptions): readonly string[];
  setArgument(argument: string, value: string): readonly string[];
}

export interface RobotImportQuestion {
  readonly name: string;
  /** Files that may be the robot, with the number of movable joints in each; null while unknown. */
  readonly candidates: readonly { readonly file: string; readonly joints: number | null }[];
  readonly file: string;
  /** Arguments of `file` if it is a xacro; `given`: values that the user gave so far. */
  readonly arguments: readonly DeclaredXacroArgument[];
  readonly given: XacroArguments;
  /** Errors of the import with the current file and arguments; empty before the first attempt. */
  readonly faults: readonly string[];
  /**
   * Tries to import another file, or other argument values; resolves to true if the robot was
   * imported.
   */
  open(file: string, args: XacroArguments): Promise<boolean>;
}

/**
 * Counts of the mesh files that a robot's visuals name, or of the meshes embedded in a skinned
 * figure.
 */
export interface MeshFileCounts {
  readonly named: number;
  readonly missing: readonly string[];
  readonly paths: readonly string[];
}

export interface RobotImportOptions {
  readonly args?: XacroArguments;
  /** How the base is attached; by default 'free' for a BVH, otherwise 'held'. */
  readonly base?: BaseAttachment;
  readonly reading?: DescriptionOptions;
  /** Goals of the effectors, by link; guessed by default. */
  readonly effectorGoals?: ReadonlyMap<string, EffectorGoal>;
  /** Start values by joint id; for a joint without an entry, the import chooses one. */
  readonly start?: ReadonlyMap<string, number>;
}

export function importDroppedRobot(
  source: RobotSource,
  choice: RobotImportOptions,
  catalogue: Catalogue,
): ReadResult<DroppedRobot> {
  const { folder, file } = source;
  const args: XacroArguments = choice.args ?? new Map();
  const base = choice.base ?? defaultBaseAttachment(folder, file);
  const reading = choice.reading ?? {};
  const read = readRobot(folder, file, args, base, reading);
  if (!read.ok) return read;
  const hasMesh = (name: string) => resolveFileReference(folder, name, file) !== null;
  const clip = readMotionClip(folder, file, base);
  const clipStart = clip ? getClipJointValues(clip, 0) : modelledPose(read.value.robot, file);
  const start = new Map([...clipStart, ...(choice.start ?? [])]);
  // Hands and feet of a motion capture follow positions, with free orientation.
  const free = clip ? { start, poses: [] } : { start };
  const wanted = choice.effectorGoals ? makeImportChoice(choice.effectorGoals, start) : free;
  const remarks = clip
    ? read.remarks.filter(({ element }) => !MOTION_ELEMENTS.has(element))
    : read.remarks;
  const imported = importRobot(read.value.robot, { ...wanted, hasMesh }, remarks, catalogue);
  if (!imported.ok) return imported;
  const { document, visuals } = imported.value;
  const licence = findLicences(folder);
  const note = makeNote(source, licence);
  const meshes = findMeshes(visuals, read.value.robot, source);
  const view = { ...(document.view as object), meshes: meshes.named - meshes.missing.length };
  const fitted = completeImportedScenario({ ...document, note, view }, catalogue);
  if (!fitted.ok) {
    const notes = new ReaderNotes();
    for (const { path, reason } of fitted.faults) notes.addFault({ file, line: 0 }, path, reason);
    return notes.result(null as never);
  }
  const scenario = clip ? makeTargetsFollowClip(fitted.value, clip) : fitted.value;
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

/**
 * Element names of remarks about an omitted motion. The remarks are dropped once the motion is
 * played.
 */
const MOTION_ELEMENTS: ReadonlySet<string> = new Set(['MOTION', CLIP_REMARK_ELEMENT]);

/**
 * Returns the joint values of a glTF figure's modelled pose, by joint name; empty for other files.
 */
const modelledPose = ({ joints }: Robot, file: string): ReadonlyMap<string, number> =>
  GLTF_EXTENSION.test(file)
    ? new Map(joints.flatMap(({ name }) => ['', '_x', '_y', '_z'].map((end) => [name + end, 0])))
    : new Map();

function makeImportChoice(
  goals: ReadonlyMap<string, EffectorGoal>,
  start: ReadonlyMap<string, number>,
): RobotConversionOptions {
  const poses = [...goals].filter(([, goal]) => goal === 'pose').map(([link]) => link);
  return { effectors: [...goals.keys()], poses, start };
}

function findMeshes(
  visuals: readonly ScenarioTreeVisual[],
  robot: Robot,
  { folder, file }: RobotSource,
): MeshFileCounts {
  // A figure is one file with its skin.
  if (robot.meshes) return { named: robot.meshes, missing: [], paths: [file] };
  const names = visuals.map(({ shape }) => (shape.kind === 'mesh' ? shape.file : ''));
  const named = [...new Set(names)].filter((name) => name !== '');
  const paths = new Map(named.map((name) => [name, resolveFileReference(folder, name, file)]));
  return {
    named: named.length,
    missing: named.filter((name) => paths.get(name) === null),
    paths: [...new Set([...paths.values()].filter((path) => path !== null))],
  };
}

const PLACEHOLDER = /^(todo\b.*|unknown)?$/is;

function findLicences(folder: Folder): string {
  const found = new Set<string>();
  for (const path of folder.paths.filter((each) => /(^|\/)package\.xml$/.test(each))) {
    const read = readXml(folder.read(path) ?? '', path);
    if (!read.ok) continue;
    for (const { name, text } of read.value.children)
      if (name === 'license' && !PLACEHOLDER.test(text.trim())) found.add(text.trim());
  }
  return [...found].join(', ').slice(0, 200);
}

const makeNote = ({ name }: RobotSource, licence: string): string =>
  `From ${name}${licence ? `; licence: ${licence}` : ''}.`;
