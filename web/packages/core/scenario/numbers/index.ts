/** Arithmetic with the same bits in every browser: angles, vectors, rotations. */

export { RADIANS_PER_DEGREE, TWO_PI, toDegrees, wrapAngle } from './angles.ts';
export { arcTangent, hypot, sineCosine, writeSineCosine } from './arithmetic.ts';
export { clamp } from './clamp.ts';
export { Fnv64Hash } from './fnv64Hash.ts';
export type { DhRowFrames, JointAttachedFrame } from './jointAttachedFrame.ts';
export {
  composeFrames,
  frameFromXyzRpy,
  inverseFrame,
  type Matrix3,
  matrixProduct,
  ORIGIN_FRAME,
  quaternionFromRotation,
  type RigidFrame,
  rotateVector,
  rotationAbout,
  rotationFromQuaternion,
  rotationFromRpy,
  rpyFromRotation,
} from './rigidFrame.ts';
export {
  AXIS_DIRECTIONS,
  addScaled,
  cross,
  distance,
  dot,
  scaleVector,
  unitVector,
  vectorLength,
} from './vectors.ts';
