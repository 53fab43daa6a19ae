import { SLOT_MARK_OUTLINES } from '@iklab/core/format';
import { pixelsToRem } from './icon.tsx';

export function SlotMarkIcon({ slot }: { slot: number }) {
  const shape = SLOT_MARK_OUTLINES[slot - 1] ?? [];
  const points = shape.map(([x, y]) => `${6 + 4.4 * x},${6 + 4.4 * y}`).join(' ');
  return (
    <svg
      class={`mark slot-${slot}`}
      width={pixelsToRem(13)}
      height={pixelsToRem(13)}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      {shape.length === 0 ? <circle cx="6" cy="6" r="4.4" /> : <polygon points={points} />}
    </svg>
  );
}
