/**
 * Values of a statically evaluated program: numbers with at most one variable, lists, records,
 * calls and poses.
 */
import type { RigidFrame } from '@iklab/core/scenario/numbers';

/** A number of the form constant + slope · variable; variable is null for a constant. */
export interface NumberValue {
  readonly kind: 'number';
  readonly constant: number;
  readonly slope: number;
  readonly variable: string | null;
  /** True if π or a conversion from degrees marks the number as an angle in radians. */
  readonly angle: boolean;
  /** Joint value contained in the number, if the program assigns it to a name such as `theta1`. */
  readonly joint: { readonly name: string; readonly slope: number; readonly value: number } | null;
}

export interface TextValue {
  readonly kind: 'text';
  readonly text: string;
}

export interface ListValue {
  readonly kind: 'list';
  readonly items: CodeValue[];
  /** True for an array, on which arithmetic applies to each element; false for a Python list. */
  readonly array: boolean;
  readonly line: number;
  names: readonly string[] | null;
  /** An unknown element that may stand for several; null if the list is completely known. */
  missing: UnknownValue | null;
}

export interface RecordValue {
  readonly kind: 'record';
  readonly fields: Map<string, CodeValue>;
  readonly line: number;
}

/** A call that is kept unevaluated with its arguments, such as a constructor of a link or robot. */
export interface UnevaluatedCallValue {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly CodeValue[];
  readonly fields: Map<string, CodeValue>;
  readonly line: number;
  readonly source: string;
}

export interface PoseValue {
  readonly kind: 'pose';
  readonly frame: RigidFrame;
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly call: (
    args: readonly CodeValue[],
    fields: ReadonlyMap<string, CodeValue>,
    line: number,
    source: string,
  ) => CodeValue;
}

export interface UnknownValue {
  readonly kind: 'unknown';
  readonly source: string;
  readonly line: number;
  /** Reason why the value is unknown; null if its `source` text explains it. */
  readonly reason: string | null;
}

export type CodeValue =
  | NumberValue
  | TextValue
  | ListValue
  | RecordValue
  | UnevaluatedCallValue
  | PoseValue
  | FunctionValue
  | UnknownValue
  | { readonly kind: 'none' };

export const NONE_VALUE: CodeValue = { kind: 'none' };

export const makeNumberValue = (constant: number, angle = false): NumberValue => ({
  ...{ kind: 'number', constant, slope: 0, variable: null, angle, joint: null },
});

export const makeSymbolValue = (variable: string): NumberValue => ({
  ...makeNumberValue(0),
  slope: 1,
  variable,
});

export const makeUnknownValue = (
  source: string,
  line: number,
  reason: string | null = null,
): UnknownValue => ({
  kind: 'unknown',
  source: source.length > 60 ? `${source.slice(0, 59)}…` : source,
  line,
  reason,
});

export function findUnknownValue(value: CodeValue | undefined): UnknownValue | null {
  if (value?.kind !== 'list') return null;
  if (value.missing) return value.missing;
  for (const item of value.items) {
    const missing = findUnknownValue(item);
    if (missing) return missing;
  }
  return null;
}

export const makeListValue = (items: CodeValue[], array: boolean, line: number): ListValue => ({
  ...{ kind: 'list', items, array, line, names: null, missing: null },
});

export const copyList = (list: ListValue): ListValue => ({
  ...list,
  items: list.items.map((item) => (item.kind === 'list' ? copyList(item) : item)),
});

/** Returns a value as a plain number; null if it is no number or depends on a variable. */
export const toPlainNumber = (value: CodeValue | undefined): number | null =>
  value?.kind === 'number' && value.variable === null ? value.constant : null;

/** Returns the items of nested lists in order; for any other value, only this value. */
export function flattenListItems(value: CodeValue): CodeValue[] {
  return value.kind === 'list' ? value.items.flatMap(flattenListItems) : [value];
}

export function getListRows(value: CodeValue): ListValue[] | null {
  if (value.kind !== 'list' || value.items.length === 0) return null;
  const rows = value.items.filter((item) => item.kind === 'list');
  return rows.length === value.items.length ? rows : null;
}

export function transposeList(list: ListValue): ListValue {
  const rows = getListRows(list);
  const makeList = (items: CodeValue[]) => makeListValue(items, list.array, list.line);
  if (!rows) return makeList(list.items.map((item) => makeList([item])));
  const width = Math.max(...rows.map(({ items }) => items.length));
  if (width === 1) return makeList(rows.flatMap(({ items }) => items));
  const columns = Array.from({ length: width }, (_, i) =>
    makeList(rows.flatMap(({ items }) => items[i] ?? [])),
  );
  return makeList(columns);
}

/**
 * Evaluates a MATLAB matrix literal: elements are joined side by side in a row, and rows below each
 * other.
 */
export function joinMatrixLiteral(
  rows: readonly (readonly CodeValue[])[],
  line: number,
): ListValue {
  const read = rows.map((row) => joinRow(row, line));
  const [only] = read;
  if (read.length === 1 && only) return only;
  const below = read.flatMap((row): CodeValue[] => (getListRows(row) ? row.items : [row]));
  return makeListValue(below, true, line);
}

function joinRow(row: readonly CodeValue[], line: number): ListValue {
  const matrices = row.map((value) => (value.kind === 'list' ? getListRows(value) : null));
  const height = matrices[0]?.length ?? 0;
  if (height > 0 && matrices.every((each) => each?.length === height)) {
    const joined = Array.from({ length: height }, (_, i) =>
      makeListValue(
        matrices.flatMap((each) => each?.[i]?.items ?? []),
        true,
        matrices[0]?.[i]?.line ?? line,
      ),
    );
    return makeListValue(joined, true, line);
  }
  const items = row.flatMap((value) => (value.kind === 'list' ? flattenListItems(value) : [value]));
  return makeListValue(items, true, line);
}

export const isSameNumber = (a: CodeValue | undefined, b: CodeValue | undefined): boolean => {
  const x = toPlainNumber(a);
  return x !== null && x === toPlainNumber(b);
};

export function isListWithin(list: ListValue, value: CodeValue): boolean {
  return (
    value === list ||
    (value.kind === 'list' && value.items.some((item) => isListWithin(list, item)))
  );
}
