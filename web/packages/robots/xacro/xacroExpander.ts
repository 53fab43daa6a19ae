/** The interface through which elements of all kinds are expanded. */
import type { XmlElement } from '../xml.ts';
import { shortened } from '../xml.ts';
import { str, truth, type Value } from './pythonValues.ts';
import type { MacroTable } from './xacroMacros.ts';
import { XacroMistake } from './xacroMistake.ts';
import { literal, type Scope } from './xacroScope.ts';
import type { XacroState } from './xacroState.ts';

/** An element under construction. */
export interface MadeElement extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
}

export interface ExpansionContext {
  readonly macros: MacroTable;
  readonly scope: Scope;
  /** Root of the file that contains the elements. */
  readonly document: XmlElement;
}

export interface Expander {
  readonly state: XacroState;
  made(element: XmlElement, within: ExpansionContext, name?: string): MadeElement;
  /** Expands the children of an element into another element. */
  content(element: XmlElement, into: MadeElement, within: ExpansionContext): void;
  /** Runs a nested expansion; throws beyond the maximum depth. */
  deeper(expand: () => void): void;
}

export const madeOf = ({ name, file, line }: XmlElement): MadeElement => ({
  name,
  attributes: new Map(),
  children: [],
  text: '',
  file,
  line,
});

export function needed(element: XmlElement, name: string): string {
  const value = element.attributes.get(name);
  if (value !== undefined) return value;
  throw new XacroMistake(`<${element.name}> must have the attribute "${name}"`);
}

/** The evaluated text of a required attribute. */
export function neededText(
  element: XmlElement,
  name: string,
  { scope }: ExpansionContext,
  { state }: Expander,
): string {
  return str(state.text(needed(element, name), scope));
}

/** An attribute as a boolean; null if it is missing. */
export function truthIn(
  element: XmlElement,
  name: string,
  { scope }: ExpansionContext,
  { state }: Expander,
): boolean | null {
  const written = element.attributes.get(name);
  if (written === undefined) return null;
  const value = state.text(written, scope);
  const read = asTruth(value);
  if (read !== null) return read;
  const which = written === value ? '' : ` "${shortened(written)}"`;
  const got = `"${shortened(str(value))}"`;
  throw new XacroMistake(`the condition${which} must be true or false; got ${got}`);
}

/** Booleans, and texts that parse as boolean or number; null for other texts. */
function asTruth(value: Value): boolean | null {
  const read = typeof value === 'string' ? literal(value.trim()) : value;
  return typeof read === 'string' ? null : truth(read);
}
