import {
  type ArchiveContents,
  archiveContents,
  chosenRoot,
  type DropChoice,
  type DroppedRobot,
  droppedRobot,
  type EffectorGoal,
  type Folder,
  frameKey,
  holdsDhTable,
  noRobotReason,
  type PackedRobot,
  type Read,
  type Remark,
  type RobotAtWork,
  type RobotFault,
  readRobot,
  remarkText,
  resolveFile,
  watchedFolder,
  type XacroArguments,
  xacroArguments,
} from '@iklab/robots';
import { signal } from '@preact/signals';
import {
  importWarningsNotice,
  otherFilesNotice,
  otherFramesNotice,
  unreadableNotice,
} from 'iklab/format';
import { REPORT } from 'iklab/run';
import {
  type Fault,
  fileName,
  freeWithoutTurn,
  type InlineTree,
  isMovingJoint,
  parseText,
  type Scenario,
  type TreeSource,
} from 'iklab/scenario';
import { threadTime } from 'iklab/time';
import { labEffect, perLab } from '../../browser/labScope.ts';
import type { DrawnPage } from '../../page.ts';
import { applyLooks } from './applyLooks.ts';
import { type Dropped, folderOfDrop } from './droppedFiles.ts';
import { keepRobotFiles, keptRobotsOf, robotFileSizes } from './keptRobots.ts';
import { keyOf, wholeKeyOf } from './treeKeys.ts';

class RobotDrops {
  /** By frames and effectors, so that undo, redo and stored scenes find their robots. */
  readonly #byFrames = new Map<string, RobotAtWork>();
  /** Also by limits, in which readings of one file may differ. */
  readonly #byTree = new Map<string, RobotAtWork>();
  /** Number of dropped robots; increases with each. */
  readonly arrivals = signal(0);
  readonly withLooks = new WeakSet<RobotAtWork>();
  /** Whether the page's robot already follows the current scene. */
  followed = false;
  /** Whether the display of recorded motions is loaded. */
  plays = false;

  add(robot: RobotAtWork): void {
    const { tree } = robot.scenario;
    this.#byFrames.set(keyOf(tree), robot);
    this.#byTree.set(wholeKeyOf(tree), robot);
  }

  /** The robot with the frames of a tree; if there are several, the one with its limits. */
  robotOf(tree: TreeSource): RobotAtWork | null {
    return this.#byTree.get(wholeKeyOf(tree)) ?? this.#byFrames.get(keyOf(tree)) ?? null;
  }
}
const dropsOf = perLab(() => new RobotDrops());

function follow(page: DrawnPage): void {
  const drops = dropsOf(page);
  if (drops.followed) return;
  drops.followed = true;
  labEffect(page.scope, () => {
    const { tree } = page.doc.editor.scenario.value;
    drops.arrivals.value;
    const robot = drops.robotOf(tree);
    const before = page.robot.peek();
    if (!robot && before && moved(before, page.doc.editor.scenario.peek()))
      queueMicrotask(() => {
        // Deferred, because an edit removes quiet notices.
        page.doc.notice.value = otherFramesNotice;
      });
    page.robot.value = robot;
    if (robot && 'joints' in tree) dress(page, tree, robot);
    const { inspected } = page.viewState;
    const asks = page.robotQuestion.peek() !== null;
    if (!robot && !asks && inspected.peek() === REPORT) inspected.value = null;
  });
}

/** Whether the scene has moved frames of the same joints, so that its meshes no longer fit. */
function moved({ scenario, meshes }: RobotAtWork, now: Scenario): boolean {
  if (!('joints' in scenario.tree) || !('joints' in now.tree)) return false;
  if (meshes.named === meshes.missing.length || scenario.name !== now.name) return false;
  if (frameKey(scenario.tree) === frameKey(now.tree)) return false;
  const ids = ({ joints }: InlineTree): string => joints.map(({ id }) => id).join();
  return ids(scenario.tree) === ids(now.tree);
}

/** Draws the meshes of a robot once, and stores its files. */
async function dress(page: DrawnPage, tree: InlineTree, robot: RobotAtWork): Promise<void> {
  const { withLooks } = dropsOf(page);
  if (withLooks.has(robot)) return;
  withLooks.add(robot);
  await draw(page, tree, robot);
  await keepRobotFiles(page, robot, tree);
}

