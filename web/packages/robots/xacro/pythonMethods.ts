/** Methods of Python's strings, lists, sets and dicts that descriptions use. */
import { formatText } from './pythonFormat.ts';
import { binary, compared, equal, setLike } from './pythonOperators.ts';
import {
  aType,
  countSearch,
  countWork,
  itemsOf,
  type Named,
  numeric,
  type PyCall,
  PyDict,
  PyFrozenSet,
  PyFunction,
  PyList,
  PySet,
  PyTuple,
  PythonError,
  repr,
  sized,
  sizeOf,
  str,
  type Value,
} from './pythonValues.ts';

type Methods<T> = Readonly<
  Record<string, (self: T, args: readonly Value[], named: Named) => Value>
>;

/** Undefined if there is no such method. */
export function methodOf(self: Value, name: string): PyFunction | undefined {
  const methods = methodsOf(self);
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const call: PyCall = (args, named) => {
    countWork(sizeOf(self));
    return method?.(self, args, named) ?? null;
  };
  const most = self instanceof PyDict && name === 'pop' ? 2 : (MOST[name] ?? 1);
  return method && new PyFunction(name, call, most, NAMES[name]);
}

/** Maximum number of arguments; 1 for other methods. */
const MOST: Readonly<Record<string, number>> = {
  ...{ difference: 1000, intersection: 1000, union: 1000 },
  ...{ format: 1000, get: 2, insert: 2, ljust: 2, replace: 3, rjust: 2, setdefault: 2, split: 2 },
};
const NAMES: Readonly<Record<string, RegExp>> = {
  format: /./,
  split: /^(sep|maxsplit)$/,
  update: /./,
};

export function methodsOf(self: Value): Methods<Value> {
  if (typeof self === 'string') return ofStrings as Methods<Value>;
  if (self instanceof PyDict) return ofDicts as Methods<Value>;
  if (self instanceof PyFrozenSet) return ofFrozenSets as Methods<Value>;
  if (self instanceof PySet) return ofSets as Methods<Value>;
  if (!(self instanceof PyList)) return {};
  return (self instanceof PyTuple ? ofSequences : ofLists) as Methods<Value>;
}

function text(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  throw new PythonError(`expected a str; got ${aType(value ?? null)}`);
}

const count = (value: Value | undefined, otherwise: number) => Number(numeric(value) ?? otherwise);

function parted(self: string, between: Value | undefined): string[] {
  if (between === '') throw new PythonError('searching for an empty str is not supported');
  countSearch(self, text(between));
  return self.split(text(between));
}

const texts = (list: readonly string[]) => new PyList([...list]);

function split(self: string, [separator = null, most]: readonly Value[], named: Named): Value {
  const between = separator ?? named.get('sep') ?? null;
  const cuts = count(most ?? named.get('maxsplit'), -1);
  const parts = between === null ? self.trim().split(/\s+/) : parted(self, between);
  if (cuts >= 0 && cuts < parts.length - 1) {
    if (between === null)
      throw new PythonError('split() with a count is supported only with a separator');
    return texts([...parts.slice(0, cuts), parts.slice(cuts).join(text(between))]);
  }
  return texts(between === null && self.trim() === '' ? [] : parts);
}

function strip(self: string, [letters]: readonly Value[], from: boolean, to: boolean): string {
  const drop = (letter: string) =>
    letters == null ? /\s/.test(letter) : text(letters).includes(letter);
  let [start, end] = [0, self.length];
  while (from && start < end && drop(self.charAt(start))) start++;
  while (to && end > start && drop(self.charAt(end - 1))) end--;
  return self.slice(start, end);
}

function join(self: string, [list = null]: readonly Value[]): string {
  const parts = itemsOf(list).map(text);
  sized(parts.reduce((sum, part) => sum + part.length + self.length, 0));
  return parts.join(self);
}

function replace(self: string, [from, to, most]: readonly Value[]): string {
  const parts = parted(self, from);
  sized(self.length + parts.length * text(to).length);
  const times = count(most, -1);
  if (times < 0 || times >= parts.length - 1) return parts.join(text(to));
  const [first, rest] = [parts.slice(0, times + 1), parts.slice(times + 1)];
  return [first.join(text(to)), ...rest].join(text(from));
}

/** The width and the letter of ljust() and rjust(). */
function padding([width, fill = ' ']: readonly Value[]): [number, string] {
  if ([...text(fill)].length !== 1)
    throw new PythonError(`expected a str of one character; got ${repr(fill)}`);
  return [sized(count(width, 0)), text(fill)];
}

/** Pads with zeros after the sign. */
function zfill(self: string, [width]: readonly Value[]): string {
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/s.exec(self) ?? [];
  return sign + digits.padStart(sized(count(width, 0)) - sign.length, '0');
}

