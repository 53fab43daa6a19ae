/** Python's ==, <, in and is. */
import {
  aType,
  isSequence,
  PyDict,
  PyNamespace,
  PythonError,
  toil,
  typeName,
  type Value,
} from './pythonValues.ts';

/** So many values are looked at in one comparison: lists may hold themselves many times over. */
class Patience {
  private left = 1_000_000;
  take(): void {
    toil(1);
    if (--this.left < 0) throw new PythonError('LimitError', 'the lists are too large to compare');
  }
}

export function compared(operator: string, a: Value, b: Value): boolean {
  switch (operator) {
    case '==':
      return equal(a, b);
    case '!=':
      return !equal(a, b);
    case 'in':
      return contains(b, a);
    case 'not in':
      return !contains(b, a);
    case 'is':
      return same(a, b);
    case 'is not':
      return !same(a, b);
    case '<':
      return order(a, b, operator) < 0;
    case '>':
      return order(a, b, operator) > 0;
    case '<=':
      return order(a, b, operator) <= 0;
    default:
      return order(a, b, operator) >= 0;
  }
}

const same = (a: Value, b: Value) => typeof a === typeof b && Object.is(a, b);

type Numeric = boolean | bigint | number;
const isNumeric = (value: Value): value is Numeric =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
const plain = (value: Numeric) => (typeof value === 'boolean' ? Number(value) : value);

/** NaN where one of them is. */
function numericOrder(a: Numeric, b: Numeric): number {
  const [x, y] = [plain(a), plain(b)];
  if (x < y) return -1;
  if (x > y) return 1;
  return Number.isNaN(x) || Number.isNaN(y) ? Number.NaN : 0;
}

export function equal(a: Value, b: Value, patience = new Patience()): boolean {
  patience.take();
  if (isNumeric(a) && isNumeric(b)) return numericOrder(a, b) === 0;
  if (a === b) return true;
  if (isSequence(a) && isSequence(b)) {
    if (a.constructor !== b.constructor || a.items.length !== b.items.length) return false;
    return a.items.every((item, i) => equal(item, b.items[i] ?? null, patience));
  }
  if (!(a instanceof PyDict && b instanceof PyDict) || a.entries.size !== b.entries.size)
    return false;
  return [...a.entries].every(([hash, [, value]]) => {
    const other = b.entries.get(hash);
    return other !== undefined && equal(value, other[1], patience);
  });
}

/** Below zero: a comes first. */
export function order(a: Value, b: Value, operator = '<', patience = new Patience()): number {
  patience.take();
  if (isNumeric(a) && isNumeric(b)) return numericOrder(a, b);
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : a < b ? -1 : 1;
  if (!isSequence(a) || !isSequence(b) || a.constructor !== b.constructor)
    throw new PythonError(
      'TypeError',
      `"${operator}" is not between ${typeName(a)} and ${typeName(b)}`,
    );
  const length = Math.min(a.items.length, b.items.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.items[i] ?? null, b.items[i] ?? null];
    if (!equal(x, y, patience)) return order(x, y, operator, patience);
  }
  return a.items.length - b.items.length;
}

function contains(whole: Value, item: Value): boolean {
  if (typeof whole === 'string') {
    if (typeof item === 'string') return whole.includes(item);
    throw new PythonError('TypeError', `a str has no ${typeName(item)} in it`);
  }
  if (isSequence(whole)) return whole.items.some((each) => equal(each, item));
  if (whole instanceof PyDict) return whole.has(item);
  if (whole instanceof PyNamespace && typeof item === 'string')
    return whole.within.get(item) !== undefined;
  throw new PythonError('TypeError', `"in" needs a str, list or dict, not ${aType(whole)}`);
}
