/** Conclusions from the rows of a study: the best method compared with each of the others. */
import { cellName } from '../document/cellName.ts';
import type { Study } from '../document/study.ts';
import { limitsSentence, meansSentence, sharesSentence } from './conclusion.ts';
import type { Costs } from './costs.ts';
import { limitsAndHorizonText } from './costText.ts';
import { interimSampleSizes } from './earlyStop.ts';
import { rankMethods } from './studyVerdict.ts';

/**
 * Returns one sentence per method that compares it with the best method of a study, ordered by
 * success rate.
 */
export function comparisonSentences(study: Study, costs: Costs): string[] {
  const { cells } = study;
  const lookCount = interimSampleSizes(study).length;
  const verdict = cells.length < 2 ? null : rankMethods(study, costs, lookCount);
  if (!verdict) return [];
  const name = (cell: number): string => {
    const found = cells[cell];
    return found ? cellName(study, found) : '';
  };
  const best = name(verdict.best);
  const sentences = verdict.comparisons.flatMap(({ cell, shares, costs: means }) => [
    sharesSentence(best, name(cell), shares),
    ...(Number.isNaN(means.difference) ? [] : [meansSentence(best, name(cell), costs, means)]),
  ]);
  return [
    ...sentences,
    limitsSentence(cells.length, lookCount, costs, limitsAndHorizonText(study, costs)),
  ];
}
