/** When a solve ends and what is tried again, as the numbers that the solver reads. */
import { LIMIT_POLICIES, OUTSIDES, RULE } from 'iklab/engine/protocol';
import { numberOr, placeOf } from './checkedValues.ts';
import type { SolveOptions } from './packageTypes.ts';
import { wrongType } from './refusals.ts';

/** Names of the options of a solve. */
export const SOLVE_OPTIONS: readonly (keyof SolveOptions)[] = [
  ...(['start', 'method', 'limits', 'tolerance', 'orientationTolerance', 'restarts'] as const),
  ...(['seed', 'maxUpdates', 'minImprovement', 'maxRises', 'residual', 'maxSlow'] as const),
  ...(['slowShare', 'maxStep', 'maxSlide', 'gain', 'clamp', 'secondary'] as const),
];

/** Into a row of `RULE`; what is left out is what the solver's library has. */
export function writeRules(options: SolveOptions, row: Float64Array): void {
  const { limits, restarts = 0 } = options;
  row[RULE.limits] = placeOf(limits, LIMIT_POLICIES, 'clamp', 'limits');
  row[RULE.tolerance] = numberOr(options.tolerance, 1e-4, 'tolerance');
  row[RULE.orientationTolerance] = numberOr(
    options.orientationTolerance,
    1e-3,
    'orientationTolerance',
  );
  row[RULE.minImprovement] = numberOr(options.minImprovement, 1e-5, 'minImprovement');
  row[RULE.maxRises] = numberOr(options.maxRises, 3, 'maxRises');
  row[RULE.maxUpdates] = numberOr(options.maxUpdates, 4000, 'maxUpdates');
  row[RULE.residual] = numberOr(options.residual, 0, 'residual');
  row[RULE.maxSlow] = numberOr(options.maxSlow, 0, 'maxSlow');
  row[RULE.slowShare] = numberOr(options.slowShare, 0.05, 'slowShare');
  row[RULE.seed] = numberOr(options.seed, 1, 'seed');
  if (typeof restarts === 'number') {
    row[RULE.restarts] = restarts;
    row[RULE.every] = row[RULE.outside] = 0;
    return;
  }
  if (typeof restarts !== 'object' || restarts === null)
    throw wrongType('restarts', 'a number or an object', restarts);
  row[RULE.restarts] = numberOr(restarts.most, Number.NaN, 'restarts');
  row[RULE.every] = numberOr(restarts.every, 0, 'restarts.every');
  row[RULE.outside] = placeOf(restarts.outside, OUTSIDES, 'keep', 'restarts.outside');
}
