/** Why a run fares as it does, and what would help. */
export { type Cure, cures, type Found, MOST, OFFERED, type Trial } from './cures.ts';
export { type Direction, HARD } from './facts.ts';
export { question } from './question.ts';
export { questions } from './questions.ts';
export { story, storyInParts } from './story.ts';
export { type Why, why } from './why.ts';
