/** Reads YAML as ROS does, with unit tags such as `!degrees`. */

import { RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import {
  CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  Parser,
  parseDocument,
  type Scalar,
} from 'yaml';
import { PyDict, PyList, PythonError, type PythonValue, parsePythonFloat } from './pythonValues.ts';

const MAX_TOKENS = 500_000;
/** Maximum nesting of lists and dicts, because their reader is recursive. */
const MAX_NESTING = 100;

/** Throws if a YAML text is too large or too deeply nested, before values are created. */
function checkYamlBounds(text: string): void {
  let words = 0;
  let open = 0;
  for (const word of new Lexer().lex(text)) {
    if (++words > MAX_TOKENS) throw new PythonError(`more than ${MAX_TOKENS} tokens in the YAML`);
    if (word === '[' || word === '{') open++;
    else if (word === ']' || word === '}') open--;
    if (open > MAX_NESTING) throw makeDepthError();
  }
  // Only the parser knows the nesting of indented values.
  const pending: [unknown, number][] = [...new Parser().parse(text)].map((token) => [token, 0]);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [token, depth] = next;
    if (depth > MAX_NESTING) throw makeDepthError();
    for (const below of listParts(token as CST.Token)) pending.push([below, depth + 1]);
  }
}

const makeDepthError = () =>
  new PythonError(`more than ${MAX_NESTING} levels of nested lists and dicts in the YAML`);

function listParts(token: CST.Token): readonly unknown[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!CST.isCollection(token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((part) => !!part));
}

const UNIT_FACTORS: Readonly<Record<string, number>> = {
  '!radians': 1,
  '!degrees': RADIANS_PER_DEGREE,
  '!meters': 1,
  '!millimeters': 0.001,
  '!foot': 0.3048,
  '!inches': 0.0254,
};

const customTags = Object.keys(UNIT_FACTORS).map((tag) => ({
  tag,
  resolve: (text: string) => text,
}));
const MAX_NODES = 100_000;
const MAX_DIGITS = 1000; // Of an integer.

/** A syntax error in a YAML file; `line` counts from 1. */
export class YamlError extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/**
 * Reads a YAML text as a Python value. `number`: evaluates the expression after a unit tag, as in
 * `!degrees 180/3`.
 */
export function readYaml(text: string, number: (expression: string) => number): PythonValue {
  checkYamlBounds(text);
  const document = parseDocument(text, {
    version: '1.1',
    customTags,
    logLevel: 'silent',
    uniqueKeys: false,
  });
  const [mistake] = document.errors;
  if (mistake) {
    const message = mistake.message.replace(/ at line \d+, column \d+:?.*$/s, '');
    throw new YamlError(`not well-formed YAML: ${message}`, mistake.linePos?.[0].line ?? 1);
  }
  return new YamlReader(number).read(document.contents);
}

/** Placeholder for the value of an anchor that is not complete. */
const INCOMPLETE = Symbol();

class YamlReader {
  private readonly number: (expression: string) => number;
  /**
   * Values by anchor name; a later anchor of the same name replaces it. Aliases refer to the same
   * value.
   */
  private readonly named = new Map<string, PythonValue | typeof INCOMPLETE>();
  private nodes = 0;

  constructor(number: (expression: string) => number) {
    this.number = number;
  }

  read(node: unknown): PythonValue {
    if (++this.nodes > MAX_NODES)
      throw new PythonError(`more than ${MAX_NODES} values in the YAML`);
    if (isAlias(node)) return this.resolveAlias(node.source);
    const { anchor } = (node ?? {}) as Partial<Pick<Scalar, 'anchor'>>;
    if (anchor !== undefined) this.named.set(anchor, INCOMPLETE);
    const value = this.readNode(node as Node | null);
    if (anchor !== undefined) this.named.set(anchor, value);
    return value;
  }

  private resolveAlias(name: string): PythonValue {
    const value = this.named.get(name);
    if (value === INCOMPLETE) throw new PythonError(`the alias *${name} refers to itself`);
    return value ?? null;
  }

  private readNode(node: Node | null): PythonValue {
    if (isSeq(node)) return new PyList(node.items.map((item) => this.read(item)));
    if (isMap(node)) {
      const entries = node.items.map(
        ({ key, value }) => [this.read(key), this.read(value)] as const,
      );
      return applyMergeKey(new PyDict(entries));
    }
    return isScalar(node) ? this.readScalar(node) : null;
  }

  private readScalar(node: Scalar): PythonValue {
    const unit =
      node.tag && Object.hasOwn(UNIT_FACTORS, node.tag) ? UNIT_FACTORS[node.tag] : undefined;
    if (unit !== undefined) return this.number(String(node.source ?? node.value)) * unit;
    if (node.type !== 'PLAIN') return typeof node.value === 'string' ? node.value : `${node.value}`;
    return readPlain(node.source ?? '', node.tag);
  }
}

function applyMergeKey(dict: PyDict): PyDict {
  const base = dict.get('<<');
  if (base === undefined) return dict;
  const bases = base instanceof PyList ? [...base.items].reverse() : [base];
  const ownEntries = [...dict.entries.values()].filter(([key]) => key !== '<<');
  const below = bases.flatMap((each) => (each instanceof PyDict ? [...each.entries.values()] : []));
  return new PyDict([...below, ...ownEntries]);
}

const TRUE_WORD = /^(yes|true|on)$/i;
const FALSE_WORD = /^(no|false|off)$/i;

function readPlain(source: string, tag: string | undefined): PythonValue {
  if (tag?.endsWith(':str')) return source;
  if (source === '' || source === '~' || /^null$/i.test(source)) return null;
  if (TRUE_WORD.test(source)) return true;
  if (FALSE_WORD.test(source)) return false;
  if (/^[-+]?(0|[1-9][\d_]*|0x[\da-f]+|0b[01]+)$/i.test(source)) return parseWhole(source);
  if (/^[-+]?\.inf$/i.test(source)) return source.startsWith('-') ? -Infinity : Infinity;
  if (/^\.nan$/i.test(source)) return Number.NaN;
  return /^[-+]?[\d.]/.test(source) ? (parsePythonFloat(source) ?? source) : source;
}

function parseWhole(source: string): bigint {
  const plain = source.replace(/^[-+]/, '').replaceAll('_', '').toLowerCase();
  if (plain.length > MAX_DIGITS)
    throw new PythonError(`a number of ${plain.length} digits; the maximum is ${MAX_DIGITS}`);
  const size = BigInt(plain);
  return source.startsWith('-') ? -size : size;
}
