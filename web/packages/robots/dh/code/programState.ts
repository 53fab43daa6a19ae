import { quoteInOneLine } from '@iklab/core/scenario/checks';
import { isLinkCall, isRobotCall } from './codeCalls.ts';
import type { CodeExpression, CodeStatement } from './codeTree.ts';
import {
  type CodeValue,
  isListWithin,
  isSameNumber,
  type ListValue,
  makeUnknownValue,
  type UnevaluatedCallValue,
  type UnknownValue,
} from './codeValues.ts';
import { type CodeSideEffects, isSelfName } from './findCodeSideEffects.ts';
import type { CodeTokens } from './tokenizeCode.ts';

const MAX_STEPS = 60_000;
export const COPIED_ITEMS_PER_STEP = 10; // Items that are copied in one step.
const MAX_BINDINGS = 3000;
const MAX_ITEMS = 10_000; // In a list and its lists.
const MAX_SOURCE_LENGTH = 200; // Characters of a source.
export const JOINT_VARIABLE_PATTERN = /^(q|theta|th|t|joint)_?\d+$/i;

export const WRITE_NUMBERS_HINT = 'write the numbers into the table';

/** A value that may be a table, and its name in the program ('' for returned values). */
export interface NameBinding {
  readonly name: string;
  readonly value: CodeValue;
  readonly line: number;
  /** Number of the function scope in which the name is valid. */
  readonly scope: number;
  readonly assignedScope: number;
  /** Reason why the assignment may not take place; null if it is certain. */
  readonly doubt: UnknownValue | null;
}

export interface ProgramResult {
  readonly bindings: readonly NameBinding[];
  /** Robot objects that the program creates, except those that become part of another. */
  readonly robots: readonly UnevaluatedCallValue[];
  readonly trees: readonly UnevaluatedCallValue[];
  /** Robot objects whose links could not be determined. */
  readonly emptyRobots: readonly UnevaluatedCallValue[];
  /** Robot objects that the program may not create, each with the reason. */
  readonly doubts: ReadonlyMap<UnevaluatedCallValue, UnknownValue>;
  readonly broken: readonly (CodeStatement & { readonly kind: 'broken' })[];
  readonly changedCalls: readonly NonDefaultCall[];
  readonly scopes: ReadonlyMap<UnevaluatedCallValue, number>;
  /** Line at which the evaluation exceeded its step limit; null if it did not. */
  readonly stopped: number | null;
}

export interface NonDefaultCall {
  readonly source: string;
  readonly line: number;
  /** Numbers of the first and the last scope that belong to the called function. */
  readonly from: number;
  readonly to: number;
}

/**
 * Scopes and parameters of a function or class. Its body is run once with the defaults of its
 * parameters.
 */
export interface ProgramDefinition {
  readonly from: number;
  readonly to: number;
  readonly params: readonly string[];
  readonly defaults: ReadonlyMap<string, CodeValue>;
}

export interface NamedProgramCall
  extends Pick<UnevaluatedCallValue, 'args' | 'fields' | 'source' | 'line'> {
  readonly name: string;
}

/** Thrown when an evaluation exceeds its limits, so that every evaluation ends. */
export class StepLimitError extends Error {}
export type ProgramScope = Map<string, CodeValue>;

export abstract class ProgramState {
  readonly #code: string;
  protected readonly language: CodeTokens['language'];
  protected readonly bindings = new Map<string, NameBinding>();
  /** Numbers of the scopes of functions that depend on their number of arguments (`nargin`). */
  protected readonly counting = new Set<number>();
  protected readonly robotScopes = new Map<UnevaluatedCallValue, number>();
  readonly #owners = new WeakMap<object, number>();
  protected readonly fieldScopes = new WeakMap<object, Map<string, number>>();
  readonly #readers = new Map<string, Set<number>>();
  /** Scopes of functions that read a name before the program changed it. */
  protected readonly stale: NonDefaultCall[] = [];
  /** The NumPy array behind each list that is a view. Changing the list changes the array. */
  protected readonly views = new WeakMap<object, ListValue>();
  protected readonly copies = new WeakSet<object>();
  protected readonly constants = new WeakSet<object>();
  protected readonly sizes = new WeakMap<object, number>();
  protected effects: CodeSideEffects = {
    shared: new Map(),
    changes: new Map(),
    defined: new Set(),
  };
  protected depth = 0;
  /** Reason why the program may not reach the current statement; null if it does. */
  protected doubt: UnknownValue | null = null;
  protected line = 0;
  protected names: ProgramScope = new Map([['__name__', { kind: 'text', text: '__main__' }]]);
  protected readonly globals = this.names;
  protected scope = 0;
  protected scopes = 0;
  #steps = 0;
  /** Values of `end` in the MATLAB index expressions being evaluated, innermost last. */
  protected readonly ends: number[] = [];

  constructor({ code, language }: CodeTokens) {
    this.#code = code;
    this.language = language;
  }

