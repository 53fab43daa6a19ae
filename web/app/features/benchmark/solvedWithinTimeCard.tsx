import { rowStopReasonIndex } from '@iklab/study/document';
import { type ShownProblemsView, timeText } from '@iklab/study/results';
import type { AnyRowField } from '@iklab/study/rows';
import { useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { FigureCard } from '../study/figures/figureCard.tsx';
import { PLOT_HEIGHT, PLOT_MARGINS, PlotFrame } from '../study/figures/plotFrame.tsx';
import { makeLinearPlotScale, makeLogarithmicPlotScale } from '../study/figures/plotScale.ts';
import css from './benchmark.module.css';
import { listPlottedCells, type PlottedStudyCell } from './benchmarkFigures.ts';
import { computeEcdfSteps, EcdfCurve } from './costEcdfFigure.tsx';

const LEFT = 40;
const CLOCKS = [
  ['ourTime', 'our clock'],
  ['ownTime', 'its own clock'],
] as const satisfies readonly (readonly [AnyRowField, string])[];
type Clock = (typeof CLOCKS)[number][0];

interface CardProps {
  readonly page: Page;
  readonly file: string;
  readonly source: string;
  readonly about: readonly string[];
  readonly curves: readonly PlottedStudyCell[];
  readonly all: ShownProblemsView;
  readonly some: ShownProblemsView;
}

export function SolvedWithinTimeCard({ all, some, about, ...card }: CardProps) {
  const [clock, choose] = useState<Clock>('ourTime');
  const named = CLOCKS.find(([id]) => id === clock)?.[1] ?? '';
  return (
    <FigureCard
      title="Solved within a time"
      {...card}
      about={[`Time by ${named}.`, ...about]}
      choices={
        <p class={`${css.benchPair} small`}>
          <label>
            Across:{' '}
            <select
              aria-label="Clock"
              value={clock}
              onChange={({ currentTarget: { value } }) => choose(value as Clock)}
            >
              {CLOCKS.map(([id, text]) => (
                <option key={id} value={id}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        </p>
      }
      draw={(width) => <ClockFigure {...{ all, some, clock, named, width }} />}
    />
  );
}

interface FigureProps {
  readonly all: ShownProblemsView;
  readonly some: ShownProblemsView;
  readonly clock: Clock;
  readonly named: string;
  readonly width: number;
}

function ClockFigure({ all, some, clock, named, width }: FigureProps) {
  const members = listPlottedCells(all);
  const curves = (view: ShownProblemsView) =>
    members.map(({ cell }) =>
      computeEcdfSteps(solveTimes(view, cell, clock), supportedCount(view, cell)),
    );
  const [behind, front] = [curves(all), curves(some)];
  const times = behind.flatMap((steps) => steps.map((step) => step.x)).filter((time) => time > 0);
  const [least, most] = [Math.min(1, ...times), Math.max(...times, 0)];
  const ends = most > 0 ? [least, Math.max(most, 10 * least)] : [1e-3, 1];
  const x = makeLogarithmicPlotScale(
    ends as [number, number],
    [LEFT, width - PLOT_MARGINS.right],
    timeText,
  );
  const y = makeLinearPlotScale(
    [0, 1],
    [PLOT_HEIGHT - PLOT_MARGINS.bottom, PLOT_MARGINS.top],
    (share) => String(Math.round(100 * share)),
  );
  const words = members.map(({ name }, i) => `${name} ${lastShare(front[i])}`).join(', ');
  return (
    <PlotFrame
      name="Solved within a time"
      words={words}
      {...{ width, x, y, left: LEFT, across: `time, ${named}`, upward: 'problems solved, %' }}
    >
      {some !== all &&
        members.map((member, i) => (
          <EcdfCurve key={member.cell} faded {...{ member, x, y }} steps={behind[i] ?? []} />
        ))}
      {members.map((member, i) => (
        <EcdfCurve key={member.cell} {...{ member, x, y }} steps={front[i] ?? []} />
      ))}
    </PlotFrame>
  );
}

/** Returns the solve time of each problem in milliseconds: infinite if unsolved, NaN if unknown. */
function solveTimes(view: ShownProblemsView, cell: number, clock: Clock): Float64Array {
  const solved = view.column(cell, 'solved');
  return view
    .column(cell, clock)
    .map((seconds, i) => (solved[i] === 1 ? 1000 * seconds : Number.POSITIVE_INFINITY));
}

const supportedCount = (view: ShownProblemsView, cell: number): number =>
  view.column(cell, 'stop').filter((stop) => stop !== UNSUPPORTED).length;

const UNSUPPORTED = rowStopReasonIndex('unasked');

const lastShare = (steps: ReturnType<typeof computeEcdfSteps> | undefined): string => {
  const last = steps?.at(-1);
  return last ? `${(100 * last.share).toFixed(1)} % at the end` : 'no time reported';
};
