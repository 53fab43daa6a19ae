export {
  type BenchmarkDraft,
  benchmarkDraftFromScene,
  benchmarkDraftFromStudy,
  type ConstantsChoice,
  canScaleConstants,
  slotOfDraftMethod,
  withChosenMethods,
  withDraftField,
  withMethodToggled,
} from './benchmarkDraft.ts';
export { studyCellName } from './cellName.ts';
export { formFieldValue, parseTypedNumber, withFormFieldValue } from './fieldValue.ts';
export { studyFitsInPage, studySizeFault } from './pageLimits.ts';
export { isStudyDocument, parseStudy, parseStudyText } from './parseStudy.ts';
export { makeProblemDocument } from './problemCase.ts';
export { describeStudyProblems, jointLimitPolicyText } from './problemText.ts';
export {
  type ExternalSolverEntry,
  type ExternalStudySolvers,
  type SolverComputer,
  solverOptionsFault,
} from './solverEntry.ts';
export {
  isExternalSolverCell,
  ROW_STOP_REASONS,
  type RowStopReason,
  rowStopReasonIndex,
  withExternalSolvers,
} from './solvers.ts';
export { findStopRuleSet, STOP_RULE_SETS, withStopRuleSet } from './stopRuleSets.ts';
export type { Study, StudyCell } from './study.ts';
export { type StudyBibtexEntry, studyBibtex } from './studyBibtex.ts';
export { methodConstantSymbolLines } from './studyConstants.ts';
export type { StudyAxis, StudyViewOptions } from './studyDocument.ts';
export { MAX_SHARDS, MAX_STUDY_ROWS } from './studyLimits.ts';
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
