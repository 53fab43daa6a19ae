import {
  compareCodeValues,
  evaluateBinaryOperator,
  evaluateTruth,
  negateValue,
} from './codeArithmetic.ts';
import { makeRigidBodyTree } from './codeBodies.ts';
import { isRobotCall, ROBOT_LINKS_FIELD } from './codeCalls.ts';
import { callLibraryFunction, findCodeConstant, makeRangeList } from './codeFunctions.ts';
import { getListElement, toListIndex } from './codeIndex.ts';
import { type CallArgument, type CodeExpression, getAssignmentOwner } from './codeTree.ts';
import {
  type CodeValue,
  type FunctionValue,
  findUnknownValue,
  getListRows,
  joinMatrixLiteral,
  type ListValue,
  makeListValue,
  makeNumberValue,
  makeSymbolValue,
  NONE_VALUE,
  toPlainNumber,
  transposeList,
  type UnevaluatedCallValue,
  type UnknownValue,
} from './codeValues.ts';
import { COPYING_METHODS } from './findCodeSideEffects.ts';
import {
  isSelfExpression,
  JOINT_VARIABLE_PATTERN,
  ProgramState,
  StepLimitError,
} from './programState.ts';

const MAX_DEPTH = 500; // Nested expressions.
export const JOINT_VECTOR_PATTERN = /^(q|thetas?|th|joints?|joint_?(angles?|values?)|angles)$/i;

export abstract class ExpressionEvaluator extends ProgramState {
  protected abstract assign(target: CodeExpression, value: CodeValue, line: number): void;
  protected abstract evaluateCall(
    expression: CodeExpression & { readonly kind: 'call' },
  ): CodeValue;
  protected abstract makeFunctionValue(
    params: readonly string[],
    body: CodeExpression | null,
    line: number,
  ): FunctionValue;

  protected invalidate(expression: CodeExpression, unknown: UnknownValue): void {
    const root = getAssignmentOwner(expression);
    this.invalidateValue(this.evaluate(expression), unknown);
    if (root !== expression) this.markIncomplete(this.evaluate(root), unknown);
    if (root.kind !== 'name') return;
    const value = this.names.get(root.name);
    if (value) this.names.set(root.name, this.invalidateValue(value, unknown));
  }

  protected evaluate(expression: CodeExpression): CodeValue {
    if (++this.depth > MAX_DEPTH) throw new StepLimitError();
    const value = this.registerOwner(this.#evaluateKind(expression));
    this.depth--;
    return value;
  }

  #evaluateKind(expression: CodeExpression): CodeValue {
    this.countSteps();
    switch (expression.kind) {
      case 'number':
        return makeNumberValue(expression.value);
      case 'text':
        return { kind: 'text', text: expression.text };
      case 'name':
        return this.#evaluateName(expression.name, expression.line);
      case 'member':
        return this.#evaluateMember(expression);
      case 'call':
        return this.evaluateCall(expression);
      case 'index':
        return this.evaluateIndexed(expression, this.evaluate(expression.of));
      case 'list':
        return this.#evaluateList(expression);
      case 'dict':
        return this.#evaluateDict(expression);
      case 'unary':
        return this.#evaluateUnary(expression);
      case 'binary':
        return this.#evaluateBinary(expression);
      case 'range':
        return this.#evaluateRange(expression);
      case 'choice': {
        const holds = evaluateTruth(this.evaluate(expression.condition));
        if (holds === null) return this.makeUnknown(expression);
        return this.evaluate(holds ? expression.whenTrue : expression.whenFalse);
      }
      case 'each':
        return this.#evaluateComprehension(expression);
      case 'function':
        return this.makeFunctionValue(expression.params, expression.body, expression.line);
    }
  }

