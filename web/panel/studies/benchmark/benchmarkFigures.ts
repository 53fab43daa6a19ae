/** What the figures of a benchmark share: their data, who is in them, axes. */

import { DASHES } from '../../../format/marks.ts';
import { cellName } from '../../../study/cellName.ts';
import type { Brush, StudyView } from '../../../study/studyView.ts';

export interface FigureProps {
  /** Every problem, */
  readonly all: StudyView;
  /** and those that are brushed; the same where none are. */
  readonly some: StudyView;
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

/** From 1 to the most updates that any solved problem took. */
export function updatesEnds(all: StudyView): readonly [number, number] {
  let most = 10;
  for (const { cell } of membersOf(all))
    for (const updates of all.drawn(cell, 'updates'))
      if (updates > most && updates < Number.POSITIVE_INFINITY) most = updates;
  return [1, most];
}

export const whole = (value: number): string =>
  value.toLocaleString('en').replaceAll(',', '\u202f');
