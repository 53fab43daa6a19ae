/** Limits a value to a range; returns `low` if the bounds are crossed. */
export const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value));
