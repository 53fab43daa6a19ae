/** Search by words. Each word must occur, ignoring case and accents. */

/** Removes case and accents. Positions in the result are positions in the text. */
const foldText = (text: string): string =>
  Array.from(text, (each) => {
    const plain = (each.normalize('NFD')[0] ?? each).toLowerCase();
    return plain.length === each.length ? (EQUIVALENT[plain] ?? plain) : each;
  }).join('');

const EQUIVALENT: Readonly<Record<string, string>> = { '′': "'", '’': "'", '–': '-' };

const splitWords = (query: string): string[] =>
  foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');

export function matchesQuery(query: string, texts: readonly string[]): boolean {
  const all = foldText(texts.join('\n'));
  return splitWords(query).every((word) => all.includes(word));
}

/**
 * Returns the matching items in order: names (first texts) that begin with the query, names with
 * words that begin with the words of the query, names that contain the query, other texts.
 */
export function rankMatches<T>(
  query: string,
  all: readonly T[],
  textsOf: (item: T) => readonly string[],
): T[] {
  const head = foldText(query.trim());
  const words = splitWords(query);
  const rank = (item: T): number => {
    const name = foldText(textsOf(item)[0] ?? '');
    if (name.startsWith(head)) return 0;
    const nameWords = name.split(/[^\p{L}\p{N}]+/u);
    if (words.every((word) => nameWords.some((each) => each.startsWith(word)))) return 1;
    return words.every((word) => name.includes(word)) ? 2 : 3;
  };
  const hits = all.filter((item) => matchesQuery(query, textsOf(item)));
  const ranked = hits.map((item) => [rank(item), item] as const);
  return ranked.sort(([a], [b]) => a - b).map(([, item]) => item);
}

export interface SearchMatchPiece {
  readonly text: string;
  readonly hit: boolean;
}

export function splitIntoMatchPieces(text: string, query: string): SearchMatchPiece[] {
  const plain = foldText(text);
  const hit = new Uint8Array(text.length);
  for (const word of splitWords(query))
    for (let offset = plain.indexOf(word); offset >= 0; offset = plain.indexOf(word, offset + 1))
      hit.fill(1, offset, offset + word.length);
  const all: SearchMatchPiece[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from + 1;
    while (to < text.length && hit[to] === hit[from]) to++;
    all.push({ text: text.slice(from, to), hit: hit[from] === 1 });
    from = to;
  }
  return all;
}
