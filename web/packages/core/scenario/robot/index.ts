/** The tree of a robot: joints, effectors, couplings, forward kinematics. */

export { findCoupling, type JointDrive, jointDrives, narrowLimits } from './coupling.ts';
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
  halfTypicalLinkLength,
  hasLimits,
  isAtLimit,
  isIndependentJoint,
  isMovable,
  jointLimitArrays,
  resolveTree,
} from './trees.ts';
export { withTool } from './withTool.ts';
