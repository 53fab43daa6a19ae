/** Methods of Python's strings, lists and dicts. */
import { equal, order } from './pythonCompare.ts';
import { formatText } from './pythonFormat.ts';
import {
  aType,
  itemsOf,
  type Named,
  PyDict,
  PyFunction,
  PyList,
  PyTuple,
  PythonError,
  sized,
  sizeOf,
  str,
  toil,
  type Value,
} from './pythonValues.ts';

type Method<T> = (self: T, args: readonly Value[], named: Named) => Value;
type Methods<T> = Readonly<Record<string, Method<T>>>;

/** Methods that take as long however much there is. */
const AT_ONCE: ReadonlySet<string> = new Set(['append', 'get', 'setdefault']);

/** undefined: there is no such method. */
export function methodOf(self: Value, name: string): PyFunction | undefined {
  const bound = <T extends Value>(methods: Methods<T>, of: T) => {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    const call: PyFunction['call'] = (args, named) => {
      if (!AT_ONCE.has(name)) toil(sizeOf(of));
      return (method as Method<T>)(of, args, named);
    };
    return method && new PyFunction(name, call);
  };
  if (typeof self === 'string') return bound(ofStrings, self);
  if (self instanceof PyDict) return bound(ofDicts, self);
  if (self instanceof PyList) return bound({ ...ofSequences, ...ofLists }, self);
  return self instanceof PyTuple ? bound(ofSequences, self) : undefined;
}

function textArgument(args: readonly Value[], at = 0): string {
  const value = args[at];
  if (typeof value === 'string') return value;
  throw new PythonError('TypeError', `a str is needed, not ${aType(value ?? null)}`);
}

const count = (value: Value | undefined, otherwise: number): number =>
  typeof value === 'bigint' ? Number(value) : otherwise;

const texts = (list: readonly string[]) => new PyList([...list]);

function split(self: string, args: readonly Value[], named: Named, last: boolean): Value {
  const separator = args[0] ?? named.get('sep') ?? null;
  const most = count(args[1] ?? named.get('maxsplit'), -1);
  if (separator === '') throw new PythonError('ValueError', 'an empty separator');
  if (separator === null) return texts(words(self, most < 0 ? self.length : most, last));
  const between = textArgument([separator]);
  const parts = self.split(between);
  if (most < 0 || parts.length <= most + 1) return texts(parts);
  if (!last) return texts([...parts.slice(0, most), parts.slice(most).join(between)]);
  const kept = parts.length - most;
  return texts([parts.slice(0, kept).join(between), ...parts.slice(kept)]);
}

/** At most so many are split off at one end; the rest keeps the blanks within it and at the other. */
function words(text: string, most: number, last: boolean): string[] {
  const all = [...text.matchAll(/\S+/g)];
  if (all.length <= most) return all.map(([word]) => word);
  if (last) {
    const kept = all.slice(all.length - most);
    const before = text.slice(0, kept[0]?.index ?? text.length).trimEnd();
    return [before, ...kept.map(([word]) => word)];
  }
  return [...all.slice(0, most).map(([word]) => word), text.slice(all[most]?.index)];
}

function strip(self: string, args: readonly Value[], from: boolean, to: boolean): string {
  const letters = typeof args[0] === 'string' ? args[0] : null;
  const drop = (letter: string) =>
    letters === null ? /\s/.test(letter) : letters.includes(letter);
  let [start, end] = [0, self.length];
  while (from && start < end && drop(self.charAt(start))) start++;
  while (to && end > start && drop(self.charAt(end - 1))) end--;
  return self.slice(start, end);
}

const anyOf = (args: readonly Value[], test: (part: string) => boolean): boolean => {
  const [first] = args;
  return first instanceof PyTuple
    ? first.items.some((item) => test(textArgument([item])))
    : test(textArgument(args));
};

function pad(self: string, args: readonly Value[], side: '<' | '>' | '^'): string {
  const fill = typeof args[1] === 'string' ? args[1] : ' ';
  const room = Math.max(0, sized(count(args[0], 0)) - self.length);
  // Python's centre leans left where the width is even, right where it is odd
  const half = (room >> 1) + (room & (room + self.length) & 1);
  const before = side === '>' ? room : side === '^' ? half : 0;
  return fill.repeat(before) + self + fill.repeat(room - before);
}

function replace(self: string, args: readonly Value[]): string {
  const [from, to, most] = [
    textArgument(args),
    textArgument(args, 1),
    count(args[2], Number.POSITIVE_INFINITY),
  ];
  const parts = from === '' ? ['', ...self, ''] : self.split(from);
  sized(self.length + parts.length * to.length);
  if (parts.length - 1 <= most) return parts.join(to);
  return `${parts.slice(0, most).join(to)}${most > 0 ? to : ''}${parts.slice(most).join(from)}`;
}

function join(self: string, args: readonly Value[]): string {
  const parts = itemsOf(args[0] ?? null).map((item) => textArgument([item]));
  sized(parts.reduce((sum, part) => sum + part.length + self.length, 0));
  return parts.join(self);
}

