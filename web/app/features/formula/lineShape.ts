/** What stands at the right of a line of a method's text: the shape of what it sets. */
import type { LineShape } from './formulaReading.ts';

const GAP = 3; // characters between a line and its shape

/** A line's shape in a word: `number per joint` is `joints`, and so on. */
export const shortShape = (shape: string): string => shape.replace(/^number per /, 'per ');

/**
 * What is shown beside a line of so many characters where so many have room: shape and size, the size
 * alone, nothing.
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
