/** Conclusions from the rows of a study: the best method compared with each of the others. */
import { cellName } from './cellName.ts';
import { limitsSentence, meansSentence, sharesSentence } from './conclusion.ts';
import type { Costs } from './costs.ts';
import { withinText } from './costWords.ts';
import { looksOf } from './earlyStop.ts';
import type { Study } from './study.ts';
import { rankingOf } from './studyVerdict.ts';

/** Returns one sentence for each method compared with the best, ordered by success rate. */
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
