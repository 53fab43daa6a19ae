import {
  arcTangent,
  inverseFrame,
  RADIANS_PER_DEGREE,
  sineCosine,
} from '@iklab/core/scenario/numbers';
import { raiseToPower, scaleNumber } from './codeArithmetic.ts';
import { codeValueToPose, evaluatePoseCall } from './codePoses.ts';
import {
  type CodeValue,
  flattenListItems,
  getListRows,
  type ListValue,
  makeListValue,
  makeNumberValue,
  makeSymbolValue,
  NONE_VALUE,
  toPlainNumber,
  transposeList,
} from './codeValues.ts';

const MAX_ITEMS = 300;
const MAX_MATRIX_ITEMS = 10_000; // Of a matrix.

const ANGLE_CONSTANTS: Readonly<Record<string, number>> = {
  pi: Math.PI,
  PI: Math.PI,
  Pi: Math.PI,
  M_PI: Math.PI,
  EIGEN_PI: Math.PI,
  M_PI_2: Math.PI / 2,
  HALF_PI: Math.PI / 2,
  M_PI_4: Math.PI / 4,
  TWO_PI: 2 * Math.PI,
  tau: 2 * Math.PI,
  DEG_TO_RAD: RADIANS_PER_DEGREE,
};

const CONSTANTS: Readonly<Record<string, CodeValue>> = {
  True: makeNumberValue(1),
  true: makeNumberValue(1),
  False: makeNumberValue(0),
  false: makeNumberValue(0),
  None: NONE_VALUE,
  nullptr: NONE_VALUE,
  inf: makeNumberValue(Number.POSITIVE_INFINITY),
  Inf: makeNumberValue(Number.POSITIVE_INFINITY),
  infty: makeNumberValue(Number.POSITIVE_INFINITY),
};

export function findCodeConstant(name: string): CodeValue | null {
  const angle = ANGLE_CONSTANTS[name];
  return angle === undefined ? (CONSTANTS[name] ?? null) : makeNumberValue(angle, true);
}

const PI_NAME = /^(M_)?pi$/i;

/** Marks a number as an angle if the number's name is pi and its value about π. */
export const markPiAsAngle = (name: string, value: CodeValue): CodeValue =>
  value.kind === 'number' && PI_NAME.test(name) && Math.abs(value.constant - Math.PI) < 0.01
    ? { ...value, angle: true }
    : value;

type LibraryFunction = (
  args: readonly CodeValue[],
  fields: ReadonlyMap<string, CodeValue>,
) => CodeValue | null;

const makeNumberFunction =
  (change: (x: number) => number | null, angle = false): LibraryFunction =>
  ([value]) => {
    const x = toPlainNumber(value);
    const y = x === null ? null : change(x);
    return y === null || !Number.isFinite(y) ? null : makeNumberValue(y, angle);
  };

const toRadians: LibraryFunction = ([value]) => {
  if (value?.kind === 'list')
    return makeListValue(
      value.items.map((each) => toRadians([each], NO_FIELDS) ?? each),
      true,
      value.line,
    );
  return value?.kind === 'number'
    ? { ...scaleNumber(value, RADIANS_PER_DEGREE), angle: true }
    : null;
};
const NO_FIELDS: ReadonlyMap<string, CodeValue> = new Map();

const firstArgument: LibraryFunction = ([value]) => value ?? null;

const makeCellArray: LibraryFunction = (args) => {
  const count = Math.max(0, ...args.map((arg) => toPlainNumber(arg) ?? 0));
  const isRow = args.every((arg) => [1, count].includes(toPlainNumber(arg) ?? 0));
  if (!isRow || count > MAX_ITEMS || (args.length === 1 && count > 1)) return null;
  return makeListValue(
    Array.from({ length: count }, () => NONE_VALUE),
    false,
    0,
  );
};

const integerText: LibraryFunction = ([value]) => {
  const x = toPlainNumber(value);
  return x !== null && Number.isInteger(x) ? { kind: 'text', text: String(x) } : null;
};

