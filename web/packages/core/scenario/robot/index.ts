/** The tree of a robot: joints, effectors, couplings, forward kinematics. */

export { type ColumnDrive, findCoupling, jointDrives, narrowLimits } from './coupling.ts';
export {
  computeEffectorTipFrames,
  jointFrames,
  jointValues,
  listJointsToRoot,
  moveFrame,
  type PlacedJoint,
} from './forward.ts';
export {
  clampToLimits,
  hasLimits,
  isAtLimit,
  isIndependentJoint,
  isMovable,
  limitSpans,
  resolveTree,
  typicalDistance,
} from './trees.ts';
export { withTool } from './withTool.ts';
