/** Search by words: each word must occur, ignoring case and accents. */

/** Folds character by character, so that positions in the folded text are positions in the text. */
const folded = (text: string): string =>
  Array.from(text, (each) => {
    const plain = (each.normalize('NFD')[0] ?? each).toLowerCase();
    return plain.length === each.length ? (ALIKE[plain] ?? plain) : each;
  }).join('');

const ALIKE: Readonly<Record<string, string>> = { '′': "'", '’': "'", '–': '-' };

const wordsOf = (query: string): string[] =>
  folded(query)
    .split(/\s+/)
    .filter((word) => word !== '');

export function matches(query: string, texts: readonly string[]): boolean {
  const all = folded(texts.join('\n'));
  return wordsOf(query).every((word) => all.includes(word));
}

/**
 * Returns the matching items in this order: the name, which is the first text, begins with the
 * query; words of the name begin with the words of the query; the name contains them; other texts
 * contain them.
 */
export function searchFound<T>(
  query: string,
  all: readonly T[],
  textsOf: (item: T) => readonly string[],
): T[] {
  const head = folded(query.trim());
  const words = wordsOf(query);
  const rank = (item: T): number => {
    const name = folded(textsOf(item)[0] ?? '');
    if (name.startsWith(head)) return 0;
    const own = name.split(/[^\p{L}\p{N}]+/u);
    if (words.every((word) => own.some((each) => each.startsWith(word)))) return 1;
    return words.every((word) => name.includes(word)) ? 2 : 3;
  };
  const hits = all.filter((item) => matches(query, textsOf(item)));
  const ranked = hits.map((item) => [rank(item), item] as const);
  return ranked.sort(([a], [b]) => a - b).map(([, item]) => item);
}

export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

export function matchPieces(text: string, query: string): Piece[] {
  const plain = folded(text);
  const hit = new Uint8Array(text.length);
  for (const word of wordsOf(query))
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      hit.fill(1, at, at + word.length);
  const all: Piece[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from + 1;
    while (to < text.length && hit[to] === hit[from]) to++;
    all.push({ text: text.slice(from, to), hit: hit[from] === 1 });
    from = to;
  }
  return all;
}
