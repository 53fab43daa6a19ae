export {
  addDrawnPoint,
  computeDrawnLinkLengths,
  makeDrawnArmScenario,
  type PlanarPoint,
} from './drawnArm.ts';
export { type RenamedIds, replaceSceneTree } from './sceneWithTree.ts';
export {
  addEffector,
  addJointAfter,
  findPossibleParents,
  insertJointBefore,
  removeEffector,
  removeJoint,
  renameJoint,
  setJointType,
  updateTreeEffector,
  updateTreeJoint,
} from './treeEdits.ts';
