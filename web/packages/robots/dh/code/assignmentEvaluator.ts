import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { CallEvaluator } from './callEvaluator.ts';
import { evaluateBinaryOperator } from './codeArithmetic.ts';
import { isLinkCall } from './codeCalls.ts';
import { markPiAsAngle } from './codeFunctions.ts';
import { setListElement } from './codeIndex.ts';
import { type CodeExpression, type CodeStatement, getAssignmentOwner } from './codeTree.ts';
import {
  type CodeValue,
  copyList,
  flattenListItems,
  isListWithin,
  makeListValue,
  makeUnknownValue,
} from './codeValues.ts';
import {
  COPIED_ITEMS_PER_STEP,
  isSelfExpression,
  makeUnknownCopyValue,
  WRITE_NUMBERS_HINT,
} from './programState.ts';

const VARIABLE_TABLES = /^(globals|locals|vars)$/;

export abstract class AssignmentEvaluator extends CallEvaluator {
  protected runAssignment(statement: CodeStatement & { readonly kind: 'assign' }): void {
    const { targets, mark, line } = statement;
    const assigned = this.#evaluateAssigned(statement);
    for (const target of targets) {
      const last = mark === '=' ? assigned : this.#computeAugmented(target, mark, assigned);
      const old = mark === '=' || this.language !== 'python' ? null : this.evaluate(target);
      // Python changes the list itself.
      if (old?.kind === 'list' && last.kind === 'list') {
        this.markChanged(old);
        this.countItems(old, ...last.items);
        old.items.splice(0, old.items.length, ...last.items);
        old.missing ??= last.missing;
      } else if (old?.kind === 'list') old.missing ??= this.makeUnknown(target);
      else this.assign(target, last, line);
    }
  }

