/**
 * Runs the assignments, loops and conditions of a program, and collects what may be a table.
 * Unknown functions become values with their arguments. A list that unsupported code may change is
 * marked as incomplete, so that no table is read from it.
 */
import { isRowFunction } from './callEvaluation.ts';
import { truth } from './codeArithmetic.ts';
import { CodeAssignments } from './codeAssignments.ts';
import { isJointName } from './codeCalls.ts';
import { effectsOf, isItself } from './codeEffects.ts';
import { namesOf, type Statement } from './codeTree.ts';
import {
  copied,
  type FunctionValue,
  isSameNumber,
  missingIn,
  plainNumber,
  rowsOf,
  type UnknownValue,
  unknownValue,
  type Value,
} from './codeValues.ts';
import {
  type ChangedCall,
  type Definition,
  JOINT,
  type RunResult,
  Stop,
  WRITE,
} from './programState.ts';

const INIT = '__init__';
const ITSELF = ['self', 'obj', 'this'];
/** A parameter of the Robotics Toolbox: the same numbers as symbols. */
const SYMBOLIC = 'symbolic';

/** Leaves a function. */
class Leave extends Error {}

export class ProgramRun extends CodeAssignments {
  readonly #definitions = new Map<string, Definition[]>();
  readonly #broken: (Statement & { readonly kind: 'broken' })[] = [];

  run(statements: readonly Statement[]): RunResult {
    let stopped: number | null = null;
    this.effects = effectsOf(statements, this.language);
    try {
      this.#body(statements);
    } catch (stop) {
      if (!(stop instanceof Stop)) throw stop;
      stopped = this.line;
    }
    return {
      bindings: [...this.bindings.values()],
      robots: [...this.robots],
      trees: [...this.trees],
      emptyRobots: this.emptyRobots,
      doubts: this.doubts,
      broken: this.#broken,
      changedCalls: this.#changedCalls(),
      scopes: this.scopesOf,
      stopped,
    };
  }

