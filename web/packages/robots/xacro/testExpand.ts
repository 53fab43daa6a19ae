import type { XmlElement } from '../readXml.ts';
import { makeTextFolder } from '../testFolder.ts';
import { expandXacro } from './expandXacro.ts';

export interface TestXacroInput {
  readonly args?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly path?: string;
}

/**
 * Expands a xacro and returns the result printed on one line. `inner`: content of `<robot>`, from
 * line 1.
 */
export function expandTestXacro(
  inner: string,
  { args = {}, files = {}, path = 'arm.xacro' }: TestXacroInput = {},
) {
  const folder = makeTextFolder({ ...files, [path]: `<robot>${inner}</robot>` });
  return expandXacro(folder, path, new Map(Object.entries(args)));
}

export function expandXacroToText(inner: string, input: TestXacroInput = {}): string {
  const read = expandTestXacro(inner, input);
  if (!read.ok) throw new Error(read.faults[0]?.reason);
  return printElement(read.value.root).replace(/^<robot>(.*)<\/robot>$|^<robot\/>$/, '$1');
}

export function expandXacroToFault(inner: string, input: TestXacroInput = {}): string {
  const read = expandTestXacro(inner, input);
  if (read.ok) throw new Error(`it was taken: ${printElement(read.value.root)}`);
  const [fault] = read.faults;
  return `${fault?.file}:${fault?.line} ${fault?.element}: ${fault?.reason}`;
}

function printElement({ name, attributes, text, children }: XmlElement): string {
  const list = [...attributes].map(([key, value]) => ` ${key}="${value}"`).join('');
  const inner = text.replace(/\s+/g, ' ').trim() + children.map(printElement).join('');
  return inner === '' ? `<${name}${list}/>` : `<${name}${list}>${inner}</${name}>`;
}
