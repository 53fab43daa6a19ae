import { applyBinaryPythonOperator, comparePythonValues } from './pythonOperators.ts';
import {
  checkPythonSize,
  countPythonWork,
  describePythonType,
  getPythonItems,
  getPythonSize,
  PyDict,
  PyFunction,
  type PyFunctionBody,
  PyList,
  PySet,
  PyTuple,
  PythonError,
  type PythonValue,
  parsePythonFloat,
  parsePythonInt,
  pythonTypeName,
  toPythonBoolean,
  toPythonNumber,
  toPythonRepr,
  toPythonStr,
} from './pythonValues.ts';
import { roundPythonValue } from './roundPythonValue.ts';

const int: PyFunctionBody = ([value = 0n]) => {
  const number = typeof value === 'string' ? parsePythonInt(value) : toPythonNumber(value);
  if (number === null) throw new PythonError(`int() cannot convert ${toPythonRepr(value)}`);
  if (typeof number === 'bigint') return number;
  if (!Number.isFinite(number)) throw new PythonError(`int(${toPythonStr(number)}) is not defined`);
  return BigInt(Math.trunc(number));
};

const float: PyFunctionBody = ([value = 0n]) => {
  const number = typeof value === 'string' ? parsePythonFloat(value) : toPythonNumber(value);
  if (number === null) throw new PythonError(`float() cannot convert ${toPythonRepr(value)}`);
  return Number(number);
};

function toFunction(
  name: string,
  argument: PythonValue | undefined,
): (item: PythonValue) => PythonValue {
  if (argument === undefined || argument === null) return (item) => item;
  if (argument instanceof PyFunction) return (item) => argument.call([item], new Map());
  throw new PythonError(`${name}(): expected a function; got ${describePythonType(argument)}`);
}

