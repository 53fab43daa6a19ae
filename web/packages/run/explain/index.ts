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
} from './diagnose.ts';
export { type SingularDirection, WEAK_SIGMA_RATIO } from './facts.ts';
export { type DiagnosisFix, diagnosisRemedies, withStartPose } from './fixes.ts';
export { makeDiagnosisVerdict } from './makeVerdict.ts';
export { sceneQuestion } from './question.ts';
export { type SuggestedQuestion, suggestQuestions } from './questions.ts';
export type { Remedy } from './remedy.ts';
export { writeRunSummary } from './story.ts';
export { explainPanelState, explainPanelStateSliced, type WhyExplanation } from './why.ts';
