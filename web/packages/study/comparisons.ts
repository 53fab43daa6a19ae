/** What a study's rows allow one to say: the one that solves most, beside each of the others. */
import { cellName } from './cellName.ts';
import { limitsSentence, meansSentence, sharesSentence } from './conclusion.ts';
import type { Costs } from './costs.ts';
import { withinText } from './costWords.ts';
import { looksOf } from './earlyStop.ts';
import type { Study } from './study.ts';
import { rankingOf } from './studyVerdict.ts';

/**
 * What a study says of each method beside the best, a sentence each, in the order in which they
 * solve.
 */
export function comparisons(study: Study, costs: Costs): string[] {
  const { cells } = study;
  const looks = looksOf(study).length;
  const verdict = cells.length < 2 ? null : rankingOf(study, costs, looks);
  if (!verdict) return [];
  const name = (cell: number): string => {
    const found = cells[cell];
    return found ? cellName(study, found) : '';
  };
  const best = name(verdict.best);
  const said = verdict.comparisons.flatMap(({ cell, shares, costs: means }) => [
    sharesSentence(best, name(cell), shares),
    ...(Number.isNaN(means.difference) ? [] : [meansSentence(best, name(cell), costs, means)]),
  ]);
  return [...said, limitsSentence(cells.length, looks, costs, withinText(study, costs))];
}
