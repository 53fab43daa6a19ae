/** Values of Python in terms of ours, and how Python prints, compares and counts them. */
import { affords } from './pythonEffort.ts';

/** `bigint` is an int, `number` a float, `null` None. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | PyList
  | PyTuple
  | PyDict
  | PyFunction
  | PyNamespace;

export type ErrorKind =
  `${'Syntax' | 'Name' | 'Type' | 'Value' | 'Key' | 'Index' | 'Attribute' | 'ZeroDivision' | 'Overflow' | 'Limit'}Error`;

/** What Python would raise. */
export class PythonError extends Error {
  readonly kind: ErrorKind;
  constructor(kind: ErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

export class PyList {
  readonly items: Value[];
  constructor(items: Value[]) {
    this.items = items;
  }
}

export class PyTuple {
  readonly items: readonly Value[];
  constructor(items: readonly Value[]) {
    this.items = items;
  }
}

/** Keys that are equal in Python are one: 1, 1.0 and True. */
export class PyDict {
  readonly entries = new Map<string, readonly [Value, Value]>();
  constructor(entries: Iterable<readonly [Value, Value]> = []) {
    for (const [key, value] of entries) this.set(key, value);
  }
  get(key: Value): Value | undefined {
    return this.entries.get(hashOf(key))?.[1];
  }
  set(key: Value, value: Value): void {
    toil(ENTRY);
    const hash = hashOf(key);
    this.entries.set(hash, [this.entries.get(hash)?.[0] ?? key, value]);
  }
  has(key: Value): boolean {
    return this.entries.has(hashOf(key));
  }
}

export type Named = ReadonlyMap<string, Value>;

export class PyFunction {
  readonly name: string;
  readonly call: (args: readonly Value[], named: Named) => Value;
  constructor(name: string, call: (args: readonly Value[], named: Named) => Value) {
    this.name = name;
    this.call = call;
  }
}

/** What has names with dots: `math`, `xacro`, and includes with a name space. */
export interface NameLookup {
  get(name: string): Value | undefined;
  names(): Iterable<string>;
}

export class PyNamespace {
  readonly name: string;
  readonly within: NameLookup;
  constructor(name: string, within: NameLookup) {
    this.name = name;
    this.within = within;
  }
}

/** What an entry of a dict takes, in items of a list. */
const ENTRY = 4;

/** Before so many items are made or looked at: none of it goes on without end. */
export function toil(items: number): void {
  if (!affords(items))
    throw new PythonError(
      'LimitError',
      'it goes through too many items: more than 20 million in all',
    );
}

/** Characters of a string, items of a list. */
export const MAX_SIZE = 1_000_000;

/** Refuses what would be too large, before it is made. */
export function sized(size: number): number {
  if (size > MAX_SIZE)
    throw new PythonError('LimitError', `more than ${MAX_SIZE} characters or items`);
  return size;
}

export const isSequence = (value: Value): value is PyList | PyTuple =>
  value instanceof PyList || value instanceof PyTuple;

export function typeName(value: Value): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'string') return 'str';
  if (value instanceof PyList) return 'list';
  if (value instanceof PyTuple) return 'tuple';
  if (value instanceof PyDict) return 'dict';
  return value instanceof PyFunction ? 'function' : 'namespace';
}

/** With its article, as a sentence has it. */
export function aType(value: Value): string {
  const name = typeName(value);
  return value === null ? name : `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

export function truth(value: Value): boolean {
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  if (isSequence(value)) return value.items.length > 0;
  if (value instanceof PyDict) return value.entries.size > 0;
  return Boolean(value);
}

function hashOf(key: Value): string {
  if (typeof key === 'boolean') return `n${Number(key)}`;
  if (typeof key === 'bigint' || typeof key === 'number') return `n${key === 0 ? 0 : key}`;
  if (typeof key === 'string') return `s${key}`;
  if (key === null) return 'None';
  // with its length, so that none reads as another; escapes would double with every tuple about it
  if (key instanceof PyTuple)
    return `t${key.items.map(hashOf).map((hash) => `${hash.length}:${hash}`)}`;
  throw new PythonError('TypeError', `${aType(key)} is no key of a dict`);
}

/** As an attribute or a text shows it. */
export const str = (value: Value): string => (typeof value === 'string' ? value : repr(value));

export function repr(value: Value, depth = 0): string {
  toil(1);
  if (depth > 50) throw new PythonError('LimitError', 'lists nested too deeply to print');
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return quoted(value);
  if (value instanceof PyFunction) return `<function ${value.name}>`;
  if (value instanceof PyNamespace) return `<namespace ${value.name}>`;
  if (value instanceof PyDict) {
    const entry = ([key, each]: readonly [Value, Value]) =>
      `${repr(key, depth + 1)}: ${repr(each, depth + 1)}`;
    return `{${joined([...value.entries.values()], entry)}}`;
  }
  const inner = joined(value.items, (item) => repr(item, depth + 1));
  if (value instanceof PyList) return `[${inner}]`;
  return value.items.length === 1 ? `(${inner},)` : `(${inner})`;
}

function joined<T>(items: readonly T[], text: (item: T) => string): string {
  let size = 0;
  return items
    .map((item) => {
      const each = text(item);
      size = sized(size + each.length + 2);
      return each;
    })
    .join(', ');
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r')
    .replaceAll(quote, `\\${quote}`);
  return quote + escaped + quote;
}

/** The shortest digits that read as the same number, as both languages have them. */
export function floatText(value: number): string {
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

/** Characters or items; 0 of what has none. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return value.length;
  if (isSequence(value)) return value.items.length;
  return value instanceof PyDict ? value.entries.size : 0;
}

/** Of all that has something in it. */
export function itemsOf(value: Value): readonly Value[] {
  toil(sizeOf(value));
  if (isSequence(value)) return value.items;
  if (typeof value === 'string') return [...value];
  if (value instanceof PyDict) return [...value.entries.values()].map(([key]) => key);
  throw new PythonError('TypeError', `${aType(value)} has no items`);
}
