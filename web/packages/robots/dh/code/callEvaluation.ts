/** Evaluates calls: of functions of the program or of libraries, and of constructors of robots. */
import { quote } from 'iklab/scenario';
import { addedBody, BODIES, isTree, namedBody, setFixedTransform } from './codeBodies.ts';
import {
  BY_POSITION,
  callWithPairs,
  isJointName,
  isLink,
  isLinkName,
  isRobot,
  isRobotName,
  LINKS,
  linksOf,
  linksOfMatrix,
} from './codeCalls.ts';
import { CHANGES, isChanger, READS, SAME } from './codeEffects.ts';
import { CodeEvaluation, JOINTS } from './codeEvaluation.ts';
import { calledFunction } from './codeFunctions.ts';
import type { Language } from './codeTokens.ts';
import type { Expression } from './codeTree.ts';
import {
  type CallValue,
  copied,
  type FunctionValue,
  flatItems,
  listValue,
  missingIn,
  NONE,
  numberValue,
  plainNumber,
  symbolValue,
  transposed,
  type UnknownValue,
  unknownValue,
  type Value,
} from './codeValues.ts';
import { type NamedCall, WRITE } from './programState.ts';

const MOST_CALLS = 20; // Nested calls of functions of the program.
const FIRST_ARGUMENTS = /^(append|push_back|emplace_back|add|addLink)$/;
/** Functions that run other code, or set variables from a file. */
const RUNS: Readonly<Record<Language, RegExp>> = {
  python: /^exec$/,
  matlab: /^(eval|evalin|evalc|assignin|load|run)$/,
  c: /^$/,
};

export abstract class CallEvaluation extends CodeEvaluation {
  protected readonly robots = new Set<CallValue>();
  protected readonly trees = new Set<CallValue>();
  protected readonly emptyRobots: CallValue[] = [];
  protected readonly calls: NamedCall[] = [];
  protected readonly doubts = new Map<CallValue, UnknownValue>();
  #nestedCalls = 0;

