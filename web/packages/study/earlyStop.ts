/** A study that may end before all of its problems are drawn: when it is looked at, and what is enough. */
import { costsOf } from './costs.ts';
import type { Study } from './study.ts';
import type { Columns } from './studyRows.ts';
import { isDecided, rankingOf } from './studyVerdict.ts';

/** Problems of the first look at least: of fewer the intervals say little. */
const LEAST = 250;
/** Methods that solve so much the same are told apart by nobody's need. */
export const CLOSE_SHARE = 0.02;

/**
 * How many problems are drawn at each look at a study, twice as many each time; the last has all of
 * them.
 */
export function looksOf({ count, looks }: Pick<Study, 'count' | 'looks'>): number[] {
  const halves = Array.from({ length: looks }, (_, i) => Math.ceil(count / (1 << (looks - 1 - i))));
  return halves.filter((n, i) => n >= LEAST || i === looks - 1);
}

/**
 * Every method is known to solve less than the best, or within 2 points of it. Each look has its share
 * of the 5 % (Bonferroni), so that however often one looks, no more than 5 % of studies say what is not so.
 */
export const isEnough = (study: Study, columns: Columns): boolean => {
  const verdict = rankingOf(study, costsOf(study, columns, 'updates'), looksOf(study).length);
  return verdict !== null && isDecided(verdict, CLOSE_SHARE);
};
