export interface XacroTextPiece {
  readonly kind: 'text' | 'expression' | 'substitution' | 'broken';
  /** Literal text; for an expression or substitution, the text between the brackets. */
  readonly text: string;
}

const piecesByText = new Map<string, readonly XacroTextPiece[]>();
const MAX_CACHED = 10_000;

/**
 * Splits a xacro text into literal text, expressions and substitutions. `$${` and `$$(` are
 * literal, with one dollar removed; a single dollar is literal.
 */
export function splitXacroText(text: string): readonly XacroTextPiece[] {
  const cached = piecesByText.get(text);
  if (cached) return cached;
  const pieces: XacroTextPiece[] = [];
  for (let offset = 0; offset < text.length; ) {
    const { piece, end } = readPiece(text, offset);
    pieces.push(piece);
    offset = end;
  }
  if (piecesByText.size >= MAX_CACHED) piecesByText.clear();
  if (text.length < 1000) piecesByText.set(text, pieces);
  return pieces;
}

function readPiece(text: string, start: number): { piece: XacroTextPiece; end: number } {
  const plain = (end: number, from = start) => ({
    piece: { kind: 'text' as const, text: text.slice(from, end) },
    end,
  });
  if (text[start] !== '$') {
    const next = text.indexOf('$', start);
    return plain(next < 0 ? text.length : next);
  }
  let bracket = start;
  while (text[bracket] === '$') bracket++;
  const isOpen = text[bracket] === '{' || text[bracket] === '(';
  if (!isOpen) return plain(bracket);
  if (bracket - start > 1) return plain(bracket + 1, start + 1);
  const end = text[bracket] === '{' ? text.indexOf('}', start) : findClosing(text, bracket);
  if (end < 0) return { piece: { kind: 'broken', text: text.slice(start) }, end: text.length };
  const kind = text[bracket] === '{' ? 'expression' : 'substitution';
  return { piece: { kind, text: text.slice(bracket + 1, end) }, end: end + 1 };
}

/**
 * Returns the index of the bracket that closes a `$(`: the first `)`, or for `eval` the matching
 * one.
 */
function findClosing(text: string, open: number): number {
  if (!/^\(\s*eval\s/.test(text.slice(open, open + 20))) return text.indexOf(')', open);
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === '(') depth++;
    else if (text[index] === ')' && --depth === 0) return index;
  }
  return -1;
}
