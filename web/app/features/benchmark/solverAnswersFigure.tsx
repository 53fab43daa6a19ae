import { groupedCountText } from '@iklab/core/format';
import { isExternalSolverCell } from '@iklab/study/document';
import type { ShownProblemsView } from '@iklab/study/results';
import { countSolverOutcomes, type SolverOutcomeCount } from '@iklab/study/rows';
import figuresCss from '../study/figures/figures.module.css';
import { MethodRowName } from '../study/figures/methodSlotMark.tsx';
import { PLOT_MARGINS, PlotFrame } from '../study/figures/plotFrame.tsx';
import { makeLinearPlotScale, type PlotScale } from '../study/figures/plotScale.ts';
import css from './benchmark.module.css';
import { listPlottedCells, type PlottedStudyCell } from './benchmarkFigures.ts';

const ROW = 26;
const NAMES = 144;

export const listPlottedSolvers = (view: ShownProblemsView): PlottedStudyCell[] =>
  listPlottedCells(view).filter(({ cell }) => {
    const found = view.study.cells[cell];
    return found !== undefined && isExternalSolverCell(found);
  });

interface FigureProps {
  readonly view: ShownProblemsView;
  readonly width: number;
}

export function SolverAnswersFigure({ view, width }: FigureProps) {
  const members = listPlottedSolvers(view);
  const counts = members.map(({ cell }) => countSolverOutcomes(view.column(cell, 'stop')));
  const height = PLOT_MARGINS.top + members.length * ROW + PLOT_MARGINS.bottom;
  const x = makeLinearPlotScale(
    [0, view.count],
    [NAMES, width - PLOT_MARGINS.right],
    groupedCountText,
  );
  const words = solverAnswersText(view);
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

/** Returns the alternative text, for example `mine: 980 solved, 20 says unsolved`. */
export const solverAnswersText = (view: ShownProblemsView): string =>
  listPlottedSolvers(view)
    .map(
      ({ name, cell }) => `${name}: ${countsText(countSolverOutcomes(view.column(cell, 'stop')))}`,
    )
    .join('. ');

const countsText = (counts: readonly SolverOutcomeCount[]): string =>
  nonZero(counts)
    .map(({ end, count }) => `${groupedCountText(count)} ${end}`)
    .join(', ');

const nonZero = (counts: readonly SolverOutcomeCount[]): SolverOutcomeCount[] =>
  counts.filter(({ count }) => count > 0);

interface BarProps {
  readonly member: PlottedStudyCell;
  readonly counts: readonly SolverOutcomeCount[];
  readonly x: PlotScale;
  readonly y: number;
}

function Bar({ member: { slot, name }, counts, x, y }: BarProps) {
  let total = 0;
  return (
    <g>
      <MethodRowName {...{ slot, name, y }} />
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

export function SolverAnswersLegend({ view }: { readonly view: ShownProblemsView }) {
  const counts = listPlottedSolvers(view).map(({ cell }) =>
    countSolverOutcomes(view.column(cell, 'stop')),
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
