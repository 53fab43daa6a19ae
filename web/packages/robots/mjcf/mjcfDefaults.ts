/** Default attributes of MJCF classes. */
import { didYouMean, quote } from 'iklab/scenario';
import type { Notes } from '../notes.ts';
import type { XmlElement } from '../xml.ts';

type Attributes = ReadonlyMap<string, string>;

/**
 * The attributes that a class itself sets, by element name; others are inherited from the parent
 * class.
 */
interface DefaultClass {
  readonly above: DefaultClass | null;
  readonly own: ReadonlyMap<string, Attributes>;
  /** Including inherited attributes; computed on demand. */
  readonly whole: Map<string, Attributes>;
}

const MAIN = 'main';
const NOTHING: Attributes = new Map();
/** Limit on the attributes that a class gives an element. */
const MOST_GIVEN = 256;
/** Alternative ways to write an orientation: an element's own replaces that of its class. */
export const ORIENTATIONS = ['quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'] as const;

export class MjcfDefaults {
  readonly #classes = new Map<string, DefaultClass>([[MAIN, classBelow(null, new Map())]]);
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
      this.#notes.fault(element, '<default>', 'a nested default must have a class');
      return;
    }
    const own = new Map<string, Map<string, string>>();
    for (const child of element.children) {
      if (child.name === 'default') continue;
      const said = own.get(child.name) ?? new Map<string, string>();
      own.set(child.name, said);
      add(child.attributes, said);
    }
    const read = classBelow(above, own);
    this.#classes.set(name, read);
    if (outermost) this.#classes.set(MAIN, read);
    for (const child of element.children)
      if (child.name === 'default') this.#read(child, read, false);
  }

  /**
   * Returns the element with the attributes of its class, otherwise of `childclass`, otherwise of
   * the outermost class.
   */
  filled(element: XmlElement, childclass: string | null): XmlElement {
    const name = element.attributes.get('class') ?? childclass ?? MAIN;
    const known = this.#classes.get(name);
    if (!known) {
      const meant = () => didYouMean(name, [...this.#classes.keys()]);
      const reason = () => `unknown default class ${quote(name)}${meant()}`;
      this.#notes.fault(element, `<${element.name}>, class`, reason);
      return element;
    }
    const given = wholeOf(known, element.name);
    if (given.size > MOST_GIVEN) {
      const reason = `its class defines ${given.size} attributes; the maximum is ${MOST_GIVEN}`;
      this.#notes.fault(element, `<${element.name}>, class`, reason);
      return element;
    }
    return { ...element, attributes: merged(given, element.attributes) };
  }
}

const classBelow = (above: DefaultClass | null, own: DefaultClass['own']): DefaultClass => ({
  above,
  own,
  whole: new Map(),
});

/** Attributes for one kind of element, inherited from the outermost class on. */
function wholeOf(of: DefaultClass, name: string): Attributes {
  const known = of.whole.get(name);
  if (known) return known;
  const above = of.above ? wholeOf(of.above, name) : NOTHING;
  const own = of.own.get(name);
  // Beyond the limit, a derived class adds nothing.
  const whole = own && above.size <= MOST_GIVEN ? merged(above, own) : above;
  of.whole.set(name, whole);
  return whole;
}

function merged(inherited: Attributes | undefined, own: Attributes): Attributes {
  const all = new Map(inherited);
  add(own, all);
  return all;
}

function add(own: Attributes, to: Map<string, string>): void {
  if (ORIENTATIONS.some((key) => own.has(key))) for (const key of ORIENTATIONS) to.delete(key);
  for (const [key, value] of own) to.set(key, value);
}