const copyShallow: LibraryFunction = ([value]) =>
  value?.kind === 'list' ? { ...value, items: [...value.items] } : (value ?? null);

const toArray: LibraryFunction = ([value], fields) => {
  const arg = value ?? fields.get('data');
  return arg?.kind === 'list' ? markArray(arg) : (arg ?? null);
};

function markArray(list: ListValue): ListValue {
  const items = list.items.map((each) => (each.kind === 'list' ? markArray(each) : each));
  return { ...list, items, array: true };
}

const makeFill =
  (value: number): LibraryFunction =>
  (args) => {
    const sizes = args
      .filter(({ kind }) => kind !== 'text')
      .flatMap(flattenListItems)
      .map(toPlainNumber);
    const [rows, columns] = sizes as number[];
    if (rows === undefined || sizes.some((n) => n === null || n < 0 || n > MAX_ITEMS)) return null;
    const row = (n: number) =>
      makeListValue(
        Array.from({ length: n }, () => makeNumberValue(value)),
        true,
        0,
      );
    if (columns === undefined) return row(rows);
    if (rows * columns > MAX_MATRIX_ITEMS) return null;
    if (rows === 1) return row(columns);
    return makeListValue(
      Array.from({ length: rows }, () => row(columns)),
      true,
      0,
    );
  };

const size: LibraryFunction = ([value, which]) => {
  if (value?.kind !== 'list') return null;
  const width = getListRows(value)?.[0]?.items.length;
  const sizes = width === undefined ? [1, value.items.length] : [value.items.length, width];
  const wanted = toPlainNumber(which);
  if (wanted !== null) return makeNumberValue(sizes[wanted - 1] ?? 1);
  return makeListValue(
    sizes.map((n) => makeNumberValue(n)),
    true,
    0,
  );
};

const length: LibraryFunction = ([value]) => {
  if (value?.kind !== 'list' || value.missing) return null;
  const width = getListRows(value)?.[0]?.items.length ?? 0;
  return makeNumberValue(Math.max(value.items.length, value.array ? width : 0));
};

const range: LibraryFunction = (args) => {
  const ends = args.map(toPlainNumber);
  if (ends.some((x) => x === null) || ends.length === 0) return null;
  const [from, to, step] = ends.length === 1 ? [0, ends[0], 1] : [ends[0], ends[1], ends[2] ?? 1];
  return makeRangeList(from as number, to as number, step as number, false);
};

/**
 * Returns the numbers of a range, with its end if `closed`; null if the step is 0 or the list too
 * long.
 */
export function makeRangeList(
  from: number,
  to: number,
  step: number,
  closed: boolean,
): ListValue | null {
  const count = Math.floor((to - from) / step + (closed ? 1 + 1e-9 : 1 - 1e-9));
  if (!(step !== 0 && count <= MAX_ITEMS)) return null;
  const items = Array.from({ length: Math.max(0, count) }, (_, i) =>
    makeNumberValue(from + i * step),
  );
  return makeListValue(items, closed, 0);
}

const zip: LibraryFunction = (args) => {
  const lists = args.filter((arg) => arg.kind === 'list');
  if (lists.length !== args.length || lists.length === 0) return null;
  const count = Math.min(...lists.map(({ items }) => items.length));
  const rows = Array.from({ length: count }, (_, i) =>
    makeListValue(
      lists.flatMap(({ items }) => items[i] ?? []),
      false,
      lists[0]?.line ?? 0,
    ),
  );
  return makeListValue(rows, false, lists[0]?.line ?? 0);
};

const stackColumns: LibraryFunction = (args) => {
  const [only] = args;
  const lists = args.length === 1 && only?.kind === 'list' ? only.items : args;
  return zip(lists, NO_FIELDS);
};

const stackRows: LibraryFunction = ([value]) => (value?.kind === 'list' ? markArray(value) : null);

