/** Edits of a scenario: methods, targets, lengths, formulas. */

export {
  applyDocumentEdit,
  canUpdateLive,
  type DocumentDraft,
  type DocumentEdit,
  duplicateMethod,
  editMethod,
  findMechanismPreset,
  getValueAtPath,
  moveMethod,
  removeMethod,
  setMotion,
  setParam,
  setRun,
  setStartPose,
  setTargetPoses,
  setTargetPosition,
  setTrail,
  setValueAtPath,
  type TargetPose,
  withMethodsOf,
  withPresetMechanism,
} from './edits.ts';
export {
  addMethod,
  BENCHMARK_STEP_LIMIT,
  fittedMethodLengths,
  lengthsAfterReset,
  replaceMethod,
  setStage,
} from './fittedLengths.ts';
export { addFormula, replaceByFormula, setFormula } from './formulaEdits.ts';
export { constantsText, type MethodConstant, methodConstants } from './methodConstants.ts';
export {
  setCoordinate,
  setMotionKind,
  setMotionShape,
  setOrientationWeight,
  setOriented,
  setPathPeriod,
  setSineMotion,
  setTargetFreedom,
  setTolerance,
} from './targetEdits.ts';
