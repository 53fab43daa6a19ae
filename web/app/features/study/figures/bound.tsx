import css from './figures.module.css';
import { EDGE, HEIGHT } from './plotFrame.tsx';

interface BoundProps {
  /** In pixels from the left. */
  readonly x: number;
  readonly text: string;
  readonly width: number;
}

export const BoundLine = ({ x, text, width }: BoundProps) => (
  <g>
    <line class={css.bound} x1={x} x2={x} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
    <text
      class="tick"
      x={x}
      y={EDGE.top - 6}
      text-anchor={x > width - EDGE.right - 60 ? 'end' : 'middle'}
    >
      {text}
    </text>
  </g>
);
