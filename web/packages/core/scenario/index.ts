/** The scenario document: types, parsing, writing, faults, limits. */

export {
  clampDefaults,
  freeDefaults,
  jointDefaults,
  restartsDefaults,
  secondaryDefaults,
} from './defaults.ts';
export type { JointDocument, TreeDocument } from './document.ts';
export { prettyJson } from './prettyJson.ts';
export { resolve } from './resolve.ts';
export {
  type Axis,
  type DocumentVersion,
  type Effector,
  type Fault,
  type Free,
  type FreeRotation,
  type InlineTree,
  type Joint,
  type JointType,
  JUDGED_BY,
  type LengthUnit,
  type MethodPanel,
  type Motion,
  type ParamValue,
  type PathMotion,
  type Quaternion,
  type Restarts,
  type Result,
  type Run,
  type Scenario,
  type Scene,
  type Secondary,
  type SineMotion,
  type Target,
  type TreeSource,
  type Vec3,
  type View,
  type Viewpoint,
} from './types.ts';
export { CURRENT_VERSION, VERSIONS, versionDefaults, versionFault } from './versions.ts';
export {
  compactDocument,
  deepEqual,
  fullDocument,
  type PlainObject,
  shortestDocument,
} from './write.ts';
