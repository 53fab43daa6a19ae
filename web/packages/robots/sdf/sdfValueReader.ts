import type { Vec3 } from '@iklab/core/scenario';
import type { ReaderNotes } from '../readerNotes.ts';
import type { XmlElement } from '../readXml.ts';
import { XmlNumberReader } from '../xmlNumberReader.ts';

export const findChildElement = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** Returns '' if the child element is missing. */
export const getChildText = (element: XmlElement, name: string): string =>
  findChildElement(element, name)?.text.trim() ?? '';

export const isSdfTrue = (text: string | undefined): boolean =>
  /^\s*(true|1)\s*$/i.test(text ?? '');

/**
 * Reads the values of XML elements. Mistakes are reported as faults, and the fallback `otherwise`
 * is returned. An empty element has its default value.
 */
export class SdfValueReader {
  readonly notes: ReaderNotes;
  readonly #numbers: XmlNumberReader;

  constructor(notes: ReaderNotes) {
    this.notes = notes;
    this.#numbers = new XmlNumberReader(notes);
  }

  /** Reads exactly `count` numbers; null if the element is missing, empty or invalid. */
  readList(element: XmlElement | undefined, count: number, who: string): readonly number[] | null {
    const text = element?.text.trim() ?? '';
    if (!element || text === '') return null;
    const { name } = element;
    const asAttribute = { ...element, attributes: new Map([[name, text]]) };
    return this.#numbers.readList(asAttribute, name, [count, count], who);
  }

  readVector(parent: XmlElement, name: string, otherwise: Vec3, who: string): Vec3 {
    return (this.readList(findChildElement(parent, name), 3, who) as Vec3 | null) ?? otherwise;
  }

  readNumber(parent: XmlElement, name: string, otherwise: number, who: string): number {
    return this.readList(findChildElement(parent, name), 1, who)?.[0] ?? otherwise;
  }
}
