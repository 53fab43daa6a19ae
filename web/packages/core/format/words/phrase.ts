/** A part of a sentence: plain text, a number, or the name of a panel's method. */
export interface PhrasePiece {
  readonly text: string;
  /** True for a number, which is shown in bold. */
  readonly strong?: boolean;
  /** Number of the panel whose method is named; the page shows its mark before the text. */
  readonly panel?: number;
}

/** A sentence in parts, which are joined without spaces. */
export type Phrase = readonly PhrasePiece[];

export const phrasePlainText = (phrase: Phrase): string => phrase.map(({ text }) => text).join('');

export const makeStrongPhrase = (text: string | number): Phrase => [
  { text: String(text), strong: true },
];

/** Makes a phrase from a template; interpolated phrases keep their styles. */
export function makePhrase(
  strings: readonly string[],
  ...parts: readonly (string | Phrase)[]
): Phrase {
  return strings.flatMap((text, i) => {
    const part = parts[i] ?? [];
    return [...(text ? [{ text }] : []), ...(typeof part === 'string' ? [{ text: part }] : part)];
  });
}

/** Joins sentences by spaces; null and empty ones are left out. */
export const joinSentences = (...phrases: readonly (Phrase | null)[]): Phrase =>
  phrases
    .filter((phrase) => phrase !== null && phrase.length > 0)
    .flatMap((phrase, i) => (i > 0 ? makePhrase` ${phrase as Phrase}` : (phrase as Phrase)));
