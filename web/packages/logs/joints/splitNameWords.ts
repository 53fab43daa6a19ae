/**
 * Splits a name into lower-case words at separators: `header.stamp_nSec` gives header, stamp, n,
 * sec.
 */
export const splitNameWords = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}°]+/u)
    .filter((word) => word !== '');

const IGNORED_PREFIX =
  /^((field|msg|state|joint_?states?|actual|feedback|measured|positions?|pos|qpos)_)+/;
const IGNORED_SUFFIX =
  /(_(joint|positions?|pos|angle|value|rad|radians?|deg|degrees?|°|m|mm|met(er|re)s?|millimet(er|re)s?))+$/;

/**
 * Removes words that only mark joint values, such as `position`, from a column name. Joins the
 * other words by `_`.
 */
export function keepDistinguishingNameWords(name: string): string {
  const words = splitNameWords(name).join('_');
  return words.replace(IGNORED_PREFIX, '').replace(IGNORED_SUFFIX, '') || words;
}

export const normalizeColumnName = (name: string): string =>
  keepDistinguishingNameWords(name).replaceAll('_', '');

const UNITS: Readonly<Record<string, RegExp>> = {
  degrees: /(^|_)(deg|degrees?)($|_)|°/,
  radians: /(^|_)(rad|radians?)($|_)/,
  millimetres: /(^|_)(mm|millimet(er|re)s?)($|_)/,
  metres: /(^|_)(m|met(er|re)s?)$/,
};
export type ColumnNameUnit = 'degrees' | 'radians' | 'millimetres' | 'metres';

export function valueUnitInName(name: string): ColumnNameUnit | null {
  const words = splitNameWords(name).join('_');
  const found = Object.entries(UNITS).find(([, pattern]) => pattern.test(words));
  return (found?.[0] as ColumnNameUnit | undefined) ?? null;
}
