import css from './figures.module.css';
import { PLOT_HEIGHT, PLOT_MARGINS } from './plotFrame.tsx';

interface BoundProps {
  /** Position of the line in pixels from the left edge of the figure. */
  readonly x: number;
  readonly text: string;
  readonly width: number;
}

export const PlotBoundLine = ({ x, text, width }: BoundProps) => (
  <g>
    <line
      class={css.bound}
      x1={x}
      x2={x}
      y1={PLOT_MARGINS.top}
      y2={PLOT_HEIGHT - PLOT_MARGINS.bottom}
    />
    <text
      class="tick"
      x={x}
      y={PLOT_MARGINS.top - 6}
      text-anchor={x > width - PLOT_MARGINS.right - 60 ? 'end' : 'middle'}
    >
      {text}
    </text>
  </g>
);
