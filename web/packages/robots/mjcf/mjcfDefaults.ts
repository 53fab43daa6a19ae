import { nearestWordSuggestion, quoteInOneLine } from '@iklab/core/scenario/checks';
import type { ReaderNotes } from '../readerNotes.ts';
import type { XmlElement } from '../readXml.ts';

type Attributes = ReadonlyMap<string, string>;

/**
 * A default class of MJCF: own attributes by element name. The parent class supplies missing ones.
 */
interface DefaultClass {
  readonly above: DefaultClass | null;
  readonly ownAttributes: ReadonlyMap<string, Attributes>;
  /** Attributes of the class by element name, including inherited ones; computed on demand. */
  readonly allAttributes: Map<string, Attributes>;
}

const MAIN = 'main';
const NO_ATTRIBUTES: Attributes = new Map();
const MAX_ATTRIBUTES = 256;
/**
 * Alternative orientation attributes. Any of them on an element overrides all of them in its
 * default class.
 */
export const MJCF_ORIENTATION_NAMES = ['quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'] as const;

export class MjcfDefaults {
  readonly #classes = new Map<string, DefaultClass>([[MAIN, makeClass(null, new Map())]]);
  readonly #notes: ReaderNotes;

  constructor(root: XmlElement, notes: ReaderNotes) {
    this.#notes = notes;
    for (const section of root.children) {
      if (section.name === 'default')
        this.#read(section, this.#classes.get(MAIN) as DefaultClass, true);
    }
  }

  #read(element: XmlElement, above: DefaultClass, outermost: boolean): void {
    const name = element.attributes.get('class') ?? (outermost ? MAIN : undefined);
    if (!name) {
      this.#notes.addFault(element, '<default>', 'a nested default must have a class');
      return;
    }
    const attributesByElement = new Map<string, Map<string, string>>();
    for (const child of element.children) {
      if (child.name === 'default') continue;
      const attributes = attributesByElement.get(child.name) ?? new Map<string, string>();
      attributesByElement.set(child.name, attributes);
      addAttributes(child.attributes, attributes);
    }
    const read = makeClass(above, attributesByElement);
    this.#classes.set(name, read);
    if (outermost) this.#classes.set(MAIN, read);
    for (const child of element.children)
      if (child.name === 'default') this.#read(child, read, false);
  }

  /**
   * Adds default attributes to an element from its own class, otherwise from `childclass`,
   * otherwise from the outermost class.
   */
  withDefaults(element: XmlElement, childclass: string | null): XmlElement {
    const name = element.attributes.get('class') ?? childclass ?? MAIN;
    const defaultClass = this.#classes.get(name);
    if (!defaultClass) {
      const meant = () => nearestWordSuggestion(name, [...this.#classes.keys()]);
      const reason = () => `unknown default class ${quoteInOneLine(name)}${meant()}`;
      this.#notes.addFault(element, `<${element.name}>, class`, reason);
      return element;
    }
    const defaults = getAllAttributes(defaultClass, element.name);
    if (defaults.size > MAX_ATTRIBUTES) {
      const reason = `its class defines ${defaults.size} attributes; the maximum is ${MAX_ATTRIBUTES}`;
      this.#notes.addFault(element, `<${element.name}>, class`, reason);
      return element;
    }
    return { ...element, attributes: mergeAttributes(defaults, element.attributes) };
  }
}

const makeClass = (
  above: DefaultClass | null,
  ownAttributes: DefaultClass['ownAttributes'],
): DefaultClass => ({
  above,
  ownAttributes,
  allAttributes: new Map(),
});

function getAllAttributes(defaultClass: DefaultClass, name: string): Attributes {
  const cached = defaultClass.allAttributes.get(name);
  if (cached) return cached;
  const above = defaultClass.above ? getAllAttributes(defaultClass.above, name) : NO_ATTRIBUTES;
  const ownAttributes = defaultClass.ownAttributes.get(name);
  // Beyond the limit, a derived class adds nothing.
  const all =
    ownAttributes && above.size <= MAX_ATTRIBUTES ? mergeAttributes(above, ownAttributes) : above;
  defaultClass.allAttributes.set(name, all);
  return all;
}

function mergeAttributes(inherited: Attributes | undefined, ownAttributes: Attributes): Attributes {
  const all = new Map(inherited);
  addAttributes(ownAttributes, all);
  return all;
}

function addAttributes(added: Attributes, to: Map<string, string>): void {
  if (MJCF_ORIENTATION_NAMES.some((key) => added.has(key)))
    for (const key of MJCF_ORIENTATION_NAMES) to.delete(key);
  for (const [key, value] of added) to.set(key, value);
}
