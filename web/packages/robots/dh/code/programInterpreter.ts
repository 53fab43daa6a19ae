/**
 * Evaluates assignments, loops and conditions of a program without executing it. Collects values
 * that may be a table. Calls of unknown functions become values with their arguments. A list that
 * unsupported code may change is marked as incomplete; no table is read from such a list.
 */

import { AssignmentEvaluator } from './assignmentEvaluator.ts';
import { isDhRowFunction } from './callEvaluator.ts';
import { evaluateTruth } from './codeArithmetic.ts';
import { isJointConstructor } from './codeCalls.ts';
import { type CodeStatement, getAssignedNames } from './codeTree.ts';
import {
  type CodeValue,
  copyList,
  type FunctionValue,
  findUnknownValue,
  getListRows,
  isSameNumber,
  makeUnknownValue,
  toPlainNumber,
  type UnknownValue,
} from './codeValues.ts';
import { findCodeSideEffects, isSelfName } from './findCodeSideEffects.ts';
import {
  JOINT_VARIABLE_PATTERN,
  type NonDefaultCall,
  type ProgramDefinition,
  type ProgramResult,
  StepLimitError,
  WRITE_NUMBERS_HINT,
} from './programState.ts';

const INIT = '__init__';
const SELF_NAMES = ['self', 'obj', 'this'];
const SYMBOLIC_PARAMETER = 'symbolic';

class ReturnSignal extends Error {}

export class ProgramInterpreter extends AssignmentEvaluator {
  readonly #definitions = new Map<string, ProgramDefinition[]>();
  readonly #broken: (CodeStatement & { readonly kind: 'broken' })[] = [];

  run(statements: readonly CodeStatement[]): ProgramResult {
    let stopped: number | null = null;
    this.effects = findCodeSideEffects(statements, this.language);
    try {
      this.#runBody(statements);
    } catch (stop) {
      if (!(stop instanceof StepLimitError)) throw stop;
      stopped = this.line;
    }
    return {
      bindings: [...this.bindings.values()],
      robots: [...this.robots],
      trees: [...this.trees],
      emptyRobots: this.emptyRobots,
      doubts: this.doubts,
      broken: this.#broken,
      changedCalls: this.#findChangedCalls(),
      scopes: this.robotScopes,
      stopped,
    };
  }

