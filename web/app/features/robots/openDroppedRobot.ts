import {
  importWarningsNotice,
  mismatchedRobotNotice,
  movedFramesNotice,
  unreadableNotice,
} from '@iklab/core/format/words';
import type { Fault, InlineTree, Scenario, TreeSource } from '@iklab/core/scenario';
import { quoteFileName } from '@iklab/core/scenario/checks';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { withoutFreeRotation } from '@iklab/core/scenario/targets';
import { parseDocumentText } from '@iklab/core/scenario/text';
import { threadTime } from '@iklab/core/time';
import {
  chooseRobotFile,
  type DroppedRobot,
  type EffectorGoal,
  explainNoRobot,
  type Folder,
  formatRemark,
  importDroppedRobot,
  type LoadedRobot,
  listXacroArguments,
  makeJointFramesKey,
  type PackedRobot,
  type ReadResult,
  type Remark,
  type RobotArchiveContents,
  type RobotFault,
  type RobotImportOptions,
  readRobot,
  readRobotArchive,
  resolveFileReference,
  trackFolderReads,
  type XacroArguments,
} from '@iklab/robots';
import { hasDhTable } from '@iklab/robots/dh';
import { IMPORT_REPORT_PANEL } from '@iklab/run/session';
import { signal } from '@preact/signals';
import { memoizePerLab, startLabEffect } from '../../browser/labScope.ts';
import type { DrawnPage } from '../../page.ts';
import { drawRobotVisuals } from './drawRobotVisuals.ts';
import { type DroppedItems, readDroppedFiles } from './readDroppedFiles.ts';
import { loadSavedRobots, robotFileActions, saveRobotFiles } from './savedRobots.ts';
import { fullTreeKey, treeFramesKey } from './treeKeys.ts';

class RobotDrops {
  /** Loaded robots by `treeFramesKey`, for undo, redo and stored scenes. */
  readonly #byFrames = new Map<string, LoadedRobot>();
  /** Loaded robots by `fullTreeKey`. One file can be read with different limits. */
  readonly #byTree = new Map<string, LoadedRobot>();
  readonly arrivals = signal(0);
  readonly drawnRobots = new WeakSet<LoadedRobot>();
  followed = false;
  plays = false;

  add(robot: LoadedRobot): void {
    const { tree } = robot.scenario;
    this.#byFrames.set(treeFramesKey(tree), robot);
    this.#byTree.set(fullTreeKey(tree), robot);
  }

  findRobot(tree: TreeSource): LoadedRobot | null {
    return this.#byTree.get(fullTreeKey(tree)) ?? this.#byFrames.get(treeFramesKey(tree)) ?? null;
  }
}
const robotDrops = memoizePerLab(() => new RobotDrops());

function followScene(page: DrawnPage): void {
  const drops = robotDrops(page);
  if (drops.followed) return;
  drops.followed = true;
  startLabEffect(page.scope, () => {
    const { tree } = page.doc.editor.scenario.value;
    drops.arrivals.value;
    const robot = drops.findRobot(tree);
    const before = page.robot.peek();
    if (!robot && before && hasMovedFrames(before, page.doc.editor.scenario.peek()))
      queueMicrotask(() => {
        // Deferred, because an edit removes quiet notices.
        page.doc.notice.value = movedFramesNotice;
      });
    page.robot.value = robot;
    if (robot && 'joints' in tree) drawAndStore(page, tree, robot);
    const { inspected } = page.viewState;
    const isAsking = page.robotQuestion.peek() !== null;
    if (!robot && !isAsking && inspected.peek() === IMPORT_REPORT_PANEL) inspected.value = null;
  });
}

function hasMovedFrames({ scenario, meshes }: LoadedRobot, current: Scenario): boolean {
  if (!('joints' in scenario.tree) || !('joints' in current.tree)) return false;
  if (meshes.named === meshes.missing.length || scenario.name !== current.name) return false;
  if (makeJointFramesKey(scenario.tree) === makeJointFramesKey(current.tree)) return false;
  const ids = ({ joints }: InlineTree): string => joints.map(({ id }) => id).join();
  return ids(scenario.tree) === ids(current.tree);
}

async function drawAndStore(page: DrawnPage, tree: InlineTree, robot: LoadedRobot): Promise<void> {
  const { drawnRobots: withLooks } = robotDrops(page);
  if (withLooks.has(robot)) return;
  withLooks.add(robot);
  await drawMeshes(page, tree, robot);
  await saveRobotFiles(page, robot, tree);
}