async function draw(page: DrawnPage, tree: InlineTree, robot: RobotAtWork): Promise<void> {
  const { folder, file } = robot.source;
  const { readFigure } = await import('@iklab/robots/rig/gltfFigure');
  const figure = readFigure(folder, file, tree.joints);
  const looks = figure?.ok ? figure.value : robot.imported.looks;
  const untold = await applyLooks(page, tree, looks, (name) => {
    const path = resolveFile(folder, name, file);
    return path === null ? null : folder.read(path);
  });
  const { missing } = robot.meshes;
  const undrawn = figure && !figure.ok ? figure.faults.map(asRemark) : [];
  const told = [...undrawn, ...untold.filter((remark) => !missing.includes(remark.file))];
  if (told.length === 0) return;
  const next = { ...robot, remarks: [...robot.remarks, ...told] };
  const drops = dropsOf(page);
  drops.withLooks.add(next);
  drops.add(next);
  if (page.robot.peek() === robot) page.robot.value = next;
}

const asRemark = (fault: RobotFault): Remark => ({ ...fault, kind: 'left-out', grave: false });

/** Loads the display of recorded motions with the first of them. */
async function play(page: DrawnPage): Promise<void> {
  const drops = dropsOf(page);
  if (drops.plays) return;
  drops.plays = true;
  const { showClips } = await import('./clipTruth.ts');
  showClips(page, (tree) => drops.robotOf(tree)?.clip ?? null);
}

/**
 * Returns whether a table of numbers holds Denavit-Hartenberg parameters; otherwise it is a log.
 */
export const isDhTable = async (file: File): Promise<boolean> =>
  holdsDhTable(await file.text().catch(() => ''), file.name);

export async function openRobot(page: DrawnPage, dropped: Dropped): Promise<void> {
  const name = nameOf(dropped);
  const folder = await folderOfDrop(dropped).catch(() => null);
  if (!folder)
    return refuse(page, name, [{ path: '', reason: 'no longer exists, or cannot be read' }]);
  if (!folder.ok) return refuse(page, name, reasons(folder.faults));
  const carried = archiveContents(folder.value);
  if (carried) return openCarried(page, name, carried);
  const { file, candidates, remarks } = chosenRoot(folder.value);
  const [likeliest] = candidates;
  if (likeliest === undefined) {
    const reason = noRobotReason(folder.value, ', or a scene');
    return refuse(page, name, [{ path: '', reason }]);
  }
  follow(page);
  const loose = topsOf(dropped).size > 1;
  const drop = { name, loose, folder: folder.value, candidates, remarks };
  if (file === null) ask(page, drop, likeliest, new Map(), []);
  else await open(page, drop, file, new Map());
}

interface Drop {
  readonly name: string;
  /** Separate files without a common name. */
  readonly loose: boolean;
  readonly folder: Folder;
  readonly candidates: readonly string[];
  /** Why this one of several was opened. */
  readonly remarks: readonly Remark[];
}

function nameOf(dropped: Dropped): string {
  const [top = '', ...more] = topsOf(dropped);
  return more.length === 0 ? fileName(top) : `${dropped.length} files`;
}

const topsOf = (dropped: Dropped): ReadonlySet<string> =>
  new Set(
    dropped
      .map((each) => (each instanceof File && each.webkitRelativePath) || each.name)
      .map((path) => path.split('/')[0] ?? ''),
  );

