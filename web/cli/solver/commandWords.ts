/** The words of a command, as a shell parts them; nothing else of a shell is done. */

import { quote } from 'iklab/scenario';
import { UsageError } from '../errors.ts';

/** One piece of a word: 'as it stands', "with \" and \\", a character behind \, others. */
const PIECE = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)/y;

/** A UsageError where a quotation has no end. */
export function commandWords(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let at = 0; at < text.length; ) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(text);
    if (found) {
      const [whole, single, double, escaped, plain] = found;
      word =
        (word ?? '') + (single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? plain ?? '');
      at += whole.length;
    } else if (/\s/.test(text[at] ?? '')) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
    } else throw new UsageError(`missing closing quote in ${quote(text)}`);
  }
  if (word !== null) words.push(word);
  return words;
}
