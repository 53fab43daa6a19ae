import { formatText } from './pythonFormat.ts';
import { applyBinary, areEqual, compare, makeSetLike } from './pythonOperators.ts';
import {
  checkSize,
  countSearch,
  countWork,
  describeType,
  getItems,
  getSize,
  type KeywordArguments,
  type PyCall,
  PyDict,
  PyFrozenSet,
  PyFunction,
  PyList,
  PySet,
  PyTuple,
  PythonError,
  repr,
  str,
  toNumber,
  type Value,
} from './pythonValues.ts';

type Methods<T> = Readonly<
  Record<string, (self: T, args: readonly Value[], named: KeywordArguments) => Value>
>;

/** Undefined if there is no such method. */
export function findMethod(self: Value, name: string): PyFunction | undefined {
  const methods = getMethods(self);
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const call: PyCall = (args, named) => {
    countWork(getSize(self));
    return method?.(self, args, named) ?? null;
  };
  const most = self instanceof PyDict && name === 'pop' ? 2 : (MAX_ARGUMENTS[name] ?? 1);
  return method && new PyFunction(name, call, most, KEYWORD_ARGUMENTS[name]);
}

/** Maximum number of arguments; 1 for other methods. */
const MAX_ARGUMENTS: Readonly<Record<string, number>> = {
  ...{ difference: 1000, intersection: 1000, union: 1000 },
  ...{ format: 1000, get: 2, insert: 2, ljust: 2, replace: 3, rjust: 2, setdefault: 2, split: 2 },
};
const KEYWORD_ARGUMENTS: Readonly<Record<string, RegExp>> = {
  format: /./,
  split: /^(sep|maxsplit)$/,
  update: /./,
};

export function getMethods(self: Value): Methods<Value> {
  if (typeof self === 'string') return STRING_METHODS as Methods<Value>;
  if (self instanceof PyDict) return DICT_METHODS as Methods<Value>;
  if (self instanceof PyFrozenSet) return FROZEN_SET_METHODS as Methods<Value>;
  if (self instanceof PySet) return SET_METHODS as Methods<Value>;
  if (!(self instanceof PyList)) return {};
  return (self instanceof PyTuple ? SEQUENCE_METHODS : LIST_METHODS) as Methods<Value>;
}

function toText(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  throw new PythonError(`expected a str; got ${describeType(value ?? null)}`);
}

const toCount = (value: Value | undefined, otherwise: number) =>
  Number(toNumber(value) ?? otherwise);

function splitText(self: string, between: Value | undefined): string[] {
  if (between === '') throw new PythonError('searching for an empty str is not supported');
  countSearch(self, toText(between));
  return self.split(toText(between));
}

const makeTextList = (list: readonly string[]) => new PyList([...list]);

function split(
  self: string,
  [separator = null, most]: readonly Value[],
  named: KeywordArguments,
): Value {
  const between = separator ?? named.get('sep') ?? null;
  const cuts = toCount(most ?? named.get('maxsplit'), -1);
  const parts = between === null ? self.trim().split(/\s+/) : splitText(self, between);
  if (cuts >= 0 && cuts < parts.length - 1) {
    if (between === null)
      throw new PythonError('split() with a count is supported only with a separator');
    return makeTextList([...parts.slice(0, cuts), parts.slice(cuts).join(toText(between))]);
  }
  return makeTextList(between === null && self.trim() === '' ? [] : parts);
}

function strip(self: string, [letters]: readonly Value[], from: boolean, to: boolean): string {
  const drop = (letter: string) =>
    letters == null ? /\s/.test(letter) : toText(letters).includes(letter);
  let [start, end] = [0, self.length];
  while (from && start < end && drop(self.charAt(start))) start++;
  while (to && end > start && drop(self.charAt(end - 1))) end--;
  return self.slice(start, end);
}

function join(self: string, [list = null]: readonly Value[]): string {
  const parts = getItems(list).map(toText);
  checkSize(parts.reduce((sum, part) => sum + part.length + self.length, 0));
  return parts.join(self);
}

function replace(self: string, [from, to, most]: readonly Value[]): string {
  const parts = splitText(self, from);
  checkSize(self.length + parts.length * toText(to).length);
  const times = toCount(most, -1);
  if (times < 0 || times >= parts.length - 1) return parts.join(toText(to));
  const [first, rest] = [parts.slice(0, times + 1), parts.slice(times + 1)];
  return [first.join(toText(to)), ...rest].join(toText(from));
}

function padding([width, fill = ' ']: readonly Value[]): [number, string] {
  if ([...toText(fill)].length !== 1)
    throw new PythonError(`expected a str of one character; got ${repr(fill)}`);
  return [checkSize(toCount(width, 0)), toText(fill)];
}

/** Pads with zeros after the sign. */
function zfill(self: string, [width]: readonly Value[]): string {
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/s.exec(self) ?? [];
  return sign + digits.padStart(checkSize(toCount(width, 0)) - sign.length, '0');
}

function find(self: string, [part]: readonly Value[]): Value {
  const [before = ''] = splitText(self, part);
  return BigInt(before.length === self.length ? -1 : [...before].length);
}

const someText = (part: Value | undefined, test: (part: string) => boolean): boolean =>
  (part instanceof PyTuple ? part.items : [part]).some((each) => test(toText(each)));

