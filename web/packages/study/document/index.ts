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
export { canHaveClosedForm } from './canHaveClosedForm.ts';
export { describeStudyProblems, jointLimitPolicyText } from './describeStudyProblems.ts';
export {
  type ExternalSolverEntry,
  type ExternalStudySolvers,
  type SolverComputer,
  solverOptionsFault,
} from './externalSolverEntry.ts';
export { formFieldValue, parseTypedNumber, withFormFieldValue } from './formFieldValue.ts';
export { makeProblemDocument } from './makeProblemDocument.ts';
export { methodConstantSymbolLines } from './methodConstantLines.ts';
export { studyFitsInPage, studySizeFault } from './pageLimits.ts';
export { isStudyDocument, parseStudy, parseStudyText } from './parseStudy.ts';
export { findStopRuleSet, STOP_RULE_SETS, withStopRuleSet } from './stopRuleSets.ts';
export type { Study, StudyCell } from './study.ts';
export { type StudyBibtexEntry, studyBibtex } from './studyBibtex.ts';
export { studyCellName } from './studyCellName.ts';
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
export {
  isExternalSolverCell,
  ROW_STOP_REASONS,
  type RowStopReason,
  rowStopReasonIndex,
  withExternalSolvers,
} from './withExternalSolvers.ts';
export { fullStudyDocument, studyHash } from './writeStudy.ts';
