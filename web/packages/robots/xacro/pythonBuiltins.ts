import { applyBinary, comparePythonValues } from './pythonOperators.ts';
import { roundValue } from './pythonRound.ts';
import {
  checkSize,
  countPythonWork,
  describeType,
  getItems,
  getPythonSize,
  type PyCall,
  PyDict,
  PyFunction,
  PyList,
  PySet,
  PyTuple,
  PythonError,
  type PythonValue,
  parseFloatText,
  parseInteger,
  toBoolean,
  toNumber,
  toPythonRepr,
  toPythonStr,
  typeName,
} from './pythonValues.ts';

const int: PyCall = ([value = 0n]) => {
  const number = typeof value === 'string' ? parseInteger(value) : toNumber(value);
  if (number === null) throw new PythonError(`int() cannot convert ${toPythonRepr(value)}`);
  if (typeof number === 'bigint') return number;
  if (!Number.isFinite(number)) throw new PythonError(`int(${toPythonStr(number)}) is not defined`);
  return BigInt(Math.trunc(number));
};

const float: PyCall = ([value = 0n]) => {
  const number = typeof value === 'string' ? parseFloatText(value) : toNumber(value);
  if (number === null) throw new PythonError(`float() cannot convert ${toPythonRepr(value)}`);
  return Number(number);
};

/**
 * Converts a function argument of Python, such as `key`, to a function of items; the identity if it
 * is missing. `name`: the called function, for errors.
 */
function toFunction(
  name: string,
  argument: PythonValue | undefined,
): (item: PythonValue) => PythonValue {
  if (argument === undefined || argument === null) return (item) => item;
  if (argument instanceof PyFunction) return (item) => argument.call([item], new Map());
  throw new PythonError(`${name}(): expected a function; got ${describeType(argument)}`);
}

const makeExtreme =
  (name: string, operator: string): PyCall =>
  (args, named) => {
    const items = args.length === 1 ? getItems(args[0] ?? null) : args;
    const key = toFunction(name, named.get('key'));
    const keyed = items.map((item) => ({ item, key: key(item) }));
    const [first, ...rest] = keyed;
    const otherwise = named.get('default');
    if (first === undefined && otherwise !== undefined) return otherwise;
    if (first === undefined) throw new PythonError(`${name}(): expected at least one value`);
    return rest.reduce(
      (best, each) => (comparePythonValues(operator, each.key, best.key) ? each : best),
      first,
    ).item;
  };

