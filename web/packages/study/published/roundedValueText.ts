/** Rounds a value to `decimals`. A half-way value keeps one more digit, such as 19.95. */
export const roundedValueText = (size: number, decimals: number): string =>
  size.toFixed(decimals + (isHalf(size, decimals) ? 1 : 0));

const isHalf = (size: number, decimals: number): boolean =>
  new RegExp(decimals > 0 ? `\\.\\d{${decimals}}5$` : '\\.5$').test(String(size));
