/** A Python value; `bigint` stands for int, `number` for float, `null` for None. */
export type PythonValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | PyList
  | PyDict
  | PySet
  | PyFunction
  | PyNamespace;

/** Error that Python would raise, or that reports an unsupported feature. */
export class PythonError extends Error {}

export class PyList {
  readonly items: PythonValue[];
  constructor(items: PythonValue[]) {
    this.items = items;
  }
}

export class PyTuple extends PyList {}

/** A Python dict, in which keys that are equal in Python are the same key: 1, 1.0 and True. */
export class PyDict {
  readonly entries = new Map<string, readonly [PythonValue, PythonValue]>();
  constructor(entries: Iterable<readonly [PythonValue, PythonValue]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }
  get(key: PythonValue): PythonValue | undefined {
    return this.entries.get(computeHash(key))?.[1];
  }
  delete(key: PythonValue): void {
    this.entries.delete(computeHash(key));
  }
  set(key: PythonValue, value: PythonValue): void {
    countPythonWork(4); // An entry counts as four items of a list.
    const hash = computeHash(key);
    this.entries.set(hash, [this.entries.get(hash)?.[0] ?? key, value]);
  }
}

/** A Python set; its items keep their order, which Python does not guarantee. */
export class PySet {
  readonly entries = new Map<string, PythonValue>();
  constructor(items: Iterable<PythonValue> = []) {
    for (const item of items) this.add(item);
  }
  has(item: PythonValue): boolean {
    return this.entries.has(computeHash(item));
  }
  add(item: PythonValue): void {
    countPythonWork(4);
    const hash = computeHash(item);
    if (!this.entries.has(hash)) this.entries.set(hash, item);
  }
}

export type KeywordArguments = ReadonlyMap<string, PythonValue>;

export type PyFunctionBody = (args: readonly PythonValue[], named: KeywordArguments) => PythonValue;

export class PyFunction {
  readonly name: string;
  readonly call: PyFunctionBody;

  /**
   * Creates a function that runs `call`. The function rejects more than `most` arguments, and
   * keyword arguments that do not match `names`.
   */
  constructor(name: string, call: PyFunctionBody, most = Number.POSITIVE_INFINITY, names = /^$/) {
    this.name = name;
    this.call = (args, named) => {
      if (args.length > most)
        throw new PythonError(`${name}() with ${args.length} arguments is not supported`);
      const unknownKey = [...named.keys()].find((key) => !names.test(key));
      if (unknownKey !== undefined)
        throw new PythonError(`${name}() with ${unknownKey}= is not supported`);
      const value = call(args, named);
      countPythonWork(getPythonSize(value));
      return value;
    };
  }
}

/**
 * Finds values of Python names: in a scope, or after a dot, as in `math`, `xacro` and namespaces.
 */
export interface PythonNameLookup {
  get(name: string): PythonValue | undefined;
  names(): Iterable<string>;
}

export class PyNamespace {
  readonly name: string;
  readonly members: PythonNameLookup;
  constructor(name: string, within: PythonNameLookup) {
    this.name = name;
    this.members = within;
  }
}

/**
 * Remaining work of an expansion's Python expressions: list items to create or visit. Default:
 * about a second.
 */
export class PythonWorkBudget {
  remaining: number;
  constructor(items = 20_000_000) {
    this.remaining = items;
  }
}

let currentBudget = new PythonWorkBudget(Number.POSITIVE_INFINITY);

export function runWithPythonBudget<T>(from: PythonWorkBudget, work: () => T): T {
  const before = currentBudget;
  currentBudget = from;
  try {
    return work();
  } finally {
    currentBudget = before;
  }
}

/**
 * Subtracts work from the current budget; throws if none is left. Call before creating or visiting
 * `items` items.
 */
export function countPythonWork(items: number): void {
  currentBudget.remaining -= items;
  if (currentBudget.remaining < 0)
    throw new PythonError('the expressions take too long to evaluate');
}

/**
 * Subtracts the work of a text search from the budget, before the search. The worst case compares
 * every pair of letters.
 */
export const countSearchWork = (text: string, part: string): void =>
  countPythonWork((text.length * part.length) / 200);

/** Subtracts the work of comparing two texts from the budget, before the comparison. */
export const countComparisonWork = (a: string, b: string): void =>
  countPythonWork(Math.min(a.length, b.length) / 100);

/** Maximum number of characters of a string, or of items of a list. */
export const MAX_PYTHON_SIZE = 1_000_000;

/**
 * Returns `size` if allowed, otherwise throws. Call before creating a string or list of `size`
 * items.
 */
export function checkPythonSize(size: number): number {
  if (size > MAX_PYTHON_SIZE)
    throw new PythonError(`more than ${MAX_PYTHON_SIZE} characters or items`);
  return size;
}

