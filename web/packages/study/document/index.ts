/** The study document: types, parsing, writing, links, limits. */

export {
  type BenchmarkDraft,
  type ConstantsChoice,
  canFitConstants,
  draftFromScene,
  draftFromStudy,
  slotOfDraftMethod,
  withChosenMethods,
  withDraftField,
  withMethodToggled,
} from './benchmarkDraft.ts';
export { cellName } from './cellName.ts';
export { fieldValue, parseTypedValue, withFieldValue } from './fieldValue.ts';
export { studyFitsInPage, studySizeFault } from './pageLimits.ts';
export { isStudy, parseStudy, parseStudyText } from './parseStudy.ts';
export { makeProblemDocument } from './problemCase.ts';
export { describeStudyProblems, limitPolicyText } from './problemText.ts';
export {
  type SolverEntry,
  type SolverMachine,
  type StudySolvers,
  solverOptionsFault,
} from './solverEntry.ts';
export { isExternalCell, ROW_STOPS, type RowStop, stopIndex, withSolvers } from './solvers.ts';
export { findStopRuleSet, STOP_RULE_SETS, withStopRuleSet } from './stopRuleSets.ts';
export type { Cell, Study } from './study.ts';
export { type StudyBibtexEntry, studyBibtex } from './studyBibtex.ts';
export { constantsSymbolLines } from './studyConstants.ts';
export type { Axis, StudyViewOptions } from './studyDocument.ts';
export { MAX_ROWS, MAX_SHARDS } from './studyLimits.ts';
export {
  decodeAnyStudyLink,
  decodeStudyLink,
  encodeStudyLink,
  isStudyLink,
  type StudyFromLink,
} from './studyLink.ts';
export {
  makeStudyManifest,
  type Provenance,
  type StudyManifest,
  studyProvenance,
} from './studyManifest.ts';
export { studyVersionNote } from './studyVersionNote.ts';
export { fullStudyDocument, studyHash } from './writeStudy.ts';
