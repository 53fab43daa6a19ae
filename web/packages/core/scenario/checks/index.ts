/** Limits of a document, checks of its values, and the words of their messages. */

export {
  MAX_BUILD,
  MAX_BYTES,
  MAX_COUNT,
  MAX_EFFECTORS,
  MAX_FAULTS,
  MAX_FORMULA_BYTES,
  MAX_FORMULA_LINES,
  MAX_JOINTS,
  MAX_LINK_BYTES,
  MAX_MAGNITUDE,
  MAX_METHODS,
  MAX_NAME,
  MAX_NOTE,
  MAX_PATH_POINTS,
  MAX_RESTARTS,
  MAX_SEED,
  QUATERNION_SLACK,
} from './bounds.ts';
export {
  Faults,
  faultsText,
  type PathKey,
  pathText,
  refusedResult,
  valueBoundText,
} from './faults.ts';
export {
  anything,
  boolean,
  choice,
  integer,
  isRecord,
  list,
  number,
  pair,
  quaternion,
  record,
  singleKey,
  text,
  variant,
  vector,
} from './shapes.ts';
export { readStructureDraft, type StructureDraft } from './structure.ts';
export {
  didYouMean,
  fileName,
  listWords,
  quoteInOneLine,
  receivedValueText,
  toSafeLine,
} from './words.ts';
