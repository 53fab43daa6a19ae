export {
  findMimicCoupling,
  type JointValueSource,
  jointValueSources,
  narrowLeaderLimits,
} from './coupling.ts';
export {
  computeEffectorTipFrames,
  jointFrames,
  jointValues,
  listJointsToRoot,
  moveJointFrame,
  type PlacedJoint,
} from './forward.ts';
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
export { withToolFrame } from './withTool.ts';
