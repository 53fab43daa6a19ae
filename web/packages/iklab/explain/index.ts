/** Why a run fares as it does, and what would help. */
export {
  type Cure,
  type CureReport,
  cures,
  MAX_CURES,
  TRIAL_UPDATES,
  type Trial,
} from './cures.ts';
export { type Direction, HARD_RATIO } from './facts.ts';
export { sceneQuestion } from './question.ts';
export { questions } from './questions.ts';
export { story, storyInParts } from './story.ts';
export { explainWhy, type Why, whyInParts } from './why.ts';
