export {
  findHelpfulEdits,
  type HelpfulEdit,
  type HelpfulEditReport,
  MAX_HELPFUL_EDITS,
} from './cures.ts';
export {
  answerDiagnosis,
  type DiagnosisAnswer,
  type DiagnosisRequest,
  diagnoseSession,
  hasMissedTargets,
  makeDiagnosisRequest,
} from './diagnosePose.ts';
export { type DiagnosisFix, diagnosisRemedies, withStartPose } from './diagnosisFixes.ts';
export {
  explainPanelState,
  explainPanelStateSliced,
  type WhyExplanation,
} from './explainPanelState.ts';
export { makeDiagnosisVerdict } from './makeDiagnosisVerdict.ts';
export type { Remedy } from './remedy.ts';
export { type SingularDirection, WEAK_SIGMA_RATIO } from './runFacts.ts';
export { sceneQuestion } from './sceneQuestion.ts';
export { writeRunSummary } from './story.ts';
export { type SuggestedQuestion, suggestQuestions } from './suggestQuestions.ts';
