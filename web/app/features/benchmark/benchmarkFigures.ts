import { groupedCountText, SLOT_DASH_PATTERNS } from '@iklab/core/format';
import { cellName, isExternalCell } from '@iklab/study/document';
import {
  type CostKind,
  type Costs,
  type ProblemBrush,
  type StudyView,
  timeText,
} from '@iklab/study/results';

export interface FigureProps {
  readonly all: StudyView;
  /** View of the selected problems; equal to `all` without a selection. */
  readonly some: StudyView;
  readonly costs: Costs;
  readonly width: number;
  readonly brush: (brush: ProblemBrush) => void;
}

export interface BenchmarkFigureMember {
  readonly cell: number;
  readonly slot: number;
  readonly name: string;
  readonly dash: string;
}

export const listMembers = ({ study }: StudyView): BenchmarkFigureMember[] =>
  study.cells.map((cell) => ({
    cell: cell.index,
    slot: cell.panel.slot,
    name: cellName(study, cell),
    dash: (SLOT_DASH_PATTERNS[cell.panel.slot - 1] ?? []).join(' '),
  }));

/**
 * Returns the figure members that are methods of the page, without external solvers, whose updates
 * are not comparable.
 */
export const methodFigureMembers = (view: StudyView): BenchmarkFigureMember[] =>
  listMembers(view).filter(({ cell }) => {
    const found = view.study.cells[cell];
    return found !== undefined && !isExternalCell(found);
  });

/**
 * Returns the lowest and the highest cost of the problems that methods solved; ranges of counts
 * begin at 1.
 */
export function computeCostRange(all: StudyView, kind: CostKind): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { cell } of methodFigureMembers(all))
    for (const cost of all.plottedValues(cell, kind)) {
      if (cost > most && cost < Number.POSITIVE_INFINITY) most = cost;
      if (cost < least && cost > 0) least = cost;
    }
  if (kind !== 'time') return [1, Math.max(10, most)];
  return most > 0 ? [least, Math.max(most, 10 * least)] : [1e-3, 1];
}

export const makeCostTickFormatter = (kind: CostKind): ((value: number) => string) =>
  kind === 'time' ? timeText : groupedCountText;