/** Returns the number of characters of a string or items of a collection; 0 for other values. */
export function getPythonSize(value: PythonValue): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof PyList) return value.items.length;
  return value instanceof PyDict || value instanceof PySet ? value.entries.size : 0;
}

/**
 * Returns the items of a list or set, the characters of a string, or the keys of a dict; throws for
 * other values.
 */
export function getPythonItems(value: PythonValue): readonly PythonValue[] {
  countPythonWork(getPythonSize(value));
  if (value instanceof PyList) return value.items;
  if (typeof value === 'string') return [...value];
  if (value instanceof PySet) return [...value.entries.values()];
  if (value instanceof PyDict) return [...value.entries.values()].map(([key]) => key);
  throw new PythonError(`${describePythonType(value)} is not iterable`);
}

export function pythonTypeName(value: PythonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'string') return 'str';
  if (value instanceof PyList) return value instanceof PyTuple ? 'tuple' : 'list';
  if (value instanceof PyDict) return 'dict';
  if (value instanceof PySet) return 'set';
  return value instanceof PyFunction ? 'function' : 'namespace';
}

export function describePythonType(value: PythonValue): string {
  const name = pythonTypeName(value);
  return value === null ? name : `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

export function toPythonBoolean(value: PythonValue): boolean {
  if (value instanceof PyList || value instanceof PyDict || value instanceof PySet)
    return getPythonSize(value) > 0;
  return typeof value === 'number' ? value !== 0 : Boolean(value);
}

/** Converts a value to a number, with booleans as 0 and 1; null if it is no number. */
export function toPythonNumber(value: PythonValue | undefined): bigint | number | null {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'bigint' || typeof value === 'number' ? value : null;
}

function computeHash(key: PythonValue, depth = 0): string {
  if (typeof key === 'string') return `s${key}`;
  if (key instanceof PyTuple && depth < 20) {
    countPythonWork(key.items.length);
    return `t${joinHashes(key.items.map((item) => computeHash(item, depth + 1)))}`;
  }
  const number = toPythonNumber(key);
  if (number !== null) return `n${number === 0 ? 0 : number}`;
  if (key === null) return 'None';
  throw new PythonError(
    `${describePythonType(key)} is not supported as a dict key or an item of a set`,
  );
}

function joinHashes(hashes: readonly string[]): string {
  checkPythonSize(hashes.reduce((sum, hash) => sum + hash.length, 0));
  return JSON.stringify(hashes);
}

const INT = /^\s*[+-]?\d+(_\d+)*\s*$/;
const FLOAT = /^\s*[+-]?((\d[\d_]*(\.[\d_]*)?|\.\d[\d_]*)(e[+-]?\d+)?|inf|infinity|nan)\s*$/i;

/** Returns null where Python's int() would raise an error. */
export const parsePythonInt = (text: string): bigint | null =>
  INT.test(text) && text.length <= 1000
    ? BigInt(text.trim().replaceAll('_', '').replace(/^\+/, ''))
    : null;

/** Returns null where Python's float() would raise an error. */
export function parsePythonFloat(text: string): number | null {
  if (!FLOAT.test(text)) return null;
  const plain = text.trim().toLowerCase().replaceAll('_', '');
  if (plain.endsWith('nan')) return Number.NaN;
  if (plain.includes('inf')) return plain.startsWith('-') ? -Infinity : Infinity;
  return Number(plain);
}

export const toPythonStr = (value: PythonValue): string =>
  typeof value === 'string' ? value : toPythonRepr(value);

export function toPythonRepr(value: PythonValue, depth = 0): string {
  countPythonWork(1);
  if (depth > 50) throw new PythonError('lists nested too deeply to print');
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return formatFloat(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return quoteText(value);
  if (value instanceof PyFunction || value instanceof PyNamespace)
    return `<${pythonTypeName(value)} ${value.name}>`;
  const inner = (each: PythonValue) => toPythonRepr(each, depth + 1);
  if (value instanceof PyDict)
    return `{${joinItems(value.entries.values(), ([key, each]) => `${inner(key)}: ${inner(each)}`)}}`;
  if (value instanceof PySet)
    return value.entries.size > 0 ? `{${joinItems(value.entries.values(), inner)}}` : 'set()';
  const items = joinItems(value.items, inner);
  if (!(value instanceof PyTuple)) return `[${items}]`;
  return value.items.length === 1 ? `(${items},)` : `(${items})`;
}

function joinItems<T>(items: Iterable<T>, text: (item: T) => string): string {
  let size = 0;
  return Array.from(items, (item) => {
    const each = text(item);
    size = checkPythonSize(size + each.length + 2);
    return each;
  }).join(', ');
}

function quoteText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r')
    .replaceAll(quote, `\\${quote}`);
  return quote + escaped + quote;
}

/**
 * Formats a float in Python's notation, with the shortest digits that read back as the same number.
 */
function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 16)
    return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  const decimal = `${value}`;
  return decimal.includes('.') ? decimal : `${decimal}.0`;
}
