/** Arithmetic with the same bits in every browser: angles, vectors, rotations. */

export { DEGREE, TWO_PI, toDegrees, wrapAngle } from './angles.ts';
export { arcTangent, hypot, sineCosine, sineCosineInto } from './arithmetic.ts';
export type { CarriedFrame, RowFrames } from './carriedFrame.ts';
export { clamp } from './clamp.ts';
export { Fnv64 } from './fnv.ts';
export {
  composeFrames,
  type Frame,
  inverseFrame,
  type Matrix3,
  makeFrame,
  matrixProduct,
  ORIGIN,
  quaternionFromRotation,
  rotateVector,
  rotationAbout,
  rotationFromQuaternion,
  rotationFromRpy,
  rpyFromRotation,
} from './rigidFrame.ts';
export {
  addScaled,
  cross,
  DIRECTIONS,
  distance,
  dot,
  scaleVector,
  unitVector,
  vectorLength,
} from './vectors.ts';
