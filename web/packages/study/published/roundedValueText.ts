/**
 * Formats a value that is rounded to `decimals`; uses one more digit if it is half-way, as 19.95 is
 * neither 19.9 nor 20.0.
 */
export const roundedValueText = (size: number, decimals: number): string =>
  size.toFixed(decimals + (isHalf(size, decimals) ? 1 : 0));

const isHalf = (size: number, decimals: number): boolean =>
  new RegExp(decimals > 0 ? `\\.\\d{${decimals}}5$` : '\\.5$').test(String(size));
