/** Splits a command into words, as a shell does, without other shell features. */

import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { UsageError } from '../errors.ts';

/** One piece of a word: 'verbatim', "with \" and \\", an escaped character, or other characters. */
const PIECE = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)/y;

/** Throws a UsageError if a quotation has no end. */
export function splitCommandWords(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let position = 0; position < text.length; ) {
    PIECE.lastIndex = position;
    const found = PIECE.exec(text);
    if (found) {
      const [match, single, double, escaped, plain] = found;
      word =
        (word ?? '') + (single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? plain ?? '');
      position += match.length;
    } else if (/\s/.test(text[position] ?? '')) {
      if (word !== null) words.push(word);
      word = null;
      position += 1;
    } else throw new UsageError(`missing closing quote in ${quoteInOneLine(text)}`);
  }
  if (word !== null) words.push(word);
  return words;
}
