/** Lists in sentences: "a, b and c". */
import { type Phrase, plainText, say } from './phrase.ts';

/** Lists parts that may contain commas or lists: "a and x; b; c". */
export function listPhrases(parts: readonly Phrase[]): Phrase {
  const texts = parts.map(plainText);
  const [comma, last] = texts.some((text) => text.includes(' and '))
    ? ['; ', '; ']
    : [texts.some((text) => text.includes(',')) ? '; ' : ', ', ' and '];
  return parts.flatMap((part, i) => {
    if (i === 0) return part;
    return say`${i === parts.length - 1 ? last : comma}${part}`;
  });
}
