/** `<xacro:property>`: sets a value, a default or a block, or removes a property. */
import { shortened, type XmlElement } from '../xml.ts';
import { isKeyword } from './pythonTokens.ts';
import { type Expander, type ExpansionContext, neededText, truthIn } from './xacroExpander.ts';
import { XacroMistake } from './xacroMistake.ts';
import type { Scope } from './xacroScope.ts';

export function defineProperty(
  element: XmlElement,
  within: ExpansionContext,
  expander: Expander,
): void {
  const { scope } = within;
  const name = neededText(element, 'name', within, expander);
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || isKeyword(name) || name.startsWith('__'))
    throw new XacroMistake(
      `"${shortened(name)}" is not a valid property name; expected letters, digits and _`,
    );
  const value = element.attributes.get('value');
  const otherwise = element.attributes.get('default');
  const remove = truthIn(element, 'remove', within, expander) ?? false;
  if (Number(remove) + Number(value !== undefined) + Number(otherwise !== undefined) > 1)
    throw new XacroMistake('a property must have only one of value, default and remove');
  if (remove) scope.remove(name);
  if (remove || (otherwise !== undefined && scope.has(name))) return;
  const targets = targetScopes(element.attributes.get('scope'), scope, expander);
  const text = value ?? otherwise;
  if (text === undefined) for (const target of targets) target.setBlock(`**${name}`, element);
  else {
    const lazy = targets[0] === scope && (truthIn(element, 'lazy_eval', within, expander) ?? true);
    const now = lazy ? text : expander.state.text(text, scope);
    for (const target of targets) target.set(name, now, lazy, element);
  }
}

function targetScopes(
  where: string | undefined,
  scope: Scope,
  { state }: Expander,
): readonly Scope[] {
  if (where === 'global') return [scope.top()];
  if (where !== 'parent') return [scope];
  const parents = scope.parents();
  if (parents.length > 0) return parents;
  state.remark('no parent scope here; the property is set in the current scope');
  return [scope];
}
