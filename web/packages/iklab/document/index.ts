/** The document at work: edits and their undo, links, paths by hand. */
export { type Editing, Editor } from './editor.ts';
export {
  type Change,
  changed,
  type Draft,
  duplicateMethod,
  isLive,
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
  fitFor,
  fitOf,
  isLength,
  replaceMethod,
  setStage,
} from './fittedLengths.ts';
export { lineOf, places } from './lineNumbers.ts';
export { fetchDecoder, first, type Link, openLink } from './link.ts';
export {
  costs,
  linkOf,
  type Moment,
  type MomentPart,
  sayable,
  telling,
  type Viewpoint,
} from './moment.ts';
export { type PageAt, pageAddress, pageAt } from './pageAddress.ts';
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
export { wayOf } from './way.ts';
