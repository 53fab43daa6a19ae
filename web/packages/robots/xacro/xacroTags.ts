/** Which elements are xacro's: those with its prefix, and those of old files without. */
import type { XmlElement } from '../xml.ts';

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

/** What an element must have to be one of these without the prefix. */
const BARE: ReadonlyMap<string, readonly string[]> = new Map([
  ['arg', ['name', 'default']],
  ['if', ['value']],
  ['include', ['filename']],
  ['insert_block', ['name']],
  ['macro', ['name']],
  ['property', ['name']],
  ['unless', ['value']],
]);

/** Whether a file uses the prefix for this tag: then the tag without it means something else. */
const prefixed = new WeakMap<XmlElement, ReadonlySet<string>>();

/** `document` is the root of the file in which the element stands. */
export function tagOf(element: XmlElement, document: XmlElement): XacroTag | null {
  const { name } = element;
  if (name.startsWith('xacro:')) {
    const tag = name.slice(6);
    return TAGS.has(tag) ? (tag as XacroTag) : null;
  }
  const needs = BARE.get(name);
  if (!needs?.every((attribute) => element.attributes.has(attribute))) return null;
  if (name === 'include' && element.children.length > 0) return null;
  let known = prefixed.get(document);
  if (known === undefined) {
    known = new Set(prefixedTags(document));
    prefixed.set(document, known);
  }
  return known.has(name) ? null : (name as XacroTag);
}

function* prefixedTags(element: XmlElement): Iterable<string> {
  if (element.name.startsWith('xacro:')) yield element.name.slice(6);
  for (const child of element.children) yield* prefixedTags(child);
}
