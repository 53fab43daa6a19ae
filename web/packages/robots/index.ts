/** Robot descriptions of other formats, parsed into a tree with a report; edits of a tree. */
export { chosenReading, isModelName, READING_VALUES } from './chosenReading.ts';
export {
  type AngleUnit,
  CELLS,
  type CellName,
  type ChainRow,
  type ChainTable,
  tableOfTree,
  tableRefusal,
  treeOfTable,
} from './dh/chainTable.ts';
export { holdsDhTable } from './dh/dhSource.ts';
export { type DhConvention, dhRobot } from './dh/dhTable.ts';
export { rowFrames } from './dh/rowFrames.ts';
export {
  addRow,
  exampleTable,
  moveRow,
  pastedTable,
  removeRow,
  setCell,
  setConvention,
  setType,
} from './dh/tableEdits.ts';
export { tableText } from './dh/tableText.ts';
export { type CellFault, cellText, isLength, readTyped } from './dh/typedCell.ts';
export {
  type DropChoice,
  type DroppedRobot,
  droppedRobot,
  type EffectorGoal,
  type RobotAtWork,
  type RobotQuestion,
} from './droppedRobot.ts';
export { addPoint, drawnArm, lengthsOf, type PlanarPoint } from './edit/drawnArm.ts';
export { type RenamedIds, sceneWithTree } from './edit/sceneWithTree.ts';
export {
  addEffector,
  addJointAfter,
  insertJointBefore,
  parentsFor,
  removeEffector,
  removeJoint,
  renameJoint,
  setEffector,
  setJoint,
  setKind,
} from './edit/treeEdits.ts';
export { fittedScenario } from './fitted.ts';
export type { TreeEffector, TreeJoint } from './fold.ts';
export { bytesOf, folderOf, normalPath, resolveFile, watchedFolder } from './folder.ts';
export { frameKey } from './frameKey.ts';
export { type Imported, importRobot, remarkText } from './importRobot.ts';
export { refusalOf } from './notes.ts';
export { type ReadMesh, readMesh } from './readMesh.ts';
export { readRobot, type XacroArguments } from './readRobot.ts';
export type { Figure } from './rig/gltfFigure.ts';
export { readGltfRig } from './rig/gltfRig.ts';
export type { MotionClip } from './rig/motionClip.ts';
export { ClipComparison } from './rig/playedClip.ts';
export type { Folder, Look, Read, Reading, Remark, Remedy, RobotFault, Shape } from './robot.ts';
export {
  type ArchiveContents,
  archiveContents,
  archiveId,
  keptPaths,
  neededPaths,
  type PackedRobot,
  packRobot,
} from './robotArchive.ts';
export { ROBOT_FORMATS } from './robotFormats.ts';
export { rootOf } from './rootFile.ts';
export { chosenRoot } from './sameRobot.ts';
export { MOST_TRIANGLES, type SiblingFile, type Triangles, tooMany } from './triangles.ts';
export { noRobotReason, unreadReason } from './unread/unreadReasons.ts';
export { type WrittenUrdf, writeUrdf } from './writeUrdf.ts';
export { xacroArguments } from './xacro/expandXacro.ts';
export type { DeclaredArgument } from './xacro/xacroState.ts';
export { MAX_BYTES, unzip } from './zip.ts';
