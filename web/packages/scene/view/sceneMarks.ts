/** The marks of now, made for each scene anew. */
import { effect, type Signal, untracked } from '@preact/signals';
import { element } from '../dom/element.ts';
import type { Bones } from './bones.ts';
import type { Hold, Spot } from './drag.ts';
import type { MakeMarks, Marks } from './paneMarks.ts';

export class SceneMarks {
  readonly element = element('div');
  #marks: Marks | null = null;
  readonly #forget: () => void;

  constructor(bones: Bones, make: Signal<MakeMarks | null>, changed: () => void) {
    this.#forget = effect(() => {
      const made = make.value;
      if (!made && !this.#marks) return;
      untracked(() => {
        this.#marks?.dispose();
        this.#marks = made?.(bones, changed) ?? null;
        if (this.#marks) this.element.append(this.#marks.element);
        changed();
      });
    });
  }

  follow(): void {
    this.#marks?.follow();
  }

  take(pane: number, spot: Spot): Hold | null {
    return this.#marks?.take(pane, spot) ?? null;
  }

  dispose(): void {
    this.#forget();
    this.#marks?.dispose();
    this.element.remove();
  }
}
