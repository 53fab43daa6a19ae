/** Edits of a scenario: methods, targets, lengths, formulas. */

export {
  applyChange,
  type Change,
  canUpdateLive,
  type Draft,
  duplicateMethod,
  findMechanismPreset,
  moveMethod,
  removeMethod,
  setAt,
  setMethod,
  setMotion,
  setParam,
  setRun,
  setStart,
  setTarget,
  setTargetPoses,
  setTrail,
  type TargetPose,
  valueAt,
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
  setFree,
  setMotionKind,
  setMotionShape,
  setOriented,
  setPathPeriod,
  setSine,
  setTolerance,
  setWeight,
} from './targetEdits.ts';
