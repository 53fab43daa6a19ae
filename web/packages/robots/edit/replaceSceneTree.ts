import type { DocumentDraft } from '@iklab/core/document/edits';
import {
  computeEffectorReaches,
  computeReachShortfall,
  type EffectorReach,
} from '@iklab/core/measure';
import {
  fullDocument,
  type InlineTree,
  type Joint,
  type PlainObject,
  type Result,
  resolveScenario,
  type Scenario,
  type Target,
} from '@iklab/core/scenario';
import type { Catalogue } from '@iklab/core/scenario/methods';
import {
  ORIGIN_FRAME,
  quaternionFromRotation,
  type RigidFrame,
} from '@iklab/core/scenario/numbers';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import {
  clampToJointLimits,
  computeEffectorTipFrames,
  isIndependentJoint,
} from '@iklab/core/scenario/robot';

/** Previous ids of renamed joints and effectors, by new id. */
export type RenamedIds = ReadonlyMap<string, string>;

/**
 * Replaces the joint tree of a scene. A target out of reach moves to the effector's start position.
 * Removed effectors lose their targets. New effectors get a target at their start position.
 */
export function replaceSceneTree(
  scenario: Scenario,
  tree: InlineTree,
  catalogue: Catalogue,
  renamed: RenamedIds = new Map(),
): Result<Scenario> {
  const draft = fullDocument(scenario) as DocumentDraft;
  draft.tree = structuredClone(tree);
  const start = computeStart(scenario, tree, renamed, catalogue);
  draft.start = start;
  draft.targets = makeTargets(scenario, tree, start, renamed);
  const read = parseScenarioDocument(draft, catalogue);
  if (!read.ok) return read;
  const scene = resolveScenario(read.value);
  const tips = computeTips(tree, start);
  const all = computeEffectorReaches(scene);
  const targets = read.value.targets.map((target, i) =>
    isOutOfReach(all[i], target)
      ? { ...target, ...tipPose(tips.get(target.effector), target) }
      : target,
  );
  return parseScenarioDocument({ ...fullDocument(read.value), targets }, catalogue);
}

const isOutOfReach = (reach: EffectorReach | undefined, { position }: Target): boolean =>
  reach !== undefined && !(computeReachShortfall(reach, position) <= 1e-9 * (1 + reach.most));

/**
 * Returns the start values of a new tree's joints. Remaining joints keep their start values; new
 * joints start at their rest values. If all joints are new, the mechanism starts in its ready pose.
 */
function computeStart(
  scenario: Scenario,
  tree: InlineTree,
  renamed: RenamedIds,
  catalogue: Catalogue,
): number[] {
  const { tree: before, start } = resolveScenario(scenario);
  const had = new Map(
    before.joints.filter(isIndependentJoint).map(({ id }, i) => [id, start[i] ?? 0]),
  );
  const movingJoints = tree.joints.filter(isIndependentJoint);
  const previousValue = ({ id }: Joint) => had.get(renamed.get(id) ?? id);
  if (movingJoints.every((joint) => previousValue(joint) === undefined)) {
    const goals = tree.effectors.map(() => 'position' as const);
    const pose = catalogue.readyPose(tree, scenario.view.up, goals);
    return movingJoints.map((_, i) => pose[i] ?? 0);
  }
  return movingJoints.map((joint) => {
    const value = previousValue(joint) ?? joint.rest;
    return scenario.limitPolicy === 'ignore'
      ? value
      : clampToJointLimits(value, validLimits(joint));
  });
}

const validLimits = ({ limits }: Joint) => (limits && limits[0] <= limits[1] ? limits : null);

function makeTargets(
  scenario: Scenario,
  tree: InlineTree,
  start: readonly number[],
  renamed: RenamedIds,
): PlainObject[] {
  const tips = computeTips(tree, start);
  const newIds = new Map(tree.effectors.map(({ id }) => [renamed.get(id) ?? id, id]));
  const keptTargets = scenario.targets.flatMap((target): PlainObject[] => {
    const effector = newIds.get(target.effector);
    return effector === undefined ? [] : [{ ...target, effector }];
  });
  const before = new Set(resolveScenario(scenario).tree.effectors.map(({ id }) => id));
  const fresh = tree.effectors.filter(({ id }) => !before.has(renamed.get(id) ?? id));
  const untold = keptTargets.length > 0 ? fresh : tree.effectors;
  const made = untold.map(({ id }) => ({
    effector: id,
    position: (tips.get(id) ?? ORIGIN_FRAME).position.map(roundNumber),
  }));
  return [...keptTargets, ...made];
}

function computeTips(
  { joints, effectors }: InlineTree,
  values: readonly number[],
): Map<string, RigidFrame> {
  const frames = computeEffectorTipFrames(joints, effectors, values);
  return new Map(effectors.map(({ id }, i) => [id, frames[i] ?? ORIGIN_FRAME]));
}

function tipPose(tip: RigidFrame = ORIGIN_FRAME, { orientation }: Target): Partial<Target> {
  const [x = 0, y = 0, z = 0] = tip.position.map(roundNumber);
  return { position: [x, y, z], orientation: orientation && quaternionFromRotation(tip.rotation) };
}

const roundNumber = (x: number): number => Number(x.toFixed(9)) + 0;
