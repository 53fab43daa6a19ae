export { isUnitQuaternion, normalizeQuaternion } from './checkTargets.ts';
export {
  COORDINATE_AXES,
  freeRotationAxis,
  freeRotationCone,
  hasFreeRotation,
  hasOrientationRows,
  namedFreeAxes,
  withoutFreeRotation,
} from './free.ts';
export { isFullyOriented } from './isFullyOriented.ts';
export { areTargetsStationary, isStationaryMotion } from './isStationaryMotion.ts';
export {
  commonPlaneNormal,
  type MotionPlane,
  planeDirections,
  projectOntoPlane,
  targetMotionPlane,
  targetMotionPlanes,
} from './motionPlane.ts';
export {
  coordinatePlaneName,
  findMotionKind,
  findMotionShape,
  listCoordinatePlanes,
  type MotionKind,
} from './motions.ts';
export { splinePoint } from './splinePoint.ts';
