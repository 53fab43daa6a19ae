import { makePhrase, type Phrase, phrasePlainText } from './phrase.ts';

/** Lists names that contain no commas: "a, b and c". */
export const joinNamesWithAnd = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const joinPhrases = (parts: readonly Phrase[], comma: string, last: string): Phrase =>
  parts.flatMap((part, i) =>
    i === 0 ? part : makePhrase`${i === parts.length - 1 ? last : comma}${part}`,
  );

/** Lists parts that may contain commas or lists: "a and x; b; c". */
export function joinPhrasesAsList(parts: readonly Phrase[]): Phrase {
  const texts = parts.map(phrasePlainText);
  const [comma, last] = texts.some((text) => text.includes(' and '))
    ? ['; ', '; ']
    : [texts.some((text) => text.includes(',')) ? '; ' : ', ', ' and '];
  return joinPhrases(parts, comma, last);
}
