/** Assigns values to names, members and elements. */
import { quote } from 'iklab/scenario';
import { CallEvaluation } from './callEvaluation.ts';
import { arithmetic } from './codeArithmetic.ts';
import { isLink } from './codeCalls.ts';
import { namedConstant } from './codeFunctions.ts';
import { setElement } from './codeIndex.ts';
import { type Expression, rootOf, type Statement } from './codeTree.ts';
import { copied, flatItems, isWithin, listValue, unknownValue, type Value } from './codeValues.ts';
import { isOwnObject, mayBeCopy, PER_STEP, WRITE } from './programState.ts';

/** Functions of Python with the variables of the program. */
const VARIABLES = /^(globals|locals|vars)$/;

export abstract class CodeAssignments extends CallEvaluation {
  protected assignment(statement: Statement & { readonly kind: 'assign' }): void {
    const { targets, mark, line } = statement;
    const given = this.#given(statement);
    for (const target of targets) {
      const last = mark === '=' ? given : this.#added(target, mark, given);
      const old = mark === '=' || this.language !== 'python' ? null : this.value(target);
      // Python changes the list itself.
      if (old?.kind === 'list' && last.kind === 'list') {
        this.changed(old);
        this.grows(old, ...last.items);
        old.items.splice(0, old.items.length, ...last.items);
        old.missing ??= last.missing;
      } else if (old?.kind === 'list') old.missing ??= this.unknown(target);
      else this.assign(target, last, line);
    }
  }

