/** Names of columns, however a program writes them. */

/** In small letters, at what separates them: `header.stamp_nSec` is header, stamp, n, sec. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}°]+/u)
    .filter((word) => word !== '');

const BEFORE = /^((field|msg|state|joint_?states?|actual|feedback|measured|positions?|pos|qpos)_)+/;
const AFTER =
  /(_(joint|positions?|pos|angle|value|rad|radians?|deg|degrees?|°|m|mm|met(er|re)s?|millimet(er|re)s?))+$/;

/** The words that tell it from others, apart by `_`; what says that it is a joint's value is left out. */
export function tellingWords(name: string): string {
  const words = wordsOf(name).join('_');
  return words.replace(BEFORE, '').replace(AFTER, '') || words;
}

/** The same without anything between. */
export const plainName = (name: string): string => tellingWords(name).replaceAll('_', '');

const UNITS: Readonly<Record<string, RegExp>> = {
  degrees: /(^|_)(deg|degrees?)($|_)|°/,
  radians: /(^|_)(rad|radians?)($|_)/,
  millimetres: /(^|_)(mm|millimet(er|re)s?)($|_)/,
  metres: /(^|_)(m|met(er|re)s?)$/,
};
export type NamedUnit = 'degrees' | 'radians' | 'millimetres' | 'metres';

/** The unit that a name says; null: none. */
export function unitInName(name: string): NamedUnit | null {
  const words = wordsOf(name).join('_');
  const found = Object.entries(UNITS).find(([, pattern]) => pattern.test(words));
  return (found?.[0] as NamedUnit | undefined) ?? null;
}
