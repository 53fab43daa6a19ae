/** Reads values that SDF writes as the text of an element. */
import type { Vec3 } from 'iklab/scenario';
import type { Notes } from '../notes.ts';
import type { XmlElement } from '../xml.ts';
import { XmlNumbers } from '../xmlNumbers.ts';

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** The text of a child element; '' if there is none. */
export const childText = (element: XmlElement, name: string): string =>
  childOf(element, name)?.text.trim() ?? '';

export const isTrue = (text: string | undefined): boolean => /^\s*(true|1)\s*$/i.test(text ?? '');

/** Mistakes are reported as faults, and `otherwise` is returned. An empty element has its default. */
export class SdfValues {
  readonly notes: Notes;
  readonly #numbers: XmlNumbers;

  constructor(notes: Notes) {
    this.notes = notes;
    this.#numbers = new XmlNumbers(notes);
  }

  /** Exactly `count` numbers; null if the element is missing, empty or invalid. */
  list(element: XmlElement | undefined, count: number, who: string): readonly number[] | null {
    const text = element?.text.trim() ?? '';
    if (!element || text === '') return null;
    const { name } = element;
    const asAttribute = { ...element, attributes: new Map([[name, text]]) };
    return this.#numbers.list(asAttribute, name, [count, count], who);
  }

  vector(parent: XmlElement, name: string, otherwise: Vec3, who: string): Vec3 {
    return (this.list(childOf(parent, name), 3, who) as Vec3 | null) ?? otherwise;
  }

  number(parent: XmlElement, name: string, otherwise: number, who: string): number {
    return this.list(childOf(parent, name), 1, who)?.[0] ?? otherwise;
  }
}