const concatenate: LibraryFunction = (args) => {
  const items = args.flatMap(flattenListItems);
  return makeListValue(items, true, 0);
};

const enumerate: LibraryFunction = ([value, start], fields) => {
  const first = toPlainNumber(start ?? fields.get('start') ?? makeNumberValue(0));
  if (value?.kind !== 'list' || first === null) return null;
  const { line } = value;
  return makeListValue(
    value.items.map((each, i) => makeListValue([makeNumberValue(first + i), each], false, line)),
    false,
    line,
  );
};

const countElements: LibraryFunction = ([value]) =>
  value?.kind === 'list'
    ? makeNumberValue(
        getListRows(value)?.reduce((sum, { items }) => sum + items.length, 0) ?? value.items.length,
      )
    : null;

const symbols: LibraryFunction = (args) => {
  const [text, shape] = args;
  if (text?.kind !== 'text') return null;
  const size = shape ? flattenListItems(shape).map(toPlainNumber) : [];
  const count = Math.max(0, ...size.map((n) => n ?? 0));
  const numberSymbols = (name: string, from: number, to: number) =>
    Array.from({ length: Math.min(MAX_ITEMS, Math.max(0, to - from)) }, (_, i) =>
      makeSymbolValue(`${name}${from + i}`),
    );
  if (count > 1) return makeListValue(numberSymbols(text.text, 1, count + 1), true, 0);
  const found = text.text.split(/[\s,]+/).flatMap((name) => {
    const [, base, from, to] = /^(.*?)(\d*):(\d+)$/.exec(name) ?? [];
    if (base === undefined) return name === '' ? [] : [makeSymbolValue(name)];
    return numberSymbols(base, Number(from), Number(to));
  });
  const [only] = found;
  return found.length === 1 && only ? only : makeListValue(found, false, 0);
};

const round: LibraryFunction = ([value, digits]) => {
  const factor = raiseToPower(10, toPlainNumber(digits) ?? 0) ?? 1;
  // The languages round halves differently.
  return makeNumberFunction((x) =>
    Math.abs((x * factor) % 1) === 0.5 ? null : Math.round(x * factor) / factor,
  )(value ? [value] : [], NO_FIELDS);
};

const extreme =
  (best: (...values: number[]) => number): LibraryFunction =>
  (args) => {
    const values = args.flatMap(flattenListItems).map(toPlainNumber);
    return values.some((x) => x === null) || values.length === 0
      ? null
      : makeNumberValue(best(...(values as number[])));
  };

const makeRecord: LibraryFunction = (args, fields) => {
  const all = new Map(fields);
  for (let i = 0; i + 1 < args.length; i += 2) {
    const [key, value] = [args[i], args[i + 1]];
    if (key?.kind !== 'text' || !value) return null;
    all.set(key.text, value);
  }
  return { kind: 'record', fields: all, line: 0 };
};

