import { groupedCountText, lengthWithUnit, valueWithUnitText as said } from '@iklab/core/format';
import { decadeTickText } from '@iklab/scene/chart';
import { histogram, type ShownProblemsView } from '@iklab/study/results';
import figuresCss from '../study/figures/figures.module.css';
import { PlotBoundLine } from '../study/figures/plotBoundLine.tsx';
import { PLOT_HEIGHT, PLOT_MARGINS, PlotFrame } from '../study/figures/plotFrame.tsx';
import { makeLinearPlotScale, makeLogarithmicPlotScale } from '../study/figures/plotScale.ts';
import css from './benchmark.module.css';
import { type BenchmarkFigureProps, listPlottedCells } from './benchmarkFigures.ts';

const LEFT = 40;
const BINS = 28;
const MIN_ERROR = 1e-12; // Metres; smaller digits are rounding errors.

const logErrors = (view: ShownProblemsView, cell: number): Float64Array =>
  view.plottedValues(cell, 'error').map((error) => Math.log10(Math.max(error, MIN_ERROR)));

/** Shows a histogram of remaining errors (sums of the effectors' distances) per method. */
export function RemainingErrorFigure({ all, some, width, brush }: BenchmarkFigureProps) {
  const members = listPlottedCells(all);
  const ends = logErrorRange(all);
  const { tolerance, residual } = all.study.scenario.run;
  const hasOwnTolerance = all.study.scenario.targets.some((target) => target.tolerance !== null);
  const [low, high] = ends.map((power) => 10 ** power) as [number, number];
  const x = makeLogarithmicPlotScale([low, high], [LEFT, width - PLOT_MARGINS.right], (error) =>
    decadeTickText(Math.round(Math.log10(error))),
  );
  const counts = (view: ShownProblemsView) =>
    members.map(({ cell }) => histogram(logErrors(view, cell), ends[0], ends[1], BINS));
  const [behind, front] = [counts(all), counts(some)];
  const most = Math.max(1, ...behind.flatMap((each) => [...each]));
  const y = makeLinearPlotScale(
    [0, most],
    [PLOT_HEIGHT - PLOT_MARGINS.bottom, PLOT_MARGINS.top],
    groupedCountText,
  );
  const toX = (bin: number): string =>
    x.toPixels(10 ** (ends[0] + (bin * (ends[1] - ends[0])) / BINS)).toFixed(1);
  const path = (bins: Uint32Array): string =>
    `M${toX(0)} ${y.toPixels(0)}${[...bins].map((n, i) => `V${y.toPixels(n).toFixed(1)}H${toX(i + 1)}`).join('')}V${y.toPixels(0)}`;
  const curves = (all: readonly Uint32Array[], faded: boolean) =>
    members.map(({ cell, slot, dash }, i) => (
      <g key={`${cell} ${faded}`} class={`slot-${slot}${faded ? ` ${figuresCss.faded}` : ''}`}>
        <path class={css.curve} stroke-dasharray={dash} d={path(all[i] ?? new Uint32Array())} />
      </g>
    ));
  return (
    <PlotFrame
      name="Final error"
      words={`Runs by final error, from ${said(lengthWithUnit(low))} to ${said(lengthWithUnit(high))}.`}
      {...{ width, x, y, left: LEFT, across: 'final error', upward: 'problems' }}
      brushed={({ from, to }) => {
        const edge = from[0] <= x.toPixels(low) + 1;
        brush([
          { cell: null, field: 'error', low: edge ? 0 : x.value(from[0]), high: x.value(to[0]) },
        ]);
      }}
      pressed={() => brush([])}
    >
      {some !== all && curves(behind, true)}
      {curves(front, false)}
      {!hasOwnTolerance && residual === null && tolerance > low && tolerance < high && (
        <PlotBoundLine
          x={x.toPixels(tolerance)}
          text={`tolerance ${said(lengthWithUnit(tolerance))}`}
          width={width}
        />
      )}
    </PlotFrame>
  );
}

function logErrorRange(all: ShownProblemsView): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { cell } of listPlottedCells(all))
    for (const power of logErrors(all, cell)) {
      if (!Number.isFinite(power)) continue;
      low = Math.min(low, power);
      high = Math.max(high, power);
    }
  return low > high ? [-6, 0] : [Math.floor(low), Math.max(Math.floor(low) + 1, Math.ceil(high))];
}
