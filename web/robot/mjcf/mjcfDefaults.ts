/** What the classes of an MJCF file give to elements that do not say it themselves. */
import { didYouMean, quote } from '../../scenario/words.ts';
import type { Notes } from '../notes.ts';
import type { XmlElement } from '../xml.ts';

type Attributes = ReadonlyMap<string, string>;
/** By the name of the element that it is for. */
type DefaultClass = ReadonlyMap<string, Attributes>;

const MAIN = 'main';
/** Of several ways to write an orientation, an element's own replaces that of its class. */
export const ORIENTATIONS = ['quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'] as const;

export class MjcfDefaults {
  readonly #classes = new Map<string, DefaultClass>([[MAIN, new Map()]]);
  readonly #notes: Notes;

  constructor(root: XmlElement, notes: Notes) {
    this.#notes = notes;
    for (const section of root.children) {
      if (section.name === 'default')
        this.#read(section, this.#classes.get(MAIN) as DefaultClass, true);
    }
  }

  #read(element: XmlElement, above: DefaultClass, outermost: boolean): void {
    const name = element.attributes.get('class') ?? (outermost ? MAIN : undefined);
    if (!name) {
      this.#notes.fault(element, '<default>', 'within another it must have a class, has none');
      return;
    }
    const own = new Map(above);
    for (const child of element.children) {
      if (child.name === 'default') continue;
      own.set(child.name, merged(own.get(child.name), child.attributes));
    }
    this.#classes.set(name, own);
    if (outermost) this.#classes.set(MAIN, own);
    for (const child of element.children)
      if (child.name === 'default') this.#read(child, own, false);
  }

  /** The element with what its class, else `childclass`, else the outermost one gives it. */
  filled(element: XmlElement, childclass: string | null): XmlElement {
    const name = element.attributes.get('class') ?? childclass ?? MAIN;
    const known = this.#classes.get(name);
    if (!known) {
      const reason = `there is no default class ${quote(name)}`;
      const meant = didYouMean(name, [...this.#classes.keys()]);
      this.#notes.fault(element, `<${element.name}>, class`, `${reason}${meant}`);
    }
    return { ...element, attributes: merged(known?.get(element.name), element.attributes) };
  }
}

function merged(inherited: Attributes | undefined, own: Attributes): Attributes {
  const all = new Map(inherited);
  if (ORIENTATIONS.some((key) => own.has(key))) for (const key of ORIENTATIONS) all.delete(key);
  for (const [key, value] of own) all.set(key, value);
  return all;
}
