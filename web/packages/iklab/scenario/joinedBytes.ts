/** Concatenates byte arrays. */
export function joinedBytes(pieces: readonly (Uint8Array | Uint8ClampedArray)[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
