import type { FormulaLineShape } from './formulaReading.ts';

const GAP = 3; // Characters between a line and its shape.

/** Shortens a value's shape: `number per joint` becomes `per joint`. */
export const shortenShapeText = (shape: string): string => shape.replace(/^number per /, 'per ');

/**
 * Returns shape and size of a line's value, only the size, or null. The text fits beside the line's
 * `length` within `space` characters.
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
