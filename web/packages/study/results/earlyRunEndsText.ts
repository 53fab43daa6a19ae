import type { RunSettings } from '@iklab/core/scenario';
import { MAX_RUN_COUNT } from '@iklab/core/scenario/checks';
import type { Study, StudyCell } from '../document/study.ts';
import { studyCellName } from '../document/studyCellName.ts';
import { type RowStopReason, rowStopReasonIndex } from '../document/withExternalSolvers.ts';
import type { RowColumnReader } from '../rows/studyRows.ts';

const RULES = [
  { stop: 'oscillating', rule: 'maxRises' },
  { stop: 'no-improvement', rule: 'minImprovement' },
  { stop: 'too-slow', rule: 'maxSlow' },
] as const satisfies readonly { readonly stop: RowStopReason; readonly rule: keyof RunSettings }[];

export const studyHasStopRules = ({ scenario: { run } }: Pick<Study, 'scenario'>): boolean =>
  run.maxRises < MAX_RUN_COUNT || run.minImprovement > 0 || run.maxSlow > 0;

function countStops(stops: Float64Array, { minImprovement }: RunSettings): readonly number[] {
  return RULES.map(({ stop, rule }) =>
    // With the rule off, this stop reason comes from the method itself, at a stationary pose.
    rule === 'minImprovement' && minImprovement === 0
      ? 0
      : stops.filter((each) => each === rowStopReasonIndex(stop)).length,
  );
}

export const countEarlyRunEnds = (
  { index, scenario }: StudyCell,
  columns: RowColumnReader,
): number =>
  countStops(columns(index, 'stop'), scenario.run).reduce((sum, count) => sum + count, 0);

/**
 * States which stop rules ended runs of each method: "12 of 14 unsolved runs of DLS ended early: 9
 * by maxRises 3, 3 by minImprovement 0.00001."
 */
export function earlyRunEndsText(
  study: Pick<Study, 'scenario' | 'sweep' | 'cells'>,
  columns: RowColumnReader,
): string[] {
  if (!studyHasStopRules(study)) return [];
  return study.cells.flatMap((cell) => {
    const counts = countStops(columns(cell.index, 'stop'), cell.scenario.run);
    const early = counts.reduce((sum, count) => sum + count, 0);
    if (early === 0) return [];
    const unsolved = columns(cell.index, 'solved').filter((solved) => solved === 0).length;
    const ruleTexts = RULES.flatMap(({ rule }, i) =>
      counts[i] ? [`${counts[i]} by ${rule} ${cell.scenario.run[rule]}`] : [],
    );
    const runs = unsolved === 1 ? 'unsolved run' : 'unsolved runs';
    return `${early} of ${unsolved} ${runs} of ${studyCellName(study, cell)} ended early: ${ruleTexts.join(', ')}.`;
  });
}
