import { jointDefaults } from '@iklab/core/scenario';
import {
  listWords,
  MAX_EFFECTORS,
  MAX_NAME_CHARACTERS,
  quoteInOneLine,
} from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { ORIGIN_FRAME, quaternionFromRotation } from '@iklab/core/scenario/numbers';
import {
  clampToJointLimits,
  computeEffectorTipFrames,
  isIndependentJoint,
} from '@iklab/core/scenario/robot';
import { findOverlongPrismaticJoints } from './findOverlongPrismaticJoints.ts';
import {
  countIndependentJoints,
  findLeafLinks,
  findMovedLinks,
  guessEffectors,
  isLikelyEffectorName,
} from './guessEffectors.ts';
import { buildLinkTree } from './linkTree.ts';
import {
  makeScenarioTree,
  type ScenarioTree,
  type ScenarioTreeEffector,
} from './makeScenarioTree.ts';
import { quoteFirstNames, ReaderNotes } from './readerNotes.ts';
import { type ConsistentLimits, removeInconsistentLimits } from './removeInconsistentLimits.ts';
import { resolveMimicJoints } from './resolveMimicJoints.ts';
import type { ReadResult, Remark, Robot, ScenarioTreeVisual, SourceLocation } from './robot.ts';

export interface RobotConversionOptions {
  /** Names of the links that become effectors; guessed if empty. */
  readonly effectors?: readonly string[] | undefined;
  /** True if every link without a child joint becomes an effector. */
  readonly leaves?: boolean | undefined;
  readonly root?: string | undefined;
  readonly allJoints?: boolean | undefined;
  /** Names of effectors with a target orientation; by default, the number of joints decides. */
  readonly poses?: readonly string[] | undefined;
  readonly hasMesh?: ((file: string) => boolean) | undefined;
  /** Start values by joint id; for a joint without an entry, one is chosen automatically. */
  readonly start?: ReadonlyMap<string, number> | undefined;
  /** World axis that points up; by default, the file format decides. */
  readonly up?: 'x' | 'y' | 'z' | undefined;
}

/** Report of an imported robot, as `iklab import --format report` prints it. */
export interface ImportReport {
  /** Number of joints that move in the scenario tree; `mimic`: how many of them mimic another. */
  readonly joints: number;
  readonly mimic: number;
  /**
   * Number of fixed joints in the file; `folded`: how many of them were merged into their parents.
   */
  readonly fixed: number;
  readonly folded: number;
  /**
   * First joint of each branch that was omitted because it has no effector. The branch keeps its
   * joint values.
   */
  readonly dropped: readonly string[];
  readonly left_out: readonly Pick<Remark, 'file' | 'line' | 'element' | 'reason'>[];
  readonly effectors: readonly string[];
  readonly leaves: readonly string[];
  readonly warnings: readonly string[];
}

export interface ImportedRobot {
  /** A scenario document without methods. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly report: ImportReport;
  readonly visuals: readonly ScenarioTreeVisual[];
  /**
   * Links that could be effectors, including the chosen ones: ends of chains, and links with a
   * typical name.
   */
  readonly offered: readonly string[];
}

export function importRobot(
  robot: Robot,
  choice: RobotConversionOptions,
  readerRemarks: readonly Remark[],
  catalogue: Catalogue,
): ReadResult<ImportedRobot> {
  const notes = new ReaderNotes();
  notes.remarks.push(...readerRemarks);
  const links = buildLinkTree(robot, notes);
  const drives = resolveMimicJoints(robot.joints, notes);
  if (!links || notes.faults.length > 0) return notes.result(null as never);
  const leaves = findLeafLinks(links);
  const named = choice.root === undefined ? (robot.effectors ?? []) : [];
  const guessed = named.length > 0 ? named : guessEffectors(links, drives, choice.root);
  const moved = findMovedLinks(links, drives, choice.root);
  const effectors = chooseEffectors(choice, leaves, guessed, moved, notes);
  const folded = makeScenarioTree(
    links,
    drives,
    { ...choice, effectors, allJoints: !!choice.allJoints },
    notes,
  );
  reportFloatingJoints(robot, notes);
  if (!folded || notes.faults.length > 0) return notes.result(null as never);
  const findLocation = (id: string): SourceLocation =>
    robot.joints.find(({ name }) => name === id) ?? { file: '', line: 0 };
  const sound = removeInconsistentLimits(folded.joints, ({ id, limits = [0, 0] }, leader) => {
    const reason = `its limits ${limits[0]} and ${limits[1]} leave ${quoteInOneLine(leader.id)}, which it mimics, no range of motion; these limits are ignored`;
    notes.addChanged(findLocation(id), `joint ${quoteInOneLine(id)}, limit`, reason, true);
  });
  for (const [{ id, limits = [0, 0] }, rest] of findOverlongPrismaticJoints(
    sound.joints,
    folded.effectors,
  )) {
    const reason = `moves from ${limits[0]} to ${limits[1]} m, but the rest of its chain is ${Number(rest.toPrecision(3))} m long; tolerance and method constants are scaled to the rest`;
    notes.addChanged(findLocation(id), `joint ${quoteInOneLine(id)}, limit`, reason);
  }
  reportUnmovedJoints(
    robot,
    countIndependentJoints(links, drives, effectors, choice.root),
    effectors,
    notes,
  );
  const report = makeReport(robot, folded, notes, effectors, leaves);
  const ends = leaves.filter((link) => moved.has(link));
  const worth = new Set([...effectors, ...guessed, ...ends]);
  const offered = [...links.links.keys()]
    .filter((link) => worth.has(link))
    .sort((a, b) => Number(isLikelyEffectorName(b)) - Number(isLikelyEffectorName(a)));
  return notes.result({
    document: makeDocument(robot, folded.effectors, sound, choice, catalogue),
    report,
    visuals: folded.visuals,
    offered,
  });
}

