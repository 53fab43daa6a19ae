/** Reads robot descriptions into kinematic trees, with a report of what was left out. */

export { chooseRobotFile } from './chooseRootFile.ts';
export {
  type DroppedRobot,
  type EffectorGoal,
  importDroppedRobot,
  type LoadedRobot,
  type RobotImportOptions,
  type RobotImportQuestion,
} from './droppedRobot.ts';
export { completeImportedScenario } from './fitScenario.ts';
export {
  createFolder,
  normalizePath,
  resolveFileReference,
  sumFileSizes,
  trackFolderReads,
} from './folder.ts';
export type { ScenarioTreeEffector, ScenarioTreeJoint } from './foldTree.ts';
export { makeJointFramesKey } from './frameKey.ts';
export { formatRemark, type ImportedRobot, importRobot } from './importRobot.ts';
export { makeReadRefusal } from './notes.ts';
export { type MeshResult, readMesh } from './readMesh.ts';
export { readRobot, type XacroArguments } from './readRobot.ts';
export { readGltfRig } from './rig/gltfRig.ts';
export type { MotionClip } from './rig/motionClip.ts';
export { MotionClipComparison } from './rig/playedClip.ts';
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
export { findRobotFile } from './rootFile.ts';
export {
  MAX_TRIANGLES,
  type ReadSiblingFile,
  type Triangles,
  tooManyTrianglesText,
} from './triangles.ts';
export { explainNoRobot, explainUnsupportedFormat } from './unread/unreadReasons.ts';
export { writeUrdf } from './writeUrdf.ts';
export { listXacroArguments } from './xacro/expandXacro.ts';
export type { DeclaredXacroArgument } from './xacro/xacroState.ts';
