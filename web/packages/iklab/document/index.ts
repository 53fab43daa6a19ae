/** The open document: edits and undo, links, recorded paths. */

export {
  CROWD_GROUNDS,
  CROWD_PATTERNS,
  type CrowdAddress,
  type CrowdSpec,
  DEFAULT_CROWD,
  formatCrowdAddress,
  readCrowdAddress,
} from './crowdAddress.ts';
export { makeCrowdPanel, withComparedMethods } from './crowdPanels.ts';
export { type Editing, Editor } from './editor.ts';
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
export { findLine, findLines } from './lineNumbers.ts';
export {
  findOlderFileNotice,
  openingScenario,
  openLink,
  preloadDecoder,
  type SceneLink,
} from './link.ts';
export { constantsText, type MethodConstant, methodConstants } from './methodConstants.ts';
export { type OlderAddress, olderVersionNotice, UPGRADE_LABEL } from './olderVersion.ts';
export { isUnknownPage, type PageLocation, pageAddress, readPageAddress } from './pageAddress.ts';
export { sampleMotion } from './sampleMotion.ts';
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
export { changedDefaults, scenarioVersionNote, versionSentence } from './versionNote.ts';
export {
  encodeViewLink,
  linkableSettings,
  linkCosts,
  neededSettings,
  type Viewpoint,
  type ViewSetting,
  type ViewSettings,
} from './viewSettings.ts';
