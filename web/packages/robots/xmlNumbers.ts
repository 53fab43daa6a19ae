/** Parses numbers in the attributes of an element. */
import { MAX_MAGNITUDE, quote, type Vec3 } from 'iklab/scenario';
import type { Notes } from './notes.ts';
import type { XmlElement } from './xml.ts';

export const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const SUBSTITUTION = /\$\(\s*(\w+)\s*([^()]*)\)/;

/** Mistakes are reported as faults, and `otherwise` is returned. */
export class XmlNumbers {
  readonly #notes: Notes;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /** `who`: the element as faults name it. */
  vector(element: XmlElement | undefined, key: string, otherwise: Vec3, who: string): Vec3 {
    const text = element && this.#text(element, key, who);
    if (element === undefined || text === undefined) return otherwise;
    const values = this.#numbers(text, element, `${who}, ${element.name} ${key}`);
    if (values === null) return otherwise;
    if (values.length === 3) return values as unknown as Vec3;
    const reason = `must be three numbers; got ${quote(text)} (${values.length})`;
    this.#notes.fault(element, `${who}, ${element.name} ${key}`, reason);
    return otherwise;
  }

  number(element: XmlElement | undefined, key: string, otherwise: number, who: string): number {
    const text = element && this.#text(element, key, who);
    if (element === undefined || text === undefined) return otherwise;
    const values = this.#numbers(text, element, `${who}, ${element.name} ${key}`);
    if (values === null) return otherwise;
    if (values.length === 1) return values[0] as number;
    const reason = `must be a number; got ${quote(text)}`;
    this.#notes.fault(element, `${who}, ${element.name} ${key}`, reason);
    return otherwise;
  }

  /** Returns `least` to `most` numbers; null if the attribute is missing or invalid. */
  list(
    element: XmlElement,
    key: string,
    [least, most]: readonly [number, number],
    who: string,
  ): readonly number[] | null {
    const text = this.#text(element, key, who);
    const values = text === undefined ? null : this.#numbers(text, element, `${who}, ${key}`);
    if (text === undefined || values === null) return null;
    if (values.length >= least && values.length <= most) return values;
    const count = least === most ? `${least}` : `${least} to ${most}`;
    const reason = `must be ${count} numbers; got ${quote(text)} (${values.length})`;
    this.#notes.fault(element, `${who}, ${key}`, reason);
    return null;
  }

  #numbers(text: string, element: XmlElement, who: string): number[] | null {
    const words = text.split(/\s+/).filter((word) => word !== '');
    const values = words.map((word) => (NUMBER.test(word) ? Number(word) : Number.NaN));
    const bad = values.findIndex((value) => !(Math.abs(value) <= MAX_MAGNITUDE));
    if (bad < 0) return values.map((value) => value + 0);
    const word = words[bad] as string;
    const found = word === text ? quote(word) : `${quote(word)} in ${quote(text)}`;
    this.#notes.fault(element, who, `${found} ${why(word)}`);
    return null;
  }

  /**
   * The text of the attribute; a xacro substitution that was left in it is replaced by its default.
   */
  #text(element: XmlElement, key: string, who: string): string | undefined {
    const text = element.attributes.get(key);
    const left = text === undefined ? null : SUBSTITUTION.exec(text);
    if (text === undefined || !left) return text;
    const [whole, command, rest = ''] = left;
    const fallback = command === 'optenv' ? rest.trim().split(/\s+/).slice(1).join(' ') : '';
    if (fallback === '') return text;
    const said = `unexpanded xacro substitution ${quote(whole)}; its default ${quote(fallback)} is used`;
    this.#notes.changed(element, `${who}, ${element.name} ${key}`, said, true);
    return text.replace(whole, () => fallback);
  }
}

function why(word: string): string {
  if (/[${]/.test(word)) return 'is an unexpanded xacro expression, not a number';
  if (/^[+-]?\d*,\d+$/.test(word)) return 'has a decimal comma; expected a decimal point';
  if (NUMBER.test(word)) return `is too large; the maximum is ±${MAX_MAGNITUDE}`;
  return 'is not a number';
}