const range: PyCall = (args) => {
  const numbers = args.map((arg) => {
    const number = toNumber(arg);
    if (typeof number !== 'bigint')
      throw new PythonError(`range(): expected an int; got ${describeType(arg)}`);
    return Number(number);
  });
  const [start = 0, end = 0, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
  if (step === 0) throw new PythonError('range(): the step must not be 0');
  const length = checkSize(Math.max(0, Math.ceil((end - start) / step)));
  return new PyList(Array.from({ length }, (_, i) => BigInt(start + i * step)));
};

const sorted: PyCall = ([list = null], named) => {
  const key = toFunction('sorted', named.get('key'));
  const items = getItems(list).map((item) => ({ item, key: key(item) }));
  countPythonWork(items.length * Math.log2(items.length + 1));
  const sign = toBoolean(named.get('reverse') ?? false) ? -1 : 1; // Equal items keep their order.
  items.sort(
    (a, b) =>
      sign *
      (Number(comparePythonValues('>', a.key, b.key)) -
        Number(comparePythonValues('<', a.key, b.key))),
  );
  return new PyList(items.map(({ item }) => item));
};

const dict: PyCall = ([from = null], named) => {
  const pairs =
    from instanceof PyDict
      ? [...from.entries.values()]
      : from === null
        ? []
        : getItems(from).map(toPair);
  return new PyDict([...pairs, ...named]);
};

function toPair(value: PythonValue): readonly [PythonValue, PythonValue] {
  const [key, item, more] = getItems(value);
  if (key !== undefined && item !== undefined && more === undefined) return [key, item];
  throw new PythonError('dict(): expected pairs of key and value');
}

const zip: PyCall = (args) => {
  const lists = args.map(getItems);
  const length = lists.length > 0 ? Math.min(...lists.map((list) => list.length)) : 0;
  return makeTuples(length, (i) => lists.map((list) => list[i] ?? null));
};

const enumerate: PyCall = ([list = null, start = 0n], named) => {
  const items = getItems(list);
  return makeTuples(items.length, (i) => [
    applyBinary('+', named.get('start') ?? start, BigInt(i)),
    items[i] ?? null,
  ]);
};

function makeTuples(length: number, items: (i: number) => PythonValue[]): PyList {
  countPythonWork(6 * length); // A tuple counts as six items of a list.
  return new PyList(Array.from({ length }, (_, i) => new PyTuple(items(i))));
}

const map: PyCall = ([callable = null, list = null]) => {
  if (!(callable instanceof PyFunction))
    throw new PythonError(`map(): expected a function; got ${describeType(callable)}`);
  return new PyList(getItems(list).map((item) => callable.call([item], new Map())));
};

const length: PyCall = ([value = null]) =>
  BigInt(
    typeof value === 'string' ? [...value].length : getPythonSize(value) || getItems(value).length,
  );

const abs: PyCall = ([value = null]) => {
  const number = toNumber(value);
  if (number === null)
    throw new PythonError(`abs(): expected a number; got ${describeType(value)}`);
  return number < 0 || Object.is(number, -0) ? -number : number;
};

const divmod: PyCall = ([a = null, b = null]) =>
  new PyTuple([applyBinary('//', a, b), applyBinary('%', a, b)]);

const filter: PyCall = ([callable = null, list = null]) => {
  const test = toFunction('filter', callable);
  return new PyList(getItems(list).filter((item) => toBoolean(test(item))));
};

const ord: PyCall = ([letter = null]) => {
  if (typeof letter === 'string' && [...letter].length === 1)
    return BigInt(letter.codePointAt(0) ?? 0);
  throw new PythonError(`ord(): expected a str of one character; got ${toPythonRepr(letter)}`);
};

/**
 * Implements Python's isinstance(). Types are the functions that create their values (`int`,
 * `str`); a bool is an int, too.
 */
const isInstance: PyCall = ([value = null, types = null]) => {
  const names = types instanceof PyTuple ? types.items : [types];
  return names.some((type) => {
    if (!(type instanceof PyFunction))
      throw new PythonError(`isinstance(): expected a type; got ${describeType(type)}`);
    return type.name === typeName(value) || (type.name === 'int' && typeof value === 'boolean');
  });
};

const typeOf: PyCall = ([value = null]) => {
  const type = PYTHON_BUILTINS.get(typeName(value));
  if (type !== undefined) return type;
  throw new PythonError(`type() of ${describeType(value)} is not supported`);
};

const set: PyCall = ([list = '']) => new PySet(getItems(list));

const sum: PyCall = ([list = null, from], named) => {
  const start = from ?? named.get('start') ?? 0n;
  if (typeof start === 'string') throw new PythonError("sum(): join strings with ''.join(…)");
  return getItems(list).reduce((total, item) => {
    countPythonWork(getPythonSize(total)); // Adding to a list copies it.
    return applyBinary('+', total, item);
  }, start);
};

/**
 * Python's built-in functions by name, each with its maximum number of arguments and its keyword
 * arguments.
 */
const BUILTINS: Readonly<Record<string, readonly [PyCall, number, RegExp?]>> = {
  abs: [abs, 1],
  all: [([list = null]) => getItems(list).every(toBoolean), 1],
  any: [([list = null]) => getItems(list).some(toBoolean), 1],
  bool: [([value = false]) => toBoolean(value), 1],
  dict: [dict, 1, /./],
  divmod: [divmod, 2],
  enumerate: [enumerate, 2, /^start$/],
  filter: [filter, 2],
  float: [float, 1],
  int: [int, 1],
  isinstance: [isInstance, 2],
  len: [length, 1],
  list: [([list = '']) => new PyList([...getItems(list)]), 1],
  map: [map, 2],
  max: [makeExtreme('max', '>'), Number.POSITIVE_INFINITY, /^(key|default)$/],
  min: [makeExtreme('min', '<'), Number.POSITIVE_INFINITY, /^(key|default)$/],
  ord: [ord, 1],
  range: [range, 3],
  repr: [([value = null]) => toPythonRepr(value), 1],
  reversed: [([list = null]) => new PyList([...getItems(list)].reverse()), 1],
  round: [
    ([value = null, digits], named) => roundValue(value, digits ?? named.get('ndigits') ?? null),
    2,
    /^ndigits$/,
  ],
  set: [set, 1],
  sorted: [sorted, 1, /^(key|reverse)$/],
  str: [([value = '']) => toPythonStr(value), 1],
  sum: [sum, 2, /^start$/],
  tuple: [([list = '']) => new PyTuple([...getItems(list)]), 1],
  type: [typeOf, 1],
  zip: [zip, Number.POSITIVE_INFINITY],
};

export const PYTHON_BUILTINS: ReadonlyMap<string, PythonValue> = new Map(
  Object.entries(BUILTINS).map(([name, [call, most, names]]) => [
    name,
    new PyFunction(name, call, most, names),
  ]),
);