/**
 * Returns the links that become effectors: requested links, then proposed links up to the
 * scenario's limit. Proposed links that a joint moves take precedence.
 */
function chooseEffectors(
  { effectors = [], leaves }: RobotConversionOptions,
  ends: readonly string[],
  guessed: readonly string[],
  moved: ReadonlySet<string>,
  notes: ReaderNotes,
): readonly string[] {
  const requested = new Set(effectors);
  const fallback = leaves || guessed.length === 0 ? ends : guessed;
  const proposed =
    leaves || requested.size === 0 ? fallback.filter((link) => !requested.has(link)) : [];
  const capacity = Math.max(0, MAX_EFFECTORS - requested.size);
  if (proposed.length <= capacity) return [...requested, ...proposed];
  const sorted = proposed.toSorted((a, b) => Number(moved.has(b)) - Number(moved.has(a)));
  const included = new Set(sorted.slice(0, capacity));
  const rest = proposed.filter((link) => !included.has(link));
  const reason = `links beyond the maximum of ${MAX_EFFECTORS} are left out: ${quoteFirstNames(rest, MAX_NAMED)}`;
  notes.addLeftOut({ file: '', line: 0 }, 'effectors', reason, true);
  return [...requested, ...proposed.filter((link) => included.has(link))];
}

const MAX_NAMED = 12;

function reportFloatingJoints({ joints }: Robot, notes: ReaderNotes): void {
  for (const joint of joints.filter(({ type }) => type === 'floating'))
    if (joint.baseOf)
      notes.addChanged(joint, joint.baseOf, 'no joint attaches it to the world; its base is fixed');
    else
      notes.addChanged(joint, `joint "${joint.name}"`, 'a floating joint is fixed in place', true);
}

function reportUnmovedJoints(
  { links }: Robot,
  { all, moving }: ReturnType<typeof countIndependentJoints>,
  effectors: readonly string[],
  notes: ReaderNotes,
): void {
  if (2 * moving >= all) return;
  const who = effectors.length === 1 ? 'its target moves' : 'their targets move';
  const reason = `${listWords(effectors, 4)}: ${who} only ${moving} of ${all} joints; the others keep their values`;
  notes.addChanged({ file: links[0]?.file ?? '', line: 0 }, 'effectors', reason, true);
}

function makeReport(
  { joints }: Robot,
  folded: ScenarioTree,
  { remarks }: ReaderNotes,
  effectors: readonly string[],
  leaves: readonly string[],
): ImportReport {
  const moving = folded.joints.filter(({ type }) => type !== 'fixed');
  const leftOut = remarks.filter(({ kind }) => kind === 'left-out');
  const changed = remarks.filter(({ kind }) => kind === 'changed');
  return {
    joints: moving.length,
    mimic: moving.filter(({ mimic }) => mimic).length,
    fixed: joints.filter(({ type }) => type === 'fixed').length,
    folded: folded.folded,
    dropped: folded.omitted.map(({ name }) => name),
    left_out: leftOut.map(({ file, line, element, reason }) => ({ file, line, element, reason })),
    effectors,
    leaves,
    warnings: changed.map(formatRemark),
  };
}

export const formatRemark = ({ file, line, element, reason }: Omit<Remark, 'kind' | 'grave'>) =>
  `${line > 0 ? `${file}:${line}` : file || 'robot'}: ${element}: ${reason}`;

function makeDocument(
  { name, up, unit }: Robot,
  effectors: readonly ScenarioTreeEffector[],
  { joints, bounds }: ConsistentLimits,
  choice: RobotConversionOptions,
  catalogue: Catalogue,
): Readonly<Record<string, unknown>> {
  const upAxis = choice.up ?? up;
  const tree = {
    joints: joints.map((joint) => ({ ...jointDefaults, rest: 0, ...joint })),
    effectors,
  };
  const { poses } = choice;
  const goals = poses
    ? effectors.map(({ id }) => (poses.includes(id) ? 'pose' : 'position'))
    : catalogue.defaultGoals(tree, upAxis);
  const free = bounds.filter(isIndependentJoint);
  const startValues = free.map(({ id }) => choice.start?.get(id));
  const ready = startValues.includes(undefined) ? catalogue.readyPose(tree, upAxis, goals) : [];
  const start = startValues.map((value, i) =>
    clampToJointLimits(value ?? ready[i] ?? 0, free[i]?.limits ?? null),
  );
  const tips = computeEffectorTipFrames(joints, effectors, start);
  return {
    iklab: 1,
    name: name.slice(0, MAX_NAME_CHARACTERS),
    ...(unit && { unit }),
    tree: { joints, effectors },
    start,
    limitPolicy: joints.some(({ limits }) => limits) ? 'clamp' : 'ignore',
    targets: effectors.map(({ id }, i) => {
      const { position: at, rotation: turn } = tips[i] ?? ORIGIN_FRAME;
      return {
        effector: id,
        position: at.map(roundNumber),
        ...(goals[i] !== 'position' && { orientation: quaternionFromRotation(turn) }),
        ...(goals[i] === 'pose-without-heading' && { free: { orientation: [upAxis] } }),
      };
    }),
    view: { up: upAxis },
  };
}

const roundNumber = (x: number): number => Number(x.toFixed(9)) + 0;
