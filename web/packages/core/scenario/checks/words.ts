const MAX_QUOTE = 40;
// Control and direction characters.
const UNSAFE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Quotes a text for one line of a terminal or page; cut at `most` characters. */
export function quoteInOneLine(text: string, most = MAX_QUOTE): string {
  return escapeUnsafe(JSON.stringify(truncate(text, most)));
}

const MAX_SENTENCE = 300;

/**
 * Escapes control characters and cuts a long text, so that the text is safe in one line; adds no
 * quotes.
 */
export const escapeToOneLine = (text: string): string => escapeUnsafe(truncate(text, MAX_SENTENCE));

const truncate = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;
const escapeUnsafe = (text: string): string =>
  text.replace(UNSAFE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

const MAX_NAME_LENGTH = 80;

/** Returns a file's name for a message, in quotes unless short and plain. */
export function quoteFileName(name: string): string {
  const quoted = quoteInOneLine(name, MAX_NAME_LENGTH);
  return quoted === `"${name}"` ? name : quoted;
}

export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return quoteInOneLine(value);
  if (Array.isArray(value)) return describeArray(value);
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return Object.is(value, -0) ? '0' : String(value);
}

/** Returns the end of a message about a wrong value: "got" and the value, or "it is missing". */
export const receivedValueText = (value: unknown): string =>
  value === undefined ? 'it is missing' : `got ${describeValue(value)}`;

function describeArray(value: readonly unknown[]): string {
  const short = value.length <= 4 && value.every((x) => typeof x === 'number');
  return short ? `[${value.join(', ')}]` : `an array of ${value.length}`;
}

export function listWords(words: readonly string[], most = 12): string {
  const texts = words
    .slice(0, most)
    .map((word) => (PLAIN.test(word) ? word : quoteInOneLine(word)));
  return words.length > most ? `${texts.join(', ')}, …` : texts.join(', ');
}
// Includes the letters of parameter names.
const PLAIN = /^[\w.\p{sc=Latin}\p{sc=Greek}₀-₉-]{1,40}$/u;

/** Returns ` (did you mean "lambda"?)`, or '' if no known word is similar. */
export function nearestWordSuggestion(word: string, candidates: readonly string[]): string {
  const best = findNearestWord(word, candidates);
  return best === null ? '' : ` (did you mean ${quoteInOneLine(best)}?)`;
}

export function findNearestWord(word: string, candidates: readonly string[]): string | null {
  if (word.length > MAX_QUOTE) return null;
  let best: string | null = null;
  let least = Math.min(3, Math.ceil(word.length / 3)) + 1;
  for (const candidate of candidates.slice(0, 300)) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 3) return 4;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
