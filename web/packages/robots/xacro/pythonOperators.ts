/**
 * Implements Python's operators: integers of up to `MAX_BITS` bits, floats, and `+ *` for strings
 * and lists.
 */
import {
  checkPythonSize,
  countComparisonWork,
  countPythonWork,
  countSearchWork,
  describePythonType,
  getPythonItems,
  getPythonSize,
  PyDict,
  PyList,
  PyNamespace,
  PySet,
  PyTuple,
  PythonError,
  type PythonValue,
  pythonTypeName,
  toPythonBoolean,
  toPythonNumber,
} from './pythonValues.ts';

const MAX_BITS = 4096n;
/** Work that an operation costs, in list items of a `PythonWorkBudget`. */
const OPERATION_WORK = 5;

export function applyUnaryPythonOperator(operator: string, value: PythonValue): PythonValue {
  if (operator === 'not') return !toPythonBoolean(value);
  const number = toPythonNumber(value);
  if (number === null)
    throw new PythonError(`"${operator}": expected a number; got ${describePythonType(value)}`);
  return operator === '-' ? -number : number;
}

export function applyBinaryPythonOperator(
  operator: string,
  a: PythonValue,
  b: PythonValue,
): PythonValue {
  countPythonWork(OPERATION_WORK);
  const [x, y] = [toPythonNumber(a), toPythonNumber(b)];
  if (x === null || y === null)
    return combineSequences(operator, a, b) ?? throwUnsupported(operator, a, b);
  if ('/%'.includes(operator.charAt(0)) && Number(y) === 0)
    throw new PythonError('division by zero');
  if (typeof x === 'bigint' && typeof y === 'bigint' && operator !== '/')
    return operator === '**' && y < 0n
      ? power(Number(x), Number(y))
      : checkBits(combineInts(operator, x, y));
  return combineFloats(operator, Number(x), Number(y));
}

function throwUnsupported(operator: string, a: PythonValue, b: PythonValue): never {
  const hint =
    operator === '+' && (typeof a === 'string' || typeof b === 'string')
      ? '; convert the value with str(…)'
      : '';
  throw new PythonError(
    `"${operator}" is not supported between ${pythonTypeName(a)} and ${pythonTypeName(b)}${hint}`,
  );
}

function checkBits(value: bigint): bigint {
  if ((value < 0n ? -value : value) >> MAX_BITS === 0n) return value;
  throw new PythonError(`an int of more than ${MAX_BITS} bits`);
}

function combineInts(operator: string, a: bigint, b: bigint): bigint {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  const modulo = operator === '**' ? 0n : ((a % b) + b) % b; // Has the sign of b.
  if (operator === '//') return (a - modulo) / b;
  if (operator === '%') return modulo;
  if ((a > 1n || a < -1n) && BigInt(a.toString(2).length) * b > 2n * MAX_BITS)
    throw new PythonError(`${a} ** ${b} is too large`);
  return a ** b;
}

function combineFloats(operator: string, a: number, b: number): number {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (operator === '/') return a / b;
  if (operator === '**') return power(a, b);
  const rest = a % b;
  const modulo = rest === 0 ? 0 : rest < 0 === b < 0 ? rest : rest + b;
  return operator === '%' ? modulo : Math.round((a - modulo) / b);
}

function power(base: number, exponent: number): number {
  if (base === 1) return 1;
  if (base === 0 && exponent < 0) throw new PythonError(`0 ** ${exponent} divides by zero`);
  // In JavaScript, 10 ** -20 is not the nearest number.
  const inverse = exponent < 0 && Number.isInteger(exponent) ? base ** -exponent : 0;
  const result = inverse !== 0 && Number.isFinite(inverse) ? 1 / inverse : base ** exponent;
  if (Number.isFinite(result) || !Number.isFinite(base) || !Number.isFinite(exponent))
    return result;
  const why = Number.isNaN(result) ? 'is not a real number' : 'is too large';
  throw new PythonError(`${base} ** ${exponent} ${why}`);
}

function combineSequences(
  operator: string,
  a: PythonValue,
  b: PythonValue,
): PythonValue | undefined {
  if (operator === '%' && typeof a === 'string')
    throw new PythonError('formatting with % is not supported');
  if (operator === '*')
    return repeatSequence(a, toPythonNumber(b)) ?? repeatSequence(b, toPythonNumber(a));
  if (operator !== '+') return undefined;
  checkPythonSize(getPythonSize(a) + getPythonSize(b));
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (!(a instanceof PyList && b instanceof PyList) || a.constructor !== b.constructor)
    return undefined;
  return makeListLike(a, [...a.items, ...b.items]);
}

const makeListLike = (like: PythonValue, items: PythonValue[]) =>
  like instanceof PyTuple ? new PyTuple(items) : new PyList(items);

