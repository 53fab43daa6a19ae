import type { RunTrend } from '../format/words/outcome.ts';
import type { TrajectoryStats } from './trajectoryStats.ts';

const WINDOW = 60; // Updates: one second at one update per frame.
const MIN_UPDATES = 16;
const SWING_JITTER = 0.8; // Jitter: 1 if the joints reverse at every other update.
const RISE_SHARE = 0.25; // Share of the updates.
const PROGRESS_UPDATES = 100; // Updates.
const MIN_PROGRESS = 1e-3; // Fraction of the error, over PROGRESS_UPDATES.

interface TrendBounds {
  /** Number of updates to judge: all since the targets last moved. */
  readonly since?: number | undefined;
  /** Smallest increase of an error that counts as a rise, in metres. */
  readonly rise?: number;
  readonly judgesDistance?: boolean;
}

export function classifyRunTrend(
  course: TrajectoryStats,
  { since = Number.POSITIVE_INFINITY, rise = 0, judgesDistance = true }: TrendBounds = {},
): RunTrend {
  const errors = course.errors(Math.min(WINDOW, since));
  if (errors.length < MIN_UPDATES) return 'steady';
  if (course.measures('recent').jitter > SWING_JITTER) return classifySwing(errors, rise);
  const long = course.errors(Math.min(PROGRESS_UPDATES, since));
  if (judgesDistance && long.length === PROGRESS_UPDATES && !hasProgressed(long))
    return 'no progress';
  const quarters: [number, number, number, number] = [0, 0, 0, 0];
  errors.forEach((error, i) => {
    quarters[Math.floor((4 * i) / errors.length) as 0 | 1 | 2 | 3] += error;
  });
  const [a, b, c, d] = quarters;
  return b < a && c < b && d < c && d < 0.5 * a ? 'closing in' : 'steady';
}

function classifySwing(errors: readonly number[], rise: number): RunTrend {
  const changes = errors.slice(1).map((error, i) => error - (errors[i] as number));
  const rises = changes.filter((change) => change > rise).length;
  if (rises >= RISE_SHARE * changes.length) return 'oscillating';
  return rises === 0 && changes.some((change) => change < -rise) ? 'closing in' : 'swinging';
}

const hasProgressed = (errors: readonly number[]): boolean =>
  Math.abs((errors[0] as number) - (errors.at(-1) as number)) >
  MIN_PROGRESS * (errors[0] as number);
