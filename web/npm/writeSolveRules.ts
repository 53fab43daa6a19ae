/** Converts tolerances, stop rules and restarts to the numbers that the solver reads. */
import {
  LIMIT_POLICIES,
  OUTSIDES,
  RESTART_POSES,
  RULE,
  SOLVE_DEFAULTS,
} from '@iklab/core/engine/protocol';
import { makeWrongTypeError } from './callErrors.ts';
import { findWordIndex, numberOrDefault } from './checkedValues.ts';
import type { SolveOptions } from './packageTypes.ts';

export const SOLVE_OPTIONS: readonly (keyof SolveOptions)[] = [
  ...(['start', 'method', 'limits', 'tolerance', 'orientationTolerance', 'restarts'] as const),
  ...(['seed', 'maxUpdates', 'minImprovement', 'maxRises', 'residual', 'maxSlow'] as const),
  ...(['slowShare', 'maxStep', 'maxSlide', 'gain', 'clamp', 'secondary'] as const),
];

const NUMBERS = [
  ...(['tolerance', 'orientationTolerance', 'minImprovement', 'maxRises', 'maxUpdates'] as const),
  ...(['residual', 'maxSlow', 'slowShare', 'seed'] as const),
];

/**
 * Writes the rules to `row` in the layout of `RULE`. Missing options get the defaults of the C++
 * library.
 */
export function writeSolveRules(options: SolveOptions, row: Float64Array): void {
  const { limits, restarts = SOLVE_DEFAULTS.restarts } = options;
  const usual = LIMIT_POLICIES[SOLVE_DEFAULTS.limits];
  row[RULE.limits] = findWordIndex(limits, LIMIT_POLICIES, usual, 'limits');
  for (const key of NUMBERS)
    row[RULE[key]] = numberOrDefault(options[key], SOLVE_DEFAULTS[key], key);
  row[RULE.every] = SOLVE_DEFAULTS.every;
  row[RULE.outside] = SOLVE_DEFAULTS.outside;
  row[RULE.from] = SOLVE_DEFAULTS.from;
  row[RULE.restartMaxSlow] = SOLVE_DEFAULTS.restartMaxSlow;
  if (typeof restarts === 'number') {
    row[RULE.restarts] = restarts;
    return;
  }
  if (typeof restarts !== 'object' || restarts === null)
    throw makeWrongTypeError('restarts', 'a number or an object', restarts);
  row[RULE.restarts] = numberOrDefault(restarts.most, Number.NaN, 'restarts');
  row[RULE.every] = numberOrDefault(restarts.every, SOLVE_DEFAULTS.every, 'restarts.every');
  row[RULE.outside] = findWordIndex(restarts.outside, OUTSIDES, 'keep', 'restarts.outside');
  const { maxSlow } = restarts;
  row[RULE.restartMaxSlow] = numberOrDefault(
    maxSlow,
    SOLVE_DEFAULTS.restartMaxSlow,
    'restarts.maxSlow',
  );
  if (restarts.from !== undefined)
    row[RULE.from] = findWordIndex(restarts.from, RESTART_POSES, 'random', 'restarts.from');
}