  /** The assigned value; C++ and MATLAB may copy it. */
  #given({ value, declares, line }: Statement & { readonly kind: 'assign' }): Value {
    const given = this.value(value);
    const isNew = value.kind === 'list' || value.kind === 'dict';
    if (
      this.language === 'c' &&
      declares?.kind === 'reference' &&
      !declares.isConstant &&
      given.kind === 'number' &&
      !isNew
    ) {
      const reason = `${quote(this.source(value))} has a second name, which may change it; ${WRITE}`;
      if (rootOf(value).kind === 'name') this.lose(value, unknownValue('', line, reason));
      return unknownValue(this.source(value), line);
    }
    if (declares?.kind === 'value' && declares.isConstant) this.#keep(given);
    if (declares?.isInteger) return this.#whole(given, value);
    const isAlias = declares?.kind === 'reference' || this.language === 'python';
    if (!isAlias && !isNew && this.language === 'c') this.copy(given);
    if (this.language === 'matlab' && given.kind === 'record' && !isNew && value.kind !== 'call')
      this.copy(given);
    return given;
  }

  /** Marks a value that cannot change. */
  #keep(value: Value): void {
    if (value.kind !== 'list') return;
    this.step(value.items.length / PER_STEP);
    this.constants.add(value);
    for (const item of value.items) this.#keep(item);
  }

  /** C++ cuts off the fraction of an integer. */
  #whole(value: Value, expression: Expression): Value {
    const isWhole = (each: Value): boolean =>
      each.kind !== 'number' || each.variable !== null || Number.isInteger(each.constant);
    if (value.kind === 'list' && !flatItems(value).every(isWhole))
      this.spoil(value, this.unknown(expression));
    return isWhole(value) ? value : this.unknown(expression);
  }

  #added(target: Expression, mark: string, given: Value): Value {
    return arithmetic(mark.slice(0, -1), this.value(target), given, this.unknown(target));
  }

  protected assign(target: Expression, value: Value, line: number): void {
    if (target.kind === 'name') this.bind(target.name, namedConstant(target.name, value), line);
    if (target.kind === 'member') this.#setMember(target, value, line);
    if (target.kind === 'call' || target.kind === 'index') this.#setIndex(target, value, line);
    if (target.kind === 'choice')
      for (const either of [target.whenTrue, target.whenFalse])
        this.lose(either, this.unknown(target));
    if (target.kind !== 'list') return;
    const parts = target.rows.flat();
    const items = value.kind === 'list' && value.items.length === parts.length ? value.items : null;
    if (value.kind === 'list' && items)
      value.names = parts.map((part) => (part.kind === 'name' ? part.name : ''));
    parts.forEach((part, i) => {
      const item = items?.[i];
      if (item) this.assign(part, item, line);
      else if (part.kind === 'name') this.names.delete(part.name);
      else this.lose(part, this.unknown(part));
    });
  }

  /** The record of a name; a name without a value gets one. */
  #recordOf(of: Expression, line: number): Map<string, Value> | null {
    const value = this.value(of);
    if (value.kind === 'record' || value.kind === 'call') return value.fields;
    const isNew = value.kind === 'number' && value.variable !== null;
    if (!isNew && value.kind !== 'none' && value.kind !== 'unknown') return null;
    if (of.kind !== 'name' && of.kind !== 'member') return null;
    const fields = new Map<string, Value>();
    this.assign(of, { kind: 'record', fields, line }, line);
    return fields;
  }

  #setMember(target: Expression & { readonly kind: 'member' }, value: Value, line: number): void {
    const record = this.#recordOf(target.of, line);
    if (!record) this.spoil(this.value(rootOf(target)), this.doubt ?? this.unknown(target));
    const scopes = (record && this.fieldScopes.get(record)) ?? new Map<string, number>();
    if (record) this.fieldScopes.set(record, scopes);
    const isAgain =
      isOwnObject(target.of) && (scopes.get(target.name) ?? this.scope) !== this.scope;
    scopes.set(target.name, this.scope);
    const isCopy = record !== null && this.copies.has(record);
    const known =
      this.doubt ?? (isAgain ? unknownValue(target.name, line) : isCopy ? mayBeCopy(line) : null);
    if (!isOwnObject(target.of)) this.changedSince(`.${target.name}`, line);
    record?.set(target.name, known ?? namedConstant(target.name, value));
    if (isOwnObject(target.of)) this.record(target.name, value, line, -1);
  }

  #setIndex(
    target: Expression & { readonly kind: 'call' | 'index' },
    value: Value,
    line: number,
  ): void {
    const read = this.value(target.of);
    const root = rootOf(target);
    if (root.kind === 'name' && VARIABLES.test(root.name))
      this.loseAll(this.unknown(target), () => true);
    const isMatlab = this.language === 'matlab';
    // One link is also a list of links.
    const before = isMatlab && isLink(read) ? listValue([read], true, line) : read;
    if (before.kind === 'record' || before.kind === 'call') {
      const key = this.args(target.args)[0];
      const isCopy = this.copies.has(before.fields);
      if (key?.kind === 'text')
        before.fields.set(key.text, this.doubt ?? (isCopy ? mayBeCopy(line) : value));
      else for (const name of before.fields.keys()) before.fields.set(name, this.unknown(target));
      return;
    }
    const whole = this.value(root);
    const isElsewhere =
      before.kind === 'list'
        ? whole.kind === 'list' && !isWithin(before, whole)
        : target.of.kind !== 'name' && target.of.kind !== 'member';
    if (isElsewhere) this.spoil(whole, this.doubt ?? this.unknown(target));
    const list = before.kind === 'list' ? before : listValue([], true, line);
    if (before.kind === 'unknown') list.missing = before;
    const places = this.places(target.args, list);
    const changed = isMatlab ? copied(list) : list; // MATLAB assigns values.
    if (isMatlab) this.step((this.sizes.get(list) ?? 1) / PER_STEP);
    const removes = isMatlab && value.kind === 'list' && value.items.length === 0;
    this.own(changed);
    this.changed(changed);
    this.grows(changed, value);
    if (removes || !setElement(changed, places, value)) changed.missing ??= this.unknown(target);
    if (changed === read) return;
    const binding =
      target.of.kind === 'name' && this.bindings.get(`${this.scope} ${target.of.name}`);
    this.assign(target.of, changed, (before === read && binding && binding.line) || line);
  }
}
