/** What the figures of a benchmark share: their data, who is in them, axes. */

import {
  type Brush,
  type CostKind,
  type Costs,
  cellName,
  isBrought,
  type StudyView,
  timeText,
} from '@iklab/study';
import { DASHES, groupedText } from 'iklab/format';

export interface FigureProps {
  /** Every problem, */
  readonly all: StudyView;
  /** and those that are brushed; the same where none are. */
  readonly some: StudyView;
  /** What is counted, on every problem. */
  readonly costs: Costs;
  readonly width: number;
  readonly brush: (brush: Brush) => void;
}

export interface Member {
  readonly cell: number;
  readonly slot: number;
  readonly name: string;
  readonly dash: string;
}

export const membersOf = ({ study }: StudyView): Member[] =>
  study.cells.map((cell) => ({
    cell: cell.index,
    slot: cell.panel.slot,
    name: cellName(study, cell),
    dash: (DASHES[cell.panel.slot - 1] ?? []).join(' '),
  }));

/** Those whose costs are drawn: what a program of others calls an update is no update of ours. */
export const methodsOf = (view: StudyView): Member[] =>
  membersOf(view).filter(({ cell }) => {
    const found = view.study.cells[cell];
    return found !== undefined && !isBrought(found);
  });

/** From the least to the most that any solved problem cost; counts from 1 on. */
export function costEnds(all: StudyView, kind: CostKind): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { cell } of methodsOf(all))
    for (const cost of all.drawn(cell, kind)) {
      if (cost > most && cost < Number.POSITIVE_INFINITY) most = cost;
      if (cost < least && cost > 0) least = cost;
    }
  if (kind !== 'time') return [1, Math.max(10, most)];
  return most > 0 ? [least, Math.max(most, 10 * least)] : [1e-3, 1];
}

/** On an axis of costs. */
export const costTick = (kind: CostKind): ((value: number) => string) =>
  kind === 'time' ? timeText : groupedText;