  protected countSteps(count = 1): void {
    this.#steps += count;
    if (this.#steps > MAX_STEPS) throw new StepLimitError();
  }

  protected copyScope(names: ProgramScope): ProgramScope {
    this.countSteps(names.size / COPIED_ITEMS_PER_STEP);
    return new Map(names);
  }

  protected markIncomplete(value: CodeValue | null | undefined, unknown: UnknownValue): void {
    if (value?.kind === 'record' || isRobotCall(value ?? undefined))
      for (const each of (value as UnevaluatedCallValue).fields.values()) {
        if (each.kind === 'list') this.markIncomplete(each, unknown);
      }
    if (value?.kind !== 'list' || value.missing || this.constants.has(value)) return;
    value.missing = unknown;
    for (const item of value.items) this.markIncomplete(item, unknown);
  }

  protected markChanged(list: ListValue): void {
    const owner = this.#owners.get(list);
    this.markIncomplete(
      this.views.get(list),
      makeUnknownValue(
        '',
        this.line,
        `a part of it is changed by another name; ${WRITE_NUMBERS_HINT}`,
      ),
    );
    if (this.copies.has(list)) this.markIncomplete(list, makeUnknownCopyValue(this.line));
    if (this.doubt) list.missing ??= this.doubt;
    else if (owner !== undefined && owner !== this.scope)
      list.missing ??= makeUnknownValue(
        '',
        this.line,
        `it is changed inside a function; ${WRITE_NUMBERS_HINT}`,
      );
  }

  protected registerOwner(value: CodeValue): CodeValue {
    if (value.kind !== 'list' || this.#owners.has(value)) return value;
    this.#owners.set(value, this.scope);
    this.countSteps(value.items.length / COPIED_ITEMS_PER_STEP);
    for (const item of value.items) this.registerOwner(item);
    this.sizes.set(value, 1);
    this.countItems(value, ...value.items);
    return value;
  }

  /** Adds items to the size of a list; throws if the list is too large or contains itself. */
  protected countItems(list: ListValue, ...items: readonly CodeValue[]): void {
    let size = this.sizes.get(list) ?? 1;
    for (const item of items) {
      size += this.sizes.get(item) ?? 1;
      if (size > MAX_ITEMS || isListWithin(list, item)) throw new StepLimitError();
    }
    this.sizes.set(list, size);
  }

  protected bind(name: string, value: CodeValue, line: number): void {
    if (this.scope === 0 && !isSameNumber(this.names.get(name), value))
      this.markReadersStale(name, line);
    const shared = JOINT_VARIABLE_PATTERN.test(name) ? undefined : this.effects.shared.get(name);
    const bound =
      shared === undefined
        ? value
        : this.invalidateValue(value, makeAlsoAssigned(name, line, shared));
    if (name !== '') this.names.set(name, bound);
    this.recordBinding(name, bound, line, this.scope);
  }

  protected markReadersStale(name: string, line: number): void {
    for (const from of this.#readers.get(name) ?? [])
      this.stale.push({ source: `${name.replace('.', '')} = …`, line, from, to: from });
  }

  protected recordRead(name: string): void {
    this.#readers.set(name, (this.#readers.get(name) ?? new Set()).add(this.scope));
  }

  protected invalidateValue(value: CodeValue, unknown: UnknownValue): CodeValue {
    this.markIncomplete(value, unknown);
    if (isLinkCall(value) || value.kind === 'record')
      for (const key of [...value.fields.keys(), 'a']) value.fields.set(key, unknown);
    return value.kind === 'number' ? unknown : value;
  }

  protected invalidateNames(unknown: UnknownValue, isMeant: (name: string) => boolean): void {
    this.countSteps(this.names.size / COPIED_ITEMS_PER_STEP);
    for (const [name, value] of this.names)
      if (isMeant(name)) this.names.set(name, this.invalidateValue(value, unknown));
  }

  protected recordBinding(name: string, value: CodeValue, line: number, scope: number): void {
    const { kind } = value;
    if (kind !== 'list' && kind !== 'record' && kind !== 'call') return;
    if (this.bindings.size >= MAX_BINDINGS) throw new StepLimitError();
    const key = name === '' ? `${this.bindings.size}` : `${scope} ${name}`;
    const [assignedScope, doubt] = [this.scope, this.doubt];
    this.bindings.set(key, { name, value, line, scope, assignedScope, doubt });
  }

  protected getSource({ from, to }: { readonly from: number; readonly to: number }): string {
    return this.#code.slice(from, Math.min(to, from + MAX_SOURCE_LENGTH)).replace(/\s+/g, ' ');
  }

  protected makeUnknown(expression: CodeExpression): UnknownValue {
    return makeUnknownValue(this.getSource(expression), expression.line);
  }

  protected markCopied(value: CodeValue): void {
    if (value.kind === 'record') this.copies.add(value.fields);
    if (value.kind !== 'list') return;
    this.countSteps(value.items.length / COPIED_ITEMS_PER_STEP);
    this.copies.add(value);
    for (const item of value.items) this.markCopied(item);
  }

  protected runInScope<T>(run: () => T): T {
    const [names, scope] = [this.names, this.scope];
    this.names = this.copyScope(names);
    this.scope = ++this.scopes;
    const value = run();
    [this.names, this.scope] = [names, scope];
    return value;
  }
}

export const makeUnknownCopyValue = (line: number): UnknownValue =>
  makeUnknownValue(
    '',
    line,
    `it has two names, and one of them may be a copy; ${WRITE_NUMBERS_HINT}`,
  );

const makeAlsoAssigned = (name: string, line: number, functionLine: number): UnknownValue =>
  makeUnknownValue(
    name,
    line,
    `${quoteInOneLine(name)} is also assigned in the function of line ${functionLine}; assign it once`,
  );

export const isSelfExpression = (expression: CodeExpression): boolean =>
  expression.kind === 'name' && isSelfName(expression.name);
