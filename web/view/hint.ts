import type { Lab } from '../engine/engine.ts';

const AFTER = 90; // updates: one has seen what the methods do

/** "Drag me" at a ring, once the methods have shown what they do, until a hand has been at one. */
export class Hint {
  /** For all scenes of a visit: it is said until it is understood. */
  static #known = false;
  readonly element = document.createElement('span');
  #due = false;

  constructor() {
    this.element.className = 'drag-me';
    this.element.ariaHidden = 'true';
    this.element.textContent = 'Drag me';
    this.element.hidden = true;
  }

  known(): void {
    Hint.#known = true;
    this.element.hidden = true;
  }

  /** Said from now on. */
  due(): void {
    this.#due = true;
  }

  /** After every picture: at the first ring that is not waiting at the edge, if there is one. */
  follow(lab: Lab, place: { readonly x: number; readonly y: number } | null): void {
    if (Hint.#known) return;
    const { updates, stop } = lab.status(0);
    this.#due ||= updates >= AFTER || stop !== null;
    this.element.hidden = !place || !this.#due;
    if (place) {
      const [x, y] = [Math.round(place.x), Math.round(place.y)];
      this.element.style.transform = `translate(${x}px, ${y}px) translate(-50%, -100%)`;
    }
  }
}
