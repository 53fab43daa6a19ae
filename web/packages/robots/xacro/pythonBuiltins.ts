/** Python's own functions, as far as descriptions use them. */
import { compared, order } from './pythonCompare.ts';
import { formatValue } from './pythonFormat.ts';
import { binary, numeric } from './pythonOperators.ts';
import { rounded } from './pythonRounding.ts';
import {
  isSequence,
  itemsOf,
  type Named,
  PyDict,
  PyFunction,
  PyList,
  PyTuple,
  PythonError,
  repr,
  sized,
  sizeOf,
  str,
  toil,
  truth,
  typeName,
  type Value,
} from './pythonValues.ts';

/** What a tuple takes that is made, beside its items. */
const TUPLE = 6;

type Builtin = (args: readonly Value[], named: Named) => Value;

const needed = (args: readonly Value[], name: string): Value => {
  const [first] = args;
  if (first === undefined) throw new PythonError('TypeError', `${name}() needs a value`);
  return first;
};

const INT = /^\s*[+-]?\d+(_\d+)*\s*$/;
const FLOAT = /^\s*[+-]?((\d[\d_]*(\.[\d_]*)?|\.\d[\d_]*)(e[+-]?\d+)?|inf|infinity|nan)\s*$/i;

/** null: Python's int() would not read it. */
export const readInt = (text: string): bigint | null =>
  INT.test(text) && text.length <= 1000
    ? BigInt(text.trim().replaceAll('_', '').replace(/^\+/, ''))
    : null;

/** null: Python's float() would not read it. */
export function readFloat(text: string): number | null {
  if (!FLOAT.test(text)) return null;
  const plain = text.trim().toLowerCase().replaceAll('_', '');
  if (plain.endsWith('nan')) return Number.NaN;
  if (plain.includes('inf')) return plain.startsWith('-') ? -Infinity : Infinity;
  return Number(plain);
}

function int(args: readonly Value[]): Value {
  const value = args[0] ?? 0n;
  const base = args[1];
  if (typeof value === 'string') {
    const read = base === undefined ? readInt(value) : intOfBase(value, Number(numeric(base)));
    if (read === null) throw new PythonError('ValueError', `int() does not read ${repr(value)}`);
    return read;
  }
  const number = numeric(value);
  if (number === null) throw new PythonError('TypeError', `int() takes no ${typeName(value)}`);
  if (typeof number === 'bigint') return number;
  if (!Number.isFinite(number)) throw new PythonError('ValueError', `int() of ${str(number)}`);
  return BigInt(Math.trunc(number));
}

function intOfBase(text: string, base: number): bigint | null {
  const read = Number.parseInt(text.trim().replace(/^0[xob]/i, ''), base);
  return Number.isSafeInteger(read) ? BigInt(read) : null;
}

function float(args: readonly Value[]): Value {
  const value = args[0] ?? 0n;
  const read = typeof value === 'string' ? readFloat(value) : numeric(value);
  if (read === null) throw new PythonError('ValueError', `float() does not read ${repr(value)}`);
  return Number(read);
}

function extreme(name: string, operator: string): Builtin {
  return (args, named) => {
    const items = args.length === 1 ? itemsOf(needed(args, name)) : args;
    const key = named.get('key');
    const by = (value: Value) => (key instanceof PyFunction ? key.call([value], new Map()) : value);
    const [first] = items;
    const otherwise = first === undefined ? named.get('default') : first;
    if (otherwise === undefined) throw new PythonError('ValueError', `${name}() of nothing`);
    return items.reduce<Value>(
      (best, item) => (compared(operator, by(item), by(best)) ? item : best),
      otherwise,
    );
  };
}

