import type { XmlElement } from '../readXml.ts';

export type XacroTag =
  | 'arg'
  | 'attribute'
  | 'call'
  | 'element'
  | 'if'
  | 'include'
  | 'insert_block'
  | 'macro'
  | 'property'
  | 'unless';

const TAGS: ReadonlySet<string> = new Set<XacroTag>([
  'arg',
  'attribute',
  'call',
  'element',
  'if',
  'include',
  'insert_block',
  'macro',
  'property',
  'unless',
]);

/** By element name, the attributes that mark a xacro element without the prefix `xacro:`. */
const REQUIRED_ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ['arg', ['name', 'default']],
  ['if', ['value']],
  ['include', ['filename']],
  ['insert_block', ['name']],
  ['macro', ['name']],
  ['property', ['name']],
  ['unless', ['value']],
]);

/**
 * Element names that a file uses with the prefix `xacro:`. Without the prefix, these names mark no
 * xacro elements in that file.
 */
const prefixedTagsByDocument = new WeakMap<XmlElement, ReadonlySet<string>>();

/**
 * Returns null if the element is no xacro element. `document`: root element of the element's file.
 */
export function getXacroTag(element: XmlElement, document: XmlElement): XacroTag | null {
  const { name } = element;
  if (name.startsWith('xacro:')) {
    const tag = name.slice(6);
    return TAGS.has(tag) ? (tag as XacroTag) : null;
  }
  const needs = REQUIRED_ATTRIBUTES.get(name);
  if (!needs?.every((attribute) => element.attributes.has(attribute))) return null;
  if (name === 'include' && element.children.length > 0) return null;
  let prefixedNames = prefixedTagsByDocument.get(document);
  if (prefixedNames === undefined) {
    prefixedNames = new Set(findPrefixedTags(document));
    prefixedTagsByDocument.set(document, prefixedNames);
  }
  return prefixedNames.has(name) ? null : (name as XacroTag);
}

function* findPrefixedTags(element: XmlElement): Iterable<string> {
  if (element.name.startsWith('xacro:')) yield element.name.slice(6);
  for (const child of element.children) yield* findPrefixedTags(child);
}
