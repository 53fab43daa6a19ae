/** Expands small xacro files and prints them on one line. */
import { folderWith } from '../testFolder.ts';
import type { XmlElement } from '../xml.ts';
import { expandXacro } from './expandXacro.ts';

export interface Given {
  readonly args?: Readonly<Record<string, string>>;
  /** Files next to `arm.xacro`, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly path?: string;
}

/** `inner` is the content of `<robot>`, from line 1. */
export function expansionOf(
  inner: string,
  { args = {}, files = {}, path = 'arm.xacro' }: Given = {},
) {
  const folder = folderWith({ ...files, [path]: `<robot>${inner}</robot>` });
  return expandXacro(folder, path, new Map(Object.entries(args)));
}

/** The content of `<robot>` after the expansion. */
export function expanded(inner: string, given: Given = {}): string {
  const read = expansionOf(inner, given);
  if (!read.ok) throw new Error(read.faults[0]?.reason);
  return shown(read.value.root).replace(/^<robot>(.*)<\/robot>$|^<robot\/>$/, '$1');
}

/** The first fault, as `file:line element: reason`. */
export function faultOf(inner: string, given: Given = {}): string {
  const read = expansionOf(inner, given);
  if (read.ok) throw new Error(`it was taken: ${shown(read.value.root)}`);
  const [fault] = read.faults;
  return `${fault?.file}:${fault?.line} ${fault?.element}: ${fault?.reason}`;
}

/** Prints the text before the children, wherever it was between them. */
function shown({ name, attributes, text, children }: XmlElement): string {
  const list = [...attributes].map(([key, value]) => ` ${key}="${value}"`).join('');
  const inner = text.replace(/\s+/g, ' ').trim() + children.map(shown).join('');
  return inner === '' ? `<${name}${list}/>` : `<${name}${list}>${inner}</${name}>`;
}
