/** Evaluates the expressions of a program. */
import { arithmetic, comparison, negated, truth } from './codeArithmetic.ts';
import { treeNamed } from './codeBodies.ts';
import { isRobot, LINKS } from './codeCalls.ts';
import { SAME } from './codeEffects.ts';
import { calledFunction, constantOf, rangeList } from './codeFunctions.ts';
import { elementOf, placeOf } from './codeIndex.ts';
import { type Argument, type Expression, rootOf } from './codeTree.ts';
import {
  type CallValue,
  type FunctionValue,
  joinedMatrix,
  type ListValue,
  listValue,
  missingIn,
  NONE,
  numberValue,
  plainNumber,
  rowsOf,
  symbolValue,
  transposed,
  type UnknownValue,
  type Value,
} from './codeValues.ts';
import { isOwnObject, JOINT, ProgramState, Stop } from './programState.ts';

const DEEPEST = 500; // Nested expressions.
/** A name of all joint variables. */
export const JOINTS = /^(q|thetas?|th|joints?|joint_?(angles?|values?)|angles)$/i;

export abstract class CodeEvaluation extends ProgramState {
  protected abstract assign(target: Expression, value: Value, line: number): void;
  protected abstract call(expression: Expression & { readonly kind: 'call' }): Value;
  protected abstract functionValue(
    params: readonly string[],
    body: Expression | null,
    line: number,
  ): FunctionValue;

  /** Loses what an expression refers to. */
  protected lose(expression: Expression, unknown: UnknownValue): void {
    const root = rootOf(expression);
    this.lost(this.value(expression), unknown);
    if (root !== expression) this.spoil(this.value(root), unknown);
    if (root.kind !== 'name') return;
    const value = this.names.get(root.name);
    if (value) this.names.set(root.name, this.lost(value, unknown));
  }

  protected value(expression: Expression): Value {
    if (++this.depth > DEEPEST) throw new Stop();
    const value = this.own(this.#evaluated(expression));
    this.depth--;
    return value;
  }

  #evaluated(expression: Expression): Value {
    this.step();
    switch (expression.kind) {
      case 'number':
        return numberValue(expression.value);
      case 'text':
        return { kind: 'text', text: expression.text };
      case 'name':
        return this.#named(expression.name, expression.line);
      case 'member':
        return this.#member(expression);
      case 'call':
        return this.call(expression);
      case 'index':
        return this.indexed(expression, this.value(expression.of));
      case 'list':
        return this.#list(expression);
      case 'dict':
        return this.#dict(expression);
      case 'unary':
        return this.#unary(expression);
      case 'binary':
        return this.#binary(expression);
      case 'range':
        return this.#range(expression);
      case 'choice': {
        const holds = truth(this.value(expression.condition));
        if (holds === null) return this.unknown(expression);
        return this.value(holds ? expression.whenTrue : expression.whenFalse);
      }
      case 'each':
        return this.#each(expression);
      case 'function':
        return this.functionValue(expression.params, expression.body, expression.line);
    }
  }

