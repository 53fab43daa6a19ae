/** Frames that show the wanted orientation of targets. */

import { sampleMotion } from 'iklab/document';
import type { Target, Vec3 } from 'iklab/scenario';
import { Quaternion, Vector3 } from 'three';
import { nearestDistance } from './nearestDistance.ts';
import { FRAME_ARMS } from './orientationDrag.ts';

const CROSS = 0.45; // Relative to the unit of the view.
const SAME = 0.05; // The same: closer targets coincide.
const CROSS_TO_CROSS = 0.5; // Maximum, relative to the distance to the nearest target.
const NO_MOTION: readonly Vec3[] = [[0, 0, 0]];

/** Size of the frames, metres. */
export function targetFrameSize(targets: readonly Target[], unit: number): number {
  const near = nearestDistance(
    targets.map(({ position }) => position),
    SAME * unit,
  );
  return Math.min(CROSS * unit, CROSS_TO_CROSS * near);
}

/** Ends of the arms at all positions of the targets during an entire run. */
export function armEnds(targets: readonly Target[], size: number): Vector3[] {
  return targets.flatMap(({ position, orientation, motion }) => {
    if (!orientation) return [];
    const rotation = new Quaternion(...orientation);
    const arms = FRAME_ARMS.map((arm) =>
      arm.clone().multiplyScalar(size).applyQuaternion(rotation),
    );
    return (motion ? sampleMotion(motion) : NO_MOTION).flatMap((away) => {
      const middle = new Vector3(...away).add(new Vector3(...position));
      return arms.map((arm) => arm.clone().add(middle));
    });
  });
}