  #evaluateName(name: string, line: number): CodeValue {
    const value = this.names.get(name);
    if (this.scope > 0 && value?.kind === 'number' && this.globals.get(name) === value)
      this.recordRead(name);
    if (value) return JOINT_VARIABLE_PATTERN.test(name) ? markJointValue(name, value) : value;
    const constant = findCodeConstant(name);
    if (constant) return constant;
    if (name === 'end' && this.ends.length > 0) return makeNumberValue(this.ends.at(-1) ?? 0);
    if (this.language === 'matlab' && /^narg(in|out)$/.test(name)) {
      this.counting.add(this.scope);
      return makeNumberValue(0);
    }
    return this.#makeTree(name, line) ?? makeSymbolValue(name);
  }

  #makeTree(name: string, line: number): UnevaluatedCallValue | null {
    return this.language === 'matlab' ? makeRigidBodyTree(name, line) : null;
  }

  #evaluateMember(expression: CodeExpression & { readonly kind: 'member' }): CodeValue {
    const { of, name } = expression;
    const value = this.evaluate(of);
    if (value.kind === 'record' || value.kind === 'call') {
      const field = value.fields.get(name);
      if (field && isSelfExpression(of)) this.recordRead(`.${name}`);
      if (field) return JOINT_VARIABLE_PATTERN.test(name) ? markJointValue(name, field) : field;
      return value.kind === 'call' ? this.makeUnknown(expression) : makeSymbolValue(name);
    }
    if (findUnknownValue(value)) return this.makeUnknown(expression);
    if (value.kind === 'list' && (name === 'T' || name === "'")) return transposeList(value);
    if (name === "'" || (value.kind === 'pose' && COPYING_METHODS.test(name))) return value;
    const module = value.kind === 'number' && value.variable !== null;
    if (module)
      return (
        findCodeConstant(name) ?? this.#makeTree(name, expression.line) ?? makeSymbolValue(name)
      );
    return this.makeUnknown(expression);
  }

  protected evaluateArguments(
    args: readonly CallArgument[],
    list: ListValue | null = null,
  ): CodeValue[] {
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
        const read = this.evaluate(value);
        if (list) this.ends.pop();
        const isStarred = value.kind === 'unary' && value.mark === '*';
        return isStarred && read.kind === 'list' ? read.items : read;
      });
  }

  protected evaluateIndices(args: readonly CallArgument[], list: ListValue) {
    const first = this.language === 'matlab' ? 1 : 0;
    const width = getListRows(list)?.[0]?.items.length ?? list.items.length;
    return this.evaluateArguments(args, list).map((value, i) =>
      toListIndex(value, first, i === 1 ? width : list.items.length),
    );
  }

  protected evaluateIndexed(
    expression: CodeExpression & { readonly kind: 'call' | 'index' },
    container: CodeValue,
  ): CodeValue {
    if (container.kind === 'record' || container.kind === 'call') {
      const [key] = this.evaluateArguments(expression.args);
      if (isRobotCall(container) && key?.kind === 'number')
        return this.evaluateIndexed(
          expression,
          container.fields.get(ROBOT_LINKS_FIELD) ?? NONE_VALUE,
        );
      return (
        (key?.kind === 'text' ? container.fields.get(key.text) : null) ??
        this.makeUnknown(expression)
      );
    }
    if (findUnknownValue(container)) return this.makeUnknown(expression);
    if (container.kind === 'list') {
      const found = getListElement(
        container,
        this.evaluateIndices(expression.args, container),
        this.language === 'matlab',
      );
      const name =
        expression.of.kind === 'member' || expression.of.kind === 'name' ? expression.of.name : '';
      if (!found) return this.makeUnknown(expression);
      const isView = this.language === 'python' && container.array && found.kind === 'list';
      if (isView && !container.items.includes(found)) this.views.set(found, container);
      return JOINT_VECTOR_PATTERN.test(name)
        ? markJointValue(this.getSource(expression), found)
        : found;
    }
    if (container.kind === 'number' && /^[rc]_$/.test(container.variable ?? '')) {
      const args = this.evaluateArguments(expression.args);
      return (
        callLibraryFunction(container.variable ?? '', args, new Map()) ??
        this.makeUnknown(expression)
      );
    }
    // An element of a name without a value is a variable: q[0].
    const isVariable =
      container.kind === 'number' &&
      container.variable !== null &&
      container.slope === 1 &&
      container.constant === 0;
    const indices = this.evaluateArguments(expression.args).map(toPlainNumber);
    if (isVariable && indices.length > 0 && indices.every((i) => i !== null))
      return makeSymbolValue(this.getSource(expression));
    return this.makeUnknown(expression);
  }

  #evaluateList({ rows, matrix, line }: CodeExpression & { readonly kind: 'list' }): CodeValue {
    if (!matrix) return this.#evaluateItems(rows.flat(), line);
    const values = rows.map((row) => row.map((item) => this.evaluate(item)));
    const joined = joinMatrixLiteral(values, line);
    joined.missing ??= values.flat().map(findUnknownValue).find(Boolean) ?? null;
    const lines = rows.map((row) => row[0]?.line ?? line);
    // Each row has its own line.
    if (joined.items.length === rows.length && rows.length > 1)
      for (const [i, row] of joined.items.entries())
        if (row.kind === 'list') joined.items[i] = { ...row, line: lines[i] ?? line };
    return joined;
  }

  #evaluateItems(expressions: readonly CodeExpression[], line: number): ListValue {
    const list = makeListValue([], false, line);
    for (const item of expressions) {
      const value = this.evaluate(item);
      const isStarred = item.kind === 'unary' && item.mark === '*';
      if (!isStarred) list.items.push(value);
      else if (value.kind === 'list') list.items.push(...value.items);
      if (isStarred && value.kind === 'list') list.missing ??= value.missing;
      else if (isStarred) list.missing ??= this.makeUnknown(item);
    }
    return list;
  }

  #evaluateDict({ entries, line }: CodeExpression & { readonly kind: 'dict' }): CodeValue {
    const fields = new Map<string, CodeValue>();
    for (const [key, value] of entries) {
      const name = this.evaluate(key);
      const text =
        name.kind === 'text' ? name.text : name.kind === 'number' ? (name.variable ?? '') : '';
      fields.set(text, this.evaluate(value));
    }
    return { kind: 'record', fields, line };
  }

  #evaluateUnary(expression: CodeExpression & { readonly kind: 'unary' }): CodeValue {
    const value = this.evaluate(expression.of);
    if (expression.mark === '+' || expression.mark === '*') return value;
    if (findUnknownValue(value) || expression.mark === '**') return this.makeUnknown(expression);
    if (expression.mark === '-') return negateValue(value, this.makeUnknown(expression));
    const holds = evaluateTruth(value);
    return holds === null ? this.makeUnknown(expression) : makeNumberValue(holds ? 0 : 1);
  }

  #evaluateBinary(expression: CodeExpression & { readonly kind: 'binary' }): CodeValue {
    const { mark } = expression;
    const [left, right] = [this.evaluate(expression.left), this.evaluate(expression.right)];
    const unknown = this.makeUnknown(expression);
    if (/^(or|and|\|\|?|&&?)$/.test(mark)) {
      const [a, b] = [evaluateTruth(left), evaluateTruth(right)];
      const isBit = (value: CodeValue) => [0, 1].includes(toPlainNumber(value) ?? -1);
      if (/^[|&]$/.test(mark) && this.language !== 'matlab' && !(isBit(left) && isBit(right)))
        return unknown;
      const any = mark === 'or' || mark.startsWith('|');
      // Python gives the operand that decides.
      if (this.language === 'python') return a === null ? unknown : a === any ? left : right;
      if (a === any || b === any) return makeNumberValue(any ? 1 : 0);
      return a === null || b === null ? unknown : makeNumberValue(any ? 0 : 1);
    }
    if (/^([=!~<>]=|[<>]|is( not)?)$/.test(mark)) {
      const holds = compareCodeValues(mark, left, right);
      return holds === null ? unknown : makeNumberValue(holds ? 1 : 0);
    }
    const isSigned = this.language === 'c' && mark === '%';
    // The sign of a remainder differs between languages.
    if (isSigned && [left, right].some((each) => (toPlainNumber(each) ?? -1) < 0)) return unknown;
    const isQuotient = this.language === 'c' && mark === '/';
    if (isQuotient && !isReal(expression.left) && !isReal(expression.right)) {
      const [x, y] = [toPlainNumber(left), toPlainNumber(right)];
      const isWhole = Number.isInteger(x) && Number.isInteger(y);
      // C++ may divide integers.
      if (isWhole && !Number.isInteger(Number(x) / Number(y))) return unknown;
    }
    const joins = mark === '+' && left.kind === 'list' && right.kind === 'list' && !left.array;
    if (!joins && (findUnknownValue(left) || findUnknownValue(right))) return unknown;
    return evaluateBinaryOperator(mark, left, right, unknown);
  }

  #evaluateRange(expression: CodeExpression & { readonly kind: 'range' }): CodeValue {
    const { ends } = expression;
    if (ends.every((end) => end === null)) return { kind: 'text', text: ':' };
    if (this.language !== 'matlab') return this.makeUnknown(expression);
    const values = ends.map((end) => (end ? toPlainNumber(this.evaluate(end)) : null));
    const [from, middle, last] = values;
    if (from == null || middle == null) return this.makeUnknown(expression);
    const list =
      last == null ? makeRangeList(from, middle, 1, true) : makeRangeList(from, last, middle, true);
    return list ? { ...list, line: expression.line } : this.makeUnknown(expression);
  }

  #evaluateComprehension(expression: CodeExpression & { readonly kind: 'each' }): CodeValue {
    const over = this.evaluate(expression.over);
    if (over.kind !== 'list' || findUnknownValue(over)) return this.makeUnknown(expression);
    const { line } = expression;
    return this.runInScope(() => {
      const items = over.items.map((item) => {
        this.assign(expression.target, item, line);
        return this.evaluate(expression.item);
      });
      return makeListValue(items, false, line);
    });
  }
}

function markJointValue(name: string, value: CodeValue): CodeValue {
  if (value.kind !== 'number' || value.variable !== null) return value;
  return { ...value, joint: { name, slope: 1, value: value.constant } };
}

const isReal = (expression: CodeExpression): boolean =>
  expression.kind === 'number' && expression.isReal;
