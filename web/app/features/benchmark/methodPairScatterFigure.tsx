import { groupedCountText } from '@iklab/core/format';
import css from '../study/figures/figures.module.css';
import { PLOT_MARGINS, PlotFrame } from '../study/figures/plotFrame.tsx';
import { makeLogarithmicPlotScale } from '../study/figures/plotScale.ts';
import {
  type BenchmarkFigureProps,
  computeCostRange,
  listPlottedCells,
} from './benchmarkFigures.ts';

const LEFT = 44;
const TALL = 260;
const UNSOLVED_GAP = 16; // Pixels beyond the axis for unsolved problems.
const MAX_POINTS = 2000;
const PICK_RADIUS = 8; // Pixels.

interface ScatterProps extends BenchmarkFigureProps {
  readonly pair: readonly [number, number];
  readonly open: (index: number) => void;
}

/** Plots the costs of two methods against each other; unsolved problems are beyond the axes. */
export function MethodPairScatterFigure({ all, some, width, brush, pair, open }: ScatterProps) {
  const [a, b] = pair;
  const ends = computeCostRange(all, 'updates');
  const [bottom, right] = [TALL - PLOT_MARGINS.bottom, width - PLOT_MARGINS.right];
  const x = makeLogarithmicPlotScale(ends, [LEFT, right - UNSOLVED_GAP], groupedCountText);
  const y = makeLogarithmicPlotScale(
    ends,
    [bottom, PLOT_MARGINS.top + UNSOLVED_GAP],
    groupedCountText,
  );
  const [ofA, ofB] = [all.plottedValues(a, 'updates'), all.plottedValues(b, 'updates')];
  const indices = Array.from(all.indices.keys()).slice(0, MAX_POINTS);
  const px = (i: number) =>
    ofA[i] === Number.POSITIVE_INFINITY ? right - 4 : x.toPixels(ofA[i] ?? 0);
  const py = (i: number) =>
    ofB[i] === Number.POSITIVE_INFINITY ? PLOT_MARGINS.top + 4 : y.toPixels(ofB[i] ?? 0);
  const lit = some === all ? null : new Set(some.indices);
  const nearest = ([u, v]: readonly [number, number]): number | null => {
    const off = (i: number) => (px(i) - u) ** 2 + (py(i) - v) ** 2;
    const best = indices.reduce((least, i) => (off(i) < off(least) ? i : least), indices[0] ?? 0);
    return off(best) <= PICK_RADIUS * PICK_RADIUS ? (all.indices[best] ?? null) : null;
  };
  const names = listPlottedCells(all);
  const orInfinity = (pixel: number, end: number, value: number): number =>
    pixel > end ? Number.POSITIVE_INFINITY : value;
  return (
    <PlotFrame
      free
      name={`Updates of ${names[a]?.name} and ${names[b]?.name} on the same problems`}
      words={`${indices.length} of ${all.count} problems.`}
      {...{
        width,
        height: TALL,
        x,
        y,
        left: LEFT,
        across: `updates of ${names[a]?.name}`,
        upward: `updates of ${names[b]?.name}`,
      }}
      brushed={({ from, to }) =>
        brush([
          {
            cell: a,
            field: 'updates',
            low: orInfinity(from[0], right - UNSOLVED_GAP, x.value(from[0])),
            high: orInfinity(to[0], right - UNSOLVED_GAP, x.value(to[0])),
          },
          {
            cell: b,
            field: 'updates',
            low: orInfinity(-to[1], -PLOT_MARGINS.top - UNSOLVED_GAP, y.value(to[1])),
            high: orInfinity(-from[1], -PLOT_MARGINS.top - UNSOLVED_GAP, y.value(from[1])),
          },
        ])
      }
      pressed={(point) => {
        const index = nearest(point);
        if (index === null) brush([]);
        else open(index);
      }}
    >
      <line
        class={css.axis}
        x1={x.toPixels(ends[0])}
        y1={y.toPixels(ends[0])}
        x2={x.toPixels(ends[1])}
        y2={y.toPixels(ends[1])}
      />
      <line
        class={css.axis}
        x1={right - UNSOLVED_GAP + 5}
        x2={right - UNSOLVED_GAP + 5}
        y1={PLOT_MARGINS.top}
        y2={bottom}
      />
      <line
        class={css.axis}
        x1={LEFT}
        x2={right}
        y1={PLOT_MARGINS.top + UNSOLVED_GAP - 5}
        y2={PLOT_MARGINS.top + UNSOLVED_GAP - 5}
      />
      {indices.map((i) => (
        <circle
          key={i}
          class={lit && !lit.has(all.indices[i] ?? -1) ? `${css.point} ${css.faded}` : css.point}
          cx={px(i)}
          cy={py(i)}
          r={2.5}
        />
      ))}
    </PlotFrame>
  );
}
