export {
  computeEffectorTipFrames,
  jointFrames,
  jointValues,
  listJointsToRoot,
  moveJointFrame,
  type PlacedJoint,
} from './forwardKinematics.ts';
export {
  findMimicCoupling,
  type JointValueSource,
  jointValueSources,
  narrowLeaderLimits,
} from './mimicCoupling.ts';
export {
  clampToJointLimits,
  halfTypicalLinkLength,
  hasJointLimits,
  isAtJointLimit,
  isIndependentJoint,
  isMovable,
  jointLimitArrays,
  resolveTree,
} from './trees.ts';
export { withToolFrame } from './withToolFrame.ts';
