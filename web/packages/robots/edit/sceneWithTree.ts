/** Replaces the tree of a scene and keeps methods, run, start and targets where possible. */
import type { Draft } from 'iklab/document';
import { type Reach, reaches, shortfall } from 'iklab/measure';
import {
  type Catalogue,
  clampTo,
  type Frame,
  fullDocument,
  type InlineTree,
  isMovingJoint,
  type Joint,
  ORIGIN,
  type PlainObject,
  parse,
  quaternionOf,
  type Result,
  resolve,
  type Scenario,
  type Target,
  tipFrames,
} from 'iklab/scenario';

/** Previous ids of renamed joints and effectors, by new id. */
export type RenamedIds = ReadonlyMap<string, string>;

/**
 * A target out of reach moves to the start position of its effector. Targets of removed effectors
 * are removed; a new effector gets a target at its start position.
 */
export function sceneWithTree(
  scenario: Scenario,
  tree: InlineTree,
  catalogue: Catalogue,
  renamed: RenamedIds = new Map(),
): Result<Scenario> {
  const draft = fullDocument(scenario) as Draft;
  draft.tree = structuredClone(tree);
  const start = startOf(scenario, tree, renamed, catalogue);
  draft.start = start;
  draft.targets = targetsOf(scenario, tree, start, renamed);
  const read = parse(draft, catalogue);
  if (!read.ok) return read;
  const scene = resolve(read.value);
  const tips = tipsOf(tree, start);
  const all = reaches(scene);
  const targets = read.value.targets.map((target, i) =>
    beyond(all[i], target) ? { ...target, ...poseOf(tips.get(target.effector), target) } : target,
  );
  return parse({ ...fullDocument(read.value), targets }, catalogue);
}

const beyond = (reach: Reach | undefined, { position }: Target): boolean =>
  reach !== undefined && !(shortfall(reach, position) <= 1e-9 * (1 + reach.most));

/**
 * Joints that remain keep their start values; new ones start at their rest value. If all joints are
 * new, the mechanism starts in its ready pose.
 */
function startOf(
  scenario: Scenario,
  tree: InlineTree,
  renamed: RenamedIds,
  catalogue: Catalogue,
): number[] {
  const { tree: before, start } = resolve(scenario);
  const had = new Map(before.joints.filter(isMovingJoint).map(({ id }, i) => [id, start[i] ?? 0]));
  const own = tree.joints.filter(isMovingJoint);
  const kept = ({ id }: Joint) => had.get(renamed.get(id) ?? id);
  if (own.every((joint) => kept(joint) === undefined)) {
    const goals = tree.effectors.map(() => 'position' as const);
    const pose = catalogue.readyPose(tree, scenario.view.up, goals);
    return own.map((_, i) => pose[i] ?? 0);
  }
  return own.map((joint) => {
    const value = kept(joint) ?? joint.rest;
    return scenario.limitPolicy === 'ignore' ? value : clampTo(value, ordered(joint));
  });
}

/** Reversed limits are ignored here; `parse` reports them. */
const ordered = ({ limits }: Joint) => (limits && limits[0] <= limits[1] ? limits : null);

function targetsOf(
  scenario: Scenario,
  tree: InlineTree,
  start: readonly number[],
  renamed: RenamedIds,
): PlainObject[] {
  const tips = tipsOf(tree, start);
  const now = new Map(tree.effectors.map(({ id }) => [renamed.get(id) ?? id, id]));
  const kept = scenario.targets.flatMap((target): PlainObject[] => {
    const effector = now.get(target.effector);
    return effector === undefined ? [] : [{ ...target, effector }];
  });
  const before = new Set(resolve(scenario).tree.effectors.map(({ id }) => id));
  const fresh = tree.effectors.filter(({ id }) => !before.has(renamed.get(id) ?? id));
  const untold = kept.length > 0 ? fresh : tree.effectors;
  const made = untold.map(({ id }) => ({
    effector: id,
    position: (tips.get(id) ?? ORIGIN).at.map(written),
  }));
  return [...kept, ...made];
}

/** Frames of all effectors; requires a valid tree. */
function tipsOf({ joints, effectors }: InlineTree, values: readonly number[]): Map<string, Frame> {
  const frames = tipFrames(joints, effectors, values);
  return new Map(effectors.map(({ id }, i) => [id, frames[i] ?? ORIGIN]));
}

function poseOf(tip: Frame = ORIGIN, { orientation }: Target): Partial<Target> {
  const [x = 0, y = 0, z = 0] = tip.at.map(written);
  return { position: [x, y, z], orientation: orientation && quaternionOf(tip.turn) };
}

const written = (x: number): number => Number(x.toFixed(9)) + 0;
