import { FORMULA_TOKEN_KINDS, type FormulaReading, type KnownName } from './formulaReading.ts';
import { findTexNamesByPrefix, texNameBefore } from './texNames.ts';

export interface FormulaSuggestion {
  readonly label: string;
  readonly text: string;
  readonly detail: string;
  /** Shape of the name's value or the function's result, for example `per joint`. */
  readonly shape: string;
  /** Cursor position after the insertion, as an offset in the inserted text. */
  readonly cursor: number;
}

export interface FormulaSuggestions {
  readonly from: number;
  readonly list: readonly FormulaSuggestion[];
  /** True if the typed name is complete and a prefix of longer names. */
  readonly isComplete: boolean;
}

const NAME = /[\p{L}][\p{L}\p{N}_₀-₉]*$/u;

const KIND_TEXTS: Readonly<Record<string, string>> = {
  given: 'predefined',
  param: 'parameter',
  kept: 'persistent',
  name: 'variable',
  word: 'keyword',
};

/**
 * Returns completions at an offset of the text. The formula's names come first; after a backslash,
 * symbols come first. Null without a match.
 */
export function findFormulaSuggestions(
  reading: FormulaReading,
  text: string,
  offset: number,
): FormulaSuggestions | null {
  if (isInProse(reading, offset)) return null;
  const tex = texNameBefore(text, offset);
  if (tex)
    return {
      from: tex.from,
      list: [...symbolSuggestions(tex.name), ...nameSuggestions(reading, tex.name)],
      isComplete: false,
    };
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const [prefix] = NAME.exec(line) ?? [];
  if (prefix === undefined) return null;
  const all = nameSuggestions(reading, prefix);
  const list = all.filter((each) => each.text !== prefix);
  if (list.length === 0) return null;
  return { from: offset - prefix.length, list, isComplete: list.length < all.length };
}

const PROSE = [FORMULA_TOKEN_KINDS.indexOf('string'), FORMULA_TOKEN_KINDS.indexOf('comment')];

const isInProse = ({ tokens }: FormulaReading, offset: number): boolean =>
  tokens.some(([from, to, kind]) => PROSE.includes(kind) && from < offset && offset <= to);

const symbolSuggestions = (start: string): FormulaSuggestion[] =>
  findTexNamesByPrefix(start).map(([name, sign]) => ({
    label: `\\${name}`,
    text: sign,
    detail: sign,
    shape: 'symbol',
    cursor: sign.length,
  }));

function nameSuggestions({ names, functions }: FormulaReading, start: string): FormulaSuggestion[] {
  const matchesPrefix = ({ name }: { readonly name: string }): boolean => hasPrefix(name, start);
  const ownNames = names.filter(matchesPrefix).sort((a, b) => rank(a) - rank(b));
  return [
    ...ownNames.map(({ name, kind, shape, help }) => ({
      label: name,
      text: name,
      detail: help || (KIND_TEXTS[kind] ?? ''),
      shape,
      cursor: name.length,
    })),
    ...functions.filter(matchesPrefix).map(({ name, signature, gives }) => ({
      label: signature,
      text: `${name}()`,
      detail: '',
      shape: gives,
      cursor: name.length + 1,
    })),
  ];
}

const rank = ({ kind }: KnownName): number => (kind === 'given' ? 1 : 0);

/** Returns whether a name begins with the typed text, in the same case. `lambda` also matches λ. */
function hasPrefix(name: string, start: string): boolean {
  if (start === '') return false;
  if (name.startsWith(start)) return true;
  return (
    start.length > 1 &&
    findTexNamesByPrefix(start).some(([spelt, sign]) => spelt.length > 1 && name.startsWith(sign))
  );
}
