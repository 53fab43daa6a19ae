/** Creates DOM elements for overlays, which update every frame and therefore use no framework. */

export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...holds: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...holds);
  return made;
}

/** Label over the view. Screen readers skip the label. */
export class FloatingLabel {
  readonly element: HTMLElement;
  #text = '';
  #transform = '';

  constructor(className: string) {
    this.element = createElement('span', { className, ariaHidden: 'true', hidden: true });
  }

  setText(text: string): void {
    if (text !== this.#text) this.element.textContent = text;
    this.#text = text;
  }

  /**
   * Moves the label to a point of the view, px. `anchor` is the placed point of the label, as
   * fractions of its width and height.
   */
  place(point: readonly [number, number], anchor: readonly [number, number]): void {
    const [x, y] = point.map(Math.round);
    const [across, down] = anchor.map((share) => -100 * share);
    const transform = `translate(${x}px, ${y}px) translate(${across}%, ${down}%)`;
    if (transform !== this.#transform) this.element.style.transform = transform;
    this.#transform = transform;
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
