export { chooseRootFile } from './chooseRootFile.ts';
export { isModelName, parseReadOptions, READ_OPTION_VALUES } from './descriptionOptions.ts';
export {
  type AngleUnit,
  CELL_NAMES,
  type CellName,
  type ChainRow,
  type ChainTable,
  tableRefusal,
  tableToTree,
  treeToTable,
} from './dh/chainTable.ts';
export { hasDhTable } from './dh/dhSource.ts';
export { type DhConvention, makeDhRobot } from './dh/dhTable.ts';
export { computeRowFrames } from './dh/rowFrames.ts';
export {
  addRow,
  exampleTable,
  moveRow,
  parsePastedTable,
  removeRow,
  setCell,
  setConvention,
  setType,
} from './dh/tableEdits.ts';
export { formatTable } from './dh/tableText.ts';
export { type CellFault, formatCell, isLength, parseTypedCell } from './dh/typedCell.ts';
export {
  type DroppedRobot,
  type EffectorGoal,
  type ImportOptions,
  type ImportQuestion,
  importDrop,
  type LoadedRobot,
} from './droppedRobot.ts';
export { addPoint, computeLengths, makeDrawnArm, type PlanarPoint } from './edit/drawnArm.ts';
export { type RenamedIds, replaceTree } from './edit/sceneWithTree.ts';
export {
  addEffector,
  addJointAfter,
  findPossibleParents,
  insertJointBefore,
  removeEffector,
  removeJoint,
  renameJoint,
  setEffector,
  setJoint,
  setJointType,
} from './edit/treeEdits.ts';
export { fitScenario } from './fitScenario.ts';
export { createFolder, normalizePath, resolveFile, sumBytes, trackReads } from './folder.ts';
export type { TreeEffector, TreeJoint } from './foldTree.ts';
export { makeFrameKey } from './frameKey.ts';
export { formatRemark, type ImportedRobot, importRobot } from './importRobot.ts';
export { makeRefusal } from './notes.ts';
export { type MeshResult, readMesh } from './readMesh.ts';
export { readRobot, type XacroArguments } from './readRobot.ts';
export type { SkinnedFigure } from './rig/gltfFigure.ts';
export { readGltfRig } from './rig/gltfRig.ts';
export type { MotionClip } from './rig/motionClip.ts';
export { ClipComparison } from './rig/playedClip.ts';
export type {
  DescriptionOptions,
  Folder,
  ReadResult,
  Remark,
  Remedy,
  RobotFault,
  Shape,
  TreeVisual,
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
export { ROBOT_FORMATS } from './robotFormats.ts';
export { findRootFile } from './rootFile.ts';
export { MAX_TRIANGLES, type SiblingFile, type Triangles, tooManyText } from './triangles.ts';
export { explainNoRobot, explainUnread } from './unread/unreadReasons.ts';
export { type WrittenUrdf, writeUrdf } from './writeUrdf.ts';
export { listArguments } from './xacro/expandXacro.ts';
export type { DeclaredArgument } from './xacro/xacroState.ts';
export { MAX_UNPACKED_BYTES, unzip } from './zip.ts';
