/** Python's round(): halves go to the even side, of the number as it is and not as it is written. */
import { fixedText } from './fixedText.ts';
import { numeric } from './pythonOperators.ts';
import { PythonError, typeName, type Value } from './pythonValues.ts';

export function rounded(value: Value, digits: Value): Value {
  const number = numeric(value);
  const places = digits === null ? null : numeric(digits);
  if (number === null || (places !== null && typeof places !== 'bigint'))
    throw new PythonError(
      'TypeError',
      `round() takes no ${typeName(number === null ? value : digits)}`,
    );
  if (typeof number === 'bigint') {
    if (places === null || places >= 0n) return number;
    const unit = 10n ** BigInt(Math.min(1000, Number(-places)));
    const down = ((number % unit) + unit) % unit;
    const below = number - down;
    const up = 2n * down > unit || (2n * down === unit && (below / unit) % 2n !== 0n);
    return up ? below + unit : below;
  }
  if (places !== null) return Number.isFinite(number) ? toPlaces(number, Number(places)) : number;
  if (!Number.isFinite(number)) throw new PythonError('ValueError', `round() of ${number}`);
  return BigInt(halfEven(number));
}

function halfEven(number: number): number {
  const floor = Math.floor(number);
  const rest = number - floor;
  const up = rest === 0.5 ? floor % 2 !== 0 : rest > 0.5;
  return up ? floor + 1 || number * 0 : floor;
}

function toPlaces(number: number, places: number): number {
  if (places > 50) return number;
  if (places >= 0)
    return Math.sign(number) * Number(fixedText(Math.abs(number), places)) || number * 0;
  const unit = 10 ** -places;
  return Number.isFinite(unit) ? halfEven(number / unit) * unit : number * 0;
}
