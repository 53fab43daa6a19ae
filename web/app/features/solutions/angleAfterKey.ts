import { clamp, RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';

const STEPS: Readonly<Record<string, number>> = {
  ...{ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 },
};

export interface AngleRange {
  readonly from: number;
  readonly to: number;
  /** True if the end continues at the beginning. */
  readonly wraps: boolean;
}

/**
 * Returns the angle after a key of a slider, radians: arrow keys change it by 1°, with Shift by 10°.
 * Null for other keys.
 */
export function angleAfterKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  value: number,
  { from, to, wraps }: AngleRange,
): number | null {
  if (key === 'Home') return from;
  if (key === 'End') return to;
  const step = STEPS[key];
  if (step === undefined) return null;
  const factor = shiftKey && Math.abs(step) === 1 ? 10 : 1;
  const next = value + step * factor * RADIANS_PER_DEGREE;
  if (!wraps) return clamp(next, from, to);
  return next - (to - from) * Math.floor((next - from) / (to - from));
}

/** Handles a key of a slider; `change` gets the new angle. */
export function changeAngleByKey(
  event: KeyboardEvent,
  value: number,
  range: AngleRange,
  change: (value: number) => void,
): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const next = angleAfterKey(event, value, range);
  if (next === null) return;
  event.preventDefault();
  event.stopPropagation(); // The arrow keys would move the camera.
  change(next);
}
