import { quoteInOneLine } from '@iklab/core/scenario/checks';
import {
  evaluateAddBody,
  evaluateSetFixedTransform,
  isRigidBodyTree,
  setBodyName,
  TREE_BODIES_FIELD,
} from './codeBodies.ts';
import {
  collectRobotLinks,
  convertMatrixToLinks,
  isJointConstructor,
  isLinkCall,
  isLinkConstructor,
  isRobotCall,
  isRobotConstructor,
  moveNamedArgumentsToFields,
  ROBOT_LINKS_FIELD,
  UNORDERED_ARGUMENTS_FIELD,
} from './codeCalls.ts';
import { callLibraryFunction } from './codeFunctions.ts';
import type { CodeExpression } from './codeTree.ts';
import {
  type CodeValue,
  copyList,
  type FunctionValue,
  findUnknownValue,
  flattenListItems,
  makeListValue,
  makeNumberValue,
  makeSymbolValue,
  makeUnknownValue,
  NONE_VALUE,
  toPlainNumber,
  transposeList,
  type UnevaluatedCallValue,
  type UnknownValue,
} from './codeValues.ts';
import { ExpressionEvaluator, JOINT_VECTOR_PATTERN } from './expressionEvaluator.ts';
import {
  COPYING_METHODS,
  isArgumentMutatingFunction,
  NON_MUTATING_METHODS,
  RECORD_MUTATING_METHODS,
} from './findCodeSideEffects.ts';
import { type NamedProgramCall, WRITE_NUMBERS_HINT } from './programState.ts';
import type { CodeLanguage } from './tokenizeCode.ts';

const MAX_CALL_DEPTH = 20; // Nested calls of functions of the program.
const APPEND_METHODS = /^(append|push_back|emplace_back|add|addLink)$/;
/** Names of functions that run code given as text, or set variables from a file. */
const CODE_RUNNERS: Readonly<Record<CodeLanguage, RegExp>> = {
  python: /^exec$/,
  matlab: /^(eval|evalin|evalc|assignin|load|run)$/,
  c: /^$/,
};

export abstract class CallEvaluator extends ExpressionEvaluator {
  protected readonly robots = new Set<UnevaluatedCallValue>();
  protected readonly trees = new Set<UnevaluatedCallValue>();
  protected readonly emptyRobots: UnevaluatedCallValue[] = [];
  protected readonly calls: NamedProgramCall[] = [];
  protected readonly doubts = new Map<UnevaluatedCallValue, UnknownValue>();
  #nestedCalls = 0;

