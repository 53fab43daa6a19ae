/** The current marks, created again for each scene. */
import { effect, type Signal, untracked } from '@preact/signals';
import { createElement } from '../dom/element.ts';
import type { MechanismContext } from './mechanismContext.ts';
import type { MakePaneMarks, PaneMarks } from './paneMarks.ts';
import type { DragActions, PanePoint } from './pointDrag.ts';

export class SceneMarks {
  readonly element = createElement('div');
  #marks: PaneMarks | null = null;
  readonly #forget: () => void;

  constructor(bones: MechanismContext, make: Signal<MakePaneMarks | null>, changed: () => void) {
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

  dragAt(pane: number, spot: PanePoint): DragActions | null {
    return this.#marks?.dragAt(pane, spot) ?? null;
  }

  dispose(): void {
    this.#forget();
    this.#marks?.dispose();
    this.element.remove();
  }
}