/** Returns true if the robot was opened. Otherwise the page reports or asks what is missing. */
async function open(
  page: DrawnPage,
  drop: Drop,
  file: string,
  args: XacroArguments,
): Promise<boolean> {
  const began = threadTime.now();
  const { loose } = drop;
  const folder = watchedFolder(drop.folder);
  const name = loose ? fileName(file) : drop.name;
  const read = droppedRobot({ name, folder, file }, { args }, page.doc.catalogue);
  if (!read.ok) {
    const faults = read.faults.map(remarkText);
    const declared = xacroArguments(folder, file, args);
    if (drop.candidates.length > 1 || declared.length > 0) ask(page, drop, file, args, faults);
    else refuse(page, name, reasons(read.faults));
    return false;
  }
  page.robotQuestion.value = null;
  const robot = { ...read.value, remarks: [...drop.remarks, ...read.value.remarks] };
  keep(page, robot, (threadTime.now() - began) / 1000);
  if (robot.clip) await play(page);
  await page.doc.openScene(robot.scenario, { methods: false, before: null });
  // On phones the report would cover the robot, so it opens only on request.
  const { inspected, narrow } = page.viewState;
  inspected.value = narrow.peek() ? null : REPORT;
  const warnings = robot.remarks.filter(({ grave }) => grave);
  if (narrow.peek() && warnings.length > 0)
    page.doc.notice.value = importWarningsNotice(warnings.map(warningText), () => {
      page.doc.notice.value = null;
      inspected.value = REPORT;
    });
  return true;
}

const warningText = ({ element, reason }: Remark): string => `${element}: ${reason}`;

const MOST_COUNTED = 30;
const COUNTING = 1000; // Milliseconds for all of them.

function ask(
  page: DrawnPage,
  drop: Drop,
  file: string,
  given: XacroArguments,
  faults: readonly string[],
): void {
  const { name, folder, candidates } = drop;
  const due = threadTime.now() + COUNTING;
  const counts = (i: number): boolean => i < MOST_COUNTED && threadTime.now() < due;
  page.robotQuestion.value = {
    name,
    candidates: candidates.map((each, i) => ({
      file: each,
      joints: counts(i) ? jointsIn(folder, each) : null,
    })),
    file,
    arguments: /\.xacro$/i.test(file) ? xacroArguments(folder, file, given) : [],
    given,
    faults,
    open: (other, args) => open(page, drop, other, args),
  };
  page.viewState.inspected.value = REPORT;
}

function jointsIn(folder: Folder, file: string): number | null {
  const read = readRobot(folder, file, new Map());
  return read.ok ? read.value.robot.joints.filter(({ type }) => type !== 'fixed').length : null;
}

function keep(page: DrawnPage, robot: DroppedRobot, seconds: number): RobotAtWork {
  const atWork: RobotAtWork = {
    ...robot,
    seconds,
    ...robotFileSizes(page, () => atWork),
    setEffector: (link, what) => askEffector(page, atWork, link, what),
    setBase: (base) => again(page, atWork, { effectorGoals: robot.effectorGoals, base }, 'Base'),
    setReading: (choice) => {
      const reading = { ...robot.reading, ...choice };
      // Another model has other effectors.
      const { effectorGoals } = robot;
      const kept = choice.model === undefined ? { effectorGoals } : {};
      return again(page, atWork, { ...kept, reading }, 'Reading');
    },
    setArgument: (argument, value) =>
      again(page, atWork, { args: new Map([...robot.args, [argument, value]]) }, argument),
  };
  const drops = dropsOf(page);
  drops.add(atWork);
  drops.arrivals.value++;
  return atWork;
}

/**
 * Recreates the robot of a scene from its files, with the choice that gives its tree, preferably
 * with its limits too. Returns false, without drawing its meshes, if all give another tree.
 */
function showKept(page: DrawnPage, scenario: Scenario, kept: readonly PackedRobot[]): boolean {
  const { tree } = scenario;
  if (!('joints' in tree)) return false;
  const began = threadTime.now();
  const effectorGoals = effectorGoalsOf(tree, scenario);
  const start = startOf(scenario);
  const [frames, whole] = [frameKey(tree), wholeKeyOf(tree)];
  let found: DroppedRobot | null = null;
  for (const { source, args, base, reading } of kept) {
    const choice: DropChoice = { args, base, reading, effectorGoals, start };
    const robot = droppedRobot(source, choice, page.doc.catalogue);
    const made = robot.ok ? robot.value.scenario.tree : null;
    if (!robot.ok || !made || !('joints' in made) || frameKey(made) !== frames) continue;
    found ??= robot.value;
    if (wholeKeyOf(made) !== whole) continue;
    found = robot.value;
    break;
  }
  if (!found) return false;
  follow(page);
  const robot = keep(page, found, (threadTime.now() - began) / 1000);
  if (robot.clip) play(page);
  dress(page, tree, robot);
  return true;
}

