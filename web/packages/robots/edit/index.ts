/** Edits of a tree. */

export { addPoint, computeLengths, makeDrawnArm, type PlanarPoint } from './drawnArm.ts';
export { type RenamedIds, replaceTree } from './sceneWithTree.ts';
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
} from './treeEdits.ts';
