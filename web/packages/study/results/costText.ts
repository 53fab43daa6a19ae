import { microsecondsText, numberText } from '@iklab/core/format';
import type { Study } from '../document/study.ts';
import type { CostKind, ProblemCosts } from './problemCosts.ts';

/** Names of the kinds of cost after "fewer" and "fewest". */
export const COST_NAMES: Readonly<Record<CostKind, string>> = {
  updates: 'updates',
  evaluations: 'evaluations',
  time: 'time',
};

export const COST_TITLES: Readonly<Record<CostKind, string>> = {
  updates: 'Updates',
  evaluations: 'Evaluations',
  time: 'Time',
};

/** Formats a cost with its unit: `500 updates`, `0.8 ms`. */
export function costText(kind: CostKind, value: number): string {
  if (kind === 'time') return timeText(value);
  return `${roundedText(value)} ${COST_NAMES[kind]}`;
}

export function costNumberText(kind: CostKind, value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (kind === 'time') return timeText(value);
  return value < 9.95 && value % 1 !== 0 ? value.toFixed(1) : roundedText(value);
}

export const timeText = (milliseconds: number): string =>
  milliseconds < 0.9995 ? microsecondsText(1000 * milliseconds) : `${numberText(milliseconds)} ms`;

const roundedText = (value: number): string => String(Math.round(value));

/** States the budget per problem: `within 500 updates`. */
export const costBudgetText = ({ kind, horizon }: ProblemCosts): string =>
  `within ${costText(kind, horizon)}`;
/** Formats a time limit per problem: `50 ms`, `10 s`. */
export const timeLimitText = (seconds: number): string =>
  seconds < 1 ? `${Number((1000 * seconds).toPrecision(6))} ms` : `${seconds} s`;

/** States the budget of the methods and the time limit of external solvers. */
export function budgetAndLimitText(
  { solvers }: Pick<Study, 'solvers'>,
  costs: ProblemCosts,
): string {
  if (!solvers) return costBudgetText(costs);
  const programs = solvers.time > 0 ? `within ${timeLimitText(solvers.time)}` : 'without a limit';
  return solvers.own ? `${costBudgetText(costs)}, programs ${programs}` : programs;
}

export const unsolvedCostText = ({ kind, horizon }: ProblemCosts): string =>
  `unsolved problems count as ${costNumberText(kind, horizon)}`;
