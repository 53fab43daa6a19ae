/** Elements of the charts, made by hand. */
import { MARKS } from '../format/marks.ts';

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  name: string,
  parent: HTMLElement,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (name !== '') element.className = name;
  parent.append(element);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

export function markOf(slot: number): SVGElement {
  const picture = document.createElementNS(SVG, 'svg');
  const outline = MARKS[slot - 1] ?? [];
  const shape = document.createElementNS(SVG, outline.length === 0 ? 'circle' : 'polygon');
  if (outline.length === 0) shape.setAttribute('r', '1');
  else shape.setAttribute('points', outline.join(' '));
  picture.setAttribute('viewBox', '-1.3 -1.3 2.6 2.6');
  picture.setAttribute('class', `mark slot-${slot}`);
  picture.setAttribute('aria-hidden', 'true');
  picture.append(shape);
  return picture;
}

/** A menu whose options are put in anew only where they have changed. */
export class Select {
  readonly element: HTMLSelectElement;
  #texts: readonly string[] = [];

  constructor(parent: HTMLElement, name: string, choose: (index: number) => void) {
    this.element = make('select', '', parent);
    this.element.ariaLabel = name;
    this.element.addEventListener('change', () => choose(this.element.selectedIndex));
  }

  set(texts: readonly string[], index: number): void {
    const { element } = this;
    const same = texts.length === this.#texts.length && texts.every((t, i) => t === this.#texts[i]);
    if (!same) element.replaceChildren(...texts.map((text) => new Option(text)));
    this.#texts = texts;
    if (element.selectedIndex !== index) element.selectedIndex = index;
  }

  get index(): number {
    return this.element.selectedIndex;
  }
}
