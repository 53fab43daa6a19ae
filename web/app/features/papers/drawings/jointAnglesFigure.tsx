import type { PaperDrawings } from '@iklab/study/published';
import css from '../../study/figures/figures.module.css';
import { MethodSlotMark } from '../../study/figures/methodSlotMark.tsx';
import { PLOT_MARGINS, PlotFrame } from '../../study/figures/plotFrame.tsx';
import { makeLinearPlotScale } from '../../study/figures/plotScale.ts';
import {
  CurveLegend,
  curveLegendHeight,
  DRAWING_HEIGHT,
  DRAWING_LEFT_MARGIN,
  type DrawingProps,
  getSlotDashArray,
} from './drawingFrame.tsx';

const degrees = (value: number): string => `${value.toFixed(0).replace('-', '−')}°`;

interface AnglesProps extends Omit<DrawingProps, 'plane'> {
  readonly printed: PaperDrawings['printed'];
}

export function JointAnglesFigure({ run, width, printed }: AnglesProps) {
  const rows = run.angles.map((angles) => printed([...angles]));
  const names = (rows[0] ?? []).map((_, j) => `θ${j + 1}`);
  const right = width - PLOT_MARGINS.right;
  const top = PLOT_MARGINS.top + curveLegendHeight(names, right - DRAWING_LEFT_MARGIN);
  const all = rows.flat();
  const last = Math.max(1, rows.length - 1);
  const x = makeLinearPlotScale([0, last], [DRAWING_LEFT_MARGIN, right]);
  const y = makeLinearPlotScale(
    [Math.min(...all), Math.max(...all)],
    [DRAWING_HEIGHT - PLOT_MARGINS.bottom, top],
    degrees,
  );
  const words = names
    .map(
      (name, j) =>
        `${name} from ${degrees(rows[0]?.[j] ?? 0)} to ${degrees(rows.at(-1)?.[j] ?? 0)}`,
    )
    .join(', ');
  return (
    <PlotFrame
      name="Joint angles over updates"
      words={words}
      {...{
        width,
        height: DRAWING_HEIGHT,
        left: DRAWING_LEFT_MARGIN,
        top,
        x,
        y,
        across: 'updates',
        upward: 'joint angle',
      }}
    >
      <CurveLegend
        names={names}
        width={right - DRAWING_LEFT_MARGIN}
        x={DRAWING_LEFT_MARGIN}
        y={PLOT_MARGINS.top - 6}
      />
      {names.map((name, j) => {
        const marked = Math.round((last * (j + 1)) / (names.length + 1));
        return (
          <g key={name} class={`slot-${j + 1}`}>
            <polyline
              class={css.curve}
              stroke-dasharray={getSlotDashArray(j + 1)}
              points={rows
                .map(
                  (row, k) => `${x.toPixels(k).toFixed(2)},${y.toPixels(row[j] ?? 0).toFixed(2)}`,
                )
                .join(' ')}
            />
            <MethodSlotMark
              slot={j + 1}
              x={x.toPixels(marked)}
              y={y.toPixels(rows[marked]?.[j] ?? 0)}
            />
          </g>
        );
      })}
    </PlotFrame>
  );
}
