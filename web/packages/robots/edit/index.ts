/** Edits of the joint tree of a scene. */

export { addPoint, computeDrawnLinkLengths, makeDrawnArm, type PlanarPoint } from './drawnArm.ts';
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
