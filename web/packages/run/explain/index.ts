/** Explains the state of a run, and finds changes that would help. */

export { type Cure, type CureReport, findCures, MAX_CURES } from './cures.ts';
export {
  answerDiagnosis,
  type DiagnosisAnswer,
  type DiagnosisRequest,
  diagnoseSession,
  isShort,
  makeDiagnosisRequest,
} from './diagnose.ts';
export { type Direction, WEAK_RATIO } from './facts.ts';
export { diagnosisRemedies, type Fix, withStart } from './fixes.ts';
export { makeVerdict } from './makeVerdict.ts';
export { sceneQuestion } from './question.ts';
export { type Question, suggestQuestions } from './questions.ts';
export type { Remedy } from './remedy.ts';
export { writeStory } from './story.ts';
export { type Explanation, explainWhy, explainWhySliced } from './why.ts';
