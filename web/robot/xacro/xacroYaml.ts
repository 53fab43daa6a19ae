/** YAML as ROS reads it, with `!degrees` and `!radians`. */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
} from 'yaml';
import { readFloat } from './pythonBuiltins.ts';
import { PyDict, PyList, PythonError, type Value } from './pythonValues.ts';

/** Of each tag, what its numbers are times. */
const UNITS: Readonly<Record<string, number>> = {
  '!radians': 1,
  '!degrees': Math.PI / 180,
  '!meters': 1,
  '!millimeters': 0.001,
  '!foot': 0.3048,
  '!inches': 0.0254,
};

const customTags = Object.keys(UNITS).map((tag) => ({ tag, resolve: (text: string) => text }));
const MAX_NODES = 100_000;

/** What is no YAML, and where; from line 1. */
export class YamlMistake extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** `number` works out an expression behind a tag: `!degrees 180/3`. */
export function readYaml(text: string, number: (expression: string) => number): Value {
  const document = parseDocument(text, {
    version: '1.1',
    customTags,
    logLevel: 'silent',
    uniqueKeys: false,
  });
  const [mistake] = document.errors;
  if (mistake) {
    const said = mistake.message.replace(/ at line \d+, column \d+:?.*$/s, '');
    throw new YamlMistake(`not well-formed YAML: ${said}`, mistake.linePos?.[0].line ?? 1);
  }
  return new Reader(number).read(document.contents, (alias) =>
    alias.resolve(document as unknown as Document),
  );
}

type Resolve = (alias: Alias) => Node | undefined;

class Reader {
  private readonly number: (expression: string) => number;
  /** What is named twice is one value. */
  private readonly known = new Map<Node, Value>();
  private nodes = 0;

  constructor(number: (expression: string) => number) {
    this.number = number;
  }

  read(node: unknown, resolve: Resolve): Value {
    if (++this.nodes > MAX_NODES)
      throw new PythonError('LimitError', `more than ${MAX_NODES} values in the YAML`);
    if (isAlias(node)) return this.read(resolve(node), resolve);
    const before = this.known.get(node as Node);
    if (before !== undefined) return before;
    const value = this.made(node, resolve);
    if (node) this.known.set(node as Node, value);
    return value;
  }

  private made(node: unknown, resolve: Resolve): Value {
    if (isSeq(node)) return new PyList(node.items.map((item) => this.read(item, resolve)));
    if (isMap(node)) {
      const entries = node.items.map(
        ({ key, value }) => [this.read(key, resolve), this.read(value, resolve)] as const,
      );
      return merged(new PyDict(entries));
    }
    return isScalar(node) ? this.scalar(node) : null;
  }

  private scalar(node: Scalar): Value {
    const unit = node.tag && Object.hasOwn(UNITS, node.tag) ? UNITS[node.tag] : undefined;
    if (unit !== undefined) return this.number(String(node.source ?? node.value)) * unit;
    if (node.type !== 'PLAIN') return typeof node.value === 'string' ? node.value : `${node.value}`;
    return plain(node.source ?? '', node.tag);
  }
}

/** `<<: *base` brings what the dict itself does not say. */
function merged(dict: PyDict): PyDict {
  const base = dict.get('<<');
  if (base === undefined) return dict;
  const bases = base instanceof PyList ? [...base.items].reverse() : [base];
  const own = [...dict.entries.values()].filter(([key]) => key !== '<<');
  const below = bases.flatMap((each) => (each instanceof PyDict ? [...each.entries.values()] : []));
  return new PyDict([...below, ...own]);
}

const TRUTH = /^(yes|true|on)$/i;
const UNTRUTH = /^(no|false|off)$/i;

function plain(source: string, tag: string | undefined): Value {
  if (tag?.endsWith(':str')) return source;
  if (source === '' || source === '~' || /^null$/i.test(source)) return null;
  if (TRUTH.test(source)) return true;
  if (UNTRUTH.test(source)) return false;
  if (/^[-+]?(0|[1-9][\d_]*|0x[\da-f]+|0b[01]+)$/i.test(source)) return whole(source);
  if (/^[-+]?\.inf$/i.test(source)) return source.startsWith('-') ? -Infinity : Infinity;
  if (/^\.nan$/i.test(source)) return Number.NaN;
  return /^[-+]?[\d.]/.test(source) ? (readFloat(source) ?? source) : source;
}

function whole(source: string): bigint {
  const size = BigInt(source.replace(/^[-+]/, '').replaceAll('_', '').toLowerCase());
  return source.startsWith('-') ? -size : size;
}
