/** Python's arithmetic: ints without end (but for a bound), floats, and what + * % mean to text and lists. */
import { percentFormat } from './pythonFormat.ts';
import {
  aType,
  isSequence,
  PyDict,
  PyList,
  PyTuple,
  PythonError,
  sized,
  sizeOf,
  toil,
  truth,
  typeName,
  type Value,
} from './pythonValues.ts';

const MAX_BITS = 4096n;

export function unary(operator: string, value: Value): Value {
  if (operator === 'not') return !truth(value);
  const number = numeric(value);
  if (number === null)
    throw new PythonError('TypeError', `"${operator}" needs a number, not ${aType(value)}`);
  if (operator === '+') return number;
  if (operator === '-') return -number;
  if (typeof number === 'bigint') return ~number;
  throw new PythonError('TypeError', '"~" needs an int, not a float');
}

export function binary(operator: string, a: Value, b: Value): Value {
  const [x, y] = [numeric(a), numeric(b)];
  if (x !== null && y !== null) {
    if (typeof x === 'bigint' && typeof y === 'bigint') return bounded(ofInts(operator, x, y));
    return ofFloats(operator, Number(x), Number(y));
  }
  const result = ofSequences(operator, a, b);
  if (result !== undefined) return result;
  const hint =
    operator === '+' && (typeof a === 'string' || typeof b === 'string')
      ? '; str(…) makes text of a value'
      : '';
  throw new PythonError(
    'TypeError',
    `"${operator}" is not between ${typeName(a)} and ${typeName(b)}${hint}`,
  );
}

/** null: no number. */
export function numeric(value: Value): bigint | number | null {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'bigint' || typeof value === 'number' ? value : null;
}

function bounded(value: Value): Value {
  if (typeof value === 'bigint' && (value < 0n ? -value : value) >> MAX_BITS !== 0n)
    throw new PythonError('LimitError', `an int of more than ${MAX_BITS} bits`);
  return value;
}

const zero = () => new PythonError('ZeroDivisionError', 'division by zero');

function ofInts(operator: string, a: bigint, b: bigint): Value {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      if (b === 0n) throw zero();
      return Number(a) / Number(b);
    case '//':
      if (b === 0n) throw zero();
      return (a - modulo(a, b)) / b;
    case '%':
      if (b === 0n) throw zero();
      return modulo(a, b);
    case '**':
      return intPower(a, b);
    default:
      return ofBits(operator, a, b);
  }
}

/** Of the sign of b. */
const modulo = (a: bigint, b: bigint) => ((a % b) + b) % b;

function intPower(base: bigint, exponent: bigint): Value {
  if (exponent < 0n) return ofFloats('**', Number(base), Number(exponent));
  const bits = BigInt(base.toString(2).length);
  if ((base > 1n || base < -1n) && bits * exponent > 2n * MAX_BITS)
    throw new PythonError('LimitError', `${base} ** ${exponent} is too large`);
  return base ** exponent;
}

function ofBits(operator: string, a: bigint, b: bigint): bigint {
  if (operator === '&') return a & b;
  if (operator === '|') return a | b;
  if (operator === '^') return a ^ b;
  if (b < 0n || b > MAX_BITS) throw new PythonError('ValueError', `a shift by ${b}`);
  return operator === '<<' ? a << b : a >> b;
}

function ofFloats(operator: string, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      if (b === 0) throw zero();
      return a / b;
    case '//':
      if (b === 0) throw zero();
      return Math.round((a - floatModulo(a, b)) / b);
    case '%':
      if (b === 0) throw zero();
      return floatModulo(a, b);
    case '**':
      return floatPower(a, b);
    default:
      throw new PythonError('TypeError', `"${operator}" is not between floats`);
  }
}

export function floatModulo(a: number, b: number): number {
  const rest = a % b;
  if (rest === 0) return b < 0 ? -0 : 0;
  return rest < 0 === b < 0 ? rest : rest + b;
}

export function floatPower(base: number, exponent: number): number {
  if (base === 1 || exponent === 0) return 1;
  if (base === 0 && exponent < 0)
    throw new PythonError('ZeroDivisionError', `0 ** ${exponent} divides by zero`);
  const power = realPower(base, exponent);
  if (Number.isNaN(power) && !Number.isNaN(base) && !Number.isNaN(exponent))
    throw new PythonError('ValueError', `${base} ** ${exponent} is no real number`);
  if (!Number.isFinite(power) && Number.isFinite(base) && Number.isFinite(exponent))
    throw new PythonError('OverflowError', `${base} ** ${exponent} is too large`);
  return power;
}

function realPower(base: number, exponent: number): number {
  if (base === -1 && !Number.isFinite(exponent)) return 1;
  // 10 ** -20 of JavaScript is not the nearest number
  const inverse = exponent < 0 && Number.isInteger(exponent) ? base ** -exponent : 0;
  return inverse !== 0 && Number.isFinite(inverse) ? 1 / inverse : base ** exponent;
}

/** undefined: they do not go together. */
function ofSequences(operator: string, a: Value, b: Value): Value | undefined {
  if (operator === '%' && typeof a === 'string') return percentFormat(a, b);
  if (operator === '*') return repeated(a, numeric(b)) ?? repeated(b, numeric(a));
  if (operator === '|' && a instanceof PyDict && b instanceof PyDict)
    return new PyDict([...a.entries.values(), ...b.entries.values()]);
  if (operator !== '+') return undefined;
  if (typeof a === 'string' && typeof b === 'string') {
    sized(a.length + b.length);
    return a + b;
  }
  for (const Kind of [PyList, PyTuple])
    if (a instanceof Kind && b instanceof Kind) {
      toil(sized(a.items.length + b.items.length));
      return new Kind([...a.items, ...b.items]);
    }
  return undefined;
}

function repeated(value: Value, times: bigint | number | null): Value | undefined {
  if (typeof times !== 'bigint') return undefined;
  if (typeof value !== 'string' && !isSequence(value)) return undefined;
  const size = sizeOf(value);
  const count = times < 0n ? 0 : Number(times);
  toil(sized(size * count));
  const repeats = size === 0 ? 0 : count;
  if (typeof value === 'string') return value.repeat(repeats);
  const items = new Array<Value>(size * repeats);
  for (let i = 0; i < items.length; i++) items[i] = value.items[i % size] as Value;
  return value instanceof PyList ? new PyList(items) : new PyTuple(items);
}
