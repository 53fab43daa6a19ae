import type { Study } from '../document/study.ts';
import type { RowColumnReader } from '../rows/studyRows.ts';
import { computeCosts } from './problemCosts.ts';
import { isStudyDecided, rankMethods } from './studyVerdict.ts';

/**
 * Least number of problems at the first interim look, because the intervals of fewer are too wide.
 */
const MIN_FIRST_LOOK = 250;
export const EQUIVALENT_SHARE_DIFFERENCE = 0.02;

/**
 * Returns the number of problems at each interim look: it doubles from look to look, up to all
 * problems at the last.
 */
export function interimSampleSizes({ count, looks }: Pick<Study, 'count' | 'looks'>): number[] {
  const halves = Array.from({ length: looks }, (_, i) => Math.ceil(count / (1 << (looks - 1 - i))));
  return halves.filter((n, i) => n >= MIN_FIRST_LOOK || i === looks - 1);
}

/**
 * Returns whether a study is clear enough to end: every method solves significantly less than the
 * best, or is known to be within 2 points of it. Each look gets its share of the 5 % (Bonferroni),
 * so that at most 5 % of studies draw a false conclusion.
 */
export const isStudyConclusive = (study: Study, columns: RowColumnReader): boolean => {
  const verdict = rankMethods(
    study,
    computeCosts(study, columns, 'updates'),
    interimSampleSizes(study).length,
  );
  return verdict !== null && isStudyDecided(verdict, EQUIVALENT_SHARE_DIFFERENCE);
};
