import type { PathRun } from '../computePathRun.ts';
import { PATH_POINT_STRIDE, pathRunFieldCount, storedPathRunStride } from '../pathRunFields.ts';
import type { PathStudy } from '../pathStudy.ts';

/** Joins a run into one row: fields (`pathRunFieldCount` values), points, poses. */
export function joinPathRun({ row, course, poses }: PathRun, study: PathStudy): Float64Array {
  const all = new Float64Array(storedPathRunStride(study)).fill(Number.NaN);
  all.set(row);
  all.set(course, pathRunFieldCount(study));
  all.set(poses, pathRunFieldCount(study) + course.length);
  return all;
}

export function splitPathRunNumbers(numbers: Float64Array, study: PathStudy): PathRun {
  const course = pathRunFieldCount(study);
  const poses = course + study.sampling.points * PATH_POINT_STRIDE;
  return {
    row: numbers.subarray(0, course),
    course: numbers.subarray(course, poses),
    poses: numbers.subarray(poses),
  };
}
