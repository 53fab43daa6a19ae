/**
 * Properties of a xacro expansion. Each macro call has its own scope, nested in the scope of its
 * caller.
 */
import type { XmlElement } from '../readXml.ts';
import {
  PyNamespace,
  type PythonNameLookup,
  type PythonValue,
  parsePythonFloat,
  parsePythonInt,
} from './pythonValues.ts';
import { XacroError } from './xacroError.ts';

interface Property {
  value: PythonValue;
  /** True if `value` is a text that is only evaluated on its first use. */
  lazy: boolean;
  readonly element: XmlElement;
}

/** Evaluates a text in a scope. `property`: name of the property that the text defines. */
export type XacroTextEvaluator = (
  text: string,
  scope: XacroScope,
  property: string,
  element: XmlElement,
) => PythonValue;

export class XacroScope implements PythonNameLookup {
  readonly parent: XacroScope | null;
  /** Scope of the namespace in which the called macro was defined; null if there is none. */
  private readonly namespaceScope: XacroScope | null;
  private readonly entries = new Map<string, Property>();
  private readonly blocks = new Map<string, XmlElement>();
  private readonly resolving: string[] = [];
  private readonly evaluator: XacroTextEvaluator;

  constructor(
    evaluator: XacroTextEvaluator,
    parent: XacroScope | null = null,
    namespaceScope: XacroScope | null = null,
  ) {
    this.evaluator = evaluator;
    this.parent = parent;
    this.namespaceScope = namespaceScope;
  }

  nested(namespaceScope: XacroScope | null = null): XacroScope {
    return new XacroScope(this.evaluator, this, namespaceScope);
  }

  private findHolder(name: string): XacroScope | null {
    for (let scope: XacroScope | null = this; scope !== null; scope = scope.parent) {
      if (scope.entries.has(name)) return scope;
      const match = scope.namespaceScope?.entries.has(name) ? scope.namespaceScope : null;
      if (match) return match;
    }
    return null;
  }

  has(name: string): boolean {
    return this.findHolder(name) !== null;
  }

  get(name: string): PythonValue | undefined {
    const holder = this.findHolder(name);
    const entry = holder?.entries.get(name);
    if (!holder || !entry) return undefined;
    if (entry.lazy) holder.resolve(name, entry);
    return entry.value;
  }

  private resolve(name: string, entry: Property): void {
    if (this.resolving.includes(name))
      throw new XacroError(
        `property "${name}" depends on itself: ${[...this.resolving, name].join(' -> ')}`,
      );
    this.resolving.push(name);
    entry.value = parseXacroLiteral(
      this.evaluator(entry.value as string, this, name, entry.element),
    );
    entry.lazy = false;
    this.resolving.pop();
  }

  set(name: string, value: PythonValue, lazy: boolean, element: XmlElement): void {
    const read = parseXacroLiteral(value);
    this.entries.set(name, { value: read, lazy: lazy && typeof read === 'string', element });
  }

  remove(name: string): void {
    for (let scope: XacroScope | null = this; scope !== null; scope = scope.parent)
      scope.entries.delete(name);
  }

  setBlock(name: string, block: XmlElement): void {
    this.blocks.set(name, block);
  }

  getBlock(name: string): XmlElement | undefined {
    return (
      this.blocks.get(name) ?? this.namespaceScope?.blocks.get(name) ?? this.parent?.getBlock(name)
    );
  }

  /**
   * Returns the scopes in which `scope="parent"` sets a property: the parent scope, and the
   * namespace of the macro.
   */
  parents(): XacroScope[] {
    return [this.parent, this.namespaceScope].filter((scope) => scope !== null);
  }

  getTop(): XacroScope {
    return this.parent?.getTop() ?? this;
  }

  includes(otherScope: XacroScope): boolean {
    return this === otherScope || (this.parent?.includes(otherScope) ?? false);
  }

  *names(): Iterable<string> {
    yield* this.entries.keys();
    if (this.namespaceScope) yield* this.namespaceScope.entries.keys();
    if (this.parent) yield* this.parent.names();
  }

  asNamespace(name: string): PythonValue {
    const members: PythonNameLookup = {
      get: (key) => (this.entries.has(key) ? this.get(key) : undefined),
      names: () => this.entries.keys(),
    };
    return new PyNamespace(name, members);
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
]);

/** Converts a text to a number or boolean if possible. Quotes keep the text. */
export function parseXacroLiteral(value: PythonValue): PythonValue {
  if (typeof value !== 'string' || value.length > 400) return value;
  if (/^'.*'$/s.test(value) && value.length >= 2) return value.slice(1, -1);
  if (value.includes('_')) return value;
  return parsePythonInt(value) ?? parsePythonFloat(value) ?? BOOLEANS.get(value) ?? value;
}
