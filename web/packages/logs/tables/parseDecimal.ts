/**
 * Parses decimal numbers in bytes, bit-identical to Number() of their text, but mostly without
 * creating a string. Up to 15 digits, and powers of ten up to 22, are exact in a double, so there
 * is one rounding. Up to 19 digits, the quotient is computed with two doubles, and used if its
 * rounding is certain.
 */

const MINUS = 45;
const PLUS = 43;
const ZERO = 48;
const SMALL_E = 101;
/** Digits that a double represents exactly, and digits that are used in total. */
const EXACT_DIGITS = 15;
const MAX_DIGITS = 19;
const POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const MAX_POWER = POWERS.length - 1;
const MAX_EXPONENT = 9999; // Larger exponents do not change the result.
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i; // Matches in one pass.
const text = new TextDecoder('iso-8859-1', { fatal: false, ignoreBOM: true });

/**
 * Returns the number; NaN if there is none, the range is empty, or the number exceeds all doubles.
 * `point`: the byte of the decimal point. Hexadecimal numbers and words such as Infinity are not
 * numbers.
 */
export function parseDecimal(bytes: Uint8Array, from: number, to: number, point: number): number {
  const sign = from < to ? (bytes[from] as number) : 0;
  const first = sign === MINUS || sign === PLUS ? from + 1 : from;
  let offset = first;
  let digits = 0;
  let digit = 0;
  for (; offset < to; offset++) {
    digit = (bytes[offset] as number) - ZERO;
    if (digit >>> 0 > 9) break;
    digits = digits * 10 + digit;
  }
  let after = 0;
  if (offset < to && bytes[offset] === point) {
    const pointed = offset;
    for (offset++; offset < to; offset++) {
      digit = (bytes[offset] as number) - ZERO;
      if (digit >>> 0 > 9) break;
      digits = digits * 10 + digit;
    }
    after = offset - pointed - 1;
    if (offset === first + 1) return Number.NaN;
  }
  if (offset < to || offset - first > EXACT_DIGITS) return parseLong(bytes, from, to, point);
  if (offset === first) return Number.NaN;
  const size = after === 0 ? digits : digits / (POWERS[after] as number);
  return sign === MINUS ? -size : size;
}

/** Parses numbers with more digits or an exponent. */
function parseLong(bytes: Uint8Array, from: number, to: number, point: number): number {
  let offset = from;
  const sign = bytes[offset] as number;
  if (offset < to && (sign === MINUS || sign === PLUS)) offset++;
  let head = 0;
  let tail = 0;
  let digits = 0;
  let scale = 0;
  let hasDigits = false;
  let pointed = false;
  for (; offset < to; offset++) {
    const digit = (bytes[offset] as number) - ZERO;
    if (digit >= 0 && digit <= 9) {
      hasDigits = true;
      if (pointed) scale--;
      if (digits < EXACT_DIGITS) {
        head = head * 10 + digit;
        if (head !== 0) digits++;
      } else if (digits < MAX_DIGITS) {
        tail = tail * 10 + digit;
        digits++;
      } else return parseAsText(bytes, from, to, point);
    } else if (bytes[offset] === point && !pointed) pointed = true;
    else break;
  }
  if (!hasDigits) return Number.NaN;
  if (offset < to) {
    const exponent = parseExponent(bytes, offset, to);
    if (Number.isNaN(exponent)) return Number.NaN;
    scale += exponent;
  }
  const size = scale10(head, tail, Math.max(0, digits - EXACT_DIGITS), scale);
  if (Number.isNaN(size)) return parseAsText(bytes, from, to, point);
  return sign === MINUS ? -size : size;
}

/** Parses an exponent such as `e-12` up to the end; NaN if there is none. */
function parseExponent(bytes: Uint8Array, from: number, to: number): number {
  if (((bytes[from] as number) | 32) !== SMALL_E) return Number.NaN;
  let offset = from + 1;
  const sign = bytes[offset] as number;
  if (offset < to && (sign === MINUS || sign === PLUS)) offset++;
  if (offset >= to) return Number.NaN;
  let exponent = 0;
  for (; offset < to; offset++) {
    const digit = (bytes[offset] as number) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    exponent = Math.min(MAX_EXPONENT, exponent * 10 + digit);
  }
  return sign === MINUS ? -exponent : exponent;
}

/** (head * 10^more + tail) * 10^power, rounded once; NaN if this method does not apply. */
function scale10(head: number, tail: number, more: number, power: number): number {
  if (head === 0) return 0;
  if (power < -MAX_POWER || power > MAX_POWER) return Number.NaN;
  if (more === 0) {
    const ten = POWERS[Math.abs(power)] as number;
    return power < 0 ? head / ten : head * ten;
  }
  return power > 0 ? Number.NaN : quotient(head, POWERS[more] as number, tail, power);
}

/** (head * times + tail) / 10^-power; NaN if it is too near the middle of two doubles to decide. */
function quotient(head: number, times: number, tail: number, power: number): number {
  const ten = POWERS[-power] as number;
  const high = head * times;
  const low = roundingError(head, times, high) + tail; // Integers below 2^53.
  const first = high / ten;
  const product = first * ten;
  const rest = (high - product - roundingError(first, ten, product) + low) / ten;
  const sum = first + rest;
  const off = rest - (sum - first);
  // `rest` is accurate to 2^-45 of the last place, so the rounding is certain if an error that is
  // larger by a thousandth does not change the sum.
  return sum + off * 1.001 === sum ? sum : Number.NaN;
}

const SPLIT = 2 ** 27 + 1;

/** The rounding error of a product of two doubles, exactly (Dekker 1971). */
function roundingError(a: number, b: number, product: number): number {
  const p = SPLIT * a;
  const q = SPLIT * b;
  const aHigh = p - (p - a);
  const bHigh = q - (q - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

function parseAsText(bytes: Uint8Array, from: number, to: number, point: number): number {
  const written = text.decode(bytes.subarray(from, to));
  const plain = point === 46 ? written : written.replace(String.fromCharCode(point), '.');
  if (!DECIMAL.test(plain)) return Number.NaN;
  const number = Number(plain);
  return Number.isFinite(number) ? number : Number.NaN;
}