  /**
   * Makes the value of a function of the analysed program. `body`: returned expression; null if a
   * call only records its arguments by parameter name.
   */
  protected makeFunctionValue(
    params: readonly string[],
    body: CodeExpression | null,
    line: number,
    defaults: ReadonlyMap<string, CodeValue> = new Map(),
  ): FunctionValue {
    return {
      kind: 'function',
      call: (args, fields, callLine, source) => {
        const argsByName = new Map([...defaults].filter(([, value]) => value.kind !== 'none'));
        for (const [name, value] of fields) argsByName.set(name, value);
        params.forEach((param, i) => {
          const arg = args[i];
          if (arg) argsByName.set(param, arg);
        });
        if (body === null || isDhRowFunction(params))
          return { kind: 'call', name: '', args: [], fields: argsByName, line: callLine, source };
        if (this.#nestedCalls >= MAX_CALL_DEPTH) return makeUnknownValue(source, line);
        this.#nestedCalls++;
        const value = this.runInScope(() => {
          for (const param of params) this.names.delete(param);
          for (const [name, each] of argsByName) this.names.set(name, each);
          return this.evaluate(body);
        });
        this.#nestedCalls--;
        return value;
      },
    };
  }

  protected evaluateCall(expression: CodeExpression & { readonly kind: 'call' }): CodeValue {
    const { of: callee, args, line } = expression;
    const name = callee.kind === 'name' || callee.kind === 'member' ? callee.name : '';
    const bound = callee.kind === 'name' ? this.names.get(callee.name) : null;
    if (bound && bound.kind !== 'function' && bound.kind !== 'unknown')
      return this.evaluateIndexed(expression, bound);
    const source = this.getSource(expression);
    if (
      this.language === 'matlab' &&
      /^(setFixedTransform|(add|remove|replace)(Body|Joint|Subtree))$/.test(name)
    ) {
      const receiver = callee.kind === 'member' ? [this.evaluate(callee.of)] : [];
      if (this.#applyBodyCall(name, [...receiver, ...this.evaluateArguments(args)], line))
        return NONE_VALUE;
    }
    if (callee.kind === 'member' && name !== '__init__') {
      const found = this.#evaluateMethod(expression, callee);
      if (found) return found;
    }
    if (name === '') return this.makeUnknown(expression);
    if (name === 'exist') this.counting.add(this.scope);
    if (name === 'exist' && args[0]?.value.kind === 'text')
      return makeNumberValue(this.names.has(args[0].value.text) ? 1 : 0);
    this.#invalidateArguments(name, expression);
    const values = this.evaluateArguments(args);
    const fields = new Map(
      args.flatMap((arg) =>
        arg.name === null ? [] : [[arg.name, this.evaluate(arg.value)] as const],
      ),
    );
    if (bound?.kind === 'function') {
      if (args.length > 0) this.calls.push({ name, args: values, fields, source, line });
      return bound.call(values, fields, line, source);
    }
    const call: UnevaluatedCallValue = { kind: 'call', name, args: values, fields, line, source };
    if (isLinkConstructor(name)) return this.#makeLink(moveNamedArgumentsToFields(call));
    const robot = isRobotConstructor(name)
      ? this.#makeRobot(moveNamedArgumentsToFields(call))
      : null;
    if (robot) return robot;
    if (args.length > 0) this.calls.push({ name, args: values, fields, source, line });
    const isOwn = this.effects.defined.has(name);
    const result =
      isOwn || values.some(findUnknownValue) ? null : callLibraryFunction(name, values, fields);
    if (result) return result.kind === 'list' && result.line === 0 ? { ...result, line } : result;
    // Variables of a program: q(1), theta(2).
    if (
      this.language !== 'python' &&
      JOINT_VECTOR_PATTERN.test(name) &&
      values.length === 1 &&
      toPlainNumber(values[0]) !== null
    )
      return makeSymbolValue(source);
    return setBodyName(call);
  }

  #applyBodyCall(name: string, args: readonly CodeValue[], line: number): boolean {
    if (name === 'setFixedTransform') return evaluateSetFixedTransform(args, line, this.doubt);
    const list = name === 'addBody' ? evaluateAddBody(args) : null;
    const [tree] = args;
    if (!isRigidBodyTree(tree)) return false;
    const reason = `\`${name}\` is not supported; expected addBody`;
    if (name !== 'addBody')
      this.markIncomplete(tree.fields.get(TREE_BODIES_FIELD), makeUnknownValue('', line, reason));
    if (name === 'addBody' && !list) {
      const bodies = tree.fields.get(TREE_BODIES_FIELD) ?? makeListValue([], false, line);
      this.markIncomplete(
        bodies,
        makeUnknownValue('', line, 'the body of addBody is not known; expected one of rigidBody'),
      );
      tree.fields.set(TREE_BODIES_FIELD, bodies);
      this.trees.add(tree);
      return true;
    }
    if (!list) return false;
    this.registerOwner(list);
    this.markChanged(list);
    this.trees.add(tree);
    this.robotScopes.set(tree, this.scope);
    return true;
  }

  /**
   * Returns a link constructor call. Drops positional arguments if their order is unknown: in C++
   * and for classes of the program.
   */
  #makeLink(call: UnevaluatedCallValue): UnevaluatedCallValue {
    const { name, args, fields, line, source } = call;
    const isForeign =
      this.effects.defined.has(name) || (this.language === 'c' && !isJointConstructor(name));
    if (!isForeign || args.length === 0) return call;
    const unknown = makeUnknownValue(source, line);
    return {
      ...call,
      args: [],
      fields: new Map([...fields, [UNORDERED_ARGUMENTS_FIELD, unknown]]),
    };
  }