const FUNCTIONS: readonly (readonly [RegExp, LibraryFunction])[] = [
  [/^(deg2rad|radians|DEG2RAD|d2r|deg_to_rad|toRadians|deg2Rad)$/, toRadians],
  [/^(rad2deg|degrees)$/, makeNumberFunction((x) => x / RADIANS_PER_DEGREE)],
  [/^(sin|sinf)$/, makeNumberFunction((x) => sineCosine(x).sine)],
  [/^(cos|cosf)$/, makeNumberFunction((x) => sineCosine(x).cosine)],
  [/^tan$/, makeNumberFunction((x) => sineCosine(x).sine / sineCosine(x).cosine)],
  [
    /^(atan2|arctan2)$/,
    ([y, x]) => {
      const [a, b] = [toPlainNumber(y), toPlainNumber(x)];
      return a === null || b === null ? null : makeNumberValue(arcTangent(a, b), true);
    },
  ],
  [/^(atan|arctan)$/, makeNumberFunction((x) => arcTangent(x, 1), true)],
  [/^(asin|arcsin)$/, makeNumberFunction((x) => arcTangent(x, Math.sqrt(1 - x * x)), true)],
  [/^(acos|arccos)$/, makeNumberFunction((x) => arcTangent(Math.sqrt(1 - x * x), x), true)],
  [/^(sqrt|sqrtf)$/, makeNumberFunction(Math.sqrt)],
  [/^f?abs$/, makeNumberFunction(Math.abs)],
  [/^(float|double|float64|float32|S|Integer|Float|sympify|nsimplify|simplify)$/, firstArgument],
  [/^int$/, makeNumberFunction(Math.trunc)],
  [/^floor$/, makeNumberFunction(Math.floor)],
  [/^round$/, round],
  [
    /^Rational$/,
    ([a, b]) => {
      const [x, y] = [toPlainNumber(a), toPlainNumber(b)];
      return x === null || y === null || y === 0 ? null : makeNumberValue(x / y);
    },
  ],
  [/^min$/, extreme(Math.min)],
  [/^max$/, extreme(Math.max)],
  [
    /^pow$/,
    ([a, b]) => {
      const [x, y] = [toPlainNumber(a), toPlainNumber(b)];
      const value = x === null || y === null ? null : raiseToPower(x, y);
      return value === null ? null : makeNumberValue(value);
    },
  ],
  [
    /^norm$/,
    (args) => {
      const values = args.flatMap(flattenListItems).map(toPlainNumber);
      if (values.some((x) => x === null)) return null;
      return makeNumberValue(Math.sqrt((values as number[]).reduce((sum, x) => sum + x * x, 0)));
    },
  ],
  [/^(array|asarray|matrix|Matrix|tensor|mat)$/, toArray],
  [/^(list|tuple)$/, copyShallow],
  [/^(vector|cell2mat)$/, firstArgument],
  [/^zeros$/, makeFill(0)],
  [/^cell$/, makeCellArray],
  [/^(num2str|int2str)$/, integerText],
  [/^ones$/, makeFill(1)],
  [
    /^(len)$/,
    ([value]) =>
      value?.kind === 'list' && !value.missing ? makeNumberValue(value.items.length) : null,
  ],
  [/^length$/, length],
  [/^numel$/, countElements],
  [/^size$/, size],
  [
    /^isempty$/,
    ([value]) =>
      value?.kind === 'list' ? makeNumberValue(value.items.length === 0 ? 1 : 0) : null,
  ],
  [/^(range|arange)$/, range],
  [/^zip$/, zip],
  [/^(column_stack|c_)$/, stackColumns],
  [/^(vstack|row_stack)$/, stackRows],
  [/^(hstack|concatenate|r_)$/, concatenate],
  [/^(transpose)$/, ([value]) => (value?.kind === 'list' ? transposeList(value) : null)],
  [/^enumerate$/, enumerate],
  [/^(symbols?|syms?|Symbol|dynamicsymbols)$/, symbols],
  [/^(dict|struct|SimpleNamespace)$/, makeRecord],
  [/^zero$/, (args) => (args.length === 0 ? makeNumberValue(0) : null)],
  [/^(pi|PI)$/, (args) => (args.length === 0 ? makeNumberValue(Math.PI, true) : null)],
];

/** Returns null if the function or its arguments are not supported. */
export function callLibraryFunction(
  name: string,
  args: readonly CodeValue[],
  fields: ReadonlyMap<string, CodeValue>,
): CodeValue | null {
  if (/^(inv|inverse)$/.test(name) && args[0]) {
    const frame = codeValueToPose(args[0]);
    if (frame) return { kind: 'pose', frame: inverseFrame(frame) };
  }
  const pose = name === 'array' ? null : evaluatePoseCall(name, args, fields);
  if (pose) return { kind: 'pose', frame: pose };
  return FUNCTIONS.find(([pattern]) => pattern.test(name))?.[1](args, fields) ?? null;
}
