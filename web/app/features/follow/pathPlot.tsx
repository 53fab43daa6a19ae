import { findLargestErrorStretch, findPathJumpPoints } from '@iklab/study/follow';
import { useRef } from 'preact/hooks';
import figuresCss from '../study/figures/figures.module.css';
import { MethodSlotMark } from '../study/figures/methodSlotMark.tsx';
import { PLOT_HEIGHT, PLOT_MARGINS, PlotFrame } from '../study/figures/plotFrame.tsx';
import {
  makeLinearPlotScale,
  makeLogarithmicPlotScale,
  type PlotScale,
} from '../study/figures/plotScale.ts';
import css from './paths.module.css';
import type { PathCurve, PathView } from './pathView.ts';

export const PATH_PLOT_LEFT_MARGIN = 52;
const SNAP = 7; // Pixels; a press this close to a ring selects the ring.
const QUARTERS = ['0', '¼', '½', '¾', '1'];

export interface PathPlotSeries {
  readonly name: string;
  readonly upward: string;
  readonly value: (curve: PathCurve, point: number) => number;
  readonly tick: (value: number) => string;
  readonly text: (value: number) => string;
  /** Lower end of a logarithmic axis; smaller values are drawn there. Absent for a linear axis. */
  readonly least?: number;
}

interface PlotProps {
  readonly view: PathView;
  readonly series: PathPlotSeries;
  readonly width: number;
}

export function PathPlot({ view, series, width }: PlotProps) {
  const { count, curves, selection, set } = view;
  const dragging = useRef(false);
  const x = roundScale(count, [PATH_PLOT_LEFT_MARGIN, width - PLOT_MARGINS.right]);
  const y = valueScale(view, series);
  const rings = curves.flatMap((curve) =>
    findPathJumpPoints(curve.run).map((point) => ({ curve, point })),
  );
  const [from, to] = findLargestErrorStretch(view.run);
  const moveCursor = ({ currentTarget, clientX, clientY }: PointerEvent): void => {
    const box = (currentTarget as Element).getBoundingClientRect();
    const [px, py] = [clientX - box.x, clientY - box.y];
    const far = ({ curve, point }: (typeof rings)[number]): number =>
      Math.hypot(x.toPixels(point) - px, y.toPixels(series.value(curve, point)) - py);
    const [ring] = rings.toSorted((a, b) => far(a) - far(b));
    if (ring && far(ring) <= SNAP) set({ point: ring.point, cell: ring.curve.cell.index });
    else set({ point: Math.min(count - 1, Math.max(0, Math.round(x.value(px)))) });
  };
  return (
    <div
      class={css.pathPlot}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        dragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        moveCursor(event);
        // Move the focus there, so that arrow keys move the cursor from here.
        const host = event.currentTarget.closest(`.${css.pathResult}`);
        host
          ?.querySelector<HTMLElement>(`.${css.pathCursor} input`)
          ?.focus({ preventScroll: true });
        event.preventDefault();
      }}
      onPointerMove={(event) => dragging.current && event.isPrimary && moveCursor(event)}
      onPointerUp={() => {
        dragging.current = false;
      }}
      onPointerCancel={() => {
        dragging.current = false;
      }}
    >
      <PlotFrame
        name={series.name}
        words={describeSeries(view, series)}
        {...{
          width,
          x,
          y,
          left: PATH_PLOT_LEFT_MARGIN,
          across: 'of the path',
          upward: series.upward,
        }}
      >
        <rect
          class={css.lit}
          x={x.toPixels(from)}
          width={Math.max(1, x.toPixels(to) - x.toPixels(from))}
          y={PLOT_MARGINS.top}
          height={PLOT_HEIGHT - PLOT_MARGINS.top - PLOT_MARGINS.bottom}
        />
        {curves.map((curve) => (
          <CurveLine key={curve.cell.index} {...{ curve, count, series, x, y }} />
        ))}
        {rings.map(({ curve, point }) => (
          <circle
            key={`${curve.cell.index} ${point}`}
            class={css.ring}
            cx={x.toPixels(point)}
            cy={y.toPixels(series.value(curve, point))}
            r="4"
          />
        ))}
        <line
          class={css.cursor}
          x1={x.toPixels(selection.point)}
          x2={x.toPixels(selection.point)}
          y1={PLOT_MARGINS.top}
          y2={PLOT_HEIGHT - PLOT_MARGINS.bottom}
        />
      </PlotFrame>
    </div>
  );
}

interface CurveLineProps {
  readonly curve: PathCurve;
  readonly count: number;
  readonly series: PathPlotSeries;
  readonly x: PlotScale;
  readonly y: PlotScale;
}

function CurveLine({ curve, count, series, x, y }: CurveLineProps) {
  const jumps = new Set(findPathJumpPoints(curve.run));
  const put = (k: number): string =>
    `${x.toPixels(k).toFixed(1)} ${y.toPixels(series.value(curve, k)).toFixed(1)}`;
  let d = '';
  for (let k = 0; k < count; k++) d += `${k === 0 || jumps.has(k) ? 'M' : 'L'}${put(k)}`;
  const leaps = [...jumps].filter((k) => k > 0).map((k) => `M${put(k - 1)}L${put(k)}`);
  const marked = Math.floor((count * curve.slot) / 9);
  return (
    <g class={`slot-${curve.slot}`}>
      <path class={figuresCss.curve} stroke-dasharray={curve.dash} d={d} />
      {leaps.length > 0 && <path class={css.leap} d={leaps.join('')} />}
      <MethodSlotMark
        slot={curve.slot}
        x={x.toPixels(marked)}
        y={y.toPixels(series.value(curve, marked))}
      />
    </g>
  );
}

function roundScale(count: number, ends: readonly [number, number]): PlotScale {
  const { toPixels, value } = makeLinearPlotScale([0, count], ends);
  const ticks = QUARTERS.map((text, i) => ({ at: (i * count) / 4, text }));
  return { toPixels, value, ticks };
}

function valueScale({ curves, count }: PathView, series: PathPlotSeries): PlotScale {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const curve of curves)
    for (let k = 0; k < count; k++) {
      const value = series.value(curve, k);
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  const ends = [PLOT_HEIGHT - PLOT_MARGINS.bottom, PLOT_MARGINS.top] as const;
  if (low > high) [low, high] = [0, 1];
  const { least } = series;
  if (least === undefined) return makeLinearPlotScale([low, high], ends, series.tick);
  const bottom = Math.max(low, least);
  return makeLogarithmicPlotScale([bottom, Math.max(high, 10 * bottom)], ends, series.tick);
}

function describeSeries({ curves, count, selection }: PathView, series: PathPlotSeries): string {
  const ranges = curves.map((curve) => {
    const values = Array.from({ length: count }, (_, k) => series.value(curve, k));
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return `${curve.name} from ${series.text(low)} to ${series.text(high)}`;
  });
  return `${ranges.join(', ')}, from start ${selection.index + 1}`;
}
