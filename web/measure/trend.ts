import type { Trend } from '../format/outcome.ts';
import type { Course } from './measures.ts';

const WINDOW = 60; // updates: a second at one a frame
const LEAST = 16;
const SWINGING = 0.8; // jitter: 1 when the joints turn back at every other update

/** What the last updates of an instance say of where it goes. */
export function trend(course: Course): Trend {
  const errors = course.errors(WINDOW);
  if (errors.length < LEAST) return 'steady';
  if (course.over('recent').jitter > SWINGING) return 'oscillating';
  const quarters: [number, number, number, number] = [0, 0, 0, 0];
  errors.forEach((error, i) => {
    quarters[Math.floor((4 * i) / errors.length) as 0 | 1 | 2 | 3] += error;
  });
  const [a, b, c, d] = quarters;
  return b < a && c < b && d < c && d < 0.5 * a ? 'closing in' : 'steady';
}