  #invalidateArguments(name: string, call: CodeExpression & { readonly kind: 'call' }): void {
    const changed = this.effects.changes.get(name);
    const isLibrary =
      !this.effects.defined.has(name) && isArgumentMutatingFunction(name, this.language);
    if (
      !changed &&
      !isLibrary &&
      !CODE_RUNNERS[this.language].test(name) &&
      !call.args.some((arg) => arg.name === 'out')
    )
      return;
    const source = this.getSource(call);
    const unknown = makeUnknownValue(
      source,
      call.line,
      `${quoteInOneLine(source, 60)} may change it; ${WRITE_NUMBERS_HINT}`,
    );
    call.args.forEach((arg, i) => {
      // MATLAB passes values, but links are handles.
      const isPassed = this.language !== 'matlab' || hasLinks(this.evaluate(arg.value));
      if ((arg.name === 'out' || isLibrary || changed?.has(i)) && isPassed)
        this.invalidate(arg.value, unknown);
    });
    if (!CODE_RUNNERS[this.language].test(name) || this.effects.defined.has(name)) return;
    const texts = source.match(/(["']).*\1/)?.[0].match(/\w+/g) ?? null;
    this.invalidateNames(
      unknown,
      (each) => name === 'load' || texts === null || texts.includes(each),
    );
  }

  #evaluateMethod(
    expression: CodeExpression & { readonly kind: 'call' },
    { of: receiver, name }: CodeExpression & { readonly kind: 'member' },
  ): CodeValue | null {
    const value = this.evaluate(receiver);
    if (value.kind === 'record' || value.kind === 'call') {
      const field = value.fields.get(name);
      if (!field && RECORD_MUTATING_METHODS.test(name) && !isRobotCall(value))
        this.invalidateValue(value, this.makeUnknown(expression));
      return field && field.kind !== 'function' ? this.evaluateIndexed(expression, field) : null;
    }
    if (value.kind === 'pose' && /^inv/.test(name))
      return callLibraryFunction('inv', [value], new Map());
    if (value.kind !== 'list') return null;
    const args = this.evaluateArguments(expression.args);
    if (this.language === 'c') for (const arg of args) this.markCopied(arg);
    if (APPEND_METHODS.test(name)) {
      this.markChanged(value);
      this.countItems(value, ...args.slice(0, 1));
      value.items.push(args[0] ?? this.makeUnknown(expression));
    } else if (name === 'extend') {
      const [more] = args;
      this.markChanged(value);
      if (more?.kind === 'list') this.countItems(value, ...more.items);
      if (more?.kind === 'list') value.items.push(...more.items);
      else value.missing ??= this.makeUnknown(expression);
      if (more?.kind === 'list') value.missing ??= more.missing;
    } else if (findUnknownValue(value)) return this.makeUnknown(expression);
    else if (name === 'transpose') return transposeList(value);
    else if (COPYING_METHODS.test(name))
      return value.array ? copyList(value) : { ...value, items: [...value.items] };
    else {
      if (!NON_MUTATING_METHODS.test(name))
        this.markIncomplete(value, this.doubt ?? this.makeUnknown(expression));
      return this.makeUnknown(expression);
    }
    return value;
  }

  #makeRobot(call: UnevaluatedCallValue): UnevaluatedCallValue | null {
    const first = call.args[0] ?? call.fields.get(ROBOT_LINKS_FIELD);
    const matrix = call.name === 'SerialLink' && this.language === 'matlab';
    const links =
      collectRobotLinks(first, call.line) ??
      (matrix ? convertMatrixToLinks(first, call.line) : null);
    if (!links) {
      if (first || call.fields.size > 0) this.emptyRobots.push(call);
      return null;
    }
    const parts =
      first?.kind === 'list'
        ? first.items.flatMap((item) => (item.kind === 'list' ? item.items : [item]))
        : [];
    for (const part of parts) if (isRobotCall(part)) this.robots.delete(part);
    const fields = this.#collectRobotFields(call);
    const [head, tail] = [parts[0], parts.at(-1)];
    const base = isRobotCall(head) ? head.fields.get('base') : null;
    const tool = isRobotCall(tail) ? tail.fields.get('tool') : null;
    if (base && !fields.has('base')) fields.set('base', base);
    if (tool && !fields.has('tool')) fields.set('tool', tool);
    fields.set(ROBOT_LINKS_FIELD, links);
    const robot = { ...call, fields };
    this.robots.add(robot);
    this.robotScopes.set(robot, this.scope);
    if (this.doubt) this.doubts.set(robot, this.doubt);
    return robot;
  }

  #collectRobotFields({ name, fields }: UnevaluatedCallValue): Map<string, CodeValue> {
    const itself = name === '__init__' ? this.names.get('self') : null;
    if (itself?.kind !== 'record') return new Map(fields);
    for (const [key, value] of fields) itself.fields.set(key, value);
    return itself.fields;
  }
}

/**
 * Returns whether parameter names are those of a Denavit-Hartenberg row, such as alpha, a, d and
 * theta.
 */
export function isDhRowFunction(params: readonly string[]): boolean {
  const names = params.map((name) => name.replace(/(_?[ijkn]|_.*|\d+)$/, '').toLowerCase());
  const has = (...words: string[]) => words.some((word) => names.includes(word));
  return has('alpha', 'twist') && has('a', 'r', 'length') && has('d', 'theta', 'offset');
}

const hasLinks = (value: CodeValue): boolean => flattenListItems(value).some(isLinkCall);
