import {
  checkPythonSize,
  countPythonWork,
  countSearchWork,
  describePythonType,
  getPythonItems,
  getPythonSize,
  type KeywordArguments,
  PyDict,
  PyFunction,
  type PyFunctionBody,
  PyList,
  PySet,
  PyTuple,
  PythonError,
  type PythonValue,
  toPythonNumber,
} from './pythonValues.ts';

type Methods<T> = Readonly<
  Record<string, (self: T, args: readonly PythonValue[], named: KeywordArguments) => PythonValue>
>;

export function findPythonMethod(self: PythonValue, name: string): PyFunction | undefined {
  const methods = getPythonMethods(self);
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const call: PyFunctionBody = (args, named) => {
    countPythonWork(getPythonSize(self));
    return method?.(self, args, named) ?? null;
  };
  const keywords = name === 'split' ? /^(sep|maxsplit)$/ : undefined;
  return method && new PyFunction(name, call, MAX_ARGUMENTS[name] ?? 1, keywords);
}

/** Maximum number of arguments of Python methods, by name; 1 for all others. */
const MAX_ARGUMENTS: Readonly<Record<string, number>> = { get: 2, replace: 3, split: 2 };

export function getPythonMethods(self: PythonValue): Methods<PythonValue> {
  if (typeof self === 'string') return STRING_METHODS as Methods<PythonValue>;
  if (self instanceof PyDict) return DICT_METHODS as Methods<PythonValue>;
  if (self instanceof PySet) return SET_METHODS as Methods<PythonValue>;
  return {};
}

function toText(value: PythonValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new PythonError(`expected a str; got ${describePythonType(value ?? null)}`);
}

const toCount = (value: PythonValue | undefined, otherwise: number) =>
  Number(toPythonNumber(value) ?? otherwise);

function splitText(self: string, between: PythonValue | undefined): string[] {
  if (between === '') throw new PythonError('searching for an empty str is not supported');
  countSearchWork(self, toText(between));
  return self.split(toText(between));
}

const makeTextList = (list: readonly string[]) => new PyList([...list]);

function split(
  self: string,
  [separator = null, most]: readonly PythonValue[],
  named: KeywordArguments,
): PythonValue {
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

function strip(
  self: string,
  [letters]: readonly PythonValue[],
  from: boolean,
  to: boolean,
): string {
  const drop = (letter: string) =>
    letters == null ? /\s/.test(letter) : toText(letters).includes(letter);
  let [start, end] = [0, self.length];
  while (from && start < end && drop(self.charAt(start))) start++;
  while (to && end > start && drop(self.charAt(end - 1))) end--;
  return self.slice(start, end);
}

function join(self: string, [list = null]: readonly PythonValue[]): string {
  const parts = getPythonItems(list).map(toText);
  checkPythonSize(parts.reduce((sum, part) => sum + part.length + self.length, 0));
  return parts.join(self);
}

function replace(self: string, [from, to, most]: readonly PythonValue[]): string {
  const parts = splitText(self, from);
  checkPythonSize(self.length + parts.length * toText(to).length);
  const times = toCount(most, -1);
  if (times < 0 || times >= parts.length - 1) return parts.join(toText(to));
  const [first, rest] = [parts.slice(0, times + 1), parts.slice(times + 1)];
  return [first.join(toText(to)), ...rest].join(toText(from));
}

const someText = (part: PythonValue | undefined, test: (part: string) => boolean): boolean =>
  (part instanceof PyTuple ? part.items : [part]).some((each) => test(toText(each)));

const STRING_METHODS: Methods<string> = {
  endswith: (self, [part]) => someText(part, (each) => self.endsWith(each)),
  join,
  lower: (self) => self.toLowerCase(),
  lstrip: (self, args) => strip(self, args, true, false),
  replace,
  rstrip: (self, args) => strip(self, args, false, true),
  split,
  startswith: (self, [part]) => someText(part, (each) => self.startsWith(each)),
  strip: (self, args) => strip(self, args, true, true),
  upper: (self) => self.toUpperCase(),
};

const SET_METHODS: Methods<PySet> = {
  issubset: (self, [other = null]) => isSubset(self, toSet(other)),
  issuperset: (self, [other = null]) => isSubset(toSet(other), self),
};

/** Converts the argument of a set method to a set; as in Python, it may be any iterable. */
const toSet = (value: PythonValue) =>
  value instanceof PySet ? value : new PySet(getPythonItems(value));
const isSubset = (part: PySet, whole: PySet) =>
  getPythonItems(part).every((item) => whole.has(item));

const DICT_METHODS: Methods<PyDict> = {
  get: (self, [key = null, otherwise = null]) => {
    const value = self.get(key);
    return value === undefined ? otherwise : value;
  },
  items: (self) =>
    new PyList(Array.from(self.entries.values(), (entry) => new PyTuple([...entry]))),
  keys: (self) => new PyList([...getPythonItems(self)]),
  values: (self) => new PyList(Array.from(self.entries.values(), ([, value]) => value)),
};
