/** Python's built-in functions that descriptions use. */
import { rounded } from './pythonFormat.ts';
import { binary, compared } from './pythonOperators.ts';
import {
  aType,
  countWork,
  itemsOf,
  numeric,
  type PyCall,
  PyDict,
  PyFrozenSet,
  PyFunction,
  PyList,
  PySet,
  PyTuple,
  PythonError,
  readFloat,
  readInt,
  repr,
  sized,
  sizeOf,
  str,
  truth,
  typeName,
  type Value,
} from './pythonValues.ts';

const int: PyCall = ([value = 0n]) => {
  const number = typeof value === 'string' ? readInt(value) : numeric(value);
  if (number === null) throw new PythonError(`int() cannot convert ${repr(value)}`);
  if (typeof number === 'bigint') return number;
  if (!Number.isFinite(number)) throw new PythonError(`int(${str(number)}) is not defined`);
  return BigInt(Math.trunc(number));
};

const float: PyCall = ([value = 0n]) => {
  const number = typeof value === 'string' ? readFloat(value) : numeric(value);
  if (number === null) throw new PythonError(`float() cannot convert ${repr(value)}`);
  return Number(number);
};

/** The function that an argument names; identity without it. */
function callOf(name: string, by: Value | undefined): (item: Value) => Value {
  if (by === undefined || by === null) return (item) => item;
  if (by instanceof PyFunction) return (item) => by.call([item], new Map());
  throw new PythonError(`${name}(): expected a function; got ${aType(by)}`);
}

const extreme =
  (name: string, operator: string): PyCall =>
  (args, named) => {
    const items = args.length === 1 ? itemsOf(args[0] ?? null) : args;
    const key = callOf(name, named.get('key'));
    const keyed = items.map((item) => ({ item, key: key(item) }));
    const [first, ...rest] = keyed;
    const otherwise = named.get('default');
    if (first === undefined && otherwise !== undefined) return otherwise;
    if (first === undefined) throw new PythonError(`${name}(): expected at least one value`);
    return rest.reduce(
      (best, each) => (compared(operator, each.key, best.key) ? each : best),
      first,
    ).item;
  };

