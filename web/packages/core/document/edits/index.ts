/** Edits of a scenario: methods, targets, lengths, formulas. */

export {
  applyChange,
  canUpdateLive,
  type DocumentDraft,
  type DraftChange,
  duplicateMethod,
  findMechanismPreset,
  getValueAtPath,
  moveMethod,
  removeMethod,
  setMethod,
  setMotion,
  setParam,
  setRun,
  setStart,
  setTarget,
  setTargetPoses,
  setTrail,
  setValueAtPath,
  type TargetPose,
  withMechanism,
  withMethodsOf,
} from './edits.ts';
export {
  addMethod,
  FITTED_STEP,
  fittedParams,
  replaceMethod,
  resetParams,
  setStage,
} from './fittedLengths.ts';
export { addFormula, replaceByFormula, setFormula } from './formulaEdits.ts';
export { constantsText, type MethodConstant, methodConstants } from './methodConstants.ts';
export {
  setCoordinate,
  setMotionKind,
  setMotionShape,
  setOriented,
  setPathPeriod,
  setSineMotion,
  setTargetFreedom,
  setTolerance,
  setWeight,
} from './targetEdits.ts';
