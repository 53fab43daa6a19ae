import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import { QUATERNION_LENGTH_SLACK } from '@iklab/core/scenario/checks';
import { makeUnknownWordError, makeWrongTypeError } from './callErrors.ts';
import { checkObjectKeys, copyNumbers } from './checkedValues.ts';
import type { Goal } from './packageTypes.ts';

const KEYS = ['effector', 'position', 'quaternion', 'orientationWeight', 'tolerance', 'free'];

interface GoalPaths {
  readonly goal: string;
  readonly position: string;
  readonly quaternion: string;
}

const pathsByIndex: GoalPaths[] = [];
/**
 * Returns the field names of a goal for errors. They are cached, so that a loop allocates no
 * strings.
 */
function getPaths(index: number): GoalPaths {
  const paths = pathsByIndex[index];
  if (paths) return paths;
  const goal = `goals[${index}]`;
  pathsByIndex[index] = { goal, position: `${goal}.position`, quaternion: `${goal}.quaternion` };
  return pathsByIndex[index];
}

export function findEffector(goal: Goal, index: number, effectors: readonly string[]): number {
  checkObjectKeys(goal, KEYS, getPaths(index).goal);
  if (goal.effector === undefined && index < effectors.length) return index;
  const found = effectors.indexOf(goal.effector ?? '');
  if (found < 0) throw makeUnknownWordError(`goals[${index}].effector`, goal.effector, effectors);
  return found;
}

export const isOrientedGoal = ({ quaternion }: Goal): boolean =>
  quaternion !== undefined && quaternion !== null;

/**
 * Returns a key for the effectors and constraints of goals; positions and orientations do not
 * count.
 */
export function makeTaskKey(goals: readonly Goal[], effectors: readonly string[]): string {
  if (goals.length === 0) throw makeWrongTypeError('goals', 'a goal or a list of goals', goals);
  let text = '';
  for (let i = 0; i < goals.length; i++) {
    const goal = goals[i] as Goal;
    text += `${findEffector(goal, i, effectors)}${isOrientedGoal(goal) ? 'p' : 't'}`;
    const { orientationWeight, tolerance, free } = goal;
    if (hasExtras(goal)) text += JSON.stringify([orientationWeight, tolerance, free]);
  }
  return text;
}

/** Index of the effector of each goal, and whether each goal has an orientation. */
export interface GoalKinds {
  readonly effectors: readonly number[];
  readonly oriented: readonly boolean[];
}

/** Returns the kinds of goals; null if one has a weight, tolerances or free components. */
export function findGoalKinds(
  goals: readonly Goal[],
  effectors: readonly string[],
): GoalKinds | null {
  if (goals.some(hasExtras)) return null;
  return {
    effectors: goals.map((goal, i) => findEffector(goal, i, effectors)),
    oriented: goals.map(isOrientedGoal),
  };
}

/** Returns whether goals have the same kinds as `before`. The function builds no key. */
export function haveGoalsSameKinds(
  goals: readonly Goal[],
  before: GoalKinds | null,
  effectors: readonly string[],
): boolean {
  if (before?.effectors.length !== goals.length) return false;
  for (let i = 0; i < goals.length; i++) {
    const goal = goals[i] as Goal;
    if (before.effectors[i] !== findEffector(goal, i, effectors)) return false;
    if (before.oriented[i] !== isOrientedGoal(goal) || hasExtras(goal)) return false;
  }
  return true;
}

const hasExtras = ({ orientationWeight, tolerance, free }: Goal): boolean =>
  orientationWeight !== undefined || tolerance !== undefined || free !== undefined;

/** Writes position and normalised quaternion (if any) into row `index`. */
export function writeGoal(goal: Goal, index: number, goals: Float64Array): void {
  const offset = index * TARGET_STRIDE;
  const paths = getPaths(index);
  copyNumbers(goal.position, goals, offset, 3, paths.position);
  if (goal.quaternion === undefined || goal.quaternion === null) return;
  copyNumbers(goal.quaternion, goals, offset + 3, 4, paths.quaternion);
  normalizeQuaternionAt(goals, offset + 3);
}

/**
 * Scales a quaternion to length 1. A quaternion that the solver rejects for its length stays
 * unchanged.
 */
export function normalizeQuaternionAt(numbers: Float64Array, offset: number): void {
  let square = 0;
  for (let i = offset; i < offset + 4; i++) square += (numbers[i] as number) ** 2;
  const length = Math.sqrt(square);
  if (Math.abs(square - 1) <= 2e-15 || !(Math.abs(length - 1) <= QUATERNION_LENGTH_SLACK)) return;
  for (let i = offset; i < offset + 4; i++) numbers[i] = (numbers[i] as number) / length;
}
