/**
 * Runs the assignments, loops and conditions of a program, and collects what may be a table.
 * Unknown functions become values with their arguments. A list that unsupported code may change is
 * marked as incomplete, so that no table is read from it.
 */
import { quote } from 'iklab/scenario';
import { arithmetic, comparison, negated, truth } from './codeArithmetic.ts';
import {
  addedBody,
  BODIES,
  isTree,
  namedBody,
  setFixedTransform,
  treeNamed,
} from './codeBodies.ts';
import {
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
import {
  CHANGES,
  type CodeEffects,
  effectsOf,
  isChanger,
  isItself,
  namesOf,
  READS,
  SAME,
} from './codeEffects.ts';
import { calledFunction, constantOf, namedConstant, rangeList } from './codeFunctions.ts';
import { elementOf, placeOf, setElement } from './codeIndex.ts';
import type { Language, Tokens } from './codeTokens.ts';
import type { Argument, Expression, Statement } from './codeTree.ts';
import {
  type CallValue,
  copied,
  type FunctionValue,
  flatItems,
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
  unknownValue,
  type Value,
} from './codeValues.ts';

const MOST_STEPS = 60_000;
const PER_STEP = 10; // Items that are copied in one step.
const MOST_BINDINGS = 3000;
const MOST_ITEMS = 10_000; // In a list and its lists.
const LONGEST = 200; // Characters of a source.
const DEEPEST = 500; // Nested expressions.
const MOST_CALLS = 20; // Nested calls of functions of the program.
const JOINT = /^(q|theta|th|t|joint)_?\d+$/i;
const JOINTS = /^(q|thetas?|th|joints?|joint_?(angles?|values?)|angles)$/i;
const FIRST_ARGUMENTS = /^(append|push_back|emplace_back|add|addLink)$/;
/** Functions that run other code, or set variables from a file. */
const RUNS: Readonly<Record<Language, RegExp>> = {
  python: /^exec$/,
  matlab: /^(eval|evalin|evalc|assignin|load|run)$/,
  c: /^$/,
};
/** Functions of Python with the variables of the program. */
const VARIABLES = /^(globals|locals|vars)$/;

/** A name with its value, or a value without a name. */
export interface Binding {
  readonly name: string;
  readonly value: Value;
  readonly line: number;
  /** Equal for names of one function. */
  readonly scope: number;
  /** The scope in which its value is assigned. */
  readonly within: number;
  /** Why it may not be bound at all; null if it is. */
  readonly doubt: UnknownValue | null;
}

export interface RunResult {
  readonly bindings: readonly Binding[];
  /** Robots that are not part of another. */
  readonly robots: readonly CallValue[];
  /** Trees of bodies of the Robotics System Toolbox. */
  readonly trees: readonly CallValue[];
  /** Robots whose links are not known. */
  readonly emptyRobots: readonly CallValue[];
  /** Robots that may not be made. */
  readonly doubts: ReadonlyMap<CallValue, UnknownValue>;
  readonly broken: readonly (Statement & { readonly kind: 'broken' })[];
  /** Calls of functions and classes with arguments that differ from the defaults. */
  readonly changedCalls: readonly ChangedCall[];
  /** The scope in which each robot is made. */
  readonly scopes: ReadonlyMap<CallValue, number>;
  /** The line at which the program became too long; null if it did not. */
  readonly stopped: number | null;
}

export interface ChangedCall {
  readonly source: string;
  readonly line: number;
  /** The scopes of the function that is called. */
  readonly from: number;
  readonly to: number;
}

/** A function or class of the program, whose body runs with the defaults of its parameters. */
interface Definition {
  readonly from: number;
  readonly to: number;
  readonly params: readonly string[];
  readonly defaults: ReadonlyMap<string, Value>;
}

interface NamedCall extends Pick<CallValue, 'args' | 'fields' | 'source' | 'line'> {
  readonly name: string;
}

class Stop extends Error {}
/** Leaves a function. */
class Leave extends Error {}

type Scope = Map<string, Value>;

export class ProgramRun {
  readonly #code: string;
  readonly #language: Tokens['language'];
  /** By scope and name, in the order of their first value. */
  readonly #bindings = new Map<string, Binding>();
  readonly #robots = new Set<CallValue>();
  readonly #trees = new Set<CallValue>();
  readonly #emptyRobots: CallValue[] = [];
  readonly #definitions = new Map<string, Definition[]>();
  readonly #calls: NamedCall[] = [];
  /** Scopes that depend on the number of arguments. */
  readonly #counting = new Set<number>();
  readonly #scopesOf = new Map<CallValue, number>();
  readonly #doubts = new Map<CallValue, UnknownValue>();
  /** Scopes in which lists and records were made. */
  readonly #owners = new WeakMap<object, number>();
  /** Scopes in which the fields of records are set. */
  readonly #fieldScopes = new WeakMap<object, Map<string, number>>();
  /** Scopes of functions by the names that they read from outside. */
  readonly #readers = new Map<string, Set<number>>();
  /** Scopes whose table depends on a name that changes after they ran. */
  readonly #stale: ChangedCall[] = [];
  /** The arrays of NumPy of which lists are a part. */
  readonly #views = new WeakMap<object, ListValue>();
  /** Lists and records with two names, of which one may be a copy. */
  readonly #copies = new WeakSet<object>();
  /** Numbers of values in lists. */
  readonly #sizes = new WeakMap<object, number>();
  #effects: CodeEffects = { shared: new Map(), changes: new Map(), defined: new Set() };
  #depth = 0;
  /** Why the statement that runs may not run; null if it does. */
  #doubt: UnknownValue | null = null;
  #line = 0;
  readonly #broken: (Statement & { readonly kind: 'broken' })[] = [];
  #names: Scope = new Map([['__name__', { kind: 'text', text: '__main__' }]]);
  readonly #globals = this.#names;
  #scope = 0;
  #scopes = 0;
  #steps = 0;
  #nestedCalls = 0;
  /** Lengths that `end` stands for, innermost last. */
  readonly #ends: number[] = [];

  constructor({ code, language }: Tokens) {
    this.#code = code;
    this.#language = language;
  }

  run(statements: readonly Statement[]): RunResult {
    let stopped: number | null = null;
    this.#effects = effectsOf(statements, this.#language);
    try {
      this.#body(statements);
    } catch (stop) {
      if (!(stop instanceof Stop)) throw stop;
      stopped = this.#line;
    }
    return {
      bindings: [...this.#bindings.values()],
      robots: [...this.#robots],
      trees: [...this.#trees],
      emptyRobots: this.#emptyRobots,
      doubts: this.#doubts,
      broken: this.#broken,
      changedCalls: this.#changedCalls(),
      scopes: this.#scopesOf,
      stopped,
    };
  }

  #changedCalls(): ChangedCall[] {
    const calls = this.#calls.flatMap(({ name, args, fields, source, line }) =>
      (this.#definitions.get(name) ?? []).flatMap(({ from, to, params, defaults }) => {
        const counts = [...this.#counting].some((scope) => scope >= from && scope <= to);
        const given = [...args.entries()].map(([i, arg]) => [params[i] ?? '', arg] as const);
        const isSame = [...given, ...fields].every(
          ([param, value]) =>
            param === SYMBOLIC || !defaults.has(param) || isSameValue(value, defaults.get(param)),
        );
        return isSame && !counts ? [] : [{ source, line, from, to }];
      }),
    );
    return [...this.#stale, ...calls];
  }

  #defined(name: string, definition: Definition): void {
    const all = this.#definitions.get(name) ?? [];
    this.#definitions.set(name, [...all, definition]);
  }

  /** Runs up to the first `return`. */
  #body(statements: readonly Statement[]): void {
    try {
      this.#all(statements);
    } catch (leave) {
      if (!(leave instanceof Leave)) throw leave;
    }
  }

  #step(count = 1): void {
    this.#steps += count;
    if (this.#steps > MOST_STEPS) throw new Stop();
  }

  #all(statements: readonly Statement[]): void {
    for (const each of statements) this.#statement(each);
  }

  #statement(statement: Statement): void {
    this.#step();
    this.#line = statement.line;
    switch (statement.kind) {
      case 'assign':
        this.#assignment(statement);
        return;
      case 'value':
        this.#bind('', this.#value(statement.value), statement.line);
        return;
      case 'return':
        this.#return(statement);
        return;
      case 'jump':
        return; // Its loop is not run.
      case 'for':
        this.#for(statement);
        return;
      case 'maybe':
        this.#inDoubt(unsupported(statement.word, statement.line), [statement.body]);
        return;
      case 'if':
        this.#if(statement);
        return;
      case 'define':
        this.#define(statement);
        return;
      case 'class':
        this.#class(statement);
        return;
      case 'block':
        this.#block(statement.body);
        return;
      case 'forget':
      case 'outer':
        if (statement.kind === 'outer' && this.#language !== 'matlab') return;
        for (const name of statement.names) this.#names.delete(name);
        return;
      case 'import':
        this.#import(statement);
        return;
      default:
        this.#unreadable(statement);
    }
  }

  /** Lists that code outside the grammar names may change. */
  #unreadable(statement: Statement & { readonly kind: 'broken' }): void {
    const { names, target, text, line, changes } = statement;
    this.#broken.push(statement);
    const unknown = unknownValue(text.replace(/\s+/g, ' '), line);
    for (const name of names) {
      this.#spoil(this.#names.get(name), unknown);
      if (changes && this.#names.get(name)?.kind === 'number') this.#names.set(name, unknown);
    }
    if (target !== null) this.#names.set(target, unknown);
  }

  #return({ value, line }: Statement & { readonly kind: 'return' }): void {
    const read = value && this.#value(value);
    if (read) this.#bind('', read, line);
    if (!this.#doubt) throw new Leave();
    if (read) this.#spoil(read, unsupported('return', line));
  }

  /** Runs bodies of which at most one runs in the program. */
  #inDoubt(doubt: UnknownValue, bodies: readonly (readonly Statement[])[], isElse = false): void {
    const [before, outer] = [this.#names, this.#doubt];
    this.#doubt ??= doubt;
    const ends = bodies.map((body) => {
      this.#names = this.#copied(before);
      this.#block(body);
      return this.#names;
    });
    [this.#names, this.#doubt] = [before, outer];
    const names = new Set(ends.flatMap((end) => [...end.keys()]));
    for (const name of names) {
      const old = before.get(name);
      const values = ends.map((end) => end.get(name));
      if (!isElse) values.push(old);
      if (values.some((value) => value !== values[0] && !isSameNumber(value, values[0])))
        before.set(name, { ...doubt, source: name });
      else if (values[0]) before.set(name, values[0]);
    }
  }

  #copied(names: Scope): Scope {
    this.#step(names.size / PER_STEP);
    return new Map(names);
  }

  /** Marks a list and its lists as incomplete. */
  #spoil(value: Value | null | undefined, unknown: UnknownValue): void {
    if (value?.kind === 'record' || isRobot(value ?? undefined))
      for (const each of (value as CallValue).fields.values()) {
        if (each.kind === 'list') this.#spoil(each, unknown);
      }
    if (value?.kind !== 'list' || value.missing) return;
    value.missing = unknown;
    for (const item of value.items) this.#spoil(item, unknown);
  }

  /** Marks a list that is changed where the change may not take place, or not once. */
  #changed(list: ListValue): void {
    const owner = this.#owners.get(list);
    this.#spoil(this.#views.get(list), unknownValue('', this.#line, 'a part of it is changed'));
    if (this.#copies.has(list)) this.#spoil(list, mayBeCopy(this.#line));
    if (this.#doubt) list.missing ??= this.#doubt;
    else if (owner !== undefined && owner !== this.#scope)
      list.missing ??= unknownValue('', this.#line, 'it is changed inside a function');
  }

  #own(value: Value): Value {
    if (value.kind !== 'list' || this.#owners.has(value)) return value;
    this.#owners.set(value, this.#scope);
    this.#step(value.items.length / PER_STEP);
    for (const item of value.items) this.#own(item);
    this.#sizes.set(value, 1);
    this.#grows(value, ...value.items);
    return value;
  }

  /** Counts what a list contains. A list that contains itself never ends. */
  #grows(list: ListValue, ...items: readonly Value[]): void {
    let size = this.#sizes.get(list) ?? 1;
    for (const item of items) {
      size += this.#sizes.get(item) ?? 1;
      if (size > MOST_ITEMS || isWithin(list, item)) throw new Stop();
    }
    this.#sizes.set(list, size);
  }

  #bind(name: string, value: Value, line: number): void {
    if (this.#scope === 0 && !isSameNumber(this.#names.get(name), value))
      this.#changedSince(name, line);
    const shared = JOINT.test(name) ? undefined : this.#effects.shared.get(name);
    const known =
      shared === undefined ? value : this.#lost(value, alsoAssigned(name, line, shared));
    if (name !== '') this.#names.set(name, known);
    this.#record(name, known, line, this.#scope);
  }

  /** Remembers which functions have read a name or a member, `.a`, before it changes. */
  #changedSince(name: string, line: number): void {
    for (const from of this.#readers.get(name) ?? [])
      this.#stale.push({ source: `${name.replace('.', '')} = …`, line, from, to: from });
  }

  #hasRead(name: string): void {
    this.#readers.set(name, (this.#readers.get(name) ?? new Set()).add(this.#scope));
  }

  /** The value, which is not known any more. */
  #lost(value: Value, unknown: UnknownValue): Value {
    this.#spoil(value, unknown);
    if (isLink(value) || value.kind === 'record')
      for (const key of [...value.fields.keys(), 'a']) value.fields.set(key, unknown);
    return value.kind === 'number' ? unknown : value;
  }

  /** Loses what an expression refers to. */
  #lose(expression: Expression, unknown: UnknownValue): void {
    const root = rootOf(expression);
    this.#lost(this.#value(expression), unknown);
    if (root !== expression) this.#spoil(this.#value(root), unknown);
    if (root.kind !== 'name') return;
    const value = this.#names.get(root.name);
    if (value) this.#names.set(root.name, this.#lost(value, unknown));
  }

  /** Loses all values that code outside of the program may set. */
  #loseAll(unknown: UnknownValue, isMeant: (name: string) => boolean): void {
    this.#step(this.#names.size / PER_STEP);
    for (const [name, value] of this.#names)
      if (isMeant(name)) this.#names.set(name, this.#lost(value, unknown));
  }

  #import({ names, text, line }: Statement & { readonly kind: 'import' }): void {
    const unknown = unknownValue('', line, `\`${text}\` sets it, and its value is not in the file`);
    this.#loseAll(unknown, (name) => (text === 'load' ? true : names.includes(name)));
  }

  /** A number cannot be a table. */
  #record(name: string, value: Value, line: number, scope: number): void {
    const { kind } = value;
    if (kind !== 'list' && kind !== 'record' && kind !== 'call') return;
    if (this.#bindings.size >= MOST_BINDINGS) throw new Stop();
    const key = name === '' ? `${this.#bindings.size}` : `${scope} ${name}`;
    const [within, doubt] = [this.#scope, this.#doubt];
    this.#bindings.set(key, { name, value, line, scope, within, doubt });
  }

  #source({ from, to }: { readonly from: number; readonly to: number }): string {
    return this.#code.slice(from, Math.min(to, from + LONGEST)).replace(/\s+/g, ' ');
  }

  #unknown(expression: Expression): UnknownValue {
    return unknownValue(this.#source(expression), expression.line);
  }

  // Statements

  #assignment(statement: Statement & { readonly kind: 'assign' }): void {
    const { targets, mark, line } = statement;
    const given = this.#given(statement);
    for (const target of targets) {
      const last = mark === '=' ? given : this.#added(target, mark, given);
      const old = mark === '=' || this.#language !== 'python' ? null : this.#value(target);
      // Python changes the list itself.
      if (old?.kind === 'list' && last.kind === 'list') {
        this.#changed(old);
        this.#grows(old, ...last.items);
        old.items.splice(0, old.items.length, ...last.items);
        old.missing ??= last.missing;
      } else if (old?.kind === 'list') old.missing ??= this.#unknown(target);
      else this.#assign(target, last, line);
    }
  }

  /** The assigned value; C++ and MATLAB may copy it. */
  #given({ value, declares, line }: Statement & { readonly kind: 'assign' }): Value {
    const given = this.#value(value);
    const isNew = value.kind === 'list' || value.kind === 'dict';
    if (
      this.#language === 'c' &&
      declares?.kind === 'reference' &&
      given.kind === 'number' &&
      !isNew
    ) {
      const reason = `${quote(this.#source(value))} has a second name, which may change it; write the numbers into the table`;
      if (rootOf(value).kind === 'name') this.#lose(value, unknownValue('', line, reason));
      return unknownValue(this.#source(value), line);
    }
    if (declares?.isInteger) return this.#whole(given, value);
    const isAlias = declares?.kind === 'reference' || this.#language === 'python';
    if (!isAlias && !isNew && this.#language === 'c') this.#copy(given);
    if (this.#language === 'matlab' && given.kind === 'record' && !isNew && value.kind !== 'call')
      this.#copy(given);
    return given;
  }

  /** Marks a value that may be copied where it gets another name. */
  #copy(value: Value): void {
    if (value.kind === 'record') this.#copies.add(value.fields);
    if (value.kind !== 'list') return;
    this.#step(value.items.length / PER_STEP);
    this.#copies.add(value);
    for (const item of value.items) this.#copy(item);
  }

  /** C++ cuts off the fraction of an integer. */
  #whole(value: Value, expression: Expression): Value {
    const isWhole = (each: Value): boolean =>
      each.kind !== 'number' || each.variable !== null || Number.isInteger(each.constant);
    if (value.kind === 'list' && !flatItems(value).every(isWhole))
      this.#spoil(value, this.#unknown(expression));
    return isWhole(value) ? value : this.#unknown(expression);
  }

  #added(target: Expression, mark: string, given: Value): Value {
    return arithmetic(mark.slice(0, -1), this.#value(target), given, this.#unknown(target));
  }

  #assign(target: Expression, value: Value, line: number): void {
    if (target.kind === 'name') this.#bind(target.name, namedConstant(target.name, value), line);
    if (target.kind === 'member') this.#setMember(target, value, line);
    if (target.kind === 'call' || target.kind === 'index') this.#setIndex(target, value, line);
    if (target.kind !== 'list') return;
    const parts = target.rows.flat();
    const items = value.kind === 'list' && value.items.length === parts.length ? value.items : null;
    if (value.kind === 'list' && items)
      value.names = parts.map((part) => (part.kind === 'name' ? part.name : ''));
    parts.forEach((part, i) => {
      const item = items?.[i];
      if (item) this.#assign(part, item, line);
      else if (part.kind === 'name') this.#names.delete(part.name);
      else this.#lose(part, this.#unknown(part));
    });
  }

  /** The record of a name; a name without a value gets one. */
  #recordOf(of: Expression, line: number): Map<string, Value> | null {
    const value = this.#value(of);
    if (value.kind === 'record' || value.kind === 'call') return value.fields;
    const isNew = value.kind === 'number' && value.variable !== null;
    if (!isNew && value.kind !== 'none' && value.kind !== 'unknown') return null;
    if (of.kind !== 'name' && of.kind !== 'member') return null;
    const fields = new Map<string, Value>();
    this.#assign(of, { kind: 'record', fields, line }, line);
    return fields;
  }

  #setMember(target: Expression & { readonly kind: 'member' }, value: Value, line: number): void {
    const record = this.#recordOf(target.of, line);
    if (!record) this.#spoil(this.#value(rootOf(target)), this.#doubt ?? this.#unknown(target));
    const scopes = (record && this.#fieldScopes.get(record)) ?? new Map<string, number>();
    if (record) this.#fieldScopes.set(record, scopes);
    const isAgain = own(target.of) && (scopes.get(target.name) ?? this.#scope) !== this.#scope;
    scopes.set(target.name, this.#scope);
    const isCopy = record !== null && this.#copies.has(record);
    const known =
      this.#doubt ?? (isAgain ? unknownValue(target.name, line) : isCopy ? mayBeCopy(line) : null);
    if (!own(target.of)) this.#changedSince(`.${target.name}`, line);
    record?.set(target.name, known ?? namedConstant(target.name, value));
    if (own(target.of)) this.#record(target.name, value, line, -1);
  }

  #setIndex(
    target: Expression & { readonly kind: 'call' | 'index' },
    value: Value,
    line: number,
  ): void {
    const read = this.#value(target.of);
    const root = rootOf(target);
    if (root.kind === 'name' && VARIABLES.test(root.name))
      this.#loseAll(this.#unknown(target), () => true);
    const isMatlab = this.#language === 'matlab';
    // One link is also a list of links.
    const before = isMatlab && isLink(read) ? listValue([read], true, line) : read;
    if (before.kind === 'record' || before.kind === 'call') {
      const key = this.#args(target.args)[0];
      const isCopy = this.#copies.has(before.fields);
      if (key?.kind === 'text')
        before.fields.set(key.text, this.#doubt ?? (isCopy ? mayBeCopy(line) : value));
      else for (const name of before.fields.keys()) before.fields.set(name, this.#unknown(target));
      return;
    }
    const whole = this.#value(root);
    const isElsewhere =
      before.kind === 'list'
        ? whole.kind === 'list' && !isWithin(before, whole)
        : target.of.kind !== 'name' && target.of.kind !== 'member';
    if (isElsewhere) this.#spoil(whole, this.#doubt ?? this.#unknown(target));
    const list = before.kind === 'list' ? before : listValue([], true, line);
    if (before.kind === 'unknown') list.missing = before;
    const places = this.#places(target.args, list);
    const changed = isMatlab ? copied(list) : list; // MATLAB assigns values.
    if (isMatlab) this.#step((this.#sizes.get(list) ?? 1) / PER_STEP);
    const removes = isMatlab && value.kind === 'list' && value.items.length === 0;
    this.#own(changed);
    this.#changed(changed);
    this.#grows(changed, value);
    if (removes || !setElement(changed, places, value)) changed.missing ??= this.#unknown(target);
    if (changed === read) return;
    const binding =
      target.of.kind === 'name' && this.#bindings.get(`${this.#scope} ${target.of.name}`);
    this.#assign(target.of, changed, (before === read && binding && binding.line) || line);
  }

  #for({ target, over, body, line, declares }: Statement & { readonly kind: 'for' }): void {
    const list = this.#value(over);
    const isMatlab = this.#language === 'matlab';
    const one = isMatlab && plainNumber(list) !== null;
    const jump = jumpIn(body);
    const isKnown = one || (list.kind === 'list' && !missingIn(list));
    const isMatrix = isMatlab && rowsOf(list) !== null; // Its columns count.
    if (!isKnown || isMatrix || jump !== null) {
      const doubt = jump
        ? unsupported(jump.kind === 'jump' ? jump.word : 'return', jump.line)
        : this.#unknown(over);
      this.#spoil(list, doubt);
      this.#inDoubt(doubt, [[{ kind: 'forget', line, names: namesOf(target) }, ...body]]);
      return;
    }
    this.#block(body, () => {
      for (const item of list.kind === 'list' ? list.items : [list]) {
        const isCopy = declares?.kind === 'value' && item.kind === 'list';
        this.#assign(target, isCopy ? copied(item) : item, line);
        this.#all(body);
      }
    });
  }

  /** In C++, names that a block declares end with it. */
  #block(body: readonly Statement[], run = () => this.#all(body)): void {
    const before = this.#language === 'c' ? this.#copied(this.#names) : null;
    run();
    if (!before) return;
    const declared = body.flatMap((each) =>
      each.kind === 'assign' && each.declares ? each.targets.flatMap(namesOf) : [],
    );
    for (const name of declared) {
      const old = before.get(name);
      if (old) this.#names.set(name, old);
      else this.#names.delete(name);
    }
  }

  #if({ branches, line }: Statement & { readonly kind: 'if' }): void {
    const open: (readonly Statement[])[] = [];
    let isElse = false;
    for (const { condition, body } of branches) {
      const holds = condition === null ? true : truth(this.#value(condition));
      if (holds === false) continue;
      if (holds === true && open.length === 0) {
        this.#block(body);
        return;
      }
      open.push(body);
      isElse = holds === true;
      if (isElse) break;
    }
    const reason = 'its condition is not known, so rows may be missing';
    if (open.length > 0) this.#inDoubt(unknownValue('if', line, reason), open, isElse);
  }

  /** Runs the body of a function with the defaults of its parameters, to find tables in it. */
  #define({ name, params, body, line }: Statement & { readonly kind: 'define' }): void {
    const own = params.filter((param) => !isItself(param.name));
    const called = body.filter(({ kind }) => kind !== 'value');
    const [only] = called;
    const returned = called.length === 1 && only?.kind === 'return' ? only.value : null;
    const names = own.map((param) => param.name);
    const defaults = new Map<string, Value>();
    const from = this.#scopes + 1;
    this.#inScope(() => {
      for (const param of own) {
        this.#names.delete(param.name);
        if (param.value) defaults.set(param.name, this.#value(param.value));
      }
      for (const [param, value] of defaults) this.#names.set(param, value);
      this.#body(body);
    });
    this.#defined(name, { from, to: this.#scopes, params: names, defaults });
    if (name === INIT) this.#names.set(INIT, this.#function(names, null, line, defaults));
    else if (returned || isRowFunction(names))
      this.#names.set(name, this.#function(names, returned, line));
  }

  #inScope<T>(run: () => T): T {
    const [names, scope] = [this.#names, this.#scope];
    this.#names = this.#copied(names);
    this.#scope = ++this.#scopes;
    const value = run();
    [this.#names, this.#scope] = [names, scope];
    return value;
  }

  /** `body`: null for a call that is kept with its arguments by name. */
  #function(
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
        const value = this.#inScope(() => {
          for (const param of params) this.#names.delete(param);
          for (const [name, each] of given) this.#names.set(name, each);
          return this.#value(body);
        });
        this.#nestedCalls--;
        return value;
      },
    };
  }

  #class({ name, body, line }: Statement & { readonly kind: 'class' }): void {
    const before = this.#names;
    const from = this.#scopes + 1;
    this.#names = this.#copied(before);
    for (const own of ITSELF) this.#names.set(own, { kind: 'record', fields: new Map(), line });
    this.#names.delete(INIT);
    this.#all(body);
    const make = this.#names.get(INIT) ?? this.#fieldsOf(body, line);
    this.#names = before;
    const inits = (this.#definitions.get(INIT) ?? []).filter((each) => each.from >= from);
    for (const each of inits) this.#defined(name, { ...each, to: this.#scopes });
    if (make?.kind === 'function' && name !== '')
      before.set(name, isJointName(name) ? namedFunction(make, name) : make);
  }

  /** Makes a record of a data class of Python from the fields that it declares. */
  #fieldsOf(body: readonly Statement[], line: number): FunctionValue | null {
    const names = body.flatMap((each) =>
      each.kind === 'value' && each.value.kind === 'name'
        ? [each.value.name]
        : each.kind === 'assign'
          ? each.targets.flatMap(namesOf)
          : [],
    );
    const defaults = new Map(
      names.flatMap((name) => {
        const value = this.#names.get(name);
        return value ? [[name, value] as const] : [];
      }),
    );
    return isRowFunction(names) ? this.#function(names, null, line, defaults) : null;
  }

  // Expressions

  #value(expression: Expression): Value {
    if (++this.#depth > DEEPEST) throw new Stop();
    const value = this.#own(this.#evaluated(expression));
    this.#depth--;
    return value;
  }

  #evaluated(expression: Expression): Value {
    this.#step();
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
        return this.#call(expression);
      case 'index':
        return this.#indexed(expression, this.#value(expression.of));
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
        const holds = truth(this.#value(expression.condition));
        if (holds === null) return this.#unknown(expression);
        return this.#value(holds ? expression.whenTrue : expression.whenFalse);
      }
      case 'each':
        return this.#each(expression);
      case 'function':
        return this.#function(expression.params, expression.body, expression.line);
    }
  }

  #named(name: string, line: number): Value {
    const value = this.#names.get(name);
    if (this.#scope > 0 && value?.kind === 'number' && this.#globals.get(name) === value)
      this.#hasRead(name);
    if (value) return JOINT.test(name) ? jointValue(name, value) : value;
    const constant = constantOf(name);
    if (constant) return constant;
    if (name === 'end' && this.#ends.length > 0) return numberValue(this.#ends.at(-1) ?? 0);
    if (this.#language === 'matlab' && /^narg(in|out)$/.test(name)) {
      this.#counting.add(this.#scope);
      return numberValue(0);
    }
    return this.#newTree(name, line) ?? symbolValue(name);
  }

  #newTree(name: string, line: number): CallValue | null {
    return this.#language === 'matlab' ? treeNamed(name, line) : null;
  }

  #member(expression: Expression & { readonly kind: 'member' }): Value {
    const { of, name } = expression;
    const value = this.#value(of);
    if (value.kind === 'record' || value.kind === 'call') {
      const field = value.fields.get(name);
      if (field && own(of)) this.#hasRead(`.${name}`);
      if (field) return JOINT.test(name) ? jointValue(name, field) : field;
      return value.kind === 'call' ? this.#unknown(expression) : symbolValue(name);
    }
    if (missingIn(value)) return this.#unknown(expression);
    if (value.kind === 'list' && (name === 'T' || name === "'")) return transposed(value);
    if (name === "'" || (value.kind === 'pose' && SAME.test(name))) return value;
    const module = value.kind === 'number' && value.variable !== null;
    if (module)
      return constantOf(name) ?? this.#newTree(name, expression.line) ?? symbolValue(name);
    return this.#unknown(expression);
  }

  #args(args: readonly Argument[], list: ListValue | null = null): Value[] {
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
        if (list) this.#ends.push(count);
        const read = this.#value(value);
        if (list) this.#ends.pop();
        const isStarred = value.kind === 'unary' && value.mark === '*';
        return isStarred && read.kind === 'list' ? read.items : read;
      });
  }

  #places(args: readonly Argument[], list: ListValue) {
    const first = this.#language === 'matlab' ? 1 : 0;
    const width = rowsOf(list)?.[0]?.items.length ?? list.items.length;
    return this.#args(args, list).map((value, i) =>
      placeOf(value, first, i === 1 ? width : list.items.length),
    );
  }

  #indexed(expression: Expression & { readonly kind: 'call' | 'index' }, of: Value): Value {
    if (of.kind === 'record' || of.kind === 'call') {
      const [key] = this.#args(expression.args);
      if (isRobot(of) && key?.kind === 'number')
        return this.#indexed(expression, of.fields.get(LINKS) ?? NONE);
      return (key?.kind === 'text' ? of.fields.get(key.text) : null) ?? this.#unknown(expression);
    }
    if (missingIn(of)) return this.#unknown(expression);
    if (of.kind === 'list') {
      const found = elementOf(of, this.#places(expression.args, of), this.#language === 'matlab');
      const name =
        expression.of.kind === 'member' || expression.of.kind === 'name' ? expression.of.name : '';
      if (!found) return this.#unknown(expression);
      const isView = this.#language === 'python' && of.array && found.kind === 'list';
      if (isView && !of.items.includes(found)) this.#views.set(found, of);
      return JOINTS.test(name) ? jointValue(this.#source(expression), found) : found;
    }
    if (of.kind === 'number' && /^[rc]_$/.test(of.variable ?? '')) {
      const args = this.#args(expression.args);
      return calledFunction(of.variable ?? '', args, new Map()) ?? this.#unknown(expression);
    }
    // An element of a name without a value is a variable: q[0].
    const isVariable =
      of.kind === 'number' && of.variable !== null && of.slope === 1 && of.constant === 0;
    const indices = this.#args(expression.args).map(plainNumber);
    if (isVariable && indices.length > 0 && indices.every((i) => i !== null))
      return symbolValue(this.#source(expression));
    return this.#unknown(expression);
  }

  #call(expression: Expression & { readonly kind: 'call' }): Value {
    const { of, args, line } = expression;
    const name = of.kind === 'name' || of.kind === 'member' ? of.name : '';
    const bound = of.kind === 'name' ? this.#names.get(of.name) : null;
    if (bound && bound.kind !== 'function' && bound.kind !== 'unknown')
      return this.#indexed(expression, bound);
    const source = this.#source(expression);
    if (
      this.#language === 'matlab' &&
      /^(setFixedTransform|(add|remove|replace)(Body|Joint|Subtree))$/.test(name)
    ) {
      const receiver = of.kind === 'member' ? [this.#value(of.of)] : [];
      if (this.#bodyCall(name, [...receiver, ...this.#args(args)], line)) return NONE;
    }
    if (of.kind === 'member' && name !== '__init__') {
      const found = this.#method(expression, of);
      if (found) return found;
    }
    if (name === '') return this.#unknown(expression);
    if (name === 'exist') this.#counting.add(this.#scope);
    if (name === 'exist' && args[0]?.value.kind === 'text')
      return numberValue(this.#names.has(args[0].value.text) ? 1 : 0);
    this.#loseArguments(name, expression);
    const values = this.#args(args);
    const fields = new Map(
      args.flatMap((arg) =>
        arg.name === null ? [] : [[arg.name, this.#value(arg.value)] as const],
      ),
    );
    if (bound?.kind === 'function') {
      if (args.length > 0) this.#calls.push({ name, args: values, fields, source, line });
      return bound.call(values, fields, line, source);
    }
    const call: CallValue = { kind: 'call', name, args: values, fields, line, source };
    if (isLinkName(name)) return this.#link(callWithPairs(call));
    const robot = isRobotName(name) ? this.#robot(callWithPairs(call)) : null;
    if (robot) return robot;
    if (args.length > 0) this.#calls.push({ name, args: values, fields, source, line });
    const isOwn = this.#effects.defined.has(name);
    const known = isOwn || values.some(missingIn) ? null : calledFunction(name, values, fields);
    if (known) return known.kind === 'list' && known.line === 0 ? { ...known, line } : known;
    // Variables of a program: q(1), theta(2).
    if (
      this.#language !== 'python' &&
      JOINTS.test(name) &&
      values.length === 1 &&
      plainNumber(values[0]) !== null
    )
      return symbolValue(source);
    return namedBody(call);
  }

  #bodyCall(name: string, args: readonly Value[], line: number): boolean {
    if (name === 'setFixedTransform') return setFixedTransform(args, line, this.#doubt);
    const list = name === 'addBody' ? addedBody(args) : null;
    const [tree] = args;
    if (!isTree(tree)) return false;
    const reason = `\`${name}\` is not supported; expected addBody`;
    if (name !== 'addBody') this.#spoil(tree.fields.get(BODIES), unknownValue('', line, reason));
    if (!list) return false;
    this.#own(list);
    this.#changed(list);
    this.#trees.add(tree);
    this.#scopesOf.set(tree, this.#scope);
    return true;
  }

  /** A class of the program, or of C++, does not take arguments in the order of the toolbox. */
  #link(call: CallValue): CallValue {
    const { name, args, fields, line, source } = call;
    const isForeign =
      this.#effects.defined.has(name) || (this.#language === 'c' && !isJointName(name));
    if (!isForeign || args.length === 0) return call;
    const unknown = unknownValue(source, line);
    return { ...call, args: [], fields: new Map([...fields, ['arguments by position', unknown]]) };
  }

  /** Loses the arguments that a function changes, and the names that it sets. */
  #loseArguments(name: string, call: Expression & { readonly kind: 'call' }): void {
    const changed = this.#effects.changes.get(name);
    const isLibrary = !this.#effects.defined.has(name) && isChanger(name, this.#language);
    if (
      !changed &&
      !isLibrary &&
      !RUNS[this.#language].test(name) &&
      !call.args.some((arg) => arg.name === 'out')
    )
      return;
    const source = this.#source(call);
    const unknown = unknownValue(source, call.line, `${quote(source, 60)} may change it`);
    call.args.forEach((arg, i) => {
      // MATLAB passes values, but links are handles.
      const isPassed = this.#language !== 'matlab' || hasLinks(this.#value(arg.value));
      if ((arg.name === 'out' || isLibrary || changed?.has(i)) && isPassed)
        this.#lose(arg.value, unknown);
    });
    if (!RUNS[this.#language].test(name) || this.#effects.defined.has(name)) return;
    const texts = source.match(/(["']).*\1/)?.[0].match(/\w+/g) ?? null;
    this.#loseAll(unknown, (each) => name === 'load' || texts === null || texts.includes(each));
  }

  /** A method of a value; null if the value is a module. */
  #method(
    expression: Expression & { readonly kind: 'call' },
    { of, name }: Expression & { readonly kind: 'member' },
  ): Value | null {
    const value = this.#value(of);
    if (value.kind === 'record' || value.kind === 'call') {
      const field = value.fields.get(name);
      if (!field && CHANGES.test(name) && !isRobot(value))
        this.#lost(value, this.#unknown(expression));
      return field && field.kind !== 'function' ? this.#indexed(expression, field) : null;
    }
    if (value.kind === 'pose' && /^inv/.test(name))
      return calledFunction('inv', [value], new Map());
    if (value.kind !== 'list') return null;
    const args = this.#args(expression.args);
    if (this.#language === 'c') for (const arg of args) this.#copy(arg);
    if (FIRST_ARGUMENTS.test(name)) {
      this.#changed(value);
      this.#grows(value, ...args.slice(0, 1));
      value.items.push(args[0] ?? this.#unknown(expression));
    } else if (name === 'extend') {
      const [more] = args;
      this.#changed(value);
      if (more?.kind === 'list') this.#grows(value, ...more.items);
      if (more?.kind === 'list') value.items.push(...more.items);
      else value.missing ??= this.#unknown(expression);
      if (more?.kind === 'list') value.missing ??= more.missing;
    } else if (missingIn(value)) return this.#unknown(expression);
    else if (name === 'transpose') return transposed(value);
    else if (SAME.test(name))
      return value.array ? copied(value) : { ...value, items: [...value.items] };
    else {
      if (!READS.test(name)) this.#spoil(value, this.#doubt ?? this.#unknown(expression));
      return this.#unknown(expression);
    }
    return value;
  }

  #robot(call: CallValue): CallValue | null {
    const first = call.args[0] ?? call.fields.get(LINKS);
    const matrix = call.name === 'SerialLink' && this.#language === 'matlab';
    const links = linksOf(first, call.line) ?? (matrix ? linksOfMatrix(first, call.line) : null);
    if (!links) {
      if (first || call.fields.size > 0) this.#emptyRobots.push(call);
      return null;
    }
    const parts =
      first?.kind === 'list'
        ? first.items.flatMap((item) => (item.kind === 'list' ? item.items : [item]))
        : [];
    for (const part of parts) if (isRobot(part)) this.#robots.delete(part);
    const fields = this.#robotFields(call);
    const [head, tail] = [parts[0], parts.at(-1)];
    const base = isRobot(head) ? head.fields.get('base') : null;
    const tool = isRobot(tail) ? tail.fields.get('tool') : null;
    if (base && !fields.has('base')) fields.set('base', base);
    if (tool && !fields.has('tool')) fields.set('tool', tool);
    fields.set(LINKS, links);
    const robot = { ...call, fields };
    this.#robots.add(robot);
    this.#scopesOf.set(robot, this.#scope);
    if (this.#doubt) this.#doubts.set(robot, this.#doubt);
    return robot;
  }

  /** A robot that its own class builds has the members of `self`. */
  #robotFields({ name, fields }: CallValue): Map<string, Value> {
    const itself = name === '__init__' ? this.#names.get('self') : null;
    if (itself?.kind !== 'record') return new Map(fields);
    for (const [key, value] of fields) itself.fields.set(key, value);
    return itself.fields;
  }

  #list({ rows, matrix, line }: Expression & { readonly kind: 'list' }): Value {
    if (!matrix) return this.#items(rows.flat(), line);
    const values = rows.map((row) => row.map((item) => this.#value(item)));
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
      const value = this.#value(item);
      const isStarred = item.kind === 'unary' && item.mark === '*';
      if (!isStarred) list.items.push(value);
      else if (value.kind === 'list') list.items.push(...value.items);
      if (isStarred && value.kind === 'list') list.missing ??= value.missing;
      else if (isStarred) list.missing ??= this.#unknown(item);
    }
    return list;
  }

  #dict({ entries, line }: Expression & { readonly kind: 'dict' }): Value {
    const fields = new Map<string, Value>();
    for (const [key, value] of entries) {
      const name = this.#value(key);
      const text =
        name.kind === 'text' ? name.text : name.kind === 'number' ? (name.variable ?? '') : '';
      fields.set(text, this.#value(value));
    }
    return { kind: 'record', fields, line };
  }

  #unary(expression: Expression & { readonly kind: 'unary' }): Value {
    const value = this.#value(expression.of);
    if (expression.mark === '+' || expression.mark === '*') return value;
    if (missingIn(value) || expression.mark === '**') return this.#unknown(expression);
    if (expression.mark === '-') return negated(value, this.#unknown(expression));
    const holds = truth(value);
    return holds === null ? this.#unknown(expression) : numberValue(holds ? 0 : 1);
  }

  #binary(expression: Expression & { readonly kind: 'binary' }): Value {
    const { mark } = expression;
    const [left, right] = [this.#value(expression.left), this.#value(expression.right)];
    const unknown = this.#unknown(expression);
    if (/^(or|and|\|\|?|&&?)$/.test(mark)) {
      const [a, b] = [truth(left), truth(right)];
      const isBit = (value: Value) => [0, 1].includes(plainNumber(value) ?? -1);
      if (/^[|&]$/.test(mark) && this.#language !== 'matlab' && !(isBit(left) && isBit(right)))
        return unknown;
      const any = mark === 'or' || mark.startsWith('|');
      // Python gives the operand that decides.
      if (this.#language === 'python') return a === null ? unknown : a === any ? left : right;
      if (a === any || b === any) return numberValue(any ? 1 : 0);
      return a === null || b === null ? unknown : numberValue(any ? 0 : 1);
    }
    if (/^([=!~<>]=|[<>]|is( not)?)$/.test(mark)) {
      const holds = comparison(mark, left, right);
      return holds === null ? unknown : numberValue(holds ? 1 : 0);
    }
    const isQuotient = this.#language === 'c' && mark === '/';
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
    if (this.#language !== 'matlab') return this.#unknown(expression);
    const values = ends.map((end) => (end ? plainNumber(this.#value(end)) : null));
    const [from, middle, last] = values;
    if (from == null || middle == null) return this.#unknown(expression);
    const list =
      last == null ? rangeList(from, middle, 1, true) : rangeList(from, last, middle, true);
    return list ? { ...list, line: expression.line } : this.#unknown(expression);
  }

  #each(expression: Expression & { readonly kind: 'each' }): Value {
    const over = this.#value(expression.over);
    if (over.kind !== 'list' || missingIn(over)) return this.#unknown(expression);
    const { line } = expression;
    return this.#inScope(() => {
      const items = over.items.map((item) => {
        this.#assign(expression.target, item, line);
        return this.#value(expression.item);
      });
      return listValue(items, false, line);
    });
  }
}

const INIT = '__init__';
const ITSELF = ['self', 'obj', 'this'];
/** A parameter of the Robotics Toolbox: the same numbers as symbols. */
const SYMBOLIC = 'symbolic';

/** Whether a function or class takes the numbers of a row. */
function isRowFunction(params: readonly string[]): boolean {
  const names = params.map((name) => name.replace(/(_?[ijkn]|_.*|\d+)$/, '').toLowerCase());
  const has = (...words: string[]) => words.some((word) => names.includes(word));
  return has('alpha', 'twist') && has('a', 'r', 'length') && has('d', 'theta', 'offset');
}

/** Remembers that a number is the value of a joint. */
function jointValue(name: string, value: Value): Value {
  if (value.kind !== 'number' || value.variable !== null) return value;
  return { ...value, joint: { name, slope: 1, value: value.constant } };
}

const unsupported = (word: string, line: number): UnknownValue =>
  unknownValue(
    word,
    line,
    `\`${word}\` is not supported in a program with a table; write the rows one by one`,
  );

const isSameValue = (a: Value, b: Value | undefined): boolean =>
  a.kind === 'text' && b?.kind === 'text'
    ? a.text === b.text
    : a === b || isSameNumber(a, b) || (a.kind === 'none' && b?.kind === 'none');

function isWithin(list: ListValue, value: Value): boolean {
  return (
    value === list || (value.kind === 'list' && value.items.some((item) => isWithin(list, item)))
  );
}

const isSameNumber = (a: Value | undefined, b: Value | undefined): boolean => {
  const x = plainNumber(a);
  return x !== null && x === plainNumber(b);
};

/** Whether it is a number with a point. */
const isReal = (expression: Expression): boolean =>
  expression.kind === 'number' && expression.isReal;

const mayBeCopy = (line: number): UnknownValue =>
  unknownValue('', line, 'it has two names, and one of them may be a copy');

const alsoAssigned = (name: string, line: number, at: number): UnknownValue =>
  unknownValue(name, line, `${quote(name)} is also assigned in the function of line ${at}`);

const hasLinks = (value: Value): boolean => flatItems(value).some(isLink);

const namedFunction = (make: FunctionValue, name: string): FunctionValue => ({
  ...make,
  call: (...given) => {
    const made = make.call(...given);
    return made.kind === 'call' ? { ...made, name } : made;
  },
});

const own = (of: Expression): boolean => of.kind === 'name' && isItself(of.name);

/** The name whose value an assignment changes. */
function rootOf(target: Expression): Expression {
  return 'of' in target ? rootOf(target.of) : target;
}

/** The first statement that leaves a loop, or null. */
function jumpIn(
  body: readonly Statement[],
): (Statement & { readonly kind: 'jump' | 'return' }) | null {
  for (const each of body) {
    if (each.kind === 'jump' || each.kind === 'return') return each;
    const bodies = each.kind === 'if' ? each.branches.map((branch) => branch.body) : [];
    if ('body' in each && each.kind !== 'define' && each.kind !== 'class') bodies.push(each.body);
    for (const inner of bodies) {
      const jump = jumpIn(inner);
      if (jump) return jump;
    }
  }
  return null;
}
