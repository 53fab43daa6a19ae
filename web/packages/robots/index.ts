/** Reads robot descriptions into kinematic trees, with a report of what was left out. */

export { chooseRootFile } from './chooseRootFile.ts';
export {
  type DroppedRobot,
  type EffectorGoal,
  type ImportOptions,
  type ImportQuestion,
  importDroppedRobot,
  type LoadedRobot,
} from './droppedRobot.ts';
export { fitScenario } from './fitScenario.ts';
export { createFolder, normalizePath, resolveFile, sumFileSizes, trackReads } from './folder.ts';
export type { TreeEffector, TreeJoint } from './foldTree.ts';
export { makeFrameKey } from './frameKey.ts';
export { formatRemark, type ImportedRobot, importRobot } from './importRobot.ts';
export { makeReadRefusal } from './notes.ts';
export { type MeshResult, readMesh } from './readMesh.ts';
export { readRobot, type XacroArguments } from './readRobot.ts';
export { readGltfRig } from './rig/gltfRig.ts';
export type { MotionClip } from './rig/motionClip.ts';
export { ClipComparison } from './rig/playedClip.ts';
export type {
  DescriptionOptions,
  Folder,
  ReadResult,
  Remark,
  RobotFault,
  TreeVisual,
  VisualShape,
} from './robot.ts';
export {
  type ArchiveContents,
  choosePathsToStore,
  computeArchiveId,
  findNeededPaths,
  type PackedRobot,
  packRobot,
  readArchive,
} from './robotArchive.ts';
export { findRootFile } from './rootFile.ts';
export {
  MAX_TRIANGLES,
  type ReadSiblingFile,
  type Triangles,
  tooManyTrianglesText,
} from './triangles.ts';
export { explainNoRobot, explainUnread } from './unread/unreadReasons.ts';
export { writeUrdf } from './writeUrdf.ts';
export { listArguments } from './xacro/expandXacro.ts';
export type { DeclaredArgument } from './xacro/xacroState.ts';
