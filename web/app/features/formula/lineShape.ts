import type { LineShape } from './formulaReading.ts';

const GAP = 3; // Characters between a line and its shape.

/** Shortens `number per joint` to `per joint`. */
export const shortShape = (shape: string): string => shape.replace(/^number per /, 'per ');

/**
 * What fits beside a line of `length` characters in `room` characters: shape and size, the size, or
 * nothing.
 */
export function shapeBeside(
  { shape, size }: LineShape,
  length: number,
  room: number,
): { readonly shape: string; readonly size: string } | null {
  const words = shortShape(shape);
  const whole = words.length + (words && size ? 1 : 0) + size.length;
  if (whole > 0 && length + GAP + whole <= room) return { shape: words, size };
  const fits = size !== '' && length + GAP + size.length <= room;
  return fits ? { shape: '', size } : null;
}
