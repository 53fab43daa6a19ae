/** Reads the goals of a call: effectors, constraints and numbers. */
import { TARGET_STRIDE } from 'iklab/engine/protocol';
import { QUATERNION_SLACK } from 'iklab/scenario';
import { checkKeys, copyNumbers } from './checkedValues.ts';
import type { Goal } from './packageTypes.ts';
import { unknownWord, wrongType } from './refusals.ts';

const KEYS = ['effector', 'position', 'quaternion', 'orientationWeight', 'tolerance', 'free'];

interface GoalPaths {
  readonly goal: string;
  readonly position: string;
  readonly quaternion: string;
}

const known: GoalPaths[] = [];
/** Returns the names of a goal's fields for errors; cached, so that a loop allocates no strings. */
function pathsOf(at: number): GoalPaths {
  const paths = known[at];
  if (paths) return paths;
  const goal = `goals[${at}]`;
  known[at] = { goal, position: `${goal}.position`, quaternion: `${goal}.quaternion` };
  return known[at];
}

/** Returns the index of the effector that a goal is for; throws if there is none. */
export function effectorOf(goal: Goal, at: number, effectors: readonly string[]): number {
  checkKeys(goal, KEYS, pathsOf(at).goal);
  if (goal.effector === undefined && at < effectors.length) return at;
  const place = effectors.indexOf(goal.effector ?? '');
  if (place < 0) throw unknownWord(`goals[${at}].effector`, goal.effector, effectors);
  return place;
}

export const isOriented = ({ quaternion }: Goal): boolean =>
  quaternion !== undefined && quaternion !== null;

/** Returns a key of the effectors and constraints of goals, without positions and orientations. */
export function taskText(goals: readonly Goal[], effectors: readonly string[]): string {
  if (goals.length === 0) throw wrongType('goals', 'a goal or a list of goals', goals);
  let text = '';
  for (let i = 0; i < goals.length; i++) {
    const goal = goals[i] as Goal;
    text += `${effectorOf(goal, i, effectors)}${isOriented(goal) ? 'p' : 't'}`;
    const { orientationWeight, tolerance, free } = goal;
    if (asksMore(goal)) text += JSON.stringify([orientationWeight, tolerance, free]);
  }
  return text;
}

/** Goals that are determined by their effectors and by whether each has an orientation. */
export interface AskedBefore {
  readonly effectors: readonly number[];
  readonly oriented: readonly boolean[];
}

/** Returns effectors and kinds of goals, or null if a goal has a weight, tolerances or free components. */
export function askedBefore(
  goals: readonly Goal[],
  effectors: readonly string[],
): AskedBefore | null {
  if (goals.some(asksMore)) return null;
  return {
    effectors: goals.map((goal, i) => effectorOf(goal, i, effectors)),
    oriented: goals.map(isOriented),
  };
}

/** Whether goals have the same key as those before, without building it. */
export function asksTheSame(
  goals: readonly Goal[],
  before: AskedBefore | null,
  effectors: readonly string[],
): boolean {
  if (before?.effectors.length !== goals.length) return false;
  for (let i = 0; i < goals.length; i++) {
    const goal = goals[i] as Goal;
    if (before.effectors[i] !== effectorOf(goal, i, effectors)) return false;
    if (before.oriented[i] !== isOriented(goal) || asksMore(goal)) return false;
  }
  return true;
}

const asksMore = ({ orientationWeight, tolerance, free }: Goal): boolean =>
  orientationWeight !== undefined || tolerance !== undefined || free !== undefined;

/** Writes the position and the normalised quaternion, if any, into row `at`. */
export function writeGoal(goal: Goal, at: number, goals: Float64Array): void {
  const place = at * TARGET_STRIDE;
  const paths = pathsOf(at);
  copyNumbers(goal.position, goals, place, 3, paths.position);
  if (goal.quaternion === undefined || goal.quaternion === null) return;
  copyNumbers(goal.quaternion, goals, place + 3, 4, paths.quaternion);
  normalizeQuaternion(goals, place + 3);
}

/** Scales a quaternion to length 1, as in a document. The solver rejects one that is off by more than 1e-3. */
export function normalizeQuaternion(numbers: Float64Array, at: number): void {
  let square = 0;
  for (let i = at; i < at + 4; i++) square += (numbers[i] as number) ** 2;
  const length = Math.sqrt(square);
  if (Math.abs(square - 1) <= 2e-15 || !(Math.abs(length - 1) <= QUATERNION_SLACK)) return;
  for (let i = at; i < at + 4; i++) numbers[i] = (numbers[i] as number) / length;
}
