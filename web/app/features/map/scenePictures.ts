/** The pictures of a map in the panes: each made anew where something of it has changed, one a frame. */

import type { PlaneCells, PlaneMarks } from '@iklab/scene/view';
import { type Cancel, threadTime } from 'iklab/time';

interface Picture {
  key: readonly unknown[];
  cells: PlaneCells | null;
  make: (() => PlaneCells) | null;
}

export class ScenePictures {
  #marks: PlaneMarks | null = null;
  #pictures: Picture[] = [];
  #frame: Cancel | undefined;

  /** Of the scene that stands now; null: of none. */
  set marks(marks: PlaneMarks | null) {
    this.#marks = marks;
    this.#pictures.forEach(({ cells }, i) => {
      if (cells) marks?.paint(i, cells);
    });
  }

  get marks(): PlaneMarks | null {
    return this.#marks;
  }

  /** Nothing was ever painted there. */
  isEmpty(index: number): boolean {
    return !this.#pictures[index]?.cells;
  }

  /** `key`: all that the picture hangs on; `make` is called where that is new. */
  set(index: number, key: readonly unknown[], make: () => PlaneCells): void {
    const known = this.#pictures[index] ?? { key: [], cells: null, make: null };
    this.#pictures[index] = known;
    if (known.key.length === key.length && key.every((each, i) => each === known.key[i])) return;
    Object.assign(known, { key, make });
    this.#frame ??= threadTime.frame(this.#next);
  }

  readonly #next = (): void => {
    const at = this.#pictures.findIndex((picture) => picture?.make);
    const picture = this.#pictures[at];
    this.#frame = undefined;
    if (!picture?.make) return;
    picture.cells = picture.make();
    picture.make = null;
    this.#marks?.paint(at, picture.cells);
    this.#frame = threadTime.frame(this.#next);
  };

  /** Another scene stands. */
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
