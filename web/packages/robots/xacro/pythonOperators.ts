/**
 * Python's operators: integers of up to `MAX_BITS` bits, floats, and `+ * %` for strings and lists.
 */
import { percentFormat } from './pythonFormat.ts';
import {
  aType,
  countComparison,
  countSearch,
  countWork,
  itemsOf,
  numeric,
  PyDict,
  PyFrozenSet,
  PyList,
  PyNamespace,
  PySet,
  PyTuple,
  PythonError,
  sized,
  sizeOf,
  truth,
  typeName,
  type Value,
} from './pythonValues.ts';

const MAX_BITS = 4096n;
/** Work of an operation, in list items. */
const OPERATION = 5;

export function unary(operator: string, value: Value): Value {
  if (operator === 'not') return !truth(value);
  const number = numeric(value);
  if (number === null)
    throw new PythonError(`"${operator}": expected a number; got ${aType(value)}`);
  return operator === '-' ? -number : number;
}

export function binary(operator: string, a: Value, b: Value): Value {
  countWork(OPERATION);
  if (a instanceof PySet && b instanceof PySet) return ofSets(operator, a, b);
  const bits = '&|^'.includes(operator);
  if (bits && typeof a === 'boolean' && typeof b === 'boolean')
    return ofInts(operator, BigInt(a), BigInt(b)) === 1n;
  const [x, y] = [numeric(a), numeric(b)];
  if (x === null || y === null) return ofSequences(operator, a, b) ?? refused(operator, a, b);
  if ('/%'.includes(operator.charAt(0)) && Number(y) === 0)
    throw new PythonError('division by zero');
  if (typeof x === 'bigint' && typeof y === 'bigint' && operator !== '/')
    return operator === '**' && y < 0n
      ? power(Number(x), Number(y))
      : bounded(ofInts(operator, x, y));
  return bits ? refused(operator, a, b) : ofFloats(operator, Number(x), Number(y));
}

/** The result has the type of the left operand. */
function ofSets(operator: string, a: PySet, b: PySet): PySet {
  const [left, right] = [itemsOf(a), itemsOf(b)];
  sized(sizeOf(a) + sizeOf(b));
  if (operator === '|') return setLike(a, [...left, ...right]);
  const shared = left.filter((item) => b.has(item));
  if (operator === '&') return setLike(a, shared);
  const only = left.filter((item) => !b.has(item));
  if (operator === '-') return setLike(a, only);
  if (operator === '^') return setLike(a, [...only, ...right.filter((item) => !a.has(item))]);
  return refused(operator, a, b);
}

export const setLike = (like: PySet, items: Iterable<Value>): PySet =>
  like instanceof PyFrozenSet ? new PyFrozenSet(items) : new PySet(items);

function refused(operator: string, a: Value, b: Value): never {
  const hint =
    operator === '+' && (typeof a === 'string' || typeof b === 'string')
      ? '; convert the value with str(…)'
      : '';
  throw new PythonError(
    `"${operator}" is not supported between ${typeName(a)} and ${typeName(b)}${hint}`,
  );
}

function bounded(value: bigint): bigint {
  if ((value < 0n ? -value : value) >> MAX_BITS === 0n) return value;
  throw new PythonError(`an int of more than ${MAX_BITS} bits`);
}

function ofInts(operator: string, a: bigint, b: bigint): bigint {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (operator === '&') return a & b;
  if (operator === '|') return a | b;
  if (operator === '^') return a ^ b;
  const modulo = operator === '**' ? 0n : ((a % b) + b) % b; // Has the sign of b.
  if (operator === '//') return (a - modulo) / b;
  if (operator === '%') return modulo;
  if ((a > 1n || a < -1n) && BigInt(a.toString(2).length) * b > 2n * MAX_BITS)
    throw new PythonError(`${a} ** ${b} is too large`);
  return a ** b;
}

