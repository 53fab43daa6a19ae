/**
 * Decimal numbers in bytes, with the bits that Number() gives their text, and no text made of nearly
 * all. Up to 15 digits a double has them exactly, and so the powers of ten to 22: one rounding. Up to
 * 19 the quotient is worked out in two doubles, and taken where its rounding is beyond doubt.
 */

const MINUS = 45;
const PLUS = 43;
const ZERO = 48;
const SMALL_E = 101;
/** Decimals that a double has exactly, and further ones that are kept beside them. */
const HEAD = 15;
const DIGITS = 19;
const POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const MOST_POWER = POWERS.length - 1;
const MOST_EXPONENT = 9999; // beyond it nothing changes
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i; // in one pass
const text = new TextDecoder('iso-8859-1', { fatal: false, ignoreBOM: true });

/**
 * The number that stands there; NaN: none does, nothing stands there, or it is beyond all doubles.
 * `point`: the byte of the decimal point. Neither hexadecimals nor words such as Infinity are numbers.
 */
export function decimalOf(bytes: Uint8Array, from: number, to: number, point: number): number {
  const sign = from < to ? (bytes[from] as number) : 0;
  const first = sign === MINUS || sign === PLUS ? from + 1 : from;
  let at = first;
  let digits = 0;
  let digit = 0;
  for (; at < to; at++) {
    digit = (bytes[at] as number) - ZERO;
    if (digit >>> 0 > 9) break;
    digits = digits * 10 + digit;
  }
  let after = 0;
  if (at < to && bytes[at] === point) {
    const pointed = at;
    for (at++; at < to; at++) {
      digit = (bytes[at] as number) - ZERO;
      if (digit >>> 0 > 9) break;
      digits = digits * 10 + digit;
    }
    after = at - pointed - 1;
    if (at === first + 1) return Number.NaN;
  }
  if (at < to || at - first > HEAD) return longer(bytes, from, to, point);
  if (at === first) return Number.NaN;
  const size = after === 0 ? digits : digits / (POWERS[after] as number);
  return sign === MINUS ? -size : size;
}

/** Of more digits, or with an exponent. */
function longer(bytes: Uint8Array, from: number, to: number, point: number): number {
  let at = from;
  const sign = bytes[at] as number;
  if (at < to && (sign === MINUS || sign === PLUS)) at++;
  let head = 0;
  let tail = 0;
  let digits = 0;
  let scale = 0;
  let seen = false;
  let pointed = false;
  for (; at < to; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit >= 0 && digit <= 9) {
      seen = true;
      if (pointed) scale--;
      if (digits < HEAD) {
        head = head * 10 + digit;
        if (head !== 0) digits++;
      } else if (digits < DIGITS) {
        tail = tail * 10 + digit;
        digits++;
      } else return slowly(bytes, from, to, point);
    } else if (bytes[at] === point && !pointed) pointed = true;
    else break;
  }
  if (!seen) return Number.NaN;
  if (at < to) {
    const exponent = exponentOf(bytes, at, to);
    if (Number.isNaN(exponent)) return Number.NaN;
    scale += exponent;
  }
  const size = scaledBy(head, tail, Math.max(0, digits - HEAD), scale);
  if (Number.isNaN(size)) return slowly(bytes, from, to, point);
  return sign === MINUS ? -size : size;
}

/** Of `e-12`, to the end; NaN: it is none. */
function exponentOf(bytes: Uint8Array, from: number, to: number): number {
  if (((bytes[from] as number) | 32) !== SMALL_E) return Number.NaN;
  let at = from + 1;
  const sign = bytes[at] as number;
  if (at < to && (sign === MINUS || sign === PLUS)) at++;
  if (at >= to) return Number.NaN;
  let exponent = 0;
  for (; at < to; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    exponent = Math.min(MOST_EXPONENT, exponent * 10 + digit);
  }
  return sign === MINUS ? -exponent : exponent;
}

/** (head · 10^more + tail) · 10^power, rounded once; NaN: not here. */
function scaledBy(head: number, tail: number, more: number, power: number): number {
  if (head === 0) return 0;
  if (power < -MOST_POWER || power > MOST_POWER) return Number.NaN;
  if (more === 0) {
    const ten = POWERS[Math.abs(power)] as number;
    return power < 0 ? head / ten : head * ten;
  }
  return power > 0 ? Number.NaN : quotient(head, POWERS[more] as number, tail, power);
}

/** (head · times + tail) / 10^−power; NaN: it lies so near the middle of two doubles that it is open. */
function quotient(head: number, times: number, tail: number, power: number): number {
  const ten = POWERS[-power] as number;
  const high = head * times;
  const low = lost(head, times, high) + tail; // integers below 2^53
  const first = high / ten;
  const product = first * ten;
  const rest = (high - product - lost(first, ten, product) + low) / ten;
  const sum = first + rest;
  const off = rest - (sum - first);
  // `rest` is right to 2^-45 of the last place: a half that is doubtful is not within a thousandth
  return sum + off * 1.001 === sum ? sum : Number.NaN;
}

const SPLIT = 2 ** 27 + 1;

/** What a product of two doubles lost as it was rounded, exactly (Dekker 1971). */
function lost(a: number, b: number, product: number): number {
  const p = SPLIT * a;
  const q = SPLIT * b;
  const aHigh = p - (p - a);
  const bHigh = q - (q - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

function slowly(bytes: Uint8Array, from: number, to: number, point: number): number {
  const written = text.decode(bytes.subarray(from, to));
  const plain = point === 46 ? written : written.replace(String.fromCharCode(point), '.');
  if (!DECIMAL.test(plain)) return Number.NaN;
  const number = Number(plain);
  return Number.isFinite(number) ? number : Number.NaN;
}
