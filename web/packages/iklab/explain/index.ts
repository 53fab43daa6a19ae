/** Explains the state of a run, and finds changes that would help. */
export {
  type Cure,
  type CureReport,
  cures,
  MAX_CURES,
  TRIAL_UPDATES,
  type Trial,
} from './cures.ts';
export {
  answerDiagnosis,
  type DiagnosisAnswer,
  type DiagnosisRequest,
  diagnoseSession,
  diagnosisRequest,
  isShort,
} from './diagnose.ts';
export { type Direction, WEAK_RATIO } from './facts.ts';
export { type Fix, fromHere, remediesFromHere } from './fixes.ts';
export { sceneQuestion } from './question.ts';
export { type Question, questions } from './questions.ts';
export type { Remedy } from './remedy.ts';
export { story } from './story.ts';
export { type DiagnosedPanel, verdict } from './verdictWords.ts';
export { explainWhy, type Why, whyInParts } from './why.ts';