function range(args: readonly Value[]): Value {
  const numbers = args.map((arg) => {
    const number = numeric(arg);
    if (typeof number !== 'bigint')
      throw new PythonError('TypeError', `range() takes no ${typeName(arg)}`);
    return Number(number);
  });
  const [start = 0, end = 0, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
  if (step === 0) throw new PythonError('ValueError', 'range() with a step of 0');
  const length = sized(Math.max(0, Math.ceil((end - start) / step)));
  toil(length);
  return new PyList(Array.from({ length }, (_, i) => BigInt(start + i * step)));
}

function sorted(args: readonly Value[], named: Named): Value {
  const key = named.get('key');
  const by = (value: Value) => (key instanceof PyFunction ? key.call([value], new Map()) : value);
  const items = itemsOf(needed(args, 'sorted')).map((item) => [by(item), item] as const);
  const sign = truth(named.get('reverse') ?? false) ? -1 : 1;
  return new PyList(items.sort(([a], [b]) => sign * order(a, b)).map(([, item]) => item));
}

function dict(args: readonly Value[], named: Named): Value {
  const [from] = args;
  const entries =
    from === undefined
      ? []
      : from instanceof PyDict
        ? [...from.entries.values()]
        : itemsOf(from).map((pair) => {
            const [key, value] = itemsOf(pair);
            if (key === undefined || value === undefined)
              throw new PythonError('ValueError', 'dict() needs pairs of key and value');
            return [key, value] as const;
          });
  return new PyDict([...entries, ...named]);
}

function mapped(args: readonly Value[]): Value {
  const [by, ...lists] = args;
  if (!(by instanceof PyFunction)) throw new PythonError('TypeError', 'map() needs a function');
  const rows = (zip(lists) as PyList).items as PyTuple[];
  return new PyList(rows.map((row) => by.call(row.items, new Map())));
}

function zip(args: readonly Value[]): Value {
  const lists = args.map(itemsOf);
  const length = lists.length > 0 ? Math.min(...lists.map((list) => list.length)) : 0;
  toil(TUPLE * length);
  return new PyList(
    Array.from({ length }, (_, i) => new PyTuple(lists.map((list) => list[i] ?? null))),
  );
}

function length(args: readonly Value[]): Value {
  const value = needed(args, 'len');
  if (isSequence(value) || value instanceof PyDict) return BigInt(sizeOf(value));
  return BigInt(itemsOf(value).length);
}

function abs(args: readonly Value[]): Value {
  const number = numeric(needed(args, 'abs'));
  if (number === null)
    throw new PythonError('TypeError', `abs() takes no ${typeName(args[0] ?? null)}`);
  return number < 0 || Object.is(number, -0) ? -number : number;
}

/** By the name of the type, as `isinstance(x, str)` has it. */
function isInstance(args: readonly Value[]): Value {
  const [value = null, kinds = null] = args;
  const names = kinds instanceof PyTuple ? kinds.items : [kinds];
  return names.some((kind) => kind instanceof PyFunction && kind.name === typeName(value));
}

const BUILTINS: Readonly<Record<string, Builtin>> = {
  abs,
  all: (args) => itemsOf(needed(args, 'all')).every(truth),
  any: (args) => itemsOf(needed(args, 'any')).some(truth),
  bool: (args) => truth(args[0] ?? false),
  chr: (args) => String.fromCodePoint(Number(int(args))),
  dict,
  divmod: ([a = 0n, b = 0n]) => new PyTuple([binary('//', a, b), binary('%', a, b)]),
  enumerate: (args, named) => {
    const start = Number(numeric(args[1] ?? named.get('start') ?? 0n));
    const items = itemsOf(needed(args, 'enumerate'));
    toil(TUPLE * items.length);
    return new PyList(items.map((item, i) => new PyTuple([BigInt(start + i), item])));
  },
  filter: ([by = null, list = null]) =>
    new PyList(
      itemsOf(list).filter((item) =>
        truth(by instanceof PyFunction ? by.call([item], new Map()) : item),
      ),
    ),
  float,
  format: ([value = null, spec = '']) => formatValue(value, str(spec)),
  int,
  isinstance: isInstance,
  len: length,
  list: (args) => new PyList([...itemsOf(args[0] ?? '')]),
  map: mapped,
  max: extreme('max', '>'),
  min: extreme('min', '<'),
  ord: (args) => BigInt(str(needed(args, 'ord')).codePointAt(0) ?? 0),
  range,
  repr: (args) => repr(needed(args, 'repr')),
  reversed: (args) => new PyList([...itemsOf(needed(args, 'reversed'))].reverse()),
  round: (args, named) => rounded(needed(args, 'round'), args[1] ?? named.get('ndigits') ?? null),
  set: (args) =>
    new PyList([...itemsOf(new PyDict(itemsOf(args[0] ?? '').map((key) => [key, null])))]),
  sorted,
  str: (args) => str(args[0] ?? ''),
  sum: (args) =>
    itemsOf(needed(args, 'sum')).reduce<Value>(
      (sum, item) => binary('+', sum, item),
      args[1] ?? 0n,
    ),
  tuple: (args) => new PyTuple([...itemsOf(args[0] ?? '')]),
  type: (args) => typeName(needed(args, 'type')),
  zip,
};

export const builtins: ReadonlyMap<string, Value> = new Map(
  Object.entries(BUILTINS).map(([name, call]) => [name, new PyFunction(name, call)]),
);
