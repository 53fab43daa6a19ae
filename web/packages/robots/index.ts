/** Robot descriptions of other formats, read into a tree with a report; edits of a tree. */
export {
  type AngleUnit,
  CELLS,
  type CellName,
  type ChainRow,
  type ChainTable,
  tableOfTree,
  treeOfTable,
  whyNoTable,
} from './dh/chainTable.ts';
export type { DhConvention } from './dh/dhTable.ts';
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
  type Asked,
  type DropChoice,
  type DroppedRobot,
  droppedRobot,
  type RobotAtWork,
  type RobotQuestion,
} from './droppedRobot.ts';
export { drawnArm, lengthsOf, type Point, withPoint } from './edit/drawnArm.ts';
export { type Renamed, sceneWithTree } from './edit/sceneWithTree.ts';
export {
  addAfter,
  addEffector,
  insertBefore,
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
export { bytesOf, folderOf, normalPath, resolveFile, watched } from './folder.ts';
export { frameKey } from './frameKey.ts';
export { type Imported, importRobot, remarkText } from './importRobot.ts';
export { refusal } from './notes.ts';
export { type ReadMesh, readMesh } from './readMesh.ts';
export { readRobot, type XacroArguments } from './readRobot.ts';
export type { BvhClip } from './rig/bvhClip.ts';
export type { Figure } from './rig/gltfFigure.ts';
export { readGltfRig } from './rig/gltfRig.ts';
export { ClipTruth } from './rig/playedClip.ts';
export type { Folder, Look, Read, Remark, RobotFault, Shape } from './robot.ts';
export {
  archiveId,
  type Carried,
  carriedIn,
  keptPaths,
  neededPaths,
  type PackedRobot,
  packed,
} from './robotArchive.ts';
export { rootOf } from './rootFile.ts';
export { chosenRoot } from './sameRobot.ts';
export { type Beside, MOST_TRIANGLES, type Triangles, tooMany } from './triangles.ts';
export { xacroArguments } from './xacro/expandXacro.ts';
export type { DeclaredArgument } from './xacro/xacroState.ts';
export { MAX_BYTES, unzip } from './zip.ts';
