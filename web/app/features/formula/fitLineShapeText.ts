import type { FormulaLineShape } from './formulaReading.ts';

const GAP = 3; // Characters between a line and its shape.

/**
 * Returns the text of a value's shape without the word `number` before `per`: `number per joint`
 * becomes `per joint`.
 */
export const shortenShapeText = (shape: string): string => shape.replace(/^number per /, 'per ');

/**
 * Returns what fits beside a line of `length` characters within `space` characters: shape and size
 * of the line's value, only the size, or null.
 */
export function fitLineShapeText(
  { shape, size }: FormulaLineShape,
  length: number,
  space: number,
): { readonly shape: string; readonly size: string } | null {
  const words = shortenShapeText(shape);
  const fullLength = words.length + (words && size ? 1 : 0) + size.length;
  if (fullLength > 0 && length + GAP + fullLength <= space) return { shape: words, size };
  const sizeFits = size !== '' && length + GAP + size.length <= space;
  return sizeFits ? { shape: '', size } : null;
}
