/** Properties of a xacro. Each macro call has its own scope, nested in the scope of its caller. */
import type { XmlElement } from '../xml.ts';
import { type NameLookup, PyNamespace, readFloat, readInt, type Value } from './pythonValues.ts';
import { XacroMistake } from './xacroMistake.ts';

interface Entry {
  value: Value;
  /** Whether `value` is a text that is evaluated on first use. */
  lazy: boolean;
  readonly at: XmlElement;
}

/** Evaluates a text in a scope; `property`: the name of the property it belongs to. */
export type TextEvaluator = (text: string, scope: Scope, property: string, at: XmlElement) => Value;

export class Scope implements NameLookup {
  readonly parent: Scope | null;
  /** Scope of the namespace in which the macro was defined. */
  private readonly beside: Scope | null;
  private readonly entries = new Map<string, Entry>();
  private readonly blocks = new Map<string, XmlElement>();
  private readonly resolving: string[] = [];
  private readonly evaluator: TextEvaluator;

  constructor(evaluator: TextEvaluator, parent: Scope | null = null, beside: Scope | null = null) {
    this.evaluator = evaluator;
    this.parent = parent;
    this.beside = beside;
  }

  within(beside: Scope | null = null): Scope {
    return new Scope(this.evaluator, this, beside);
  }

  private holder(name: string): Scope | null {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      if (scope.entries.has(name)) return scope;
      const beside = scope.beside?.entries.has(name) ? scope.beside : null;
      if (beside) return beside;
    }
    return null;
  }

  has(name: string): boolean {
    return this.holder(name) !== null;
  }

  get(name: string): Value | undefined {
    const holder = this.holder(name);
    const entry = holder?.entries.get(name);
    if (!holder || !entry) return undefined;
    if (entry.lazy) holder.resolve(name, entry);
    return entry.value;
  }

  private resolve(name: string, entry: Entry): void {
    if (this.resolving.includes(name))
      throw new XacroMistake(
        `property "${name}" depends on itself: ${[...this.resolving, name].join(' -> ')}`,
      );
    this.resolving.push(name);
    entry.value = literal(this.evaluator(entry.value as string, this, name, entry.at));
    entry.lazy = false;
    this.resolving.pop();
  }

  set(name: string, value: Value, lazy: boolean, at: XmlElement): void {
    const read = literal(value);
    this.entries.set(name, { value: read, lazy: lazy && typeof read === 'string', at });
  }

  remove(name: string): void {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent)
      scope.entries.delete(name);
  }

  setBlock(name: string, block: XmlElement): void {
    this.blocks.set(name, block);
  }

  block(name: string): XmlElement | undefined {
    return this.blocks.get(name) ?? this.beside?.blocks.get(name) ?? this.parent?.block(name);
  }

  /** The scopes that `scope="parent"` sets: the parent, and the namespace of the macro. */
  parents(): Scope[] {
    return [this.parent, this.beside].filter((scope) => scope !== null);
  }

  top(): Scope {
    return this.parent?.top() ?? this;
  }

  includes(other: Scope): boolean {
    return this === other || (this.parent?.includes(other) ?? false);
  }

  *names(): Iterable<string> {
    yield* this.entries.keys();
    if (this.beside) yield* this.beside.entries.keys();
    if (this.parent) yield* this.parent.names();
  }

  asNamespace(name: string): Value {
    const own: NameLookup = {
      get: (key) => (this.entries.has(key) ? this.get(key) : undefined),
      names: () => this.entries.keys(),
    };
    return new PyNamespace(name, own);
  }
}

const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
]);

/** Converts texts that parse as a number or boolean; quotes keep them texts. */
export function literal(value: Value): Value {
  if (typeof value !== 'string' || value.length > 400) return value;
  if (/^'.*'$/s.test(value) && value.length >= 2) return value.slice(1, -1);
  if (value.includes('_')) return value;
  return readInt(value) ?? readFloat(value) ?? TRUTHS.get(value) ?? value;
}
