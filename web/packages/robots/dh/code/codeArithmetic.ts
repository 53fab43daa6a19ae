import { composeFrames } from '@iklab/core/scenario/numbers';
import { codeValueToPose } from './codePoses.ts';
import {
  type CodeValue,
  type ListValue,
  makeListValue,
  makeNumberValue,
  type NumberValue,
  toPlainNumber,
  type UnknownValue,
} from './codeValues.ts';

const MAX_ITEMS = 2000; // Maximum length of a list.
const MAX_TEXT_LENGTH = 1000; // Characters.

export const scaleNumber = (value: NumberValue, factor: number): NumberValue => ({
  ...value,
  constant: value.constant * factor + 0,
  slope: value.slope * factor + 0,
  joint: value.joint && { ...value.joint, slope: value.joint.slope * factor },
});

function addNumbers(a: NumberValue, b: NumberValue): NumberValue | null {
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

function multiplyNumbers(a: NumberValue, b: NumberValue): NumberValue | null {
  if (a.variable !== null && b.variable !== null) return null;
  const keeps = a.variable !== null || (b.variable === null && a.joint !== null);
  const [scaledOperand, factor] = keeps ? [a, b] : [b, a];
  const value = scaleNumber(scaledOperand, factor.constant);
  return { ...value, angle: a.angle || b.angle, joint: factor.joint ? null : value.joint };
}

function divideNumbers(a: NumberValue, b: NumberValue): NumberValue | null {
  if (b.variable !== null) return null;
  // Division keeps the rounding of the program.
  return { ...scaleNumber(a, 1 / b.constant), constant: a.constant / b.constant, angle: a.angle };
}

/** Returns a square root, or a power with a whole exponent up to 64; null for other exponents. */
export function raiseToPower(base: number, exponent: number): number | null {
  if (exponent === 0.5) return Math.sqrt(base);
  if (!Number.isInteger(exponent) || Math.abs(exponent) > 64) return null;
  let value = 1;
  for (let i = 0; i < Math.abs(exponent); i++) value *= base;
  return exponent < 0 ? 1 / value : value;
}

function combineNumbers(mark: string, a: NumberValue, b: NumberValue): NumberValue | null {
  if (mark === '+') return addNumbers(a, b);
  if (mark === '-') return addNumbers(a, scaleNumber(b, -1));
  if (mark === '*' || mark === '.*' || mark === '@') return multiplyNumbers(a, b);
  if (mark === '/' || mark === './') return divideNumbers(a, b);
  const [x, y] = [toPlainNumber(a), toPlainNumber(b)];
  if (x === null || y === null) return null;
  if (mark === '//') return makeNumberValue(Math.floor(x / y));
  if (mark === '%') return makeNumberValue(x - y * Math.floor(x / y));
  const value = mark === '^' ? raiseToPower(x, y) : null;
  return value === null ? null : makeNumberValue(value);
}

/** Returns `unknown` if the result cannot be computed. */
export function evaluateBinaryOperator(
  mark: string,
  a: CodeValue,
  b: CodeValue,
  unknown: UnknownValue,
): CodeValue {
  if (a.kind === 'number' && b.kind === 'number') return combineNumbers(mark, a, b) ?? unknown;
  if (a.kind === 'pose' || b.kind === 'pose') {
    const [left, right] = [codeValueToPose(a), codeValueToPose(b)];
    const joins = mark === '*' || mark === '@';
    return joins && left && right ? { kind: 'pose', frame: composeFrames(left, right) } : unknown;
  }
  if (a.kind === 'text' && b.kind === 'text' && mark === '+')
    return a.text.length + b.text.length > MAX_TEXT_LENGTH
      ? unknown
      : { kind: 'text', text: a.text + b.text };
  if (a.kind === 'list' && b.kind === 'list') return combineLists(mark, a, b, unknown);
  if (a.kind === 'list')
    return (
      repeatList(mark, a, b) ?? mapItems(a, (x) => evaluateBinaryOperator(mark, x, b, unknown))
    );
  if (b.kind === 'list')
    return (
      repeatList(mark, b, a) ?? mapItems(b, (x) => evaluateBinaryOperator(mark, a, x, unknown))
    );
  return unknown;
}

const mapItems = (list: ListValue, change: (value: CodeValue) => CodeValue): ListValue =>
  makeListValue(list.items.map(change), list.array, list.line);

function repeatList(mark: string, list: ListValue, factor: CodeValue): ListValue | null {
  const count = toPlainNumber(factor);
  if (mark !== '*' || list.array || count === null || !Number.isInteger(count)) return null;
  if (count < 0 || count * list.items.length > MAX_ITEMS) return null;
  const items = Array.from({ length: count }, () => list.items).flat();
  return makeListValue(items, false, list.line);
}

function combineLists(mark: string, a: ListValue, b: ListValue, unknown: UnknownValue): CodeValue {
  if (!a.array && !b.array) {
    if (mark !== '+' || a.items.length + b.items.length > MAX_ITEMS) return unknown;
    return {
      ...makeListValue([...a.items, ...b.items], false, a.line),
      missing: a.missing ?? b.missing,
    };
  }
  const [left, right] = [codeValueToPose(a), codeValueToPose(b)];
  if ((mark === '@' || mark === '*') && left && right)
    return { kind: 'pose', frame: composeFrames(left, right) };
  if (a.items.length !== b.items.length || (mark === '*' && a.items.some(isList))) return unknown;
  return makeListValue(
    a.items.map((item, i) => evaluateBinaryOperator(mark, item, b.items[i] ?? unknown, unknown)),
    true,
    a.line,
  );
}

const isList = ({ kind }: CodeValue): boolean => kind === 'list';

export function negateValue(value: CodeValue, unknown: UnknownValue): CodeValue {
  if (value.kind === 'number') return scaleNumber(value, -1);
  return value.kind === 'list' ? mapItems(value, (item) => negateValue(item, unknown)) : unknown;
}

/** Returns null if the truth of the value depends on something unknown. */
export function evaluateTruth(value: CodeValue): boolean | null {
  if (value.kind === 'number') return value.variable === null ? value.constant !== 0 : null;
  if (value.kind === 'none') return false;
  if (value.kind === 'text') return value.text !== '';
  if (value.kind === 'list') return value.missing ? null : value.items.length > 0;
  return null;
}

/** Returns null if the result depends on an unknown value. */
export function compareCodeValues(mark: string, a: CodeValue, b: CodeValue): boolean | null {
  const isEquality = mark === '==' || mark === 'is';
  const isInequality = mark === '!=' || mark === '~=' || mark === 'is not';
  if (a.kind === 'text' && b.kind === 'text' && (isEquality || isInequality))
    return (a.text === b.text) === isEquality;
  const nothing = a.kind === 'none' || b.kind === 'none';
  const areKnown = a.kind !== 'unknown' && b.kind !== 'unknown';
  if (nothing && areKnown && (isEquality || isInequality) && !isSymbol(a) && !isSymbol(b))
    return (a.kind === b.kind) === isEquality;
  const [x, y] = [toPlainNumber(a), toPlainNumber(b)];
  if (x === null || y === null) return null;
  if (isEquality || isInequality) return (x === y) === isEquality;
  if (mark === '<') return x < y;
  if (mark === '>') return x > y;
  if (mark === '<=') return x <= y;
  return mark === '>=' ? x >= y : null;
}

const isSymbol = (value: CodeValue): boolean => value.kind === 'number' && value.variable !== null;
