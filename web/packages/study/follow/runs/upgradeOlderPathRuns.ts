/** Adds the column `largeSteps` to runs of older files. */
import { BRANCH_JUMP_THRESHOLDS } from '@iklab/core/measure';
import { resolveScenario } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import {
  PATH_POINT_STRIDE,
  pathPointFieldIndex,
  pathRunFieldCount,
  pathRunFieldIndex,
  storedPathRunStride,
} from '../pathRunFields.ts';
import type { PathStudy } from '../pathStudy.ts';

const ADDED_INDEX = pathRunFieldIndex('largeSteps');

export const olderPathRunStride = (study: PathStudy): number => storedPathRunStride(study) - 1;

export function upgradeOlderPathRuns(older: Float64Array, study: PathStudy): Float64Array {
  const [from, to] = [olderPathRunStride(study), storedPathRunStride(study)];
  const all = new Float64Array((older.length / from) * to);
  for (let i = 0; i * from < older.length; i++) {
    const run = older.subarray(i * from, (i + 1) * from);
    all.set(run.subarray(0, ADDED_INDEX), i * to);
    all[i * to + ADDED_INDEX] = shareOfLargeSteps(
      run.subarray(pathRunFieldCount(study) - 1),
      run,
      study,
    );
    all.set(run.subarray(ADDED_INDEX), i * to + ADDED_INDEX + 1);
  }
  return all;
}

function shareOfLargeSteps(course: Float64Array, run: Float64Array, study: PathStudy): number {
  const { points, rounds } = study.sampling;
  if (Number.isNaN(run[pathRunFieldIndex('rms')])) return Number.NaN; // The run was rejected.
  const turning = resolveScenario(study.scenario).tree.joints.some(
    (joint) => isIndependentJoint(joint) && joint.type !== 'prismatic',
  );
  let large = 0;
  // With a single round, no point precedes the first one.
  for (let k = rounds === 1 ? 1 : 0; turning && k < points; k++)
    if (
      (course[k * PATH_POINT_STRIDE + pathPointFieldIndex('turn')] as number) >
      BRANCH_JUMP_THRESHOLDS.turn
    )
      large += 1;
  return large / points;
}
