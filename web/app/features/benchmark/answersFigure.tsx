import { groupedCountText } from '@iklab/core/format';
import { isExternalCell } from '@iklab/study/document';
import type { StudyView } from '@iklab/study/results';
import { type AnswerOutcomeCount, countAnswerOutcomes } from '@iklab/study/rows';
import figuresCss from '../study/figures/figures.module.css';
import { PLOT_MARGINS, PlotFrame } from '../study/figures/plotFrame.tsx';
import { makeLinearPlotScale, type PlotScale } from '../study/figures/plotScale.ts';
import { RowName } from '../study/figures/slotMark.tsx';
import css from './benchmark.module.css';
import { type BenchmarkFigureMember, listMembers } from './benchmarkFigures.ts';

const ROW = 26;
const NAMES = 144;

/** Returns the figure members that are external solvers, whose answers are counted by kind. */
export const solverFigureMembers = (view: StudyView): BenchmarkFigureMember[] =>
  listMembers(view).filter(({ cell }) => {
    const found = view.study.cells[cell];
    return found !== undefined && isExternalCell(found);
  });

interface FigureProps {
  readonly view: StudyView;
  readonly width: number;
}

export function SolverAnswersFigure({ view, width }: FigureProps) {
  const members = solverFigureMembers(view);
  const counts = members.map(({ cell }) => countAnswerOutcomes(view.column(cell, 'stop')));
  const height = PLOT_MARGINS.top + members.length * ROW + PLOT_MARGINS.bottom;
  const x = makeLinearPlotScale(
    [0, view.count],
    [NAMES, width - PLOT_MARGINS.right],
    groupedCountText,
  );
  const words = answersText(view);
  return (
    <PlotFrame
      name="Answers of external solvers"
      words={words}
      {...{ width, height, x, y: null, left: NAMES, across: 'problems', upward: '' }}
    >
      {members.map((member, row) => (
        <Bar
          key={member.cell}
          {...{ member, x }}
          counts={counts[row] ?? []}
          y={PLOT_MARGINS.top + (row + 0.5) * ROW}
        />
      ))}
    </PlotFrame>
  );
}

/**
 * Returns the alternative text of the figure: per solver, for example `mine: 980 solved, 20 says
 * unsolved`.
 */
export const answersText = (view: StudyView): string =>
  solverFigureMembers(view)
    .map(
      ({ name, cell }) => `${name}: ${countsText(countAnswerOutcomes(view.column(cell, 'stop')))}`,
    )
    .join('. ');

const countsText = (counts: readonly AnswerOutcomeCount[]): string =>
  nonZero(counts)
    .map(({ end, count }) => `${groupedCountText(count)} ${end}`)
    .join(', ');

const nonZero = (counts: readonly AnswerOutcomeCount[]): AnswerOutcomeCount[] =>
  counts.filter(({ count }) => count > 0);

interface BarProps {
  readonly member: BenchmarkFigureMember;
  readonly counts: readonly AnswerOutcomeCount[];
  readonly x: PlotScale;
  readonly y: number;
}

function Bar({ member: { slot, name }, counts, x, y }: BarProps) {
  let total = 0;
  return (
    <g>
      <RowName {...{ slot, name, y }} />
      {nonZero(counts).map(({ end, count }) => {
        const [from, to] = [x.toPixels(total), x.toPixels(total + count)];
        total += count;
        return (
          <rect
            key={end}
            class={css.answers}
            data-end={end}
            x={from}
            width={Math.max(1, to - from - 1)}
            y={y - 8}
            height={16}
          >
            <title>
              {name}: {groupedCountText(count)} {end}
            </title>
          </rect>
        );
      })}
    </g>
  );
}

export function AnswersKey({ view }: { readonly view: StudyView }) {
  const counts = solverFigureMembers(view).map(({ cell }) =>
    countAnswerOutcomes(view.column(cell, 'stop')),
  );
  const ends = (counts[0] ?? []).map(({ end }, i) => ({
    end,
    count: counts.reduce((sum, each) => sum + (each[i]?.count ?? 0), 0),
  }));
  return (
    <ul
      class={`${figuresCss.legend} ${css.benchLegend} small`}
      aria-label="Answers of external solvers"
    >
      {nonZero(ends).map(({ end, count }) => (
        <li key={end}>
          <svg width="14" height="14" aria-hidden="true">
            <rect class={css.answers} data-end={end} width="14" height="14" />
          </svg>
          <span>
            {end}: {groupedCountText(count)}
          </span>
        </li>
      ))}
    </ul>
  );
}