async function drawMeshes(page: DrawnPage, tree: InlineTree, robot: LoadedRobot): Promise<void> {
  const { folder, file } = robot.source;
  const { readSkinnedFigure: readFigure } = await import('@iklab/robots/rig/gltfFigure');
  const figure = readFigure(folder, file, tree.joints);
  const looks = figure?.ok ? figure.value : robot.imported.visuals;
  const untold = await drawRobotVisuals(page, tree, looks, (name) => {
    const path = resolveFileReference(folder, name, file);
    return path === null ? null : folder.read(path);
  });
  const { missing } = robot.meshes;
  const undrawn = figure && !figure.ok ? figure.faults.map(asRemark) : [];
  const newRemarks = [...undrawn, ...untold.filter((remark) => !missing.includes(remark.file))];
  if (newRemarks.length === 0) return;
  const next = { ...robot, remarks: [...robot.remarks, ...newRemarks] };
  const drops = robotDrops(page);
  drops.drawnRobots.add(next);
  drops.add(next);
  if (page.robot.peek() === robot) page.robot.value = next;
}

const asRemark = (fault: RobotFault): Remark => ({ ...fault, kind: 'left-out', grave: false });

async function loadClipGhost(page: DrawnPage): Promise<void> {
  const drops = robotDrops(page);
  if (drops.plays) return;
  drops.plays = true;
  const { showMotionGhosts: showClips } = await import('./showMotionGhosts.ts');
  showClips(page, (tree) => drops.findRobot(tree)?.clip ?? null);
}

/** Returns false for other tables of numbers, which are read as logs. */
export const isDhTable = async (file: File): Promise<boolean> =>
  hasDhTable(await file.text().catch(() => ''), file.name);

export async function openDroppedRobot(page: DrawnPage, items: DroppedItems): Promise<void> {
  const name = nameOf(items);
  const folder = await readDroppedFiles(items).catch(() => null);
  if (!folder)
    return refuse(page, name, [{ path: '', reason: 'no longer exists, or cannot be read' }]);
  if (!folder.ok) return refuse(page, name, reasons(folder.faults));
  const carried = readRobotArchive(folder.value);
  if (carried) return openArchive(page, name, carried);
  const { file, candidates, remarks } = chooseRobotFile(folder.value);
  const [likeliest] = candidates;
  if (likeliest === undefined) {
    const reason = explainNoRobot(folder.value, ', or a scene');
    return refuse(page, name, [{ path: '', reason }]);
  }
  followScene(page);
  const loose = topNames(items).size > 1;
  const drop = { name, loose, folder: folder.value, candidates, remarks };
  if (file === null) askWhichRobot(page, drop, likeliest, new Map(), []);
  else await open(page, drop, file, new Map());
}

interface Drop {
  readonly name: string;
  readonly loose: boolean;
  readonly folder: Folder;
  readonly candidates: readonly string[];
  readonly remarks: readonly Remark[];
}

function nameOf(items: DroppedItems): string {
  const [top = '', ...more] = topNames(items);
  return more.length === 0 ? quoteFileName(top) : `${items.length} files`;
}

const topNames = (items: DroppedItems): ReadonlySet<string> =>
  new Set(
    items
      .map((each) => (each instanceof File && each.webkitRelativePath) || each.name)
      .map((path) => path.split('/')[0] ?? ''),
  );

/** Returns false if the robot was refused or the page asks for something missing. */
async function open(
  page: DrawnPage,
  drop: Drop,
  file: string,
  args: XacroArguments,
): Promise<boolean> {
  const began = threadTime.now();
  const { loose } = drop;
  const folder = trackFolderReads(drop.folder);
  const name = loose ? quoteFileName(file) : drop.name;
  const read = importDroppedRobot({ name, folder, file }, { args }, page.doc.catalogue);
  if (!read.ok) {
    const faults = read.faults.map(formatRemark);
    const declared = listXacroArguments(folder, file, args);
    if (drop.candidates.length > 1 || declared.length > 0)
      askWhichRobot(page, drop, file, args, faults);
    else refuse(page, name, reasons(read.faults));
    return false;
  }
  page.robotQuestion.value = null;
  const robot = { ...read.value, remarks: [...drop.remarks, ...read.value.remarks] };
  registerRobot(page, robot, (threadTime.now() - began) / 1000);
  if (robot.clip) await loadClipGhost(page);
  await page.doc.openScene(robot.scenario, { methods: false, before: null });
  // On phones the report would cover the robot, so it opens only on request.
  const { inspected, narrow } = page.viewState;
  inspected.value = narrow.peek() ? null : IMPORT_REPORT_PANEL;
  const warnings = robot.remarks.filter(({ grave }) => grave);
  if (narrow.peek() && warnings.length > 0)
    page.doc.notice.value = importWarningsNotice(warnings.map(warningText), () => {
      page.doc.notice.value = null;
      inspected.value = IMPORT_REPORT_PANEL;
    });
  return true;
}

