import type { ComponentChildren } from 'preact';
import type { SweepAxisScale } from './sweepAxisScale.ts';
import css from './sweeps.module.css';

const [WIDTH, LEFT, RIGHT, TOP, FOOT] = [360, 60, 16, 24, 40];

interface SweepAxis extends SweepAxisScale {
  readonly title: string;
  readonly tickText: (tick: number) => string;
}

interface SweepPlotProps {
  readonly height: number;
  readonly slot?: number;
  readonly words: string;
  readonly across: SweepAxis;
  readonly up: SweepAxis;
  readonly children: ComponentChildren;
}

export const sweepPlotPixels = (height: number, across: SweepAxisScale, up: SweepAxisScale) => ({
  x: (value: number): number => LEFT + across.toShare(value) * (WIDTH - LEFT - RIGHT),
  y: (value: number): number =>
    height - FOOT - Math.max(0, Math.min(1, up.toShare(value))) * (height - FOOT - TOP),
  top: TOP,
  bottom: height - FOOT,
});

export function SweepPlot({ height, slot, words, across, up, children }: SweepPlotProps) {
  const { x, y, bottom } = sweepPlotPixels(height, across, up);
  const right = WIDTH - RIGHT;
  return (
    <svg
      class={slot === undefined ? css.sweepPlot : `${css.sweepPlot} slot-${slot}`}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={words}
    >
      {up.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={LEFT} x2={right} y1={y(tick)} y2={y(tick)} />
          <text class="tick" text-anchor="end" x={LEFT - 6} y={y(tick) + 4}>
            {up.tickText(tick)}
          </text>
        </g>
      ))}
      <line class={css.axis} x1={LEFT} x2={right} y1={bottom} y2={bottom} />
      {across.ticks.map((tick) => (
        <text key={tick} class="tick" text-anchor="middle" x={x(tick)} y={bottom + 16}>
          {across.tickText(tick)}
        </text>
      ))}
      <text class="tick" x="2" y="12">
        {up.title}
      </text>
      <text class="tick" text-anchor="end" x={right} y={height - 6}>
        {across.title}
      </text>
      {children}
    </svg>
  );
}