  #changedCalls(): ChangedCall[] {
    const calls = this.calls.flatMap(({ name, args, fields, source, line }) =>
      (this.#definitions.get(name) ?? []).flatMap(({ from, to, params, defaults }) => {
        const counts = [...this.counting].some((scope) => scope >= from && scope <= to);
        const given = [...args.entries()].map(([i, arg]) => [params[i] ?? '', arg] as const);
        const isSame = [...given, ...fields].every(
          ([param, value]) =>
            param === SYMBOLIC ||
            JOINT.test(param) ||
            !defaults.has(param) ||
            isSameValue(value, defaults.get(param)),
        );
        return isSame && !counts ? [] : [{ source, line, from, to }];
      }),
    );
    return [...this.stale, ...calls];
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

  #all(statements: readonly Statement[]): void {
    for (const each of statements) this.#statement(each);
  }

  #statement(statement: Statement): void {
    this.step();
    this.line = statement.line;
    switch (statement.kind) {
      case 'assign':
        this.assignment(statement);
        return;
      case 'value':
        this.bind('', this.value(statement.value), statement.line);
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
        if (statement.kind === 'outer' && this.language !== 'matlab') return;
        for (const name of statement.names) this.names.delete(name);
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
      this.spoil(this.names.get(name), unknown);
      if (changes && this.names.get(name)?.kind === 'number') this.names.set(name, unknown);
    }
    if (target !== null) this.names.set(target, unknown);
  }

  #return({ value, line }: Statement & { readonly kind: 'return' }): void {
    const read = value && this.value(value);
    if (read) this.bind('', read, line);
    if (!this.doubt) throw new Leave();
    if (read) this.spoil(read, unsupported('return', line));
  }

  /** Runs bodies of which at most one runs in the program. */
  #inDoubt(doubt: UnknownValue, bodies: readonly (readonly Statement[])[], isElse = false): void {
    const [before, outer] = [this.names, this.doubt];
    this.doubt ??= doubt;
    const ends = bodies.map((body) => {
      this.names = this.copied(before);
      this.#block(body);
      return this.names;
    });
    [this.names, this.doubt] = [before, outer];
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

  #import({ names, text, line }: Statement & { readonly kind: 'import' }): void {
    const unknown = unknownValue(
      '',
      line,
      `\`${text}\` sets it, and its value is not in the file; ${WRITE}`,
    );
    this.loseAll(unknown, (name) => (text === 'load' ? true : names.includes(name)));
  }

  #for({ target, over, body, line, declares }: Statement & { readonly kind: 'for' }): void {
    const list = this.value(over);
    const isMatlab = this.language === 'matlab';
    const one = isMatlab && plainNumber(list) !== null;
    const jump = jumpIn(body);
    const isKnown = one || (list.kind === 'list' && !missingIn(list));
    const isMatrix = isMatlab && rowsOf(list) !== null; // Its columns count.
    if (!isKnown || isMatrix || jump !== null) {
      const doubt = jump
        ? unsupported(jump.kind === 'jump' ? jump.word : 'return', jump.line)
        : this.unknown(over);
      this.spoil(list, doubt);
      this.#inDoubt(doubt, [[{ kind: 'forget', line, names: namesOf(target) }, ...body]]);
      return;
    }
    this.#block(body, () => {
      for (const item of list.kind === 'list' ? list.items : [list]) {
        const isCopy = declares?.kind === 'value' && item.kind === 'list';
        this.assign(target, isCopy ? copied(item) : item, line);
        this.#all(body);
      }
    });
  }

  /** In C++, names that a block declares end with it. */
  #block(body: readonly Statement[], run = () => this.#all(body)): void {
    const before = this.language === 'c' ? this.copied(this.names) : null;
    run();
    if (!before) return;
    const declared = body.flatMap((each) =>
      each.kind === 'assign' && each.declares ? each.targets.flatMap(namesOf) : [],
    );
    for (const name of declared) {
      const old = before.get(name);
      if (old) this.names.set(name, old);
      else this.names.delete(name);
    }
  }

  #if({ branches, line }: Statement & { readonly kind: 'if' }): void {
    const open: (readonly Statement[])[] = [];
    let isElse = false;
    for (const { condition, body } of branches) {
      const holds = condition === null ? true : truth(this.value(condition));
      if (holds === false) continue;
      if (holds === true && open.length === 0) {
        this.#block(body);
        return;
      }
      open.push(body);
      isElse = holds === true;
      if (isElse) break;
    }
    const reason = 'its condition is not known, so rows may be missing; write them without it';
    if (open.length > 0) this.#inDoubt(unknownValue('if', line, reason), open, isElse);
  }

  /** Runs the body of a function with the defaults of its parameters, to find tables in it. */
  #define({ name, params, body, line, decorator }: Statement & { readonly kind: 'define' }): void {
    const own = params.filter((param) => !isItself(param.name));
    const called = body.filter(({ kind }) => kind !== 'value');
    const [only] = called;
    const returned = called.length === 1 && only?.kind === 'return' ? only.value : null;
    const names = own.map((param) => param.name);
    const defaults = new Map<string, Value>();
    const from = this.scopes + 1;
    this.inScope(() => {
      for (const param of own) {
        this.names.delete(param.name);
        if (param.value) defaults.set(param.name, this.value(param.value));
      }
      for (const [param, value] of defaults) this.names.set(param, value);
      this.#body(body);
    });
    this.#defined(name, { from, to: this.scopes, params: names, defaults });
    if (decorator) this.stale.push({ source: decorator, line, from, to: this.scopes });
    if (name === INIT) this.names.set(INIT, this.functionValue(names, null, line, defaults));
    else if (returned || isRowFunction(names))
      this.names.set(name, this.functionValue(names, returned, line));
  }

  #class({ name, body, line }: Statement & { readonly kind: 'class' }): void {
    const before = this.names;
    const from = this.scopes + 1;
    this.names = this.copied(before);
    for (const own of ITSELF) this.names.set(own, { kind: 'record', fields: new Map(), line });
    this.names.delete(INIT);
    this.#all(body);
    const make = this.names.get(INIT) ?? this.#fieldsOf(body, line);
    this.names = before;
    const inits = (this.#definitions.get(INIT) ?? []).filter((each) => each.from >= from);
    for (const each of inits) this.#defined(name, { ...each, to: this.scopes });
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
        const value = this.names.get(name);
        return value ? [[name, value] as const] : [];
      }),
    );
    return isRowFunction(names) ? this.functionValue(names, null, line, defaults) : null;
  }
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

const namedFunction = (make: FunctionValue, name: string): FunctionValue => ({
  ...make,
  call: (...given) => {
    const made = make.call(...given);
    return made.kind === 'call' ? { ...made, name } : made;
  },
});

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
