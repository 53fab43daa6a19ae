import type { PoseSolution } from '@iklab/core/engine';
import type { Joint } from '@iklab/core/scenario';
import { wrapAngle } from '@iklab/core/scenario/numbers';

const MAX_DISTANCE = 1e-2; // Radians or metres.

/**
 * Returns the number of the solution nearest to a pose, by the largest joint difference without
 * full rotations. Null if all are farther than `MAX_DISTANCE`. `joints`: independent joints.
 */
export function matchSolution(
  pose: ArrayLike<number>,
  solutions: readonly PoseSolution[],
  joints: readonly Pick<Joint, 'type'>[],
): number | null {
  let nearest: number | null = null;
  let least = MAX_DISTANCE;
  for (const { number, theta } of solutions) {
    const distance = joints.reduce((most, { type }, i) => {
      const difference = (pose[i] as number) - (theta[i] as number);
      return Math.max(most, Math.abs(type === 'revolute' ? wrapAngle(difference) : difference));
    }, 0);
    if (distance > least) continue;
    least = distance;
    nearest = number;
  }
  return nearest;
}