const STRING_METHODS: Methods<string> = {
  capitalize: (self) => self.charAt(0).toUpperCase() + self.slice(1).toLowerCase(),
  count: (self, [part]) => BigInt(splitText(self, part).length - 1),
  endswith: (self, [part]) => someText(part, (each) => self.endsWith(each)),
  find,
  format: formatText,
  index: (self, args) => {
    const position = find(self, args);
    if (position === -1n) throw new PythonError('index(): the part does not occur in the str');
    return position;
  },
  isalnum: (self) => /^[\p{L}\p{N}]+$/u.test(self),
  isalpha: (self) => /^\p{L}+$/u.test(self),
  isdigit: (self) => /^\d+$/.test(self),
  islower: (self) => self === self.toLowerCase() && self !== self.toUpperCase(),
  isupper: (self) => self === self.toUpperCase() && self !== self.toLowerCase(),
  join,
  ljust: (self, args) => self.padEnd(...padding(args)),
  lower: (self) => self.toLowerCase(),
  lstrip: (self, args) => strip(self, args, true, false),
  removeprefix: (self, [part]) =>
    self.startsWith(toText(part)) ? self.slice(toText(part).length) : self,
  removesuffix: (self, [part]) =>
    part !== '' && self.endsWith(toText(part)) ? self.slice(0, -toText(part).length) : self,
  replace,
  rfind: (self, [part]) => {
    const before = splitText(self, part).slice(0, -1);
    const position = before.length === 0 ? -1 : before.join(toText(part)).length;
    return BigInt(position < 0 ? position : [...self.slice(0, position)].length);
  },
  rjust: (self, args) => self.padStart(...padding(args)),
  rstrip: (self, args) => strip(self, args, false, true),
  split,
  startswith: (self, [part]) => someText(part, (each) => self.startsWith(each)),
  strip: (self, args) => strip(self, args, true, true),
  title: (self) =>
    self.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
  upper: (self) => self.toUpperCase(),
  zfill,
};

const SEQUENCE_METHODS: Methods<PyList> = {
  count: (self, [item = null]) => BigInt(self.items.filter((each) => areEqual(each, item)).length),
  index: (self, [item = null]) => {
    const position = self.items.findIndex((each) => areEqual(each, item));
    if (position < 0) throw new PythonError(`${str(item)} is not in the list`);
    return BigInt(position);
  },
};

const LIST_METHODS: Methods<PyList> = {
  ...SEQUENCE_METHODS,
  copy: (self) => new PyList([...self.items]),
  insert: (self, [position, item = null]) => {
    self.items.splice(toCount(position, 0), 0, item);
    checkSize(self.items.length);
    return null;
  },
  remove: (self, [item = null]) => {
    const position = self.items.findIndex((each) => areEqual(each, item));
    if (position < 0) throw new PythonError(`${str(item)} is not in the list`);
    self.items.splice(position, 1);
    return null;
  },
  reverse: (self) => {
    self.items.reverse();
    return null;
  },
  append: (self, [item = null]) => {
    checkSize(self.items.push(item));
    return null;
  },
  extend: (self, [list = null]) => {
    const items = [...getItems(list)];
    checkSize(self.items.length + items.length);
    for (const item of items) self.items.push(item);
    return null;
  },
  pop: (self, [position]) => {
    const [item] = self.items.splice(toCount(position, -1), 1);
    if (item === undefined)
      throw new PythonError('pop(): the list is empty, or the index is out of range');
    return item;
  },
};

/** Each argument may be any iterable, as in Python. */
const toSet = (value: Value) => (value instanceof PySet ? value : new PySet(getItems(value)));
const makeSetOperation =
  (operator: string): Methods<PySet>[string] =>
  (self, args) =>
    args.reduce((left: Value, right) => applyBinary(operator, left, toSet(right)), self);
const makeSetComparison =
  (operator: string): Methods<PySet>[string] =>
  (self, [other = null]) =>
    compare(operator, self, toSet(other));

const FROZEN_SET_METHODS: Methods<PySet> = {
  copy: (self) => makeSetLike(self, getItems(self)),
  difference: makeSetOperation('-'),
  intersection: makeSetOperation('&'),
  isdisjoint: (self, [other = null]) => !getItems(toSet(other)).some((item) => self.has(item)),
  issubset: makeSetComparison('<='),
  issuperset: makeSetComparison('>='),
  symmetric_difference: makeSetOperation('^'),
  union: makeSetOperation('|'),
};

const SET_METHODS: Methods<PySet> = {
  ...FROZEN_SET_METHODS,
  add: (self, [item = null]) => {
    checkSize(self.entries.size + 1);
    self.add(item);
    return null;
  },
};

const DICT_METHODS: Methods<PyDict> = {
  copy: (self) => new PyDict(self.entries.values()),
  get: (self, [key = null, otherwise = null]) => {
    const value = self.get(key);
    return value === undefined ? otherwise : value;
  },
  items: (self) =>
    new PyList(Array.from(self.entries.values(), (entry) => new PyTuple([...entry]))),
  keys: (self) => new PyList([...getItems(self)]),
  pop: (self, [key = null, otherwise]) => {
    const found = self.get(key);
    const value = found === undefined ? otherwise : found;
    if (value === undefined) throw new PythonError(`unknown key ${str(key)}`);
    self.delete(key);
    return value;
  },
  setdefault: (self, [key = null, otherwise = null]) => {
    if (self.get(key) === undefined) self.set(key, otherwise);
    return self.get(key) ?? null;
  },
  update: (self, [other], named) => {
    if (other instanceof PyDict)
      for (const [key, value] of other.entries.values()) self.set(key, value);
    for (const [key, value] of named) self.set(key, value);
    return null;
  },
  values: (self) => new PyList(Array.from(self.entries.values(), ([, value]) => value)),
};
