import { groupedCountText, SLOT_DASH_PATTERNS } from '@iklab/core/format';
import { isExternalSolverCell, studyCellName } from '@iklab/study/document';
import {
  type CostKind,
  type ProblemBrush,
  type ProblemCosts,
  type ShownProblemsView,
  timeText,
} from '@iklab/study/results';

export interface BenchmarkFigureProps {
  readonly all: ShownProblemsView;
  /** View of the selected problems; equals `all` without a selection. */
  readonly some: ShownProblemsView;
  readonly costs: ProblemCosts;
  readonly width: number;
  readonly brush: (brush: ProblemBrush) => void;
}

export interface PlottedStudyCell {
  readonly cell: number;
  readonly slot: number;
  readonly name: string;
  readonly dash: string;
}

export const listPlottedCells = ({ study }: ShownProblemsView): PlottedStudyCell[] =>
  study.cells.map((cell) => ({
    cell: cell.index,
    slot: cell.panel.slot,
    name: studyCellName(study, cell),
    dash: (SLOT_DASH_PATTERNS[cell.panel.slot - 1] ?? []).join(' '),
  }));

/** Returns the methods to plot: all but external solvers, whose updates are not comparable. */
export const listPlottedMethods = (view: ShownProblemsView): PlottedStudyCell[] =>
  listPlottedCells(view).filter(({ cell }) => {
    const found = view.study.cells[cell];
    return found !== undefined && !isExternalSolverCell(found);
  });

/** Returns the range of an axis for the costs of solved problems. Counts begin at 1. */
export function computeCostRange(
  all: ShownProblemsView,
  kind: CostKind,
): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { cell } of listPlottedMethods(all))
    for (const cost of all.plottedValues(cell, kind)) {
      if (cost > most && cost < Number.POSITIVE_INFINITY) most = cost;
      if (cost < least && cost > 0) least = cost;
    }
  if (kind !== 'time') return [1, Math.max(10, most)];
  return most > 0 ? [least, Math.max(most, 10 * least)] : [1e-3, 1];
}

export const makeCostTickFormatter = (kind: CostKind): ((value: number) => string) =>
  kind === 'time' ? timeText : groupedCountText;
