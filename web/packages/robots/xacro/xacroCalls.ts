/** Definitions and calls of macros. */
import { shortened, type XmlElement } from '../xml.ts';
import { nearestName } from './nearestName.ts';
import {
  type Expander,
  type ExpansionContext,
  type MadeElement,
  madeOf,
  needed,
  neededText,
} from './xacroExpander.ts';
import { type Macro, MacroTable, parametersOf } from './xacroMacros.ts';
import { XacroMistake } from './xacroMistake.ts';
import type { Scope } from './xacroScope.ts';

export function defineMacro(
  element: XmlElement,
  { macros, scope, document }: ExpansionContext,
): void {
  const name = needed(element, 'name').replace(/^xacro:/, '');
  if (name === 'call' || name.includes('.'))
    throw new XacroMistake(`"${name}" is not a valid macro name: dots and "call" are not allowed`);
  const written = element.attributes.get('params') ?? '';
  const parameters = parametersOf(written);
  if (parameters === null)
    throw new XacroMistake(
      `invalid parameters "${shortened(written)}"; expected names with optional defaults, as in a b:=1 c:='x y' *block`,
    );
  macros.define({ name, parameters, body: element, document, table: macros, scope });
}

export function unknownMacro(name: string, within: ExpansionContext): XacroMistake {
  const near = nearestName(name, within.macros.names());
  const hint = near === null ? '' : `; did you mean "${near}"?`;
  return new XacroMistake(`unknown macro "${name}"${hint}`);
}

/** `<xacro:call macro="...">`. */
export function callByName(
  element: XmlElement,
  into: MadeElement,
  within: ExpansionContext,
  expander: Expander,
): void {
  const name = neededText(element, 'macro', within, expander).replace(/^xacro:/, '');
  const macro = within.macros.find(name);
  if (macro === undefined) throw unknownMacro(name, within);
  const attributes = new Map(element.attributes);
  attributes.delete('macro');
  callMacro(macro, { ...element, attributes }, into, within, expander);
}

/** Elements of descriptions; a macro of such a name needs the prefix in calls. */
const TAKEN = new Set(
  `link joint inertial visual collision origin geometry box cylinder sphere mesh capsule material
  color texture axis limit mimic parent child calibration dynamics safety_controller mass inertia
  gazebo transmission actuator sensor camera plugin`.split(/\s+/),
);

/**
 * Whether an element without prefix calls the macro: its attributes and children match the
 * parameters, and it is not inside the macro itself.
 */
export function isOldCall(element: XmlElement, macro: Macro, { state }: Expander): boolean {
  if (TAKEN.has(element.name) || state.calls.some((call) => call.macro === macro)) return false;
  const blocks = macro.parameters.filter(({ name }) => name.startsWith('*')).length;
  if (element.children.length !== blocks) return false;
  const names = new Set(macro.parameters.map(({ name }) => name));
  if (![...element.attributes.keys()].every((name) => names.has(name))) return false;
  return macro.parameters.every(
    ({ name, forward, default: other }) =>
      name.startsWith('*') || forward || other !== null || element.attributes.has(name),
  );
}

export function callMacro(
  macro: Macro,
  element: XmlElement,
  into: MadeElement,
  within: ExpansionContext,
  expander: Expander,
): void {
  const { state } = expander;
  const beside = within.scope.includes(macro.scope) ? null : macro.scope;
  const scope = within.scope.within(beside);
  const open = new Set(macro.parameters.map(({ name }) => name));
  takeValues(macro, element, scope, within, expander, open);
  takeBlocks(macro, element, scope, within, expander, open);
  takeDefaults(macro, element, scope, within, expander, open);
  const macros = beside === null ? within.macros : new MacroTable(within.macros, macro.table);
  state.calls.push({ macro, at: element });
  expander.deeper(() =>
    expander.content(macro.body, into, { macros, scope, document: macro.document }),
  );
  state.calls.pop();
}

type Take = (
  macro: Macro,
  element: XmlElement,
  scope: Scope,
  within: ExpansionContext,
  expander: Expander,
  open: Set<string>,
) => void;

const takeValues: Take = (macro, element, scope, within, { state }, open) => {
  for (const [name, value] of element.attributes) {
    if (!open.delete(name)) throw noParameter(macro, name);
    scope.set(name, state.text(value, within.scope), false, element);
  }
};

function noParameter(macro: Macro, name: string): XacroMistake {
  const names = macro.parameters.map((parameter) => parameter.name);
  const near = nearestName(name, names);
  const hint =
    near === null ? `; its parameters: ${names.join(', ') || 'none'}` : `; did you mean "${near}"?`;
  return new XacroMistake(`macro "${macro.name}" has no parameter "${name}"${hint}`);
}

/**
 * Assigns the child elements to the block parameters, in order; they are expanded in the scope of
 * the caller.
 */
const takeBlocks: Take = (macro, element, scope, within, expander, open) => {
  const given = madeOf(element);
  if (element.children.length > 0) expander.content(element, given, within);
  expander.state.here = element;
  const blocks = [...given.children];
  for (const { name } of macro.parameters) {
    if (!name.startsWith('*')) continue;
    const block = blocks.shift();
    const plain = name.replace(/^\*+/, '');
    if (!block) throw new XacroMistake(`macro "${macro.name}": missing block "${plain}"`);
    scope.setBlock(name, block);
    open.delete(name);
  }
  const [unused] = blocks;
  if (unused) throw new XacroMistake(`macro "${macro.name}": unexpected block <${unused.name}>`);
};

const takeDefaults: Take = (macro, element, scope, within, { state }, open) => {
  for (const { name, forward, default: other } of macro.parameters) {
    if (!open.has(name)) continue;
    const forwarded = forward ? within.scope.get(name) : undefined;
    if (forwarded === undefined && other === null) {
      if (!forward) continue;
      throw new XacroMistake(
        `macro "${macro.name}" inherits "${name}" from its caller, which does not define it`,
      );
    }
    const value = forwarded ?? state.text(other ?? '', within.scope);
    scope.set(name, forwarded === undefined ? value : forwarded, false, element);
    open.delete(name);
  }
  if (open.size === 0) return;
  const names = [...open].map((name) => `"${name}"`).join(', ');
  throw new XacroMistake(
    `macro "${macro.name}": missing parameter${open.size > 1 ? 's' : ''} ${names}`,
  );
};
