export {
  jointDefaults,
  restartsDefaults,
  secondaryObjectiveDefaults,
  targetClampDefaults,
  targetFreedomDefaults,
} from './defaults.ts';
export type { JointDocument, TreeDocument } from './document.ts';
export { prettyJson } from './prettyJson.ts';
export { resolveScenario } from './resolveScenario.ts';
export {
  type AxisLetter,
  type DocumentVersion,
  type Effector,
  type Fault,
  type FreeRotation,
  type InlineTree,
  type Joint,
  type JointType,
  type LengthUnit,
  type MethodPanel,
  type Motion,
  type ParamValue,
  type PathMotion,
  type Quaternion,
  RANKING_CRITERIA,
  type RestartSettings,
  type Result,
  type RunSettings,
  type Scenario,
  type ScenarioView,
  type Scene,
  type SecondaryObjective,
  type SineMotion,
  type Target,
  type TargetFreedom,
  type TreeSource,
  type Vec3,
  type Viewpoint,
} from './types.ts';
export {
  CURRENT_DOCUMENT_VERSION,
  DOCUMENT_VERSIONS,
  documentVersionFault,
  versionDefaults,
} from './versions.ts';
export {
  compactDocument,
  deepEqual,
  fullDocument,
  type PlainObject,
  shortestDocument,
} from './write.ts';