function find(self: string, [part]: readonly Value[]): Value {
  const [before = ''] = parted(self, part);
  return BigInt(before.length === self.length ? -1 : [...before].length);
}

const anyOf = (part: Value | undefined, test: (part: string) => boolean): boolean =>
  (part instanceof PyTuple ? part.items : [part]).some((each) => test(text(each)));

const ofStrings: Methods<string> = {
  capitalize: (self) => self.charAt(0).toUpperCase() + self.slice(1).toLowerCase(),
  count: (self, [part]) => BigInt(parted(self, part).length - 1),
  endswith: (self, [part]) => anyOf(part, (each) => self.endsWith(each)),
  find,
  format: formatText,
  index: (self, args) => {
    const at = find(self, args);
    if (at === -1n) throw new PythonError('index(): the part does not occur in the str');
    return at;
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
    self.startsWith(text(part)) ? self.slice(text(part).length) : self,
  removesuffix: (self, [part]) =>
    part !== '' && self.endsWith(text(part)) ? self.slice(0, -text(part).length) : self,
  replace,
  rfind: (self, [part]) => {
    const before = parted(self, part).slice(0, -1);
    const at = before.length === 0 ? -1 : before.join(text(part)).length;
    return BigInt(at < 0 ? at : [...self.slice(0, at)].length);
  },
  rjust: (self, args) => self.padStart(...padding(args)),
  rstrip: (self, args) => strip(self, args, false, true),
  split,
  startswith: (self, [part]) => anyOf(part, (each) => self.startsWith(each)),
  strip: (self, args) => strip(self, args, true, true),
  title: (self) =>
    self.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()),
  upper: (self) => self.toUpperCase(),
  zfill,
};

const ofSequences: Methods<PyList> = {
  count: (self, [item = null]) => BigInt(self.items.filter((each) => equal(each, item)).length),
  index: (self, [item = null]) => {
    const at = self.items.findIndex((each) => equal(each, item));
    if (at < 0) throw new PythonError(`${str(item)} is not in the list`);
    return BigInt(at);
  },
};

const ofLists: Methods<PyList> = {
  ...ofSequences,
  copy: (self) => new PyList([...self.items]),
  insert: (self, [at, item = null]) => {
    self.items.splice(count(at, 0), 0, item);
    sized(self.items.length);
    return null;
  },
  remove: (self, [item = null]) => {
    const at = self.items.findIndex((each) => equal(each, item));
    if (at < 0) throw new PythonError(`${str(item)} is not in the list`);
    self.items.splice(at, 1);
    return null;
  },
  reverse: (self) => {
    self.items.reverse();
    return null;
  },
  append: (self, [item = null]) => {
    sized(self.items.push(item));
    return null;
  },
  extend: (self, [list = null]) => {
    const items = [...itemsOf(list)];
    sized(self.items.length + items.length);
    for (const item of items) self.items.push(item);
    return null;
  },
  pop: (self, [at]) => {
    const [item] = self.items.splice(count(at, -1), 1);
    if (item === undefined)
      throw new PythonError('pop(): the list is empty, or the index is out of range');
    return item;
  },
};

/** Each argument may be any iterable, as in Python. */
const asSet = (value: Value) => (value instanceof PySet ? value : new PySet(itemsOf(value)));
const combined =
  (operator: string): Methods<PySet>[string] =>
  (self, args) =>
    args.reduce((left: Value, right) => binary(operator, left, asSet(right)), self);
const related =
  (operator: string): Methods<PySet>[string] =>
  (self, [other = null]) =>
    compared(operator, self, asSet(other));

const ofFrozenSets: Methods<PySet> = {
  copy: (self) => setLike(self, itemsOf(self)),
  difference: combined('-'),
  intersection: combined('&'),
  isdisjoint: (self, [other = null]) => !itemsOf(asSet(other)).some((item) => self.has(item)),
  issubset: related('<='),
  issuperset: related('>='),
  symmetric_difference: combined('^'),
  union: combined('|'),
};

const ofSets: Methods<PySet> = {
  ...ofFrozenSets,
  add: (self, [item = null]) => {
    sized(self.entries.size + 1);
    self.add(item);
    return null;
  },
};

const ofDicts: Methods<PyDict> = {
  copy: (self) => new PyDict(self.entries.values()),
  get: (self, [key = null, otherwise = null]) => {
    const value = self.get(key);
    return value === undefined ? otherwise : value;
  },
  items: (self) =>
    new PyList(Array.from(self.entries.values(), (entry) => new PyTuple([...entry]))),
  keys: (self) => new PyList([...itemsOf(self)]),
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