const makeExtreme =
  (name: string, operator: string): PyFunctionBody =>
  (args, named) => {
    const items = args.length === 1 ? getPythonItems(args[0] ?? null) : args;
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

const range: PyFunctionBody = (args) => {
  const numbers = args.map((arg) => {
    const number = toPythonNumber(arg);
    if (typeof number !== 'bigint')
      throw new PythonError(`range(): expected an int; got ${describePythonType(arg)}`);
    return Number(number);
  });
  const [start = 0, end = 0, step = 1] = numbers.length === 1 ? [0, ...numbers] : numbers;
  if (step === 0) throw new PythonError('range(): the step must not be 0');
  const length = checkPythonSize(Math.max(0, Math.ceil((end - start) / step)));
  return new PyList(Array.from({ length }, (_, i) => BigInt(start + i * step)));
};

const sorted: PyFunctionBody = ([list = null], named) => {
  const key = toFunction('sorted', named.get('key'));
  const items = getPythonItems(list).map((item) => ({ item, key: key(item) }));
  countPythonWork(items.length * Math.log2(items.length + 1));
  const sign = toPythonBoolean(named.get('reverse') ?? false) ? -1 : 1; // Equal items keep their order.
  items.sort(
    (a, b) =>
      sign *
      (Number(comparePythonValues('>', a.key, b.key)) -
        Number(comparePythonValues('<', a.key, b.key))),
  );
  return new PyList(items.map(({ item }) => item));
};

const dict: PyFunctionBody = ([from = null], named) => {
  const pairs =
    from instanceof PyDict
      ? [...from.entries.values()]
      : from === null
        ? []
        : getPythonItems(from).map(toPair);
  return new PyDict([...pairs, ...named]);
};

function toPair(value: PythonValue): readonly [PythonValue, PythonValue] {
  const [key, item, more] = getPythonItems(value);
  if (key !== undefined && item !== undefined && more === undefined) return [key, item];
  throw new PythonError('dict(): expected pairs of key and value');
}

const zip: PyFunctionBody = (args) => {
  const lists = args.map(getPythonItems);
  const length = lists.length > 0 ? Math.min(...lists.map((list) => list.length)) : 0;
  return makeTuples(length, (i) => lists.map((list) => list[i] ?? null));
};

const enumerate: PyFunctionBody = ([list = null, start = 0n], named) => {
  const items = getPythonItems(list);
  return makeTuples(items.length, (i) => [
    applyBinaryPythonOperator('+', named.get('start') ?? start, BigInt(i)),
    items[i] ?? null,
  ]);
};

function makeTuples(length: number, items: (i: number) => PythonValue[]): PyList {
  countPythonWork(6 * length); // A tuple counts as six items of a list.
  return new PyList(Array.from({ length }, (_, i) => new PyTuple(items(i))));
}

const map: PyFunctionBody = ([callable = null, list = null]) => {
  if (!(callable instanceof PyFunction))
    throw new PythonError(`map(): expected a function; got ${describePythonType(callable)}`);
  return new PyList(getPythonItems(list).map((item) => callable.call([item], new Map())));
};

const length: PyFunctionBody = ([value = null]) =>
  BigInt(
    typeof value === 'string'
      ? [...value].length
      : getPythonSize(value) || getPythonItems(value).length,
  );

const abs: PyFunctionBody = ([value = null]) => {
  const number = toPythonNumber(value);
  if (number === null)
    throw new PythonError(`abs(): expected a number; got ${describePythonType(value)}`);
  return number < 0 || Object.is(number, -0) ? -number : number;
};

const divmod: PyFunctionBody = ([a = null, b = null]) =>
  new PyTuple([applyBinaryPythonOperator('//', a, b), applyBinaryPythonOperator('%', a, b)]);

const filter: PyFunctionBody = ([callable = null, list = null]) => {
  const test = toFunction('filter', callable);
  return new PyList(getPythonItems(list).filter((item) => toPythonBoolean(test(item))));
};

const ord: PyFunctionBody = ([letter = null]) => {
  if (typeof letter === 'string' && [...letter].length === 1)
    return BigInt(letter.codePointAt(0) ?? 0);
  throw new PythonError(`ord(): expected a str of one character; got ${toPythonRepr(letter)}`);
};

/**
 * Implements Python's isinstance(). Types are functions such as `int` and `str`; a bool is an int,
 * too.
 */
const isInstance: PyFunctionBody = ([value = null, types = null]) => {
  const names = types instanceof PyTuple ? types.items : [types];
  return names.some((type) => {
    if (!(type instanceof PyFunction))
      throw new PythonError(`isinstance(): expected a type; got ${describePythonType(type)}`);
    return (
      type.name === pythonTypeName(value) || (type.name === 'int' && typeof value === 'boolean')
    );
  });
};

const typeOf: PyFunctionBody = ([value = null]) => {
  const type = PYTHON_BUILTINS.get(pythonTypeName(value));
  if (type !== undefined) return type;
  throw new PythonError(`type() of ${describePythonType(value)} is not supported`);
};

const set: PyFunctionBody = ([list = '']) => new PySet(getPythonItems(list));

const sum: PyFunctionBody = ([list = null, from], named) => {
  const start = from ?? named.get('start') ?? 0n;
  if (typeof start === 'string') throw new PythonError("sum(): join strings with ''.join(…)");
  return getPythonItems(list).reduce((total, item) => {
    countPythonWork(getPythonSize(total)); // Adding to a list copies it.
    return applyBinaryPythonOperator('+', total, item);
  }, start);
};

/**
 * Python's built-in functions by name, with the maximum number of arguments and the keyword
 * arguments.
 */
const BUILTINS: Readonly<Record<string, readonly [PyFunctionBody, number, RegExp?]>> = {
  abs: [abs, 1],
  all: [([list = null]) => getPythonItems(list).every(toPythonBoolean), 1],
  any: [([list = null]) => getPythonItems(list).some(toPythonBoolean), 1],
  bool: [([value = false]) => toPythonBoolean(value), 1],
  dict: [dict, 1, /./],
  divmod: [divmod, 2],
  enumerate: [enumerate, 2, /^start$/],
  filter: [filter, 2],
  float: [float, 1],
  int: [int, 1],
  isinstance: [isInstance, 2],
  len: [length, 1],
  list: [([list = '']) => new PyList([...getPythonItems(list)]), 1],
  map: [map, 2],
  max: [makeExtreme('max', '>'), Number.POSITIVE_INFINITY, /^(key|default)$/],
  min: [makeExtreme('min', '<'), Number.POSITIVE_INFINITY, /^(key|default)$/],
  ord: [ord, 1],
  range: [range, 3],
  repr: [([value = null]) => toPythonRepr(value), 1],
  reversed: [([list = null]) => new PyList([...getPythonItems(list)].reverse()), 1],
  round: [
    ([value = null, digits], named) =>
      roundPythonValue(value, digits ?? named.get('ndigits') ?? null),
    2,
    /^ndigits$/,
  ],
  set: [set, 1],
  sorted: [sorted, 1, /^(key|reverse)$/],
  str: [([value = '']) => toPythonStr(value), 1],
  sum: [sum, 2, /^start$/],
  tuple: [([list = '']) => new PyTuple([...getPythonItems(list)]), 1],
  type: [typeOf, 1],
  zip: [zip, Number.POSITIVE_INFINITY],
};

export const PYTHON_BUILTINS: ReadonlyMap<string, PythonValue> = new Map(
  Object.entries(BUILTINS).map(([name, [call, most, names]]) => [
    name,
    new PyFunction(name, call, most, names),
  ]),
);
