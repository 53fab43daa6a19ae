/** Limits of a document, checks of its values, and the words of their messages. */

export {
  MAX_BUILD_VERSION_CHARACTERS,
  MAX_DOCUMENT_BYTES,
  MAX_EFFECTORS,
  MAX_FORMULA_BYTES,
  MAX_FORMULA_LINES,
  MAX_JOINTS,
  MAX_LENGTH_OR_ANGLE,
  MAX_LINK_BYTES,
  MAX_METHODS,
  MAX_NAME_CHARACTERS,
  MAX_NOTE_CHARACTERS,
  MAX_PATH_POINTS,
  MAX_REPORTED_FAULTS,
  MAX_RESTARTS,
  MAX_RUN_COUNT,
  MAX_SEED,
  QUATERNION_LENGTH_SLACK,
} from './bounds.ts';
export {
  type DocumentPathKey,
  documentPathText,
  FaultCollector,
  faultsText,
  refusedResult,
  violatedBoundText,
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
  singleKeySchema,
  textSchema,
  variantSchema,
  vectorSchema,
} from './shapes.ts';
export { type CheckedDocumentStructure, readStructureBySchema } from './structure.ts';
export {
  listWords,
  nearestWordSuggestion,
  quoteFileName,
  quoteInOneLine,
  receivedValueText,
  toSafeLine,
} from './words.ts';
