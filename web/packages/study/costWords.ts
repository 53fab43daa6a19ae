/** What a cost is called, and how much of it, for people. */
import { microsFigure, numberText } from 'iklab/format';
import type { CostKind, Costs } from './costs.ts';
import type { Study } from './study.ts';

/** What a cost is called after "fewer" and "fewest". */
export const COST_NAMES: Readonly<Record<CostKind, string>> = {
  updates: 'updates',
  evaluations: 'evaluations',
  time: 'time',
};

/** What a cost is called at the beginning of a title. */
export const COST_TITLES: Readonly<Record<CostKind, string>> = {
  updates: 'Updates',
  evaluations: 'Evaluations',
  time: 'Time',
};

/** A cost with what it is counted in: `500 updates`, `0.8 ms`. */
export function costText(kind: CostKind, value: number): string {
  if (kind === 'time') return timeText(value);
  return `${whole(value)} ${COST_NAMES[kind]}`;
}

/** A cost as a number, where its name has been said. */
export function costFigure(kind: CostKind, value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (kind === 'time') return timeText(value);
  return value < 9.95 && value % 1 !== 0 ? value.toFixed(1) : whole(value);
}

/** A time in milliseconds, or seconds. */
export const timeText = (milliseconds: number): string =>
  milliseconds < 0.9995 ? microsFigure(1000 * milliseconds) : `${numberText(milliseconds)} ms`;

const whole = (value: number): string => String(Math.round(value));

/** What all have to solve a problem, and what one that they do not solve is counted as. */
export const horizonText = ({ kind, horizon }: Costs): string =>
  `within ${costText(kind, horizon)}`;
/** `50 ms`, `10 s`: what a program was given for a problem. */
export const givenText = (seconds: number): string =>
  seconds < 1 ? `${Number((1000 * seconds).toPrecision(6))} ms` : `${seconds} s`;

/** The same with what programs of others have, where there are any. */
export function withinText({ solvers }: Pick<Study, 'solvers'>, costs: Costs): string {
  if (!solvers) return horizonText(costs);
  const programs = solvers.time > 0 ? `within ${givenText(solvers.time)}` : 'without a limit';
  return solvers.own ? `${horizonText(costs)}, programs ${programs}` : programs;
}

/** What all have to solve a problem, for who counts. */
export const countingText = ({ kind, horizon }: Costs): string =>
  `unsolved problems count as ${costFigure(kind, horizon)}`;
