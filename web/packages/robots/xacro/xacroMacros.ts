import type { XmlElement } from '../readXml.ts';
import type { XacroScope } from './xacroScope.ts';

export interface XacroMacroParameter {
  /** Name of the macro parameter, for a block parameter with the asterisks. */
  readonly name: string;
  /** True if the default is `^`: the caller's property of the same name. */
  readonly forward: boolean;
  readonly default: string | null;
}

export interface XacroMacro {
  readonly name: string;
  readonly parameters: readonly XacroMacroParameter[];
  readonly body: XmlElement;
  readonly document: XmlElement;
  /** Table of the macros that are visible where the macro was defined. */
  readonly table: XacroMacroTable;
  readonly scope: XacroScope;
}

const DEFAULT_PATTERN = String.raw`\$\{.*?\}|\$\(.*?\)|(?:'[^']*'|"[^"]*"|[^\s'"])+|`;
const PARAMETER_WITH_DEFAULT = new RegExp(
  String.raw`^([^\s:=]+)\s*:?=\s*(\^\|?)?(${DEFAULT_PATTERN})(?:\s+|$)(.*)$`,
  's',
);

/**
 * Parses the parameters of a macro, `a b:=1 c:='x y' d:=^ e:=^|2 *block **blocks`; null if the
 * syntax is wrong.
 */
export function parseMacroParameters(written: string): XacroMacroParameter[] | null {
  const parameters: XacroMacroParameter[] = [];
  let rest = written.trim();
  if (rest.length > 20_000) return null;
  while (rest !== '') {
    const match = PARAMETER_WITH_DEFAULT.exec(rest);
    const [name = ''] = match ? [match[1]] : rest.split(/\s+/, 1);
    if (!match && /[:=]/.test(name)) return null;
    const forward = match?.[2] !== undefined;
    parameters.push({ name, forward, default: match?.[3] || null });
    rest = (match ? (match[4] ?? '') : rest.slice(name.length)).trim();
  }
  return parameters;
}

export class XacroMacroTable {
  private readonly macros = new Map<string, XacroMacro>();
  private readonly spaces = new Map<string, XacroMacroTable>();
  private readonly parents: readonly XacroMacroTable[];

  constructor(...parents: readonly XacroMacroTable[]) {
    this.parents = parents;
  }

  define(macro: XacroMacro): void {
    this.macros.set(macro.name, macro);
  }

  /** Adds a namespace of macros, and replaces a namespace of the same name. */
  addNamespace(name: string): XacroMacroTable {
    const space = new XacroMacroTable(this);
    this.spaces.set(name, space);
    return space;
  }

  /** Finds a macro by name, which may include namespaces: `arm.hand.finger`. */
  find(name: string): XacroMacro | undefined {
    const dot = name.indexOf('.');
    const ownMacro =
      this.macros.get(name) ??
      (dot < 0 ? undefined : this.spaces.get(name.slice(0, dot))?.findOwn(name.slice(dot + 1)));
    if (ownMacro) return ownMacro;
    for (const parent of this.parents) {
      const found = parent.find(name);
      if (found) return found;
    }
    return undefined;
  }

  private findOwn(name: string): XacroMacro | undefined {
    const dot = name.indexOf('.');
    if (dot < 0) return this.macros.get(name);
    return this.spaces.get(name.slice(0, dot))?.findOwn(name.slice(dot + 1));
  }

  *names(): Iterable<string> {
    yield* this.macros.keys();
    for (const [name, space] of this.spaces)
      for (const inner of space.macros.keys()) yield `${name}.${inner}`;
    for (const parent of this.parents) yield* parent.names();
  }
}
