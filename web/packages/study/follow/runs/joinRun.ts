/** A run with its points and poses as one row of numbers, for storage or transfer. */
import { PATH_POINT_STRIDE, runStride, storedRunStride } from '../followFields.ts';
import type { PathRun } from '../followFigures.ts';
import type { FollowStudy } from '../followStudy.ts';

/**
 * Joins a run into one row of numbers: its fields (`runStride` values), the values of its points,
 * its poses.
 */
export function joinRun({ row, course, poses }: PathRun, study: FollowStudy): Float64Array {
  const all = new Float64Array(storedRunStride(study)).fill(Number.NaN);
  all.set(row);
  all.set(course, runStride(study));
  all.set(poses, runStride(study) + course.length);
  return all;
}

export function splitRunNumbers(numbers: Float64Array, study: FollowStudy): PathRun {
  const course = runStride(study);
  const poses = course + study.sampling.points * PATH_POINT_STRIDE;
  return {
    row: numbers.subarray(0, course),
    course: numbers.subarray(course, poses),
    poses: numbers.subarray(poses),
  };
}