  /** `body`: null for a call that is kept with its arguments by name. */
  protected functionValue(
    params: readonly string[],
    body: Expression | null,
    line: number,
    defaults: ReadonlyMap<string, Value> = new Map(),
  ): FunctionValue {
    return {
      kind: 'function',
      call: (args, fields, at, source) => {
        const given = new Map([...defaults].filter(([, value]) => value.kind !== 'none'));
        for (const [name, value] of fields) given.set(name, value);
        params.forEach((param, i) => {
          const arg = args[i];
          if (arg) given.set(param, arg);
        });
        if (body === null || isRowFunction(params))
          return { kind: 'call', name: '', args: [], fields: given, line: at, source };
        if (this.#nestedCalls >= MOST_CALLS) return unknownValue(source, line);
        this.#nestedCalls++;
        const value = this.inScope(() => {
          for (const param of params) this.names.delete(param);
          for (const [name, each] of given) this.names.set(name, each);
          return this.value(body);
        });
        this.#nestedCalls--;
        return value;
      },
    };
  }

  protected call(expression: Expression & { readonly kind: 'call' }): Value {
    const { of, args, line } = expression;
    const name = of.kind === 'name' || of.kind === 'member' ? of.name : '';
    const bound = of.kind === 'name' ? this.names.get(of.name) : null;
    if (bound && bound.kind !== 'function' && bound.kind !== 'unknown')
      return this.indexed(expression, bound);
    const source = this.source(expression);
    if (
      this.language === 'matlab' &&
      /^(setFixedTransform|(add|remove|replace)(Body|Joint|Subtree))$/.test(name)
    ) {
      const receiver = of.kind === 'member' ? [this.value(of.of)] : [];
      if (this.#bodyCall(name, [...receiver, ...this.args(args)], line)) return NONE;
    }
    if (of.kind === 'member' && name !== '__init__') {
      const found = this.#method(expression, of);
      if (found) return found;
    }
    if (name === '') return this.unknown(expression);
    if (name === 'exist') this.counting.add(this.scope);
    if (name === 'exist' && args[0]?.value.kind === 'text')
      return numberValue(this.names.has(args[0].value.text) ? 1 : 0);
    this.#loseArguments(name, expression);
    const values = this.args(args);
    const fields = new Map(
      args.flatMap((arg) =>
        arg.name === null ? [] : [[arg.name, this.value(arg.value)] as const],
      ),
    );
    if (bound?.kind === 'function') {
      if (args.length > 0) this.calls.push({ name, args: values, fields, source, line });
      return bound.call(values, fields, line, source);
    }
    const call: CallValue = { kind: 'call', name, args: values, fields, line, source };
    if (isLinkName(name)) return this.#link(callWithPairs(call));
    const robot = isRobotName(name) ? this.#robot(callWithPairs(call)) : null;
    if (robot) return robot;
    if (args.length > 0) this.calls.push({ name, args: values, fields, source, line });
    const isOwn = this.effects.defined.has(name);
    const known = isOwn || values.some(missingIn) ? null : calledFunction(name, values, fields);
    if (known) return known.kind === 'list' && known.line === 0 ? { ...known, line } : known;
    // Variables of a program: q(1), theta(2).
    if (
      this.language !== 'python' &&
      JOINTS.test(name) &&
      values.length === 1 &&
      plainNumber(values[0]) !== null
    )
      return symbolValue(source);
    return namedBody(call);
  }

  #bodyCall(name: string, args: readonly Value[], line: number): boolean {
    if (name === 'setFixedTransform') return setFixedTransform(args, line, this.doubt);
    const list = name === 'addBody' ? addedBody(args) : null;
    const [tree] = args;
    if (!isTree(tree)) return false;
    const reason = `\`${name}\` is not supported; expected addBody`;
    if (name !== 'addBody') this.spoil(tree.fields.get(BODIES), unknownValue('', line, reason));
    if (name === 'addBody' && !list) {
      const bodies = tree.fields.get(BODIES) ?? listValue([], false, line);
      this.spoil(
        bodies,
        unknownValue('', line, 'the body of addBody is not known; expected one of rigidBody'),
      );
      tree.fields.set(BODIES, bodies);
      this.trees.add(tree);
      return true;
    }
    if (!list) return false;
    this.own(list);
    this.changed(list);
    this.trees.add(tree);
    this.scopesOf.set(tree, this.scope);
    return true;
  }

  /** A class of the program, or of C++, does not take arguments in the order of the toolbox. */
  #link(call: CallValue): CallValue {
    const { name, args, fields, line, source } = call;
    const isForeign =
      this.effects.defined.has(name) || (this.language === 'c' && !isJointName(name));
    if (!isForeign || args.length === 0) return call;
    const unknown = unknownValue(source, line);
    return { ...call, args: [], fields: new Map([...fields, [BY_POSITION, unknown]]) };
  }

