import type { Lab } from '../engine/engine.ts';
import type { Cell } from './cells.ts';
import type { Spot } from './drag.ts';

const AFTER = 90; // updates: one has seen what the methods do
const HALF = 36; // px, of its width, with a little air
const ROOM = 92; // px above a ring: the title of the pane, the words, the ring

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

  /** After every picture of a lab. */
  follow(lab: Lab): void {
    if (Hint.#known || this.#due) return;
    const { updates } = lab.status(0);
    this.#due = updates >= AFTER || lab.finished;
  }

  /** After every picture: at the ring that stands at `place` in a pane, if there is one. */
  move(cell: Cell | null, place: Spot | null): void {
    if (Hint.#known) return;
    this.element.hidden = !place || !cell || !this.#due;
    if (cell && place) this.#stand(cell, place);
  }

  /** Above the ring, or below it where the title is; inside the pane. */
  #stand(cell: Cell, place: Spot): void {
    const x = Math.max(HALF, Math.min(cell.width - HALF, place.x));
    const under = place.y < ROOM;
    const [left, top] = [Math.round(cell.x + x), Math.round(cell.y + place.y)];
    this.element.classList.toggle('under', under);
    this.element.style.setProperty('--tip', `${Math.round(place.x - x)}px`);
    this.element.style.transform = `translate(${left}px, ${top}px) translate(-50%, ${under ? 0 : -100}%)`;
  }
}
