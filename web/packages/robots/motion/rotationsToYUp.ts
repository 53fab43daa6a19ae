import type { LengthUnit, ScenarioView } from '@iklab/core/scenario';
import { type Matrix3, ORIGIN_FRAME } from '@iklab/core/scenario/numbers';

/** Rotation, by up axis of a scene, that turns the up axis to y. */
export const ROTATIONS_TO_Y_UP: Readonly<Record<ScenarioView['up'], Matrix3>> = {
  x: [
    [0, -1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
  y: ORIGIN_FRAME.rotation,
  z: [
    [1, 0, 0],
    [0, 0, 1],
    [0, -1, 0],
  ],
};

/** Metres per length unit of a scene; 1 if the unit is unknown. */
export const METRES_IN_LENGTH_UNIT: Readonly<Record<LengthUnit, number>> = {
  m: 1,
  cm: 0.01,
  mm: 0.001,
  none: 1,
};