const partition = (self: string, args: readonly Value[], at: number) => {
  const between = textArgument(args);
  return at < 0 ? null : new PyTuple([self.slice(0, at), between, self.slice(at + between.length)]);
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
const all = (self: string, pattern: RegExp) => pattern.test(self);

const ofStrings: Methods<string> = {
  split: (self, args, named) => split(self, args, named, false),
  rsplit: (self, args, named) => split(self, args, named, true),
  splitlines: (self) => texts(self === '' ? [] : self.replace(/\r?\n$/, '').split(/\r?\n/)),
  join: (self, args) => join(self, args),
  format: (self, args, named) => formatText(self, args, named),
  replace: (self, args) => replace(self, args),
  lower: (self) => self.toLowerCase(),
  upper: (self) => self.toUpperCase(),
  casefold: (self) => self.toLowerCase(),
  title: (self) => self.replace(/\p{L}+/gu, capital),
  capitalize: (self) => capital(self),
  strip: (self, args) => strip(self, args, true, true),
  lstrip: (self, args) => strip(self, args, true, false),
  rstrip: (self, args) => strip(self, args, false, true),
  startswith: (self, args) => anyOf(args, (part) => self.startsWith(part)),
  endswith: (self, args) => anyOf(args, (part) => self.endsWith(part)),
  removeprefix: (self, args) => {
    const part = textArgument(args);
    return self.startsWith(part) ? self.slice(part.length) : self;
  },
  removesuffix: (self, args) => {
    const part = textArgument(args);
    return part !== '' && self.endsWith(part) ? self.slice(0, -part.length) : self;
  },
  find: (self, args) => BigInt(self.indexOf(textArgument(args))),
  rfind: (self, args) => BigInt(self.lastIndexOf(textArgument(args))),
  index: (self, args) => {
    const at = self.indexOf(textArgument(args));
    if (at < 0) throw new PythonError('ValueError', `"${str(args[0] ?? '')}" is not in "${self}"`);
    return BigInt(at);
  },
  count: (self, args) => BigInt(self.split(textArgument(args)).length - 1),
  partition: (self, args) =>
    partition(self, args, self.indexOf(textArgument(args))) ?? new PyTuple([self, '', '']),
  rpartition: (self, args) =>
    partition(self, args, self.lastIndexOf(textArgument(args))) ?? new PyTuple(['', '', self]),
  isdigit: (self) => all(self, /^\p{Nd}+$/u),
  isnumeric: (self) => all(self, /^\p{N}+$/u),
  isalpha: (self) => all(self, /^\p{L}+$/u),
  isalnum: (self) => all(self, /^[\p{L}\p{N}]+$/u),
  isspace: (self) => all(self, /^\s+$/),
  islower: (self) => self === self.toLowerCase() && self !== self.toUpperCase(),
  isupper: (self) => self === self.toUpperCase() && self !== self.toLowerCase(),
  zfill: (self, args) => {
    const sign = /^[+-]/.exec(self)?.[0] ?? '';
    return sign + pad(self.slice(sign.length), [BigInt(count(args[0], 0) - sign.length), '0'], '>');
  },
  ljust: (self, args) => pad(self, args, '<'),
  rjust: (self, args) => pad(self, args, '>'),
  center: (self, args) => pad(self, args, '^'),
};

const ofSequences: Methods<PyList | PyTuple> = {
  index: (self, args) => {
    const at = self.items.findIndex((item) => equal(item, args[0] ?? null));
    if (at < 0) throw new PythonError('ValueError', `${str(args[0] ?? null)} is not in the list`);
    return BigInt(at);
  },
  count: (self, args) => BigInt(self.items.filter((item) => equal(item, args[0] ?? null)).length),
};

const ofLists: Methods<PyList> = {
  append: (self, args) => {
    sized(self.items.push(args[0] ?? null));
    return null;
  },
  extend: (self, args) => {
    const more = itemsOf(args[0] ?? null);
    sized(self.items.length + more.length);
    for (const item of [...more]) self.items.push(item);
    return null;
  },
  insert: (self, args) => {
    self.items.splice(count(args[0], 0), 0, args[1] ?? null);
    sized(self.items.length);
    return null;
  },
  pop: (self, args) => {
    const [item] = self.items.splice(count(args[0], -1), 1);
    if (item === undefined) throw new PythonError('IndexError', 'there is nothing to pop');
    return item;
  },
  reverse: (self) => {
    self.items.reverse();
    return null;
  },
  sort: (self) => {
    self.items.sort((a, b) => order(a, b));
    return null;
  },
  copy: (self) => new PyList([...self.items]),
};

const ofDicts: Methods<PyDict> = {
  keys: (self) => new PyList([...self.entries.values()].map(([key]) => key)),
  values: (self) => new PyList([...self.entries.values()].map(([, value]) => value)),
  items: (self) => new PyList([...self.entries.values()].map((entry) => new PyTuple(entry))),
  get: (self, args) => self.get(args[0] ?? null) ?? args[1] ?? null,
  copy: (self) => new PyDict(self.entries.values()),
  pop: (self, args) => {
    const value = self.get(args[0] ?? null) ?? args[1];
    if (value === undefined)
      throw new PythonError('KeyError', `there is no key ${str(args[0] ?? null)}`);
    const rest = [...self.entries.values()].filter(([key]) => !equal(key, args[0] ?? null));
    self.entries.clear();
    for (const [key, each] of rest) self.set(key, each);
    return value;
  },
  setdefault: (self, args) => {
    if (!self.has(args[0] ?? null)) self.set(args[0] ?? null, args[1] ?? null);
    return self.get(args[0] ?? null) ?? null;
  },
  update: (self, args, named) => {
    if (args[0] instanceof PyDict)
      for (const [key, value] of args[0].entries.values()) self.set(key, value);
    for (const [key, value] of named) self.set(key, value);
    return null;
  },
};
