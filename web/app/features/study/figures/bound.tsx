import css from './figures.module.css';
import { EDGE, HEIGHT } from './plotFrame.tsx';

interface BoundProps {
  /** In pixels from the left. */
  readonly at: number;
  readonly text: string;
  readonly width: number;
}

export const Bound = ({ at, text, width }: BoundProps) => (
  <g>
    <line class={css.bound} x1={at} x2={at} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} />
    <text
      class="tick"
      x={at}
      y={EDGE.top - 6}
      text-anchor={at > width - EDGE.right - 60 ? 'end' : 'middle'}
    >
      {text}
    </text>
  </g>
);