function repeatSequence(
  value: PythonValue,
  times: bigint | number | null,
): PythonValue | undefined {
  if (typeof times !== 'bigint') return undefined;
  if (typeof value !== 'string' && !(value instanceof PyList)) return undefined;
  const size = getPythonSize(value);
  const count = size === 0 || times < 0n ? 0 : checkPythonSize(size * Number(times)) / size;
  if (typeof value === 'string') return value.repeat(count);
  const items = new Array<PythonValue>(size * count);
  for (let i = 0; i < items.length; i++) items[i] = value.items[i % size] as PythonValue;
  return makeListLike(value, items);
}

export function comparePythonValues(operator: string, a: PythonValue, b: PythonValue): boolean {
  countPythonWork(OPERATION_WORK);
  if (operator === '==') return arePythonValuesEqual(a, b);
  if (operator === '!=') return !arePythonValuesEqual(a, b);
  if (operator === 'in') return contains(b, a);
  if (operator === 'not in') return !contains(b, a);
  if (operator.startsWith('is')) return Object.is(a, b) === (operator === 'is');
  if (a instanceof PyList && b instanceof PyList && a.constructor === b.constructor)
    return compareLists(operator, a.items, b.items);
  const texts = typeof a === 'string' && typeof b === 'string';
  if (texts) countComparisonWork(a, b);
  const [x, y] = texts ? [a, b] : [toPythonNumber(a), toPythonNumber(b)];
  if (x === null || y === null) return throwUnsupported(operator, a, b);
  if (operator.startsWith('<')) return x < y || (operator === '<=' && x <= y);
  return x > y || (operator === '>=' && x >= y);
}

function compareLists(
  operator: string,
  a: readonly PythonValue[],
  b: readonly PythonValue[],
): boolean {
  const firstDifference = a.findIndex(
    (item, i) => i >= b.length || !arePythonValuesEqual(item, b[i] ?? null),
  );
  const [left, right] = [a[firstDifference], b[firstDifference]];
  if (left !== undefined && right !== undefined) return comparePythonValues(operator, left, right);
  return comparePythonValues(operator, BigInt(a.length), BigInt(b.length));
}

export function arePythonValuesEqual(a: PythonValue, b: PythonValue): boolean {
  countPythonWork(1);
  const [x, y] = [toPythonNumber(a), toPythonNumber(b)];
  // biome-ignore lint/suspicious/noDoubleEquals: of an int and a float
  if (x !== null && y !== null) return x == y;
  if (typeof a === 'string' && typeof b === 'string') countComparisonWork(a, b);
  if (a === b) return true;
  if (a instanceof PyList && b instanceof PyList) {
    if (a.constructor !== b.constructor || a.items.length !== b.items.length) return false;
    return a.items.every((item, i) => arePythonValuesEqual(item, b.items[i] ?? null));
  }
  if (a instanceof PySet && b instanceof PySet)
    return getPythonSize(a) === getPythonSize(b) && getPythonItems(a).every((item) => b.has(item));
  if (!(a instanceof PyDict && b instanceof PyDict) || getPythonSize(a) !== getPythonSize(b))
    return false;
  return [...a.entries.values()].every(([key, value]) => {
    const other = b.get(key);
    return other !== undefined && arePythonValuesEqual(value, other);
  });
}

function contains(container: PythonValue, item: PythonValue): boolean {
  if (typeof container === 'string') {
    if (typeof item !== 'string')
      throw new PythonError(`"in" of a str: expected a str; got ${describePythonType(item)}`);
    countSearchWork(container, item);
    return container.includes(item);
  }
  if (container instanceof PyList)
    return container.items.some((each) => arePythonValuesEqual(each, item));
  if (container instanceof PyDict) return container.get(item) !== undefined;
  if (container instanceof PySet) return container.has(item);
  if (container instanceof PyNamespace && typeof item === 'string')
    return container.members.get(item) !== undefined;
  throw new PythonError(
    `"in": expected a str, list, set or dict; got ${describePythonType(container)}`,
  );
}

/** An omitted part of the slice `sequence[from:to:by]` is null. */
export function slicePythonSequence(
  sequence: PythonValue,
  ...parts: readonly PythonValue[]
): PythonValue {
  if (typeof sequence !== 'string' && !(sequence instanceof PyList))
    throw new PythonError(`${describePythonType(sequence)} cannot be sliced`);
  const [from = null, to = null, stepPart] = parts.map((part) => {
    if (part === null || typeof part === 'bigint') return part === null ? null : Number(part);
    throw new PythonError(`slice: expected an int; got ${describePythonType(part)}`);
  });
  const items = getPythonItems(sequence);
  const step = stepPart ?? 1;
  if (step === 0 || parts.length > 3) throw new PythonError('this slice is not supported');
  const [least, most] = step < 0 ? [-1, items.length - 1] : [0, items.length];
  const [first, last] = step < 0 ? [most, least] : [least, most];
  const clamp = (position: number) =>
    Math.min(Math.max(position < 0 ? position + items.length : position, least), most);
  const end = to === null ? last : clamp(to);
  const result: PythonValue[] = [];
  for (
    let position = from === null ? first : clamp(from);
    (end - position) * step > 0;
    position += step
  )
    result.push(items[position] as PythonValue);
  return typeof sequence === 'string' ? result.join('') : makeListLike(sequence, result);
}