  #findChangedCalls(): NonDefaultCall[] {
    const calls = this.calls.flatMap(({ name, args, fields, source, line }) =>
      (this.#definitions.get(name) ?? []).flatMap(({ from, to, params, defaults }) => {
        const counts = [...this.counting].some((scope) => scope >= from && scope <= to);
        const namedArgs = [...args.entries()].map(([i, arg]) => [params[i] ?? '', arg] as const);
        const isSame = [...namedArgs, ...fields].every(
          ([param, value]) =>
            param === SYMBOLIC_PARAMETER ||
            JOINT_VARIABLE_PATTERN.test(param) ||
            !defaults.has(param) ||
            isSameValue(value, defaults.get(param)),
        );
        return isSame && !counts ? [] : [{ source, line, from, to }];
      }),
    );
    return [...this.stale, ...calls];
  }

  #addDefinition(name: string, definition: ProgramDefinition): void {
    const all = this.#definitions.get(name) ?? [];
    this.#definitions.set(name, [...all, definition]);
  }

  #runBody(statements: readonly CodeStatement[]): void {
    try {
      this.#runStatements(statements);
    } catch (leave) {
      if (!(leave instanceof ReturnSignal)) throw leave;
    }
  }

  #runStatements(statements: readonly CodeStatement[]): void {
    for (const each of statements) this.#runStatement(each);
  }

  #runStatement(statement: CodeStatement): void {
    this.countSteps();
    this.line = statement.line;
    switch (statement.kind) {
      case 'assign':
        this.runAssignment(statement);
        return;
      case 'value':
        this.bind('', this.evaluate(statement.value), statement.line);
        return;
      case 'return':
        this.#runReturn(statement);
        return;
      case 'jump':
        return; // Its loop is not run.
      case 'for':
        this.#runFor(statement);
        return;
      case 'maybe':
        this.#runUncertain(makeUnsupported(statement.word, statement.line), [statement.body]);
        return;
      case 'if':
        this.#runIf(statement);
        return;
      case 'define':
        this.#runDefine(statement);
        return;
      case 'class':
        this.#runClass(statement);
        return;
      case 'block':
        this.#runBlock(statement.body);
        return;
      case 'forget':
      case 'outer':
        if (statement.kind === 'outer' && this.language !== 'matlab') return;
        for (const name of statement.names) this.names.delete(name);
        return;
      case 'import':
        this.#runImport(statement);
        return;
      default:
        this.#runBroken(statement);
    }
  }

  #runBroken(statement: CodeStatement & { readonly kind: 'broken' }): void {
    const { names, target, text, line, changes } = statement;
    this.#broken.push(statement);
    const unknown = makeUnknownValue(text.replace(/\s+/g, ' '), line);
    for (const name of names) {
      this.markIncomplete(this.names.get(name), unknown);
      if (changes && this.names.get(name)?.kind === 'number') this.names.set(name, unknown);
    }
    if (target !== null) this.names.set(target, unknown);
  }

  #runReturn({ value, line }: CodeStatement & { readonly kind: 'return' }): void {
    const read = value && this.evaluate(value);
    if (read) this.bind('', read, line);
    if (!this.doubt) throw new ReturnSignal();
    if (read) this.markIncomplete(read, makeUnsupported('return', line));
  }

  /** Runs all bodies of an unknown condition. The program runs at most one of them. */
  #runUncertain(
    doubt: UnknownValue,
    bodies: readonly (readonly CodeStatement[])[],
    isElse = false,
  ): void {
    const [before, outer] = [this.names, this.doubt];
    this.doubt ??= doubt;
    const ends = bodies.map((body) => {
      this.names = this.copyScope(before);
      this.#runBlock(body);
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

  #runImport({ names, text, line }: CodeStatement & { readonly kind: 'import' }): void {
    const unknown = makeUnknownValue(
      '',
      line,
      `\`${text}\` sets it, and its value is not in the file; ${WRITE_NUMBERS_HINT}`,
    );
    this.invalidateNames(unknown, (name) => (text === 'load' ? true : names.includes(name)));
  }

  #runFor({ target, over, body, line, declares }: CodeStatement & { readonly kind: 'for' }): void {
    const list = this.evaluate(over);
    const isMatlab = this.language === 'matlab';
    const one = isMatlab && toPlainNumber(list) !== null;
    const jump = findJump(body);
    const isKnown = one || (list.kind === 'list' && !findUnknownValue(list));
    const isMatrix = isMatlab && getListRows(list) !== null; // Its columns count.
    if (!isKnown || isMatrix || jump !== null) {
      const doubt = jump
        ? makeUnsupported(jump.kind === 'jump' ? jump.word : 'return', jump.line)
        : this.makeUnknown(over);
      this.markIncomplete(list, doubt);
      this.#runUncertain(doubt, [
        [{ kind: 'forget', line, names: getAssignedNames(target) }, ...body],
      ]);
      return;
    }
    this.#runBlock(body, () => {
      for (const item of list.kind === 'list' ? list.items : [list]) {
        const isCopy = declares?.kind === 'value' && item.kind === 'list';
        this.assign(target, isCopy ? copyList(item) : item, line);
        this.#runStatements(body);
      }
    });
  }

  #runBlock(body: readonly CodeStatement[], run = () => this.#runStatements(body)): void {
    const before = this.language === 'c' ? this.copyScope(this.names) : null;
    run();
    if (!before) return;
    const declared = body.flatMap((each) =>
      each.kind === 'assign' && each.declares ? each.targets.flatMap(getAssignedNames) : [],
    );
    for (const name of declared) {
      const old = before.get(name);
      if (old) this.names.set(name, old);
      else this.names.delete(name);
    }
  }

  #runIf({ branches, line }: CodeStatement & { readonly kind: 'if' }): void {
    const open: (readonly CodeStatement[])[] = [];
    let isElse = false;
    for (const { condition, body } of branches) {
      const holds = condition === null ? true : evaluateTruth(this.evaluate(condition));
      if (holds === false) continue;
      if (holds === true && open.length === 0) {
        this.#runBlock(body);
        return;
      }
      open.push(body);
      isElse = holds === true;
      if (isElse) break;
    }
    const reason = 'its condition is not known, so rows may be missing; write them without it';
    if (open.length > 0) this.#runUncertain(makeUnknownValue('if', line, reason), open, isElse);
  }

  /** Runs the body of a function with its parameters' defaults, to find tables in the body. */
  #runDefine({
    name,
    params,
    body,
    line,
    decorator,
  }: CodeStatement & { readonly kind: 'define' }): void {
    const ownParams = params.filter((param) => !isSelfName(param.name));
    const called = body.filter(({ kind }) => kind !== 'value');
    const [only] = called;
    const returned = called.length === 1 && only?.kind === 'return' ? only.value : null;
    const names = ownParams.map((param) => param.name);
    const defaults = new Map<string, CodeValue>();
    const from = this.scopes + 1;
    this.runInScope(() => {
      for (const param of ownParams) {
        this.names.delete(param.name);
        if (param.value) defaults.set(param.name, this.evaluate(param.value));
      }
      for (const [param, value] of defaults) this.names.set(param, value);
      this.#runBody(body);
    });
    this.#addDefinition(name, { from, to: this.scopes, params: names, defaults });
    if (decorator) this.stale.push({ source: decorator, line, from, to: this.scopes });
    if (name === INIT) this.names.set(INIT, this.makeFunctionValue(names, null, line, defaults));
    else if (returned || isDhRowFunction(names))
      this.names.set(name, this.makeFunctionValue(names, returned, line));
  }

  #runClass({ name, body, line }: CodeStatement & { readonly kind: 'class' }): void {
    const before = this.names;
    const from = this.scopes + 1;
    this.names = this.copyScope(before);
    for (const selfName of SELF_NAMES)
      this.names.set(selfName, { kind: 'record', fields: new Map(), line });
    this.names.delete(INIT);
    this.#runStatements(body);
    const make = this.names.get(INIT) ?? this.#makeRecordFunction(body, line);
    this.names = before;
    const inits = (this.#definitions.get(INIT) ?? []).filter((each) => each.from >= from);
    for (const each of inits) this.#addDefinition(name, { ...each, to: this.scopes });
    if (make?.kind === 'function' && name !== '')
      before.set(name, isJointConstructor(name) ? withCallName(make, name) : make);
  }

  #makeRecordFunction(body: readonly CodeStatement[], line: number): FunctionValue | null {
    const names = body.flatMap((each) =>
      each.kind === 'value' && each.value.kind === 'name'
        ? [each.value.name]
        : each.kind === 'assign'
          ? each.targets.flatMap(getAssignedNames)
          : [],
    );
    const defaults = new Map(
      names.flatMap((name) => {
        const value = this.names.get(name);
        return value ? [[name, value] as const] : [];
      }),
    );
    return isDhRowFunction(names) ? this.makeFunctionValue(names, null, line, defaults) : null;
  }
}

const makeUnsupported = (word: string, line: number): UnknownValue =>
  makeUnknownValue(
    word,
    line,
    `\`${word}\` is not supported in a program with a table; write the rows one by one`,
  );

const isSameValue = (a: CodeValue, b: CodeValue | undefined): boolean =>
  a.kind === 'text' && b?.kind === 'text'
    ? a.text === b.text
    : a === b || isSameNumber(a, b) || (a.kind === 'none' && b?.kind === 'none');

const withCallName = (make: FunctionValue, name: string): FunctionValue => ({
  ...make,
  call: (...callArgs) => {
    const made = make.call(...callArgs);
    return made.kind === 'call' ? { ...made, name } : made;
  },
});

function findJump(
  body: readonly CodeStatement[],
): (CodeStatement & { readonly kind: 'jump' | 'return' }) | null {
  for (const each of body) {
    if (each.kind === 'jump' || each.kind === 'return') return each;
    const bodies = each.kind === 'if' ? each.branches.map((branch) => branch.body) : [];
    if ('body' in each && each.kind !== 'define' && each.kind !== 'class') bodies.push(each.body);
    for (const inner of bodies) {
      const jump = findJump(inner);
      if (jump) return jump;
    }
  }
  return null;
}