  #evaluateAssigned({
    value,
    declares,
    line,
  }: CodeStatement & { readonly kind: 'assign' }): CodeValue {
    const assigned = this.evaluate(value);
    const isNew = value.kind === 'list' || value.kind === 'dict';
    if (
      this.language === 'c' &&
      declares?.kind === 'reference' &&
      !declares.isConstant &&
      assigned.kind === 'number' &&
      !isNew
    ) {
      const reason = `${quoteInOneLine(this.getSource(value))} has a second name, which may change it; ${WRITE_NUMBERS_HINT}`;
      if (getAssignmentOwner(value).kind === 'name')
        this.invalidate(value, makeUnknownValue('', line, reason));
      return makeUnknownValue(this.getSource(value), line);
    }
    if (declares?.kind === 'value' && declares.isConstant) this.#markConstant(assigned);
    if (declares?.isInteger) return this.#requireInteger(assigned, value);
    const isAlias = declares?.kind === 'reference' || this.language === 'python';
    if (!isAlias && !isNew && this.language === 'c') this.markCopied(assigned);
    if (this.language === 'matlab' && assigned.kind === 'record' && !isNew && value.kind !== 'call')
      this.markCopied(assigned);
    return assigned;
  }

  #markConstant(value: CodeValue): void {
    if (value.kind !== 'list') return;
    this.countSteps(value.items.length / COPIED_ITEMS_PER_STEP);
    this.constants.add(value);
    for (const item of value.items) this.#markConstant(item);
  }

  /**
   * Returns a value assigned to a C++ integer. A fraction makes it unknown, because C++ truncates.
   */
  #requireInteger(value: CodeValue, expression: CodeExpression): CodeValue {
    const isWhole = (each: CodeValue): boolean =>
      each.kind !== 'number' || each.variable !== null || Number.isInteger(each.constant);
    if (value.kind === 'list' && !flattenListItems(value).every(isWhole))
      this.markIncomplete(value, this.makeUnknown(expression));
    return isWhole(value) ? value : this.makeUnknown(expression);
  }

  #computeAugmented(target: CodeExpression, mark: string, assigned: CodeValue): CodeValue {
    return evaluateBinaryOperator(
      mark.slice(0, -1),
      this.evaluate(target),
      assigned,
      this.makeUnknown(target),
    );
  }

  protected assign(target: CodeExpression, value: CodeValue, line: number): void {
    if (target.kind === 'name') this.bind(target.name, markPiAsAngle(target.name, value), line);
    if (target.kind === 'member') this.#setMember(target, value, line);
    if (target.kind === 'call' || target.kind === 'index') this.#setIndex(target, value, line);
    if (target.kind === 'choice')
      for (const either of [target.whenTrue, target.whenFalse])
        this.invalidate(either, this.makeUnknown(target));
    if (target.kind !== 'list') return;
    const parts = target.rows.flat();
    const items = value.kind === 'list' && value.items.length === parts.length ? value.items : null;
    if (value.kind === 'list' && items)
      value.names = parts.map((part) => (part.kind === 'name' ? part.name : ''));
    parts.forEach((part, i) => {
      const item = items?.[i];
      if (item) this.assign(part, item, line);
      else if (part.kind === 'name') this.names.delete(part.name);
      else this.invalidate(part, this.makeUnknown(part));
    });
  }

  /** Returns the fields of a record or object; an owner without a value becomes an empty record. */
  #getRecord(owner: CodeExpression, line: number): Map<string, CodeValue> | null {
    const value = this.evaluate(owner);
    if (value.kind === 'record' || value.kind === 'call') return value.fields;
    const isNew = value.kind === 'number' && value.variable !== null;
    if (!isNew && value.kind !== 'none' && value.kind !== 'unknown') return null;
    if (owner.kind !== 'name' && owner.kind !== 'member') return null;
    const fields = new Map<string, CodeValue>();
    this.assign(owner, { kind: 'record', fields, line }, line);
    return fields;
  }

  #setMember(
    target: CodeExpression & { readonly kind: 'member' },
    value: CodeValue,
    line: number,
  ): void {
    const record = this.#getRecord(target.of, line);
    if (!record)
      this.markIncomplete(
        this.evaluate(getAssignmentOwner(target)),
        this.doubt ?? this.makeUnknown(target),
      );
    const scopes = (record && this.fieldScopes.get(record)) ?? new Map<string, number>();
    if (record) this.fieldScopes.set(record, scopes);
    const isAgain =
      isSelfExpression(target.of) && (scopes.get(target.name) ?? this.scope) !== this.scope;
    scopes.set(target.name, this.scope);
    const isCopy = record !== null && this.copies.has(record);
    const replacement =
      this.doubt ??
      (isAgain ? makeUnknownValue(target.name, line) : isCopy ? makeUnknownCopyValue(line) : null);
    if (!isSelfExpression(target.of)) this.markReadersStale(`.${target.name}`, line);
    record?.set(target.name, replacement ?? markPiAsAngle(target.name, value));
    if (isSelfExpression(target.of)) this.recordBinding(target.name, value, line, -1);
  }

  #setIndex(
    target: CodeExpression & { readonly kind: 'call' | 'index' },
    value: CodeValue,
    line: number,
  ): void {
    const read = this.evaluate(target.of);
    const root = getAssignmentOwner(target);
    if (root.kind === 'name' && VARIABLE_TABLES.test(root.name))
      this.invalidateNames(this.makeUnknown(target), () => true);
    const isMatlab = this.language === 'matlab';
    // One link is also a list of links.
    const before = isMatlab && isLinkCall(read) ? makeListValue([read], true, line) : read;
    if (before.kind === 'record' || before.kind === 'call') {
      const key = this.evaluateArguments(target.args)[0];
      const isCopy = this.copies.has(before.fields);
      if (key?.kind === 'text')
        before.fields.set(key.text, this.doubt ?? (isCopy ? makeUnknownCopyValue(line) : value));
      else
        for (const name of before.fields.keys()) before.fields.set(name, this.makeUnknown(target));
      return;
    }
    const rootValue = this.evaluate(root);
    const isElsewhere =
      before.kind === 'list'
        ? rootValue.kind === 'list' && !isListWithin(before, rootValue)
        : target.of.kind !== 'name' && target.of.kind !== 'member';
    if (isElsewhere) this.markIncomplete(rootValue, this.doubt ?? this.makeUnknown(target));
    const list = before.kind === 'list' ? before : makeListValue([], true, line);
    if (before.kind === 'unknown') list.missing = before;
    const indices = this.evaluateIndices(target.args, list);
    const changed = isMatlab ? copyList(list) : list; // MATLAB assigns values.
    if (isMatlab) this.countSteps((this.sizes.get(list) ?? 1) / COPIED_ITEMS_PER_STEP);
    const removes = isMatlab && value.kind === 'list' && value.items.length === 0;
    this.registerOwner(changed);
    this.markChanged(changed);
    this.countItems(changed, value);
    if (removes || !setListElement(changed, indices, value))
      changed.missing ??= this.makeUnknown(target);
    if (changed === read) return;
    const binding =
      target.of.kind === 'name' && this.bindings.get(`${this.scope} ${target.of.name}`);
    this.assign(target.of, changed, (before === read && binding && binding.line) || line);
  }
}
