const [PLUS, MINUS, ZERO, SMALL_E] = [43, 45, 48, 101];

/**
 * Returns NaN unless the bytes are one decimal number in the range of doubles; hexadecimal numbers
 * and words such as Infinity are not. `point`: byte of the decimal point.
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

const isPart = (byte: number): boolean =>
  (byte >= ZERO && byte <= ZERO + 9) || byte === PLUS || byte === MINUS || (byte | 32) === SMALL_E;
