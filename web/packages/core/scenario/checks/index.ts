/** Limits of a document, checks of its values, and the words of their messages. */

export {
  MAX_BUILD_CHARACTERS,
  MAX_DOCUMENT_BYTES,
  MAX_EFFECTORS,
  MAX_FAULTS,
  MAX_FORMULA_BYTES,
  MAX_FORMULA_LINES,
  MAX_JOINTS,
  MAX_LINK_BYTES,
  MAX_MAGNITUDE,
  MAX_METHODS,
  MAX_NAME_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_PATH_POINTS,
  MAX_RESTARTS,
  MAX_RUN_COUNT,
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
  anyObjectSchema,
  booleanSchema,
  choiceSchema,
  integerSchema,
  isRecord,
  listSchema,
  numberSchema,
  pairSchema,
  quaternionSchema,
  recordSchema,
  singleKey,
  textSchema,
  variantSchema,
  vectorSchema,
} from './shapes.ts';
export { type CheckedStructure, readStructureDraft } from './structure.ts';
export {
  didYouMean,
  listWords,
  quoteFileName,
  quoteInOneLine,
  receivedValueText,
  toSafeLine,
} from './words.ts';
