/** Completions at a position in a formula: names, functions and symbols. */
import { type FormulaReading, type KnownName, TOKEN_KINDS } from './formulaReading.ts';
import { texNameBefore, texNamesWith } from './texNames.ts';

export interface Suggestion {
  readonly label: string;
  readonly text: string;
  readonly what: string;
  /** Shape of its value or result, for example `per joint`. */
  readonly shape: string;
  /** Cursor position from the start of the inserted text. */
  readonly cursor: number;
}

export interface Suggestions {
  readonly from: number;
  readonly list: readonly Suggestion[];
  /** Whether the text before the cursor is already a complete name. */
  readonly whole: boolean;
}

const NAME = /[\p{L}][\p{L}\p{N}_₀-₉]*$/u;

const WHAT: Readonly<Record<string, string>> = {
  given: 'predefined',
  param: 'parameter',
  kept: 'persistent',
  name: 'variable',
  word: 'keyword',
};

/**
 * Completions of the text before the cursor, the formula's own names first. Null if no name begins
 * there.
 */
export function suggestionsAt(
  reading: FormulaReading,
  text: string,
  at: number,
): Suggestions | null {
  if (inside(reading, at)) return null;
  const tex = texNameBefore(text, at);
  if (tex)
    return {
      from: tex.from,
      list: [...signs(tex.name), ...named(reading, tex.name)],
      whole: false,
    };
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const [begun] = NAME.exec(line) ?? [];
  if (begun === undefined) return null;
  const all = named(reading, begun);
  const list = all.filter((each) => each.text !== begun);
  if (list.length === 0) return null;
  return { from: at - begun.length, list, whole: list.length < all.length };
}

const PROSE = [TOKEN_KINDS.indexOf('string'), TOKEN_KINDS.indexOf('comment')];

/** Whether the position is in a comment or a label, which have no completions. */
const inside = ({ tokens }: FormulaReading, at: number): boolean =>
  tokens.some(([from, to, kind]) => PROSE.includes(kind) && from < at && at <= to);

const signs = (start: string): Suggestion[] =>
  texNamesWith(start).map(([name, sign]) => ({
    label: `\\${name}`,
    text: sign,
    what: sign,
    shape: 'symbol',
    cursor: sign.length,
  }));

function named({ names, functions }: FormulaReading, start: string): Suggestion[] {
  const fits = ({ name }: { readonly name: string }): boolean => begins(name, start);
  const own = names.filter(fits).sort((a, b) => rank(a) - rank(b));
  return [
    ...own.map(({ name, kind, shape, help }) => ({
      label: name,
      text: name,
      what: help || (WHAT[kind] ?? ''),
      shape,
      cursor: name.length,
    })),
    ...functions.filter(fits).map(({ name, signature, gives }) => ({
      label: signature,
      text: `${name}()`,
      what: '',
      shape: gives,
      cursor: name.length + 1,
    })),
  ];
}

const rank = ({ kind }: KnownName): number => (kind === 'given' ? 1 : 0);

/** `lambda` also finds λ. Case matters, because capitals are other symbols. */
function begins(name: string, start: string): boolean {
  if (start === '') return false;
  if (name.startsWith(start)) return true;
  return (
    start.length > 1 &&
    texNamesWith(start).some(([spelt, sign]) => spelt.length > 1 && name.startsWith(sign))
  );
}
