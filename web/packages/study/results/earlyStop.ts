import type { Study } from '../document/study.ts';
import type { RowColumnReader } from '../rows/studyRows.ts';
import { computeCosts } from './problemCosts.ts';
import { isStudyDecided, rankMethods } from './studyVerdict.ts';

const MIN_FIRST_LOOK = 250;
export const EQUIVALENT_SHARE_DIFFERENCE = 0.02;

/** Returns the number of problems at each interim look. The number doubles from look to look. */
export function interimSampleSizes({ count, looks }: Pick<Study, 'count' | 'looks'>): number[] {
  const halves = Array.from({ length: looks }, (_, i) => Math.ceil(count / (1 << (looks - 1 - i))));
  return halves.filter((n, i) => n >= MIN_FIRST_LOOK || i === looks - 1);
}

/**
 * Returns whether a study is clear enough to end: each method is significantly worse than the best,
 * or within 2 points of it. Each look gets a share of the 5 % error probability (Bonferroni).
 */
export const isStudyConclusive = (study: Study, columns: RowColumnReader): boolean => {
  const verdict = rankMethods(
    study,
    computeCosts(study, columns, 'updates'),
    interimSampleSizes(study).length,
  );
  return verdict !== null && isStudyDecided(verdict, EQUIVALENT_SHARE_DIFFERENCE);
};
