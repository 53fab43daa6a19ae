import type { XmlElement } from '../readXml.ts';
import { shortenText } from '../readXml.ts';
import { type PythonValue, toPythonBoolean, toPythonStr } from './pythonValues.ts';
import { XacroError } from './xacroError.ts';
import type { XacroMacroTable } from './xacroMacros.ts';
import { parseXacroLiteral, type XacroScope } from './xacroScope.ts';
import type { XacroState } from './xacroState.ts';

export interface XacroElementBuilder extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
}

export interface XacroExpansionContext {
  readonly macros: XacroMacroTable;
  readonly scope: XacroScope;
  /** Root element of the file that contains the elements being expanded. */
  readonly document: XmlElement;
}

export interface XacroExpander {
  readonly state: XacroState;
  expandElement(
    element: XmlElement,
    context: XacroExpansionContext,
    name?: string,
  ): XacroElementBuilder;
  expandContent(
    element: XmlElement,
    into: XacroElementBuilder,
    context: XacroExpansionContext,
  ): void;
  /** Runs an expansion one level deeper; throws beyond the maximum depth. */
  runNested(expand: () => void): void;
}

export const makeElementBuilder = ({ name, file, line }: XmlElement): XacroElementBuilder => ({
  name,
  attributes: new Map(),
  children: [],
  text: '',
  file,
  line,
});

export function requireXacroAttribute(element: XmlElement, name: string): string {
  const value = element.attributes.get(name);
  if (value !== undefined) return value;
  throw new XacroError(`<${element.name}> must have the attribute "${name}"`);
}

/** Throws if the attribute is missing. */
export function evaluateXacroAttribute(
  element: XmlElement,
  name: string,
  { scope }: XacroExpansionContext,
  { state }: XacroExpander,
): string {
  return toPythonStr(state.evaluateText(requireXacroAttribute(element, name), scope));
}

/** Returns null if the attribute `name` is missing; throws if its value is no boolean. */
export function evaluateXacroCondition(
  element: XmlElement,
  name: string,
  { scope }: XacroExpansionContext,
  { state }: XacroExpander,
): boolean | null {
  const written = element.attributes.get(name);
  if (written === undefined) return null;
  const value = state.evaluateText(written, scope);
  const read = parseBoolean(value);
  if (read !== null) return read;
  const which = written === value ? '' : ` "${shortenText(written)}"`;
  const got = `"${shortenText(toPythonStr(value))}"`;
  throw new XacroError(`the condition${which} must be true or false; got ${got}`);
}

function parseBoolean(value: PythonValue): boolean | null {
  const read = typeof value === 'string' ? parseXacroLiteral(value.trim()) : value;
  return typeof read === 'string' ? null : toPythonBoolean(read);
}
