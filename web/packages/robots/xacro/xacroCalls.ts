import { shortenText, type XmlElement } from '../readXml.ts';
import { findMostSimilarName } from './findMostSimilarName.ts';
import { XacroError } from './xacroError.ts';
import {
  evaluateXacroAttribute,
  makeElementBuilder,
  requireXacroAttribute,
  type XacroElementBuilder,
  type XacroExpander,
  type XacroExpansionContext,
} from './xacroExpander.ts';
import { parseMacroParameters, type XacroMacro, XacroMacroTable } from './xacroMacros.ts';
import type { XacroScope } from './xacroScope.ts';

export function defineXacroMacro(
  element: XmlElement,
  { macros, scope, document }: XacroExpansionContext,
): void {
  const name = requireXacroAttribute(element, 'name').replace(/^xacro:/, '');
  if (name === 'call' || name.includes('.'))
    throw new XacroError(`"${name}" is not a valid macro name: dots and "call" are not allowed`);
  const written = element.attributes.get('params') ?? '';
  const parameters = parseMacroParameters(written);
  if (parameters === null)
    throw new XacroError(
      `invalid parameters "${shortenText(written)}"; expected names with optional defaults, as in a b:=1 c:='x y' *block`,
    );
  macros.define({ name, parameters, body: element, document, table: macros, scope });
}

export function makeUnknownMacroError(name: string, context: XacroExpansionContext): XacroError {
  const near = findMostSimilarName(name, context.macros.names());
  const hint = near === null ? '' : `; did you mean "${near}"?`;
  return new XacroError(`unknown macro "${name}"${hint}`);
}

export function callXacroMacroByName(
  element: XmlElement,
  into: XacroElementBuilder,
  context: XacroExpansionContext,
  expander: XacroExpander,
): void {
  const name = evaluateXacroAttribute(element, 'macro', context, expander).replace(/^xacro:/, '');
  const macro = context.macros.find(name);
  if (macro === undefined) throw makeUnknownMacroError(name, context);
  const attributes = new Map(element.attributes);
  attributes.delete('macro');
  callXacroMacro(macro, { ...element, attributes }, into, context, expander);
}

/**
 * Element names of robot descriptions. A call of a macro with such a name needs the prefix
 * `xacro:`.
 */
const RESERVED_NAMES = new Set(
  `link joint inertial visual collision origin geometry box cylinder sphere mesh capsule material
  color texture axis limit mimic parent child calibration dynamics safety_controller mass inertia
  gazebo transmission actuator sensor camera plugin`.split(/\s+/),
);

/**
 * Returns whether an element without the prefix `xacro:` calls a macro: attributes and children
 * match the parameters, and the macro is not running.
 */
export function isUnprefixedMacroCall(
  element: XmlElement,
  macro: XacroMacro,
  { state }: XacroExpander,
): boolean {
  if (RESERVED_NAMES.has(element.name) || state.calls.some((call) => call.macro === macro))
    return false;
  const blocks = macro.parameters.filter(({ name }) => name.startsWith('*')).length;
  if (element.children.length !== blocks) return false;
  const names = new Set(macro.parameters.map(({ name }) => name));
  if (![...element.attributes.keys()].every((name) => names.has(name))) return false;
  return macro.parameters.every(
    ({ name, forward, default: defaultText }) =>
      name.startsWith('*') || forward || defaultText !== null || element.attributes.has(name),
  );
}

export function callXacroMacro(
  macro: XacroMacro,
  element: XmlElement,
  into: XacroElementBuilder,
  context: XacroExpansionContext,
  expander: XacroExpander,
): void {
  const { state } = expander;
  const macroScope = context.scope.includes(macro.scope) ? null : macro.scope;
  const scope = context.scope.nested(macroScope);
  const open = new Set(macro.parameters.map(({ name }) => name));
  assignValues(macro, element, scope, context, expander, open);
  assignBlocks(macro, element, scope, context, expander, open);
  assignDefaults(macro, element, scope, context, expander, open);
  const macros =
    macroScope === null ? context.macros : new XacroMacroTable(context.macros, macro.table);
  state.calls.push({ macro, element });
  expander.runNested(() =>
    expander.expandContent(macro.body, into, { macros, scope, document: macro.document }),
  );
  state.calls.pop();
}

type AssignParameters = (
  macro: XacroMacro,
  element: XmlElement,
  scope: XacroScope,
  context: XacroExpansionContext,
  expander: XacroExpander,
  open: Set<string>,
) => void;

const assignValues: AssignParameters = (macro, element, scope, context, { state }, open) => {
  for (const [name, value] of element.attributes) {
    if (!open.delete(name)) throw makeParameterError(macro, name);
    scope.set(name, state.evaluateText(value, context.scope), false, element);
  }
};

function makeParameterError(macro: XacroMacro, name: string): XacroError {
  const names = macro.parameters.map((parameter) => parameter.name);
  const near = findMostSimilarName(name, names);
  const hint =
    near === null ? `; its parameters: ${names.join(', ') || 'none'}` : `; did you mean "${near}"?`;
  return new XacroError(`macro "${macro.name}" has no parameter "${name}"${hint}`);
}

/**
 * Assigns a call's child elements to the macro's block parameters in order. The caller's scope
 * expands the elements.
 */
const assignBlocks: AssignParameters = (macro, element, scope, context, expander, open) => {
  const expandedCall = makeElementBuilder(element);
  if (element.children.length > 0) expander.expandContent(element, expandedCall, context);
  expander.state.currentElement = element;
  const blocks = [...expandedCall.children];
  for (const { name } of macro.parameters) {
    if (!name.startsWith('*')) continue;
    const block = blocks.shift();
    const plain = name.replace(/^\*+/, '');
    if (!block) throw new XacroError(`macro "${macro.name}": missing block "${plain}"`);
    scope.setBlock(name, block);
    open.delete(name);
  }
  const [unused] = blocks;
  if (unused) throw new XacroError(`macro "${macro.name}": unexpected block <${unused.name}>`);
};

const assignDefaults: AssignParameters = (macro, element, scope, context, { state }, open) => {
  for (const { name, forward, default: defaultText } of macro.parameters) {
    if (!open.has(name)) continue;
    const forwarded = forward ? context.scope.get(name) : undefined;
    if (forwarded === undefined && defaultText === null) {
      if (!forward) continue;
      throw new XacroError(
        `macro "${macro.name}" inherits "${name}" from its caller, which does not define it`,
      );
    }
    const value = forwarded ?? state.evaluateText(defaultText ?? '', context.scope);
    scope.set(name, forwarded === undefined ? value : forwarded, false, element);
    open.delete(name);
  }
  if (open.size === 0) return;
  const names = [...open].map((name) => `"${name}"`).join(', ');
  throw new XacroError(
    `macro "${macro.name}": missing parameter${open.size > 1 ? 's' : ''} ${names}`,
  );
};
