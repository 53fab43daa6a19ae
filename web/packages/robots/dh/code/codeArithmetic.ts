/** Arithmetic on the values of a program. */
import { composeFrames } from 'iklab/scenario';
import { poseOf } from './codePoses.ts';
import {
  type ListValue,
  listValue,
  type NumberValue,
  numberValue,
  plainNumber,
  type UnknownValue,
  type Value,
} from './codeValues.ts';

const MOST_ITEMS = 2000; // Maximum length of a list.
const LONGEST_TEXT = 1000; // Characters.

export const scaled = (value: NumberValue, by: number): NumberValue => ({
  ...value,
  constant: value.constant * by + 0,
  slope: value.slope * by + 0,
  joint: value.joint && { ...value.joint, slope: value.joint.slope * by },
});

function sum(a: NumberValue, b: NumberValue): NumberValue | null {
  if (a.variable !== null && b.variable !== null) return null;
  return {
    kind: 'number',
    constant: a.constant + b.constant,
    slope: a.slope + b.slope,
    variable: a.variable ?? b.variable,
    angle: a.angle || b.angle,
    joint: a.joint && b.joint ? null : (a.joint ?? b.joint),
  };
}

function product(a: NumberValue, b: NumberValue): NumberValue | null {
  if (a.variable !== null && b.variable !== null) return null;
  const keeps = a.variable !== null || (b.variable === null && a.joint !== null);
  const [kept, factor] = keeps ? [a, b] : [b, a];
  const value = scaled(kept, factor.constant);
  return { ...value, angle: a.angle || b.angle, joint: factor.joint ? null : value.joint };
}

function quotient(a: NumberValue, b: NumberValue): NumberValue | null {
  if (b.variable !== null) return null;
  // Division keeps the rounding of the program.
  return { ...scaled(a, 1 / b.constant), constant: a.constant / b.constant, angle: a.angle };
}

/** Whole powers by multiplication, and the square root. */
export function power(base: number, exponent: number): number | null {
  if (exponent === 0.5) return Math.sqrt(base);
  if (!Number.isInteger(exponent) || Math.abs(exponent) > 64) return null;
  let value = 1;
  for (let i = 0; i < Math.abs(exponent); i++) value *= base;
  return exponent < 0 ? 1 / value : value;
}

function numbers(mark: string, a: NumberValue, b: NumberValue): NumberValue | null {
  if (mark === '+') return sum(a, b);
  if (mark === '-') return sum(a, scaled(b, -1));
  if (mark === '*' || mark === '.*' || mark === '@') return product(a, b);
  if (mark === '/' || mark === './') return quotient(a, b);
  const [x, y] = [plainNumber(a), plainNumber(b)];
  if (x === null || y === null) return null;
  if (mark === '//') return numberValue(Math.floor(x / y));
  if (mark === '%') return numberValue(x - y * Math.floor(x / y));
  const value = mark === '^' ? power(x, y) : null;
  return value === null ? null : numberValue(value);
}

/** `unknown`: the result if there is none. */
export function arithmetic(mark: string, a: Value, b: Value, unknown: UnknownValue): Value {
  if (a.kind === 'number' && b.kind === 'number') return numbers(mark, a, b) ?? unknown;
  if (a.kind === 'pose' || b.kind === 'pose') {
    const [left, right] = [poseOf(a), poseOf(b)];
    const joins = mark === '*' || mark === '@';
    return joins && left && right ? { kind: 'pose', frame: composeFrames(left, right) } : unknown;
  }
  if (a.kind === 'text' && b.kind === 'text' && mark === '+')
    return a.text.length + b.text.length > LONGEST_TEXT
      ? unknown
      : { kind: 'text', text: a.text + b.text };
  if (a.kind === 'list' && b.kind === 'list') return lists(mark, a, b, unknown);
  if (a.kind === 'list')
    return repeated(mark, a, b) ?? each(a, (x) => arithmetic(mark, x, b, unknown));
  if (b.kind === 'list')
    return repeated(mark, b, a) ?? each(b, (x) => arithmetic(mark, a, x, unknown));
  return unknown;
}

const each = (list: ListValue, change: (value: Value) => Value): ListValue =>
  listValue(list.items.map(change), list.array, list.line);

/** Lists of Python are repeated by a factor; null for an array. */
function repeated(mark: string, list: ListValue, by: Value): ListValue | null {
  const count = plainNumber(by);
  if (mark !== '*' || list.array || count === null || !Number.isInteger(count)) return null;
  if (count < 0 || count * list.items.length > MOST_ITEMS) return null;
  const items = Array.from({ length: count }, () => list.items).flat();
  return listValue(items, false, list.line);
}

function lists(mark: string, a: ListValue, b: ListValue, unknown: UnknownValue): Value {
  if (!a.array && !b.array) {
    if (mark !== '+' || a.items.length + b.items.length > MOST_ITEMS) return unknown;
    return {
      ...listValue([...a.items, ...b.items], false, a.line),
      missing: a.missing ?? b.missing,
    };
  }
  const [left, right] = [poseOf(a), poseOf(b)];
  if ((mark === '@' || mark === '*') && left && right)
    return { kind: 'pose', frame: composeFrames(left, right) };
  if (a.items.length !== b.items.length || (mark === '*' && a.items.some(isList))) return unknown;
  return listValue(
    a.items.map((item, i) => arithmetic(mark, item, b.items[i] ?? unknown, unknown)),
    true,
    a.line,
  );
}

const isList = ({ kind }: Value): boolean => kind === 'list';

export function negated(value: Value, unknown: UnknownValue): Value {
  if (value.kind === 'number') return scaled(value, -1);
  return value.kind === 'list' ? each(value, (item) => negated(item, unknown)) : unknown;
}

/** True or false, or null if it depends on something unknown. */
export function truth(value: Value): boolean | null {
  if (value.kind === 'number') return value.variable === null ? value.constant !== 0 : null;
  if (value.kind === 'none') return false;
  if (value.kind === 'text') return value.text !== '';
  if (value.kind === 'list') return value.missing ? null : value.items.length > 0;
  return null;
}

/** Null if it is not known. */
export function comparison(mark: string, a: Value, b: Value): boolean | null {
  const same = mark === '==' || mark === 'is';
  const other = mark === '!=' || mark === '~=' || mark === 'is not';
  if (a.kind === 'text' && b.kind === 'text' && (same || other))
    return (a.text === b.text) === same;
  const nothing = a.kind === 'none' || b.kind === 'none';
  const known = a.kind !== 'unknown' && b.kind !== 'unknown';
  if (nothing && known && (same || other) && !isSymbol(a) && !isSymbol(b))
    return (a.kind === b.kind) === same;
  const [x, y] = [plainNumber(a), plainNumber(b)];
  if (x === null || y === null) return null;
  if (same || other) return (x === y) === same;
  if (mark === '<') return x < y;
  if (mark === '>') return x > y;
  if (mark === '<=') return x <= y;
  return mark === '>=' ? x >= y : null;
}

const isSymbol = (value: Value): boolean => value.kind === 'number' && value.variable !== null;
