export {
  applyDocumentEdit,
  canUpdateRunningLab,
  type DocumentDraft,
  type DocumentEdit,
  duplicateMethod,
  editMethod,
  findMechanismPreset,
  getValueAtPath,
  moveMethod,
  removeMethod,
  setMethodParam,
  setRunSetting,
  setStartPose,
  setTargetMotion,
  setTargetPoses,
  setTargetPosition,
  setValueAtPath,
  setViewTrail,
  type TargetPoseChange,
  withPresetMechanism,
  withScenarioMethods,
} from './edits.ts';
export {
  addMethod,
  BENCHMARK_STEP_LIMIT,
  fittedMethodLengths,
  methodLengthsAfterReset,
  replaceMethod,
  setMethodStage,
} from './fittedLengths.ts';
export { addFormulaPanel, replaceMethodByFormula, setPanelFormula } from './formulaEdits.ts';
export { type MethodConstant, methodConstants, methodConstantsText } from './methodConstants.ts';
export {
  setOrientationWeight,
  setSineMotionValue,
  setTargetCoordinate,
  setTargetFreedom,
  setTargetMotionKind,
  setTargetMotionShape,
  setTargetOriented,
  setTargetPathPeriod,
  setTargetTolerance,
} from './targetEdits.ts';