const range: PyCall = (args) => {
  const numbers = args.map((arg) => {
    const number = numeric(arg);
    if (typeof number !== 'bigint')
      throw new PythonError(`range(): expected an int; got ${aType(arg)}`);
    return Number(number);
  });
  const [start = 0, end = 0, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
  if (step === 0) throw new PythonError('range(): the step must not be 0');
  const length = sized(Math.max(0, Math.ceil((end - start) / step)));
  return new PyList(Array.from({ length }, (_, i) => BigInt(start + i * step)));
};

const sorted: PyCall = ([list = null], named) => {
  const key = callOf('sorted', named.get('key'));
  const items = itemsOf(list).map((item) => ({ item, key: key(item) }));
  countWork(items.length * Math.log2(items.length + 1));
  const sign = truth(named.get('reverse') ?? false) ? -1 : 1; // Equal items keep their order.
  items.sort(
    (a, b) => sign * (Number(compared('>', a.key, b.key)) - Number(compared('<', a.key, b.key))),
  );
  return new PyList(items.map(({ item }) => item));
};

const dict: PyCall = ([from = null], named) => {
  const pairs =
    from instanceof PyDict
      ? [...from.entries.values()]
      : from === null
        ? []
        : itemsOf(from).map(pair);
  return new PyDict([...pairs, ...named]);
};

function pair(value: Value): readonly [Value, Value] {
  const [key, item, more] = itemsOf(value);
  if (key !== undefined && item !== undefined && more === undefined) return [key, item];
  throw new PythonError('dict(): expected pairs of key and value');
}

const zip: PyCall = (args) => {
  const lists = args.map(itemsOf);
  const length = lists.length > 0 ? Math.min(...lists.map((list) => list.length)) : 0;
  return tuples(length, (i) => lists.map((list) => list[i] ?? null));
};

const enumerate: PyCall = ([list = null, start = 0n], named) => {
  const items = itemsOf(list);
  return tuples(items.length, (i) => [
    binary('+', named.get('start') ?? start, BigInt(i)),
    items[i] ?? null,
  ]);
};

function tuples(length: number, items: (i: number) => Value[]): PyList {
  countWork(6 * length); // A tuple counts as six items of a list.
  return new PyList(Array.from({ length }, (_, i) => new PyTuple(items(i))));
}

const map: PyCall = ([by = null, list = null]) => {
  if (!(by instanceof PyFunction))
    throw new PythonError(`map(): expected a function; got ${aType(by)}`);
  return new PyList(itemsOf(list).map((item) => by.call([item], new Map())));
};

const length: PyCall = ([value = null]) =>
  BigInt(typeof value === 'string' ? [...value].length : sizeOf(value) || itemsOf(value).length);

const abs: PyCall = ([value = null]) => {
  const number = numeric(value);
  if (number === null) throw new PythonError(`abs(): expected a number; got ${aType(value)}`);
  return number < 0 || Object.is(number, -0) ? -number : number;
};

const divmod: PyCall = ([a = null, b = null]) =>
  new PyTuple([binary('//', a, b), binary('%', a, b)]);

const filter: PyCall = ([by = null, list = null]) => {
  const test = callOf('filter', by);
  return new PyList(itemsOf(list).filter((item) => truth(test(item))));
};

const ord: PyCall = ([letter = null]) => {
  if (typeof letter === 'string' && [...letter].length === 1)
    return BigInt(letter.codePointAt(0) ?? 0);
  throw new PythonError(`ord(): expected a str of one character; got ${repr(letter)}`);
};

/** Types are the functions that create their values; a bool is an int, too. */
const isInstance: PyCall = ([value = null, types = null]) => {
  const names = types instanceof PyTuple ? types.items : [types];
  return names.some((type) => {
    if (!(type instanceof PyFunction))
      throw new PythonError(`isinstance(): expected a type; got ${aType(type)}`);
    return type.name === typeName(value) || (type.name === 'int' && typeof value === 'boolean');
  });
};

const typeOf: PyCall = ([value = null]) => {
  const type = builtins.get(typeName(value));
  if (type !== undefined) return type;
  throw new PythonError(`type() of ${aType(value)} is not supported`);
};

const set: PyCall = ([list = '']) => new PySet(itemsOf(list));

const sum: PyCall = ([list = null, from], named) => {
  const start = from ?? named.get('start') ?? 0n;
  if (typeof start === 'string') throw new PythonError("sum(): join strings with ''.join(…)");
  return itemsOf(list).reduce((total, item) => {
    countWork(sizeOf(total)); // Adding to a list copies it.
    return binary('+', total, item);
  }, start);
};

/** Each function with its maximum number of arguments and its keyword arguments. */
const BUILTINS: Readonly<Record<string, readonly [PyCall, number, RegExp?]>> = {
  abs: [abs, 1],
  all: [([list = null]) => itemsOf(list).every(truth), 1],
  any: [([list = null]) => itemsOf(list).some(truth), 1],
  bool: [([value = false]) => truth(value), 1],
  dict: [dict, 1, /./],
  divmod: [divmod, 2],
  enumerate: [enumerate, 2, /^start$/],
  filter: [filter, 2],
  float: [float, 1],
  frozenset: [([list = '']) => new PyFrozenSet(itemsOf(list)), 1],
  int: [int, 1],
  isinstance: [isInstance, 2],
  len: [length, 1],
  list: [([list = '']) => new PyList([...itemsOf(list)]), 1],
  map: [map, 2],
  max: [extreme('max', '>'), Number.POSITIVE_INFINITY, /^(key|default)$/],
  min: [extreme('min', '<'), Number.POSITIVE_INFINITY, /^(key|default)$/],
  ord: [ord, 1],
  range: [range, 3],
  repr: [([value = null]) => repr(value), 1],
  reversed: [([list = null]) => new PyList([...itemsOf(list)].reverse()), 1],
  round: [
    ([value = null, digits], named) => rounded(value, digits ?? named.get('ndigits') ?? null),
    2,
    /^ndigits$/,
  ],
  set: [set, 1],
  sorted: [sorted, 1, /^(key|reverse)$/],
  str: [([value = '']) => str(value), 1],
  sum: [sum, 2, /^start$/],
  tuple: [([list = '']) => new PyTuple([...itemsOf(list)]), 1],
  type: [typeOf, 1],
  zip: [zip, Number.POSITIVE_INFINITY],
};

export const builtins: ReadonlyMap<string, Value> = new Map(
  Object.entries(BUILTINS).map(([name, [call, most, names]]) => [
    name,
    new PyFunction(name, call, most, names),
  ]),
);
