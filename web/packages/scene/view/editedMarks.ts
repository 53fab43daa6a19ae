/** What of the mechanism its editor has in hand, in all panes. */
import { effect, type Signal } from '@preact/signals';
import type { EditedPart } from 'iklab/run';
import type { InlineTree, LengthUnit } from 'iklab/scenario';
import { element } from '../dom/element.ts';
import { EditedJointMarks } from './editedJointMarks.ts';
import type { MechanismContext } from './mechanismContext.ts';
import type { PanePoint } from './pointDrag.ts';
import { RowMarks } from './rowMarks.ts';

export class EditedMarks {
  readonly element = element('div');
  #shown: EditedJointMarks | RowMarks | null = null;
  readonly #forget: () => void;

  /**
   * `pose`: what all panes show, null: their own again; `changed`: the panes are to be drawn again.
   */
  constructor(
    tree: InlineTree,
    bones: MechanismContext,
    unit: LengthUnit,
    edited: Signal<EditedPart | null>,
    { pose, changed }: { pose(values: Float64Array | null): void; changed(): void },
  ) {
    const key = JSON.stringify(tree);
    this.#forget = effect(() => {
      const part = edited.value;
      // of a mechanism that is about to be shown: other marks will show it
      if (part && JSON.stringify(part.tree) !== key) return;
      if (!part && !this.#shown) return;
      this.#shown?.dispose();
      if (part && 'joint' in part) this.#shown = new EditedJointMarks(part, bones, unit, pose);
      else this.#shown = part && new RowMarks(part, bones);
      if (this.#shown) this.element.append(this.#shown.element);
      changed();
    });
  }

  /** After the mechanisms have been posed. */
  follow(): void {
    this.#shown?.follow();
  }

  /** What can be dragged at a place of a pane; null: nothing. */
  at(pane: number, spot: PanePoint): EditedJointMarks | null {
    const shown = this.#shown;
    return shown instanceof EditedJointMarks && shown.isOverOrigin(pane, spot) ? shown : null;
  }

  dispose(): void {
    this.#forget();
    this.#shown?.dispose();
    this.element.remove();
  }
}