const warningText = ({ element, reason }: Remark): string => `${element}: ${reason}`;

const MAX_COUNTED = 30;
const COUNT_BUDGET = 1000; // Milliseconds for all of them.

function askWhichRobot(
  page: DrawnPage,
  drop: Drop,
  file: string,
  args: XacroArguments,
  faults: readonly string[],
): void {
  const { name, folder, candidates } = drop;
  const deadline = threadTime.now() + COUNT_BUDGET;
  const counts = (i: number): boolean => i < MAX_COUNTED && threadTime.now() < deadline;
  page.robotQuestion.value = {
    name,
    candidates: candidates.map((each, i) => ({
      file: each,
      joints: counts(i) ? countJoints(folder, each) : null,
    })),
    file,
    arguments: /\.xacro$/i.test(file) ? listXacroArguments(folder, file, args) : [],
    given: args,
    faults,
    open: (chosenFile, args) => open(page, drop, chosenFile, args),
  };
  page.viewState.inspected.value = IMPORT_REPORT_PANEL;
}

function countJoints(folder: Folder, file: string): number | null {
  const read = readRobot(folder, file, new Map());
  return read.ok ? read.value.robot.joints.filter(({ type }) => type !== 'fixed').length : null;
}

function registerRobot(page: DrawnPage, robot: DroppedRobot, seconds: number): LoadedRobot {
  const atWork: LoadedRobot = {
    ...robot,
    seconds,
    ...robotFileActions(page, () => atWork),
    setEffector: (link, goal) => setEffector(page, atWork, link, goal),
    setBase: (base) => recreate(page, atWork, { effectorGoals: robot.effectorGoals, base }, 'Base'),
    setReading: (choice) => {
      const reading = { ...robot.reading, ...choice };
      // Another model has other effectors.
      const { effectorGoals } = robot;
      const kept = choice.model === undefined ? { effectorGoals } : {};
      return recreate(page, atWork, { ...kept, reading }, 'Reading');
    },
    setArgument: (argument, value) =>
      recreate(page, atWork, { args: new Map([...robot.args, [argument, value]]) }, argument),
  };
  const drops = robotDrops(page);
  drops.add(atWork);
  drops.arrivals.value++;
  return atWork;
}

/**
 * Imports a scene's robot with the choices that give the scene's tree, preferably also the limits.
 * Returns false without such choices.
 */
function showSaved(page: DrawnPage, scenario: Scenario, saved: readonly PackedRobot[]): boolean {
  const { tree } = scenario;
  if (!('joints' in tree)) return false;
  const began = threadTime.now();
  const effectorGoals = effectorGoalsOf(tree, scenario);
  const start = startOf(scenario);
  const [frames, fullKey] = [makeJointFramesKey(tree), fullTreeKey(tree)];
  let found: DroppedRobot | null = null;
  for (const { source, args, base, reading } of saved) {
    const choice: RobotImportOptions = { args, base, reading, effectorGoals, start };
    const robot = importDroppedRobot(source, choice, page.doc.catalogue);
    const made = robot.ok ? robot.value.scenario.tree : null;
    if (!robot.ok || !made || !('joints' in made) || makeJointFramesKey(made) !== frames) continue;
    found ??= robot.value;
    if (fullTreeKey(made) !== fullKey) continue;
    found = robot.value;
    break;
  }
  if (!found) return false;
  followScene(page);
  const robot = registerRobot(page, found, (threadTime.now() - began) / 1000);
  if (robot.clip) loadClipGhost(page);
  drawAndStore(page, tree, robot);
  return true;
}

