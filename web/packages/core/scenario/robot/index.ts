/** The tree of a robot: joints, effectors, couplings, forward kinematics. */

export { type Drive, findCoupling, jointDrives, narrowLimits } from './coupling.ts';
export {
  chainTo,
  jointFrames,
  jointValues,
  moveFrame,
  type PlacedJoint,
  tipFrames,
} from './forward.ts';
export {
  clampTo,
  hasLimits,
  isAtLimit,
  isIndependentJoint,
  isMovable,
  limitSpans,
  resolveTree,
  typicalDistance,
} from './trees.ts';
export { withTool } from './withTool.ts';
