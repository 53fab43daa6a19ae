import type { DrawnTargets } from '../../picture/targets/drawnTargets.ts';

export class TargetRingMarks {
  readonly #targets: DrawnTargets;
  readonly #changed: () => void;
  #over = -1;
  #dragged = -1;
  #focused = -1;

  /** `changed` requests a new drawing of the panes. */
  constructor(targets: DrawnTargets, changed: () => void) {
    this.#targets = targets;
    this.#changed = changed;
  }

  get focused(): number {
    return this.#focused;
  }

  markPointer(over: number, dragged: number): void {
    this.#over = over;
    this.#dragged = dragged;
    this.#update();
  }

  markFocus(index: number): void {
    this.#focused = index;
    this.#update();
  }

  #update(): void {
    const state = (i: number): number =>
      i === this.#dragged ? 2 : i === this.#over || i === this.#focused ? 1 : 0;
    this.#targets.setRingStates(Array.from({ length: this.#targets.count }, (_, i) => state(i)));
    this.#changed();
  }
}