function ofFloats(operator: string, a: number, b: number): number {
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

/** Undefined if the operator does not accept these types. */
function ofSequences(operator: string, a: Value, b: Value): Value | undefined {
  if (operator === '%' && typeof a === 'string') return percentFormat(a, b);
  if (operator === '*') return repeated(a, numeric(b)) ?? repeated(b, numeric(a));
  if (operator !== '+') return undefined;
  sized(sizeOf(a) + sizeOf(b));
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (!(a instanceof PyList && b instanceof PyList) || a.constructor !== b.constructor)
    return undefined;
  return listLike(a, [...a.items, ...b.items]);
}

const listLike = (like: Value, items: Value[]) =>
  like instanceof PyTuple ? new PyTuple(items) : new PyList(items);

function repeated(value: Value, times: bigint | number | null): Value | undefined {
  if (typeof times !== 'bigint') return undefined;
  if (typeof value !== 'string' && !(value instanceof PyList)) return undefined;
  const size = sizeOf(value);
  const count = size === 0 || times < 0n ? 0 : sized(size * Number(times)) / size;
  if (typeof value === 'string') return value.repeat(count);
  const items = new Array<Value>(size * count);
  for (let i = 0; i < items.length; i++) items[i] = value.items[i % size] as Value;
  return listLike(value, items);
}

export function compared(operator: string, a: Value, b: Value): boolean {
  countWork(OPERATION);
  if (operator === '==') return equal(a, b);
  if (operator === '!=') return !equal(a, b);
  if (operator === 'in') return contains(b, a);
  if (operator === 'not in') return !contains(b, a);
  if (operator.startsWith('is')) return Object.is(a, b) === (operator === 'is');
  if (a instanceof PySet && b instanceof PySet) return comparedSets(operator, a, b);
  if (a instanceof PyList && b instanceof PyList && a.constructor === b.constructor)
    return comparedLists(operator, a.items, b.items);
  const texts = typeof a === 'string' && typeof b === 'string';
  if (texts) countComparison(a, b);
  const [x, y] = texts ? [a, b] : [numeric(a), numeric(b)];
  if (x === null || y === null) return refused(operator, a, b);
  if (operator.startsWith('<')) return x < y || (operator === '<=' && x <= y);
  return x > y || (operator === '>=' && x >= y);
}

/** A set is less than another if it is a proper subset. */
function comparedSets(operator: string, a: PySet, b: PySet): boolean {
  const [part, whole] = operator.startsWith('<') ? [a, b] : [b, a];
  if (operator.length === 1 && sizeOf(part) === sizeOf(whole)) return false;
  return itemsOf(part).every((item) => whole.has(item));
}

/** The first items that differ decide, otherwise the lengths. */
function comparedLists(operator: string, a: readonly Value[], b: readonly Value[]): boolean {
  const at = a.findIndex((item, i) => i >= b.length || !equal(item, b[i] ?? null));
  const [left, right] = [a[at], b[at]];
  if (left !== undefined && right !== undefined) return compared(operator, left, right);
  return compared(operator, BigInt(a.length), BigInt(b.length));
}

export function equal(a: Value, b: Value): boolean {
  countWork(1);
  const [x, y] = [numeric(a), numeric(b)];
  // biome-ignore lint/suspicious/noDoubleEquals: of an int and a float
  if (x !== null && y !== null) return x == y;
  if (typeof a === 'string' && typeof b === 'string') countComparison(a, b);
  if (a === b) return true;
  if (a instanceof PyList && b instanceof PyList) {
    if (a.constructor !== b.constructor || a.items.length !== b.items.length) return false;
    return a.items.every((item, i) => equal(item, b.items[i] ?? null));
  }
  if (a instanceof PySet && b instanceof PySet)
    return sizeOf(a) === sizeOf(b) && itemsOf(a).every((item) => b.has(item));
  if (!(a instanceof PyDict && b instanceof PyDict) || sizeOf(a) !== sizeOf(b)) return false;
  return [...a.entries.values()].every(([key, value]) => {
    const other = b.get(key);
    return other !== undefined && equal(value, other);
  });
}

function contains(whole: Value, item: Value): boolean {
  if (typeof whole === 'string') {
    if (typeof item !== 'string')
      throw new PythonError(`"in" of a str: expected a str; got ${aType(item)}`);
    countSearch(whole, item);
    return whole.includes(item);
  }
  if (whole instanceof PyList) return whole.items.some((each) => equal(each, item));
  if (whole instanceof PyDict) return whole.get(item) !== undefined;
  if (whole instanceof PySet) return whole.has(item);
  if (whole instanceof PyNamespace && typeof item === 'string')
    return whole.within.get(item) !== undefined;
  throw new PythonError(`"in": expected a str, list, set or dict; got ${aType(whole)}`);
}

/** `of[from:to:by]`; null for an omitted part. */
export function sliced(of: Value, ...parts: readonly Value[]): Value {
  if (typeof of !== 'string' && !(of instanceof PyList))
    throw new PythonError(`${aType(of)} cannot be sliced`);
  const [from = null, to = null, by] = parts.map((part) => {
    if (part === null || typeof part === 'bigint') return part === null ? null : Number(part);
    throw new PythonError(`slice: expected an int; got ${aType(part)}`);
  });
  const items = itemsOf(of);
  const step = by ?? 1;
  if (step === 0 || parts.length > 3) throw new PythonError('this slice is not supported');
  const [least, most] = step < 0 ? [-1, items.length - 1] : [0, items.length];
  const [first, last] = step < 0 ? [most, least] : [least, most];
  const clamp = (at: number) => Math.min(Math.max(at < 0 ? at + items.length : at, least), most);
  const end = to === null ? last : clamp(to);
  const taken: Value[] = [];
  for (let at = from === null ? first : clamp(from); (end - at) * step > 0; at += step)
    taken.push(items[at] as Value);
  return typeof of === 'string' ? taken.join('') : listLike(of, taken);
}
