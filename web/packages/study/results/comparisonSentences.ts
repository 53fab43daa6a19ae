import type { Study } from '../document/study.ts';
import { studyCellName } from '../document/studyCellName.ts';
import { meanCostsSentence, studyLimitsSentence, successRatesSentence } from './conclusion.ts';
import { budgetAndLimitText } from './costText.ts';
import { interimSampleSizes } from './earlyStop.ts';
import type { ProblemCosts } from './problemCosts.ts';
import { rankMethods } from './studyVerdict.ts';

export function comparisonSentences(study: Study, costs: ProblemCosts): string[] {
  const { cells } = study;
  const lookCount = interimSampleSizes(study).length;
  const verdict = cells.length < 2 ? null : rankMethods(study, costs, lookCount);
  if (!verdict) return [];
  const name = (cell: number): string => {
    const found = cells[cell];
    return found ? studyCellName(study, found) : '';
  };
  const best = name(verdict.best);
  const sentences = verdict.comparisons.flatMap(({ cell, shares, costs: means }) => [
    successRatesSentence(best, name(cell), shares),
    ...(Number.isNaN(means.difference) ? [] : [meanCostsSentence(best, name(cell), costs, means)]),
  ]);
  return [
    ...sentences,
    studyLimitsSentence(cells.length, lookCount, costs, budgetAndLimitText(study, costs)),
  ];
}
