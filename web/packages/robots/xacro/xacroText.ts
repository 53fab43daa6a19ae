/** Splits a text into literal parts, `${expressions}` and `$(substitutions)`. */

export interface Piece {
  readonly kind: 'text' | 'expression' | 'substitution' | 'broken';
  /** Of an expression or substitution: the text between the brackets. */
  readonly text: string;
}

const cache = new Map<string, readonly Piece[]>();
const MOST_CACHED = 10_000;

/** `$${` and `$$(` are literal, with one dollar removed; a single dollar is literal. */
export function piecesOf(text: string): readonly Piece[] {
  const known = cache.get(text);
  if (known) return known;
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    const { piece, end } = pieceAt(text, at);
    pieces.push(piece);
    at = end;
  }
  if (cache.size >= MOST_CACHED) cache.clear();
  if (text.length < 1000) cache.set(text, pieces);
  return pieces;
}

function pieceAt(text: string, at: number): { piece: Piece; end: number } {
  const plain = (end: number, from = at) => ({
    piece: { kind: 'text' as const, text: text.slice(from, end) },
    end,
  });
  if (text[at] !== '$') {
    const next = text.indexOf('$', at);
    return plain(next < 0 ? text.length : next);
  }
  let bracket = at;
  while (text[bracket] === '$') bracket++;
  const isOpen = text[bracket] === '{' || text[bracket] === '(';
  if (!isOpen) return plain(bracket);
  if (bracket - at > 1) return plain(bracket + 1, at + 1);
  const end = text[bracket] === '{' ? text.indexOf('}', at) : closing(text, bracket);
  if (end < 0) return { piece: { kind: 'broken', text: text.slice(at) }, end: text.length };
  const kind = text[bracket] === '{' ? 'expression' : 'substitution';
  return { piece: { kind, text: text.slice(bracket + 1, end) }, end: end + 1 };
}

/** Index of the first `)`; for `eval`, of the matching one. */
function closing(text: string, open: number): number {
  if (!/^\(\s*eval\s/.test(text.slice(open, open + 20))) return text.indexOf(')', open);
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}
