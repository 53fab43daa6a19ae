import { MARKS } from '@iklab/core/format';
import css from './figures.module.css';

interface SlotMarkProps {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
}

export function SlotMark({ slot, x, y, size = 4 }: SlotMarkProps) {
  const shape = MARKS[slot - 1] ?? [];
  if (shape.length === 0) return <circle class={css.dot} cx={x} cy={y} r={size} />;
  const points = shape.map(([dx, dy]) => `${x + size * dx},${y + size * dy}`).join(' ');
  return <polygon class={css.dot} points={points} />;
}
