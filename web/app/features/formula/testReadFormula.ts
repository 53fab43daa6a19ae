/**
 * Simple reader of formulas for tests of the editor: knows words, names and lines; reports unknown
 * names.
 */
import type { MethodRow } from '@iklab/core/scenario/methods';
import {
  emptyFormulaReading,
  FORMULA_TOKEN_KINDS,
  type FormulaFault,
  type FormulaReading,
  type FormulaTokenKind,
} from './formulaReading.ts';

const WORDS = new Set(
  'param keep show learn for in if else stop next and or not is yes no log even whole rad m'.split(
    ' ',
  ),
);
const GIVEN: Readonly<Record<string, string>> = {
  J: '12 × 25',
  e: '12',
  θ: '25',
  Δθ: '25',
  U: '12 × 12',
  σ: '12',
  V: '25 × 12',
  H: '25 × 25',
  lower: '25',
  upper: '25',
  turns: '25',
  joints: '',
  directions: '',
  targets: '',
  k: '',
};
const FUNCTIONS = [
  { name: 'max', signature: 'max(x)', gives: 'number' },
  { name: 'min', signature: 'min(x)', gives: 'number' },
  { name: 'sqrt', signature: 'sqrt(x)', gives: 'as x' },
  { name: 'where', signature: 'where(c, a, b)', gives: 'as a' },
];
const SIGN =
  /(#.*)|("[^"]*")|([A-Za-zΑ-Ωα-ω][A-Za-zΑ-Ωα-ω0-9_₀-₉]*)|(\d+(?:\.\d+)?(?:e-?\d+)?)|([^\s])/gu;

interface Read {
  readonly tokens: [number, number, number][];
  readonly known: Map<string, FormulaTokenKind>;
  readonly faults: FormulaFault[];
}

export function readTestFormula(text: string): FormulaReading {
  const read: Read = { tokens: [], known: new Map(), faults: [] };
  for (const name of Object.keys(GIVEN)) read.known.set(name, 'given');
  for (const { name } of FUNCTIONS) read.known.set(name, 'function');
  const lines: { line: number; shape: string; size: string }[] = [];
  const params: { key: string; line: number; from: number; to: number }[] = [];
  let at = 0;
  for (const [i, line] of text.split('\n').entries()) {
    const param = /^param ([^\s=]+) =/.exec(line)?.[1];
    if (param) {
      read.known.set(param, 'param');
      params.push({ key: param, line: i + 1, from: at + 6, to: at + 6 + param.length });
    }
    const set = /^ *([^\s=[]+)(?:\[.*\])? \+?= /.exec(line)?.[1];
    if (set && !param) {
      if (!read.known.has(set)) read.known.set(set, 'name');
      const perJoint = set === 'Δθ';
      lines.push({
        line: i + 1,
        shape: perJoint ? 'number per joint' : 'number per direction',
        size: perJoint ? '25' : '12',
      });
    }
    for (const [, loop] of line.matchAll(/\bfor (\S+) in\b|τ\((\w+)\)/gu))
      if (loop) read.known.set(loop, 'name');
    const curve = /τ\((\w+)\)/u.exec(line)?.[1];
    if (curve) for (const name of ['τ', curve]) read.known.set(name, 'name');
    readLine(line, at, i + 1, read);
    at += line.length + 1;
  }
  const { tokens, known, faults } = read;
  const names = [...known].flatMap(([name, kind]) =>
    kind === 'function' ? [] : [{ name, kind, shape: GIVEN[name] ?? '' }],
  );
  const row = faults.length === 0 ? ({ id: 'formula', params: [] } as unknown as MethodRow) : null;
  const cost = { operations: '4 620', allowed: '1 000 000 000' };
  return {
    ...emptyFormulaReading,
    faults,
    tokens,
    lines,
    params,
    names,
    functions: FUNCTIONS,
    cost,
    row,
  };
}

function readLine(line: string, at: number, number: number, { tokens, known, faults }: Read): void {
  for (const match of line.matchAll(SIGN)) {
    const [whole, comment, label, name, digits] = match;
    const from = at + match.index;
    const to = from + whole.length;
    const token = (kind: FormulaTokenKind) =>
      tokens.push([from, to, FORMULA_TOKEN_KINDS.indexOf(kind)]);
    if (comment) token('comment');
    else if (label) token('string');
    else if (digits) token('number');
    else if (!name) token('sign');
    else if (WORDS.has(name)) token('word');
    else if (known.has(name)) token(known.get(name) ?? 'name');
    else {
      token('name');
      faults.push({
        from,
        to,
        line: number,
        column: match.index + 1,
        message: `Unknown name **${name}**. Did you mean **σ**?`,
        fixes: [
          { label: 'Use σ', from, to, text: 'σ' },
          { label: 'Add parameter', from: 0, to: 0, text: `param ${name} = 1\n` },
        ],
      });
    }
  }
}
