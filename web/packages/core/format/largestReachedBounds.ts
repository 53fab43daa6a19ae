import { type ToleranceRules, targetBounds } from './tolerances.ts';

/** Returns the largest errors, in metres and radians, that a reached target can have. */
export function largestReachedBounds(rules: ToleranceRules): {
  readonly position: number;
  readonly rotation: number;
} {
  const all = rules.targets.map((_, index) => targetBounds(rules, index));
  const [position, rotation] = [0, 1].map((i) => Math.max(...all.map((each) => each[i] as number)));
  return { position: position as number, rotation: rotation as number };
}
