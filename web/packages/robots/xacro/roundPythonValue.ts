import {
  describePythonType,
  PythonError,
  type PythonValue,
  toPythonNumber,
  toPythonStr,
} from './pythonValues.ts';

/** Formats a non-negative number with `decimals` decimals; ties round to even. */
function toFixedEven(size: number, decimals: number): string {
  // From 1e21, toFixed returns exponential notation.
  if (size >= 1e21) return `${BigInt(size)}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  const text = size.toFixed(decimals);
  // The digits of toFixed are exact, but it rounds ties upwards.
  const exact = size.toFixed(Math.min(100, decimals + 60));
  const tail = exact.slice(exact.indexOf('.') + 1 + decimals);
  const odd = Number(text.at(-1)) % 2 === 1;
  if (!odd || !/^50*$/.test(tail)) return text;
  return (size - 0.75 * 10 ** -decimals).toFixed(decimals);
}

/** Ties round to even, decided by the exact binary value. */
export function roundPythonValue(value: PythonValue, digits: PythonValue): PythonValue {
  const [number, decimals] = [toPythonNumber(value), toPythonNumber(digits)];
  if (number === null || (digits !== null && typeof decimals !== 'bigint'))
    throw new PythonError(
      number === null
        ? `round(): expected a number; got ${describePythonType(value)}`
        : `round(): the number of digits must be an int; got ${describePythonType(digits)}`,
    );
  const real = Number(number);
  if (typeof number === 'bigint')
    return decimals === null || decimals >= 0n
      ? number
      : BigInt(roundToDecimals(real, Number(decimals)));
  if (decimals !== null)
    return Number.isFinite(real) ? roundToDecimals(real, Number(decimals)) : real;
  if (!Number.isFinite(real)) throw new PythonError(`round(${toPythonStr(real)}) is not defined`);
  return BigInt(roundHalfEven(real));
}

function roundHalfEven(number: number): number {
  const floor = Math.floor(number);
  const rest = number - floor;
  const up = rest === 0.5 ? floor % 2 !== 0 : rest > 0.5;
  return up ? floor + 1 || number * 0 : floor;
}

function roundToDecimals(number: number, decimals: number): number {
  if (decimals > 50) return number;
  if (decimals >= 0)
    return Math.sign(number) * Number(toFixedEven(Math.abs(number), decimals)) || number * 0;
  const unit = 10 ** -decimals;
  return Number.isFinite(unit) ? roundHalfEven(number / unit) * unit : number * 0;
}
