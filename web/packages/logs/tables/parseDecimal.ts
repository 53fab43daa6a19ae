const [PLUS, MINUS, ZERO, SMALL_E] = [43, 45, 48, 101];

/**
 * Parses the decimal number in a range of bytes; NaN if it contains none, is empty, or exceeds all
 * doubles. `point`: byte of the decimal point. Hexadecimal numbers and words such as Infinity are
 * not numbers.
 */
export function parseDecimal(bytes: Uint8Array, from: number, to: number, point: number): number {
  let text = '';
  for (let offset = from; offset < to; offset++) {
    const byte = bytes[offset] as number;
    if (byte === point) text += '.';
    else if (isPart(byte)) text += String.fromCharCode(byte);
    else return Number.NaN;
  }
  // Number() reads an empty text as 0.
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : Number.NaN;
}

/** Returns whether a byte is a digit, a sign or the letter of an exponent. */
const isPart = (byte: number): boolean =>
  (byte >= ZERO && byte <= ZERO + 9) || byte === PLUS || byte === MINUS || (byte | 32) === SMALL_E;
