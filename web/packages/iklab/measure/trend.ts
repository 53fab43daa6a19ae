import type { Trend } from '../format/outcome.ts';
import type { Course } from './measures.ts';

const WINDOW = 60; // updates: a second at one a frame
const LEAST = 16;
const SWINGING = 0.8; // jitter: 1 when the joints turn back at every other update
const OFTEN = 0.25; // of the updates

/**
 * What the last updates of an instance say of where it goes. `since`: updates that count, those to
 * where its targets stand.
 */
export function trend(course: Course, since = WINDOW): Trend {
  const errors = course.errors(Math.min(WINDOW, since));
  if (errors.length < LEAST) return 'steady';
  if (course.over('recent').jitter > SWINGING) return swinging(errors);
  const quarters: [number, number, number, number] = [0, 0, 0, 0];
  errors.forEach((error, i) => {
    quarters[Math.floor((4 * i) / errors.length) as 0 | 1 | 2 | 3] += error;
  });
  const [a, b, c, d] = quarters;
  return b < a && c < b && d < c && d < 0.5 * a ? 'closing in' : 'steady';
}

/** Joints that turn to and fro may take the tips closer all the same: only the error says whether. */
function swinging(errors: readonly number[]): Trend {
  const changes = errors.slice(1).map((error, i) => error - (errors[i] as number));
  const rises = changes.filter((change) => change > 0).length;
  if (rises >= OFTEN * changes.length) return 'oscillating';
  return rises === 0 && changes.some((change) => change < 0) ? 'closing in' : 'swinging';
}
