/** What of the mechanism its editor has in hand, in all panes. */
import { effect, type Signal } from '@preact/signals';
import { element } from '../browser/element.ts';
import type { EditedPart } from '../run/editedPart.ts';
import type { InlineTree } from '../scenario/types.ts';
import type { Bones } from './bones.ts';
import { RowMarks } from './rowMarks.ts';

export class EditedMarks {
  readonly element = element('div');
  #shown: RowMarks | null = null;
  readonly #forget: () => void;

  /** `changed`: the panes are to be drawn again. */
  constructor(
    tree: InlineTree,
    bones: Bones,
    edited: Signal<EditedPart | null>,
    changed: () => void,
  ) {
    const key = JSON.stringify(tree);
    this.#forget = effect(() => {
      const part = edited.value;
      // of a mechanism that is about to be shown: other marks will show it
      if (part && JSON.stringify(part.tree) !== key) return;
      this.#shown?.dispose();
      this.#shown = part && 'rows' in part ? new RowMarks(part, bones) : null;
      if (this.#shown) this.element.append(this.#shown.element);
      changed();
    });
  }

  /** After the mechanisms have been posed. */
  follow(): void {
    this.#shown?.follow();
  }

  dispose(): void {
    this.#forget();
    this.#shown?.dispose();
    this.element.remove();
  }
}
