import type { Vec3 } from '@iklab/core/scenario';
import { MAX_LENGTH_OR_ANGLE, quoteInOneLine } from '@iklab/core/scenario/checks';
import type { ReaderNotes } from './readerNotes.ts';
import type { XmlElement } from './readXml.ts';

export const XML_NUMBER_PATTERN = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const SUBSTITUTION = /\$\(\s*(\w+)\s*([^()]*)\)/;

/**
 * Reads numbers from XML attributes. Mistakes are reported as faults, and the fallback `otherwise`
 * is returned.
 */
export class XmlNumberReader {
  readonly #notes: ReaderNotes;

  constructor(notes: ReaderNotes) {
    this.#notes = notes;
  }

  readVector(element: XmlElement | undefined, key: string, otherwise: Vec3, who: string): Vec3 {
    const values = element && this.#readValues(element, key, who, 3);
    return values ? (values as unknown as Vec3) : otherwise;
  }

  readNumber(element: XmlElement | undefined, key: string, otherwise: number, who: string): number {
    return (element && this.#readValues(element, key, who, 1)?.[0]) ?? otherwise;
  }

  #readValues(
    element: XmlElement,
    key: string,
    who: string,
    count: 1 | 3,
  ): readonly number[] | null {
    const text = this.#attributeText(element, key, who);
    if (text === undefined) return null;
    const values = this.#parseNumbers(text, element, `${who}, ${element.name} ${key}`);
    if (values === null || values.length === count) return values;
    const allowed = count === 1 ? 'a number' : 'three numbers';
    const size = count === 1 ? '' : ` (${values.length})`;
    const reason = `must be ${allowed}; got ${quoteInOneLine(text)}${size}`;
    this.#notes.addFault(element, `${who}, ${element.name} ${key}`, reason);
    return null;
  }

  /** Reads `least` to `most` numbers from an attribute; null if missing, or invalid (a fault). */
  readList(
    element: XmlElement,
    key: string,
    [least, most]: readonly [number, number],
    who: string,
  ): readonly number[] | null {
    const text = this.#attributeText(element, key, who);
    const values = text === undefined ? null : this.#parseNumbers(text, element, `${who}, ${key}`);
    if (text === undefined || values === null) return null;
    if (values.length >= least && values.length <= most) return values;
    const count = least === most ? `${least}` : `${least} to ${most}`;
    const reason = `must be ${count} numbers; got ${quoteInOneLine(text)} (${values.length})`;
    this.#notes.addFault(element, `${who}, ${key}`, reason);
    return null;
  }

  #parseNumbers(text: string, element: XmlElement, who: string): number[] | null {
    const words = text.split(/\s+/).filter((word) => word !== '');
    const values = words.map((word) => (XML_NUMBER_PATTERN.test(word) ? Number(word) : Number.NaN));
    const bad = values.findIndex((value) => !(Math.abs(value) <= MAX_LENGTH_OR_ANGLE));
    if (bad < 0) return values.map((value) => value + 0);
    const word = words[bad] as string;
    const found =
      word === text ? quoteInOneLine(word) : `${quoteInOneLine(word)} in ${quoteInOneLine(text)}`;
    this.#notes.addFault(element, who, `${found} ${explainInvalid(word)}`);
    return null;
  }

  /** Returns the text of an attribute. Replaces a leftover xacro substitution by its default. */
  #attributeText(element: XmlElement, key: string, who: string): string | undefined {
    const text = element.attributes.get(key);
    const substitution = text === undefined ? null : SUBSTITUTION.exec(text);
    if (text === undefined || !substitution) return text;
    const [fullMatch, command, rest = ''] = substitution;
    const fallback = command === 'optenv' ? rest.trim().split(/\s+/).slice(1).join(' ') : '';
    if (fallback === '') return text;
    const reason = `unexpanded xacro substitution ${quoteInOneLine(fullMatch)}; its default ${quoteInOneLine(fallback)} is used`;
    this.#notes.addChanged(element, `${who}, ${element.name} ${key}`, reason, true);
    return text.replace(fullMatch, () => fallback);
  }
}

function explainInvalid(word: string): string {
  if (/[${]/.test(word)) return 'is an unexpanded xacro expression, not a number';
  if (/^[+-]?\d*,\d+$/.test(word)) return 'has a decimal comma; expected a decimal point';
  if (XML_NUMBER_PATTERN.test(word)) return `is too large; the maximum is ±${MAX_LENGTH_OR_ANGLE}`;
  return 'is not a number';
}