export async function restoreSavedRobot(
  page: DrawnPage,
  scenario: Scenario,
  tree: InlineTree,
): Promise<boolean> {
  return showSaved(page, scenario, await loadSavedRobots(page, tree));
}

function effectorGoalsOf(
  { effectors }: InlineTree,
  { targets }: Scenario,
): ReadonlyMap<string, EffectorGoal> {
  const poses = new Set(targets.flatMap((each) => (each.orientation ? [each.effector] : [])));
  return new Map(effectors.map(({ id }) => [id, poses.has(id) ? 'pose' : 'position']));
}

async function openArchive(
  page: DrawnPage,
  name: string,
  carried: ReadResult<RobotArchiveContents>,
): Promise<void> {
  if (!carried.ok) return refuse(page, name, reasons(carried.faults));
  const { scene, source } = carried.value;
  const read = await page.doc.withFormulas(() =>
    parseDocumentText(scene ?? '', page.doc.catalogue),
  );
  if (!read.ok) return refuse(page, name, read.faults);
  const watchedSource = { ...source, folder: trackFolderReads(source.folder) };
  const isShown = showSaved(page, read.value, [{ ...carried.value, source: watchedSource }]);
  await page.doc.openScene(read.value, { methods: false, before: null });
  if (!isShown) page.doc.refuseFile(mismatchedRobotNotice(name));
}

const reasons = (faults: readonly RobotFault[]) =>
  faults.map((fault) => ({ path: '', reason: formatRemark(fault) }));

function refuse(page: DrawnPage, name: string, faults: readonly Fault[]): void {
  page.doc.refuseFile(unreadableNotice(`${name} cannot be read`, faults, ''));
}

function setEffector(page: DrawnPage, robot: LoadedRobot, link: string, goal: EffectorGoal | null) {
  const effectorGoals = new Map(robot.effectorGoals);
  if (goal === null) effectorGoals.delete(link);
  else effectorGoals.set(link, goal);
  if (effectorGoals.size === 0) return ['At least one effector is required.'];
  return recreate(page, robot, { effectorGoals }, `Change effector ${link}`);
}

/**
 * Imports the scene's robot again with other choices, in one edit. Returns why the import failed;
 * empty on success.
 */
function recreate(
  page: DrawnPage,
  robot: LoadedRobot,
  choice: RobotImportOptions,
  label: string,
): readonly string[] {
  const current = page.doc.editor.scenario.peek();
  const { args, base, reading, source, clip } = robot;
  // Other units or another convention give another robot, which starts like a dropped one.
  const isOther = choice.reading !== undefined;
  const fullChoice = {
    args,
    base,
    reading,
    ...(!isOther && { start: startOf(current) }),
    ...choice,
  };
  const read = importDroppedRobot(source, fullChoice, page.doc.catalogue);
  if (!read.ok) return read.faults.map(formatRemark);
  // The trajectories of a clip are relative to its base.
  const targets = clip && read.value.base !== base ? read.value.scenario.targets : current.targets;
  const made = read.value.scenario;
  const name = choice.reading?.model === reading.model ? current.name : made.name;
  const next = withTree({ ...current, name, targets: isOther ? made.targets : targets }, made);
  registerRobot(page, { ...read.value, scenario: next }, robot.seconds);
  const faults = page.doc.edit(label, (draft) => Object.assign(draft, next));
  return faults.map(({ path, reason }) => `${path}: ${reason}`);
}

function startOf({ tree, start }: Scenario): ReadonlyMap<string, number> {
  if (!('joints' in tree) || start === null) return new Map();
  return new Map(tree.joints.filter(isIndependentJoint).map(({ id }, i) => [id, start[i] ?? 0]));
}

/** Keeps the target poses of remaining effectors. */
function withTree(current: Scenario, made: Scenario): Scenario {
  const targetsByEffector = new Map(current.targets.map((target) => [target.effector, target]));
  const targets = made.targets.map((target) => {
    const before = targetsByEffector.get(target.effector);
    if (!before) return target;
    const orientation = target.orientation && (before.orientation ?? target.orientation);
    return {
      ...before,
      orientation,
      free: orientation ? before.free : withoutFreeRotation(before.free),
    };
  });
  const view = { ...current.view, meshes: made.view.meshes };
  return { ...current, tree: made.tree, start: made.start, targets, view };
}
