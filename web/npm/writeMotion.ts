/** Writes poses of a robot as a motion file. Imported on first use. */

import type { Scene } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { writeMotionFile } from '@iklab/robots/motion';
import { MOTION_FORMATS } from '@iklab/robots/motion/motionForms';
import { makeWrongTypeError } from './callErrors.ts';
import { copyNumbers, findWordIndex, numberOrDefault } from './checkedValues.ts';
import { IklabError } from './iklabError.ts';
import type { MotionFormat, Numbers } from './packageTypes.ts';

/**
 * Writes a motion file. `poses` has a row per pose, one value per independent joint. `timeStep` is
 * in seconds.
 */
export function writeMotion(
  scene: Scene,
  format: MotionFormat,
  poses: Numbers,
  timeStep: number,
): string | Uint8Array {
  const form = MOTION_FORMATS[findWordIndex(format, MOTION_FORMATS, '', 'format')] ?? 'bvh';
  const width = scene.tree.joints.filter(isIndependentJoint).length;
  const values = new Float64Array(Number(poses?.length) || 0);
  copyNumbers(poses, values, 0, values.length, 'poses');
  if (values.length === 0 || values.length % width !== 0) {
    const message = `poses must have ${width} values per row, one per joint; got ${values.length} in all`;
    throw new IklabError('size', message, { path: 'poses', value: values.length });
  }
  for (const [i, x] of values.entries())
    if (!Number.isFinite(x)) throw makeWrongTypeError(`poses[${i}]`, 'a finite number', x);
  if (!(numberOrDefault(timeStep, 0, 'timeStep') > 0 && timeStep < Number.POSITIVE_INFINITY))
    throw makeWrongTypeError('timeStep', 'a number of seconds above 0', timeStep);
  const rows = Array.from({ length: values.length / width }, (_, i) =>
    Array.from(values.subarray(i * width, (i + 1) * width)),
  );
  return writeMotionFile(form, scene, { timeStep, poses: rows }).content;
}
