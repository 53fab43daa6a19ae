/** Macros, what they take, and where they are found. */
import type { XmlElement } from '../xml.ts';
import type { Scope } from './xacroScope.ts';

export interface Parameter {
  /** Blocks keep their asterisks. */
  readonly name: string;
  /** `^`: taken from the caller where it has a property of that name. */
  readonly forward: boolean;
  /** null: none. */
  readonly default: string | null;
}

export interface Macro {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: XmlElement;
  /** Root of the file in which it stands. */
  readonly document: XmlElement;
  /** Where it was defined. */
  readonly table: MacroTable;
  readonly scope: Scope;
}

const DEFAULT = String.raw`\$\{.*?\}|\$\(.*?\)|(?:'[^']*'|"[^"]*"|[^\s'"])+|`;
const WITH_DEFAULT = new RegExp(
  String.raw`^([^\s:=]+)\s*:?=\s*(\^\|?)?(${DEFAULT})(?:\s+|$)(.*)$`,
  's',
);

/** `a b:=1 c:='x y' d:=^ e:=^|2 *block **blocks`; null: this is none. */
export function parametersOf(written: string): Parameter[] | null {
  const parameters: Parameter[] = [];
  let rest = written.trim();
  if (rest.length > 20_000) return null;
  while (rest !== '') {
    const match = WITH_DEFAULT.exec(rest);
    const [name = ''] = match ? [match[1]] : rest.split(/\s+/, 1);
    if (!match && /[:=]/.test(name)) return null;
    const forward = match?.[2] !== undefined;
    parameters.push({ name, forward, default: match?.[3] || null });
    rest = (match ? (match[4] ?? '') : rest.slice(name.length)).trim();
  }
  return parameters;
}

/** Those of a file, of what it includes, and of the name spaces of its includes. */
export class MacroTable {
  private readonly macros = new Map<string, Macro>();
  private readonly spaces = new Map<string, MacroTable>();
  private readonly parents: readonly MacroTable[];

  constructor(...parents: readonly MacroTable[]) {
    this.parents = parents;
  }

  define(macro: Macro): void {
    this.macros.set(macro.name, macro);
  }

  /** A new one, in place of what had the name. */
  space(name: string): MacroTable {
    const space = new MacroTable(this);
    this.spaces.set(name, space);
    return space;
  }

  /** By its name, with the name spaces that lead to it: `arm.hand.finger`. */
  find(name: string): Macro | undefined {
    const dot = name.indexOf('.');
    const own =
      this.macros.get(name) ??
      (dot < 0 ? undefined : this.spaces.get(name.slice(0, dot))?.own(name.slice(dot + 1)));
    if (own) return own;
    for (const parent of this.parents) {
      const found = parent.find(name);
      if (found) return found;
    }
    return undefined;
  }

  private own(name: string): Macro | undefined {
    const dot = name.indexOf('.');
    if (dot < 0) return this.macros.get(name);
    return this.spaces.get(name.slice(0, dot))?.own(name.slice(dot + 1));
  }

  *names(): Iterable<string> {
    yield* this.macros.keys();
    for (const [name, space] of this.spaces)
      for (const inner of space.macros.keys()) yield `${name}.${inner}`;
    for (const parent of this.parents) yield* parent.names();
  }
}
