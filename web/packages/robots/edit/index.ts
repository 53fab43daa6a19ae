export {
  addDrawnPoint,
  computeDrawnLinkLengths,
  makeDrawnArmScenario,
  type PlanarPoint,
} from './makeDrawnArmScenario.ts';
export { type RenamedIds, replaceSceneTree } from './replaceSceneTree.ts';
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
