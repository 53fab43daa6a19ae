import { shortenText, type XmlElement } from '../readXml.ts';
import { isPythonKeyword } from './tokenizePython.ts';
import { XacroError } from './xacroError.ts';
import {
  evaluateXacroAttribute,
  evaluateXacroCondition,
  type XacroExpander,
  type XacroExpansionContext,
} from './xacroExpander.ts';
import type { XacroScope } from './xacroScope.ts';

export function defineXacroProperty(
  element: XmlElement,
  context: XacroExpansionContext,
  expander: XacroExpander,
): void {
  const { scope } = context;
  const name = evaluateXacroAttribute(element, 'name', context, expander);
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || isPythonKeyword(name) || name.startsWith('__'))
    throw new XacroError(
      `"${shortenText(name)}" is not a valid property name; expected letters, digits and _`,
    );
  const value = element.attributes.get('value');
  const otherwise = element.attributes.get('default');
  const remove = evaluateXacroCondition(element, 'remove', context, expander) ?? false;
  if (Number(remove) + Number(value !== undefined) + Number(otherwise !== undefined) > 1)
    throw new XacroError('a property must have only one of value, default and remove');
  if (remove) scope.remove(name);
  if (remove || (otherwise !== undefined && scope.has(name))) return;
  const targets = findTargetScopes(element.attributes.get('scope'), scope, expander);
  const text = value ?? otherwise;
  if (text === undefined) for (const target of targets) target.setBlock(`**${name}`, element);
  else {
    const lazy =
      targets[0] === scope &&
      (evaluateXacroCondition(element, 'lazy_eval', context, expander) ?? true);
    const initialValue = lazy ? text : expander.state.evaluateText(text, scope);
    for (const target of targets) target.set(name, initialValue, lazy, element);
  }
}

function findTargetScopes(
  scopeName: string | undefined,
  scope: XacroScope,
  { state }: XacroExpander,
): readonly XacroScope[] {
  if (scopeName === 'global') return [scope.getTop()];
  if (scopeName !== 'parent') return [scope];
  const parents = scope.parents();
  if (parents.length > 0) return parents;
  state.addRemark('no parent scope here; the property is set in the current scope');
  return [scope];
}
