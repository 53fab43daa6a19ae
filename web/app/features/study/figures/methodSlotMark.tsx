import { SLOT_MARK_OUTLINES } from '@iklab/core/format';
import css from './figures.module.css';

interface SlotMarkProps {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
}

export function MethodSlotMark({ slot, x, y, size = 4 }: SlotMarkProps) {
  const shape = SLOT_MARK_OUTLINES[slot - 1] ?? [];
  if (shape.length === 0) return <circle class={css.dot} cx={x} cy={y} r={size} />;
  const points = shape.map(([dx, dy]) => `${x + size * dx},${y + size * dy}`).join(' ');
  return <polygon class={css.dot} points={points} />;
}

interface RowNameProps {
  readonly slot: number;
  readonly name: string;
  readonly y: number;
  readonly shortened?: boolean;
}

export function MethodRowName({ slot, name, y, shortened = true }: RowNameProps) {
  return (
    <>
      <g class={`slot-${slot}`}>
        <MethodSlotMark slot={slot} x={6} y={y} />
      </g>
      <text class="name" x={18} y={y + 4}>
        {shortened && name.length > 20 ? `${name.slice(0, 19)}…` : name}
      </text>
    </>
  );
}