  /** Loses the arguments that a function changes, and the names that it sets. */
  #loseArguments(name: string, call: Expression & { readonly kind: 'call' }): void {
    const changed = this.effects.changes.get(name);
    const isLibrary = !this.effects.defined.has(name) && isChanger(name, this.language);
    if (
      !changed &&
      !isLibrary &&
      !RUNS[this.language].test(name) &&
      !call.args.some((arg) => arg.name === 'out')
    )
      return;
    const source = this.source(call);
    const unknown = unknownValue(source, call.line, `${quote(source, 60)} may change it; ${WRITE}`);
    call.args.forEach((arg, i) => {
      // MATLAB passes values, but links are handles.
      const isPassed = this.language !== 'matlab' || hasLinks(this.value(arg.value));
      if ((arg.name === 'out' || isLibrary || changed?.has(i)) && isPassed)
        this.lose(arg.value, unknown);
    });
    if (!RUNS[this.language].test(name) || this.effects.defined.has(name)) return;
    const texts = source.match(/(["']).*\1/)?.[0].match(/\w+/g) ?? null;
    this.loseAll(unknown, (each) => name === 'load' || texts === null || texts.includes(each));
  }

  /** A method of a value; null if the value is a module. */
  #method(
    expression: Expression & { readonly kind: 'call' },
    { of, name }: Expression & { readonly kind: 'member' },
  ): Value | null {
    const value = this.value(of);
    if (value.kind === 'record' || value.kind === 'call') {
      const field = value.fields.get(name);
      if (!field && CHANGES.test(name) && !isRobot(value))
        this.lost(value, this.unknown(expression));
      return field && field.kind !== 'function' ? this.indexed(expression, field) : null;
    }
    if (value.kind === 'pose' && /^inv/.test(name))
      return calledFunction('inv', [value], new Map());
    if (value.kind !== 'list') return null;
    const args = this.args(expression.args);
    if (this.language === 'c') for (const arg of args) this.copy(arg);
    if (FIRST_ARGUMENTS.test(name)) {
      this.changed(value);
      this.grows(value, ...args.slice(0, 1));
      value.items.push(args[0] ?? this.unknown(expression));
    } else if (name === 'extend') {
      const [more] = args;
      this.changed(value);
      if (more?.kind === 'list') this.grows(value, ...more.items);
      if (more?.kind === 'list') value.items.push(...more.items);
      else value.missing ??= this.unknown(expression);
      if (more?.kind === 'list') value.missing ??= more.missing;
    } else if (missingIn(value)) return this.unknown(expression);
    else if (name === 'transpose') return transposed(value);
    else if (SAME.test(name))
      return value.array ? copied(value) : { ...value, items: [...value.items] };
    else {
      if (!READS.test(name)) this.spoil(value, this.doubt ?? this.unknown(expression));
      return this.unknown(expression);
    }
    return value;
  }

  #robot(call: CallValue): CallValue | null {
    const first = call.args[0] ?? call.fields.get(LINKS);
    const matrix = call.name === 'SerialLink' && this.language === 'matlab';
    const links = linksOf(first, call.line) ?? (matrix ? linksOfMatrix(first, call.line) : null);
    if (!links) {
      if (first || call.fields.size > 0) this.emptyRobots.push(call);
      return null;
    }
    const parts =
      first?.kind === 'list'
        ? first.items.flatMap((item) => (item.kind === 'list' ? item.items : [item]))
        : [];
    for (const part of parts) if (isRobot(part)) this.robots.delete(part);
    const fields = this.#robotFields(call);
    const [head, tail] = [parts[0], parts.at(-1)];
    const base = isRobot(head) ? head.fields.get('base') : null;
    const tool = isRobot(tail) ? tail.fields.get('tool') : null;
    if (base && !fields.has('base')) fields.set('base', base);
    if (tool && !fields.has('tool')) fields.set('tool', tool);
    fields.set(LINKS, links);
    const robot = { ...call, fields };
    this.robots.add(robot);
    this.scopesOf.set(robot, this.scope);
    if (this.doubt) this.doubts.set(robot, this.doubt);
    return robot;
  }

  /** A robot that its own class builds has the members of `self`. */
  #robotFields({ name, fields }: CallValue): Map<string, Value> {
    const itself = name === '__init__' ? this.names.get('self') : null;
    if (itself?.kind !== 'record') return new Map(fields);
    for (const [key, value] of fields) itself.fields.set(key, value);
    return itself.fields;
  }
}

/** Whether a function or class takes the numbers of a row. */
export function isRowFunction(params: readonly string[]): boolean {
  const names = params.map((name) => name.replace(/(_?[ijkn]|_.*|\d+)$/, '').toLowerCase());
  const has = (...words: string[]) => words.some((word) => names.includes(word));
  return has('alpha', 'twist') && has('a', 'r', 'length') && has('d', 'theta', 'offset');
}

const hasLinks = (value: Value): boolean => flatItems(value).some(isLink);
