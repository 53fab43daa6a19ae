/** Explains the state of a run, and finds changes that would help. */

export { type CureReport, type DiagnosedCure, findCures, MAX_CURES } from './cures.ts';
export {
  answerDiagnosis,
  type DiagnosisAnswer,
  type DiagnosisRequest,
  diagnoseSession,
  isShortOfTargets,
  makeDiagnosisRequest,
} from './diagnose.ts';
export { type SingularDirection, WEAK_SIGMA_RATIO } from './facts.ts';
export { type DiagnosisFix, diagnosisRemedies, withStartPose } from './fixes.ts';
export { makeVerdict } from './makeVerdict.ts';
export { sceneQuestion } from './question.ts';
export { type Question, suggestQuestions } from './questions.ts';
export type { Remedy } from './remedy.ts';
export { writeStory } from './story.ts';
export { explainWhy, explainWhySliced, type WhyExplanation } from './why.ts';
