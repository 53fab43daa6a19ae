export function joinBytes(pieces: readonly (Uint8Array | Uint8ClampedArray)[]): Uint8Array {
  const result = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const piece of pieces) {
    result.set(piece, offset);
    offset += piece.length;
  }
  return result;
}