  #named(name: string, line: number): Value {
    const value = this.names.get(name);
    if (this.scope > 0 && value?.kind === 'number' && this.globals.get(name) === value)
      this.hasRead(name);
    if (value) return JOINT.test(name) ? jointValue(name, value) : value;
    const constant = constantOf(name);
    if (constant) return constant;
    if (name === 'end' && this.ends.length > 0) return numberValue(this.ends.at(-1) ?? 0);
    if (this.language === 'matlab' && /^narg(in|out)$/.test(name)) {
      this.counting.add(this.scope);
      return numberValue(0);
    }
    return this.#newTree(name, line) ?? symbolValue(name);
  }

  #newTree(name: string, line: number): CallValue | null {
    return this.language === 'matlab' ? treeNamed(name, line) : null;
  }

  #member(expression: Expression & { readonly kind: 'member' }): Value {
    const { of, name } = expression;
    const value = this.value(of);
    if (value.kind === 'record' || value.kind === 'call') {
      const field = value.fields.get(name);
      if (field && isOwnObject(of)) this.hasRead(`.${name}`);
      if (field) return JOINT.test(name) ? jointValue(name, field) : field;
      return value.kind === 'call' ? this.unknown(expression) : symbolValue(name);
    }
    if (missingIn(value)) return this.unknown(expression);
    if (value.kind === 'list' && (name === 'T' || name === "'")) return transposed(value);
    if (name === "'" || (value.kind === 'pose' && SAME.test(name))) return value;
    const module = value.kind === 'number' && value.variable !== null;
    if (module)
      return constantOf(name) ?? this.#newTree(name, expression.line) ?? symbolValue(name);
    return this.unknown(expression);
  }

  protected args(args: readonly Argument[], list: ListValue | null = null): Value[] {
    const columns = list?.items[0]?.kind === 'list' ? list.items[0].items.length : 0;
    return args
      .filter(({ name }) => name === null)
      .flatMap(({ value }, i, all) => {
        const rows = list?.items.length ?? 0;
        const count =
          all.length === 1
            ? rows * Math.max(1, columns)
            : i === 0 && columns > 0
              ? rows
              : columns || rows;
        if (list) this.ends.push(count);
        const read = this.value(value);
        if (list) this.ends.pop();
        const isStarred = value.kind === 'unary' && value.mark === '*';
        return isStarred && read.kind === 'list' ? read.items : read;
      });
  }

  protected places(args: readonly Argument[], list: ListValue) {
    const first = this.language === 'matlab' ? 1 : 0;
    const width = rowsOf(list)?.[0]?.items.length ?? list.items.length;
    return this.args(args, list).map((value, i) =>
      placeOf(value, first, i === 1 ? width : list.items.length),
    );
  }

  protected indexed(
    expression: Expression & { readonly kind: 'call' | 'index' },
    of: Value,
  ): Value {
    if (of.kind === 'record' || of.kind === 'call') {
      const [key] = this.args(expression.args);
      if (isRobot(of) && key?.kind === 'number')
        return this.indexed(expression, of.fields.get(LINKS) ?? NONE);
      return (key?.kind === 'text' ? of.fields.get(key.text) : null) ?? this.unknown(expression);
    }
    if (missingIn(of)) return this.unknown(expression);
    if (of.kind === 'list') {
      const found = elementOf(of, this.places(expression.args, of), this.language === 'matlab');
      const name =
        expression.of.kind === 'member' || expression.of.kind === 'name' ? expression.of.name : '';
      if (!found) return this.unknown(expression);
      const isView = this.language === 'python' && of.array && found.kind === 'list';
      if (isView && !of.items.includes(found)) this.views.set(found, of);
      return JOINTS.test(name) ? jointValue(this.source(expression), found) : found;
    }
    if (of.kind === 'number' && /^[rc]_$/.test(of.variable ?? '')) {
      const args = this.args(expression.args);
      return calledFunction(of.variable ?? '', args, new Map()) ?? this.unknown(expression);
    }
    // An element of a name without a value is a variable: q[0].
    const isVariable =
      of.kind === 'number' && of.variable !== null && of.slope === 1 && of.constant === 0;
    const indices = this.args(expression.args).map(plainNumber);
    if (isVariable && indices.length > 0 && indices.every((i) => i !== null))
      return symbolValue(this.source(expression));
    return this.unknown(expression);
  }

  #list({ rows, matrix, line }: Expression & { readonly kind: 'list' }): Value {
    if (!matrix) return this.#items(rows.flat(), line);
    const values = rows.map((row) => row.map((item) => this.value(item)));
    const joined = joinedMatrix(values, line);
    joined.missing ??= values.flat().map(missingIn).find(Boolean) ?? null;
    const lines = rows.map((row) => row[0]?.line ?? line);
    // Each row has its own line.
    if (joined.items.length === rows.length && rows.length > 1)
      for (const [i, row] of joined.items.entries())
        if (row.kind === 'list') joined.items[i] = { ...row, line: lines[i] ?? line };
    return joined;
  }

  #items(expressions: readonly Expression[], line: number): ListValue {
    const list = listValue([], false, line);
    for (const item of expressions) {
      const value = this.value(item);
      const isStarred = item.kind === 'unary' && item.mark === '*';
      if (!isStarred) list.items.push(value);
      else if (value.kind === 'list') list.items.push(...value.items);
      if (isStarred && value.kind === 'list') list.missing ??= value.missing;
      else if (isStarred) list.missing ??= this.unknown(item);
    }
    return list;
  }

  #dict({ entries, line }: Expression & { readonly kind: 'dict' }): Value {
    const fields = new Map<string, Value>();
    for (const [key, value] of entries) {
      const name = this.value(key);
      const text =
        name.kind === 'text' ? name.text : name.kind === 'number' ? (name.variable ?? '') : '';
      fields.set(text, this.value(value));
    }
    return { kind: 'record', fields, line };
  }

  #unary(expression: Expression & { readonly kind: 'unary' }): Value {
    const value = this.value(expression.of);
    if (expression.mark === '+' || expression.mark === '*') return value;
    if (missingIn(value) || expression.mark === '**') return this.unknown(expression);
    if (expression.mark === '-') return negated(value, this.unknown(expression));
    const holds = truth(value);
    return holds === null ? this.unknown(expression) : numberValue(holds ? 0 : 1);
  }

  #binary(expression: Expression & { readonly kind: 'binary' }): Value {
    const { mark } = expression;
    const [left, right] = [this.value(expression.left), this.value(expression.right)];
    const unknown = this.unknown(expression);
    if (/^(or|and|\|\|?|&&?)$/.test(mark)) {
      const [a, b] = [truth(left), truth(right)];
      const isBit = (value: Value) => [0, 1].includes(plainNumber(value) ?? -1);
      if (/^[|&]$/.test(mark) && this.language !== 'matlab' && !(isBit(left) && isBit(right)))
        return unknown;
      const any = mark === 'or' || mark.startsWith('|');
      // Python gives the operand that decides.
      if (this.language === 'python') return a === null ? unknown : a === any ? left : right;
      if (a === any || b === any) return numberValue(any ? 1 : 0);
      return a === null || b === null ? unknown : numberValue(any ? 0 : 1);
    }
    if (/^([=!~<>]=|[<>]|is( not)?)$/.test(mark)) {
      const holds = comparison(mark, left, right);
      return holds === null ? unknown : numberValue(holds ? 1 : 0);
    }
    const isSigned = this.language === 'c' && mark === '%';
    // The sign of a remainder differs between languages.
    if (isSigned && [left, right].some((each) => (plainNumber(each) ?? -1) < 0)) return unknown;
    const isQuotient = this.language === 'c' && mark === '/';
    if (isQuotient && !isReal(expression.left) && !isReal(expression.right)) {
      const [x, y] = [plainNumber(left), plainNumber(right)];
      const isWhole = Number.isInteger(x) && Number.isInteger(y);
      // C++ may divide integers.
      if (isWhole && !Number.isInteger(Number(x) / Number(y))) return unknown;
    }
    const joins = mark === '+' && left.kind === 'list' && right.kind === 'list' && !left.array;
    if (!joins && (missingIn(left) || missingIn(right))) return unknown;
    return arithmetic(mark, left, right, unknown);
  }

  #range(expression: Expression & { readonly kind: 'range' }): Value {
    const { ends } = expression;
    if (ends.every((end) => end === null)) return { kind: 'text', text: ':' };
    if (this.language !== 'matlab') return this.unknown(expression);
    const values = ends.map((end) => (end ? plainNumber(this.value(end)) : null));
    const [from, middle, last] = values;
    if (from == null || middle == null) return this.unknown(expression);
    const list =
      last == null ? rangeList(from, middle, 1, true) : rangeList(from, last, middle, true);
    return list ? { ...list, line: expression.line } : this.unknown(expression);
  }

  #each(expression: Expression & { readonly kind: 'each' }): Value {
    const over = this.value(expression.over);
    if (over.kind !== 'list' || missingIn(over)) return this.unknown(expression);
    const { line } = expression;
    return this.inScope(() => {
      const items = over.items.map((item) => {
        this.assign(expression.target, item, line);
        return this.value(expression.item);
      });
      return listValue(items, false, line);
    });
  }
}

/** Remembers that a number is the value of a joint. */
function jointValue(name: string, value: Value): Value {
  if (value.kind !== 'number' || value.variable !== null) return value;
  return { ...value, joint: { name, slope: 1, value: value.constant } };
}

/** Whether it is a number with a point. */
const isReal = (expression: Expression): boolean =>
  expression.kind === 'number' && expression.isReal;
