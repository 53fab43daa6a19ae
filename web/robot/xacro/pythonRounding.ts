/** Python's round(): halves go to the even side, of the number as it is and not as it is written. */
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
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

function toPlaces(number: number, places: number): number {
  if (places > 50) return number;
  if (places < 0) return halfEven(number / 10 ** -places) * 10 ** -places;
  const text = number.toFixed(places);
  // toFixed knows the number exactly but takes halves upward
  const exact = Math.abs(number).toFixed(Math.min(100, places + 60));
  const tail = exact.slice(exact.indexOf('.') + 1 + places);
  if (!/^50*$/.test(tail)) return Number(text);
  const odd = Number(text.at(-1)) % 2 === 1;
  const unit = 10 ** -places;
  return odd ? Number((number - Math.sign(number) * unit * 0.75).toFixed(places)) : Number(text);
}
