/** Sentences in parts, so that the page can set numbers and names apart. */

export interface Piece {
  readonly text: string;
  /** A number, shown bold. */
  readonly strong?: boolean;
  /** The name of this panel's method, shown behind its mark. */
  readonly panel?: number;
}

/** The texts of its parts follow one another, with nothing between. */
export type Phrase = readonly Piece[];

/** A sentence without its marks of numbers and names. */
export const plainText = (phrase: Phrase): string => phrase.map(({ text }) => text).join('');

export const strong = (text: string | number): Phrase => [{ text: String(text), strong: true }];

/** A tagged template: what stands in it are parts of their own. */
export function say(strings: readonly string[], ...parts: readonly (string | Phrase)[]): Phrase {
  return strings.flatMap((text, i) => {
    const part = parts[i] ?? [];
    return [...(text ? [{ text }] : []), ...(typeof part === 'string' ? [{ text: part }] : part)];
  });
}

/** Sentences, one after another. */
export const sentences = (...phrases: readonly (Phrase | null)[]): Phrase =>
  phrases
    .filter((phrase) => phrase !== null && phrase.length > 0)
    .flatMap((phrase, i) => (i > 0 ? say` ${phrase as Phrase}` : (phrase as Phrase)));
