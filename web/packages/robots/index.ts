/** Reads robot descriptions into kinematic trees, with a report of what was left out. */

export { chooseRobotFile } from './chooseRobotFile.ts';
export { completeImportedScenario } from './completeImportedScenario.ts';
export { findRobotFile } from './findRobotFile.ts';
export {
  createFolder,
  normalizePath,
  resolveFileReference,
  sumFileSizes,
  trackFolderReads,
} from './folder.ts';
export {
  type DroppedRobot,
  type EffectorGoal,
  importDroppedRobot,
  type LoadedRobot,
  type RobotImportOptions,
  type RobotImportQuestion,
} from './importDroppedRobot.ts';
export { formatRemark, type ImportedRobot, importRobot } from './importRobot.ts';
export { makeJointFramesKey } from './makeJointFramesKey.ts';
export type { ScenarioTreeEffector, ScenarioTreeJoint } from './makeScenarioTree.ts';
export { makeReadRefusal } from './readerNotes.ts';
export { type MeshResult, readMesh } from './readMesh.ts';
export { readRobot, type XacroArguments } from './readRobot.ts';
export { readGltfRig } from './rig/gltfRig.ts';
export type { MotionClip } from './rig/motionClip.ts';
export { MotionClipComparison } from './rig/motionClipComparison.ts';
export type {
  DescriptionOptions,
  Folder,
  ReadResult,
  Remark,
  RobotFault,
  ScenarioTreeVisual,
  VisualShape,
} from './robot.ts';
export {
  choosePathsToStore,
  computeRobotArchiveId,
  findNeededRobotFiles,
  type PackedRobot,
  packRobot,
  type RobotArchiveContents,
  readRobotArchive,
} from './robotArchive.ts';
export {
  MAX_TRIANGLES,
  type ReadSiblingFile,
  type Triangles,
  tooManyTrianglesText,
} from './triangles.ts';
export { explainNoRobot, explainUnsupportedFormat } from './unread/explainUnsupportedFormat.ts';
export { writeUrdf } from './writeUrdf.ts';
export { listXacroArguments } from './xacro/expandXacro.ts';
export type { DeclaredXacroArgument } from './xacro/xacroState.ts';
