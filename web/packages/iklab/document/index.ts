/** The open document: edits and undo, links, recorded paths. */

export {
  CROWD,
  CROWD_GROUNDS,
  CROWD_PATTERNS,
  type CrowdAddress,
  type CrowdSpec,
  crowdAddress,
  readCrowdAddress,
} from './crowdAddress.ts';
export { crowdPanel, withOthers } from './crowdPanels.ts';
export { type Editing, Editor } from './editor.ts';
export {
  type Change,
  canUpdateLive,
  changed,
  type Draft,
  duplicateMethod,
  mechanismOf,
  moveMethod,
  putAt,
  removeMethod,
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
export { lineOf, places } from './lineNumbers.ts';
export { fetchDecoder, type Link, olderFileOf, openingScenario, openLink } from './link.ts';
export { constantsText, type MethodConstant, methodConstants } from './methodConstants.ts';
export {
  linkableParts,
  linkCosts,
  type Moment,
  type MomentPart,
  momentLink,
  neededParts,
  type Viewpoint,
} from './moment.ts';
export { motionPath } from './motionPath.ts';
export { type OlderAddress, olderVersionNotice, UPGRADE } from './olderVersion.ts';
export { isUnknownPage, type PageAt, pageAddress, pageAt } from './pageAddress.ts';
export {
  setDrawn,
  setFree,
  setKind,
  setOriented,
  setPathPeriod,
  setPlace,
  setSine,
  setTolerance,
  setWeight,
} from './targetEdits.ts';
export { changedDefaults, scenarioVersionNote, versionSentence } from './versionNote.ts';