export async function restoreRobot(
  page: DrawnPage,
  scenario: Scenario,
  tree: InlineTree,
): Promise<boolean> {
  return showKept(page, scenario, await keptRobotsOf(page, tree));
}

function effectorGoalsOf(
  { effectors }: InlineTree,
  { targets }: Scenario,
): ReadonlyMap<string, EffectorGoal> {
  const poses = new Set(targets.flatMap((each) => (each.orientation ? [each.effector] : [])));
  return new Map(effectors.map(({ id }) => [id, poses.has(id) ? 'pose' : 'position']));
}

/** Opens a file that contains a scene and the files of its robot. */
async function openCarried(
  page: DrawnPage,
  name: string,
  carried: Read<ArchiveContents>,
): Promise<void> {
  if (!carried.ok) return refuse(page, name, reasons(carried.faults));
  const { scene, source } = carried.value;
  const read = await page.doc.withFormulas(() => parseText(scene ?? '', page.doc.catalogue));
  if (!read.ok) return refuse(page, name, read.faults);
  const own = { ...source, folder: watchedFolder(source.folder) };
  const shown = showKept(page, read.value, [{ ...carried.value, source: own }]);
  await page.doc.openScene(read.value, { methods: false, before: null });
  if (!shown) page.doc.refuseFile(otherFilesNotice(name));
}

const reasons = (faults: readonly RobotFault[]) =>
  faults.map((fault) => ({ path: '', reason: remarkText(fault) }));

function refuse(page: DrawnPage, name: string, faults: readonly Fault[]): void {
  page.doc.refuseFile(unreadableNotice(`${name} cannot be read`, faults, ''));
}

function askEffector(page: DrawnPage, robot: RobotAtWork, link: string, what: EffectorGoal | null) {
  const effectorGoals = new Map(robot.effectorGoals);
  if (what === null) effectorGoals.delete(link);
  else effectorGoals.set(link, what);
  if (effectorGoals.size === 0) return ['At least one effector is required.'];
  return again(page, robot, { effectorGoals }, `Change effector ${link}`);
}

/** Recreates the robot with another choice, as an edit that can be undone. */
function again(
  page: DrawnPage,
  robot: RobotAtWork,
  choice: DropChoice,
  what: string,
): readonly string[] {
  const now = page.doc.editor.scenario.peek();
  const { args, base, reading, source, clip } = robot;
  // Other units or another convention give another robot, which starts like a dropped one.
  const isOther = choice.reading !== undefined;
  const whole = { args, base, reading, ...(!isOther && { start: startOf(now) }), ...choice };
  const read = droppedRobot(source, whole, page.doc.catalogue);
  if (!read.ok) return read.faults.map(remarkText);
  // The trajectories of a clip are relative to its base.
  const ways = clip && read.value.base !== base ? read.value.scenario.targets : now.targets;
  const made = read.value.scenario;
  const name = choice.reading?.model === reading.model ? now.name : made.name;
  const next = withTree({ ...now, name, targets: isOther ? made.targets : ways }, made);
  keep(page, { ...read.value, scenario: next }, robot.seconds);
  const faults = page.doc.edit(what, (draft) => Object.assign(draft, next));
  return faults.map(({ path, reason }) => `${path}: ${reason}`);
}

function startOf({ tree, start }: Scenario): ReadonlyMap<string, number> {
  if (!('joints' in tree) || start === null) return new Map();
  return new Map(tree.joints.filter(isMovingJoint).map(({ id }, i) => [id, start[i] ?? 0]));
}

/** The current scene with another tree; targets of remaining effectors keep their poses. */
function withTree(now: Scenario, made: Scenario): Scenario {
  const placed = new Map(now.targets.map((target) => [target.effector, target]));
  const targets = made.targets.map((target) => {
    const before = placed.get(target.effector);
    if (!before) return target;
    const orientation = target.orientation && (before.orientation ?? target.orientation);
    return {
      ...before,
      orientation,
      free: orientation ? before.free : freeWithoutTurn(before.free),
    };
  });
  const view = { ...now.view, meshes: made.view.meshes };
  return { ...now, tree: made.tree, start: made.start, targets, view };
}
