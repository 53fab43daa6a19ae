/** Creates DOM elements without a framework, for overlays that update every frame. */

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...holds: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...holds);
  return made;
}

/**
 * A label over the view, hidden from screen readers, which get announcements of changes instead.
 */
export class FloatingLabel {
  readonly element: HTMLElement;
  #text = '';
  #place = '';

  constructor(className: string) {
    this.element = element('span', { className, ariaHidden: 'true', hidden: true });
  }

  setText(text: string): void {
    if (text !== this.#text) this.element.textContent = text;
    this.#text = text;
  }

  /** `anchor`: the point of the label that is placed, as fractions of its width and height. */
  place(place: readonly [number, number], anchor: readonly [number, number]): void {
    const [x, y] = place.map(Math.round);
    const [across, down] = anchor.map((share) => -100 * share);
    const stands = `translate(${x}px, ${y}px) translate(${across}%, ${down}%)`;
    if (stands !== this.#place) this.element.style.transform = stands;
    this.#place = stands;
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
