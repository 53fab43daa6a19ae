/** Pictures of the maps in the panes; one changed picture is drawn per frame. */

import { type CancelCallback, threadTime } from '@iklab/core/time';
import type { PlaneCellColors, PlaneMarks } from '@iklab/scene/gestures';

interface Picture {
  key: readonly unknown[];
  cells: PlaneCellColors | null;
  make: (() => PlaneCellColors) | null;
}

export class MapPictures {
  #marks: PlaneMarks | null = null;
  #pictures: Picture[] = [];
  #frame: CancelCallback | undefined;

  set marks(marks: PlaneMarks | null) {
    this.#marks = marks;
    this.#pictures.forEach(({ cells }, i) => {
      if (cells) marks?.paint(i, cells);
    });
  }

  get marks(): PlaneMarks | null {
    return this.#marks;
  }

  isEmpty(index: number): boolean {
    return !this.#pictures[index]?.cells;
  }

  /** Sets how to make a pane's picture. `make` is only called if `key` has changed. */
  set(index: number, key: readonly unknown[], make: () => PlaneCellColors): void {
    const picture = this.#pictures[index] ?? { key: [], cells: null, make: null };
    this.#pictures[index] = picture;
    if (picture.key.length === key.length && key.every((each, i) => each === picture.key[i]))
      return;
    Object.assign(picture, { key, make });
    this.#frame ??= threadTime.requestFrame(this.#next);
  }

  readonly #next = (): void => {
    const index = this.#pictures.findIndex((picture) => picture?.make);
    const picture = this.#pictures[index];
    this.#frame = undefined;
    if (!picture?.make) return;
    picture.cells = picture.make();
    picture.make = null;
    this.#marks?.paint(index, picture.cells);
    this.#frame = threadTime.requestFrame(this.#next);
  };

  clear(): void {
    this.#pictures = [];
  }

  dispose(): void {
    this.#frame?.();
    this.#frame = undefined;
    this.#marks = null;
    this.clear();
  }
}
