/** Marks of a kinematic table in all panes, with labels in the first visible one. */

import type { EditedRows } from 'iklab/run';
import { createElement } from '../dom/element.ts';
import type { MechanismContext } from './mechanismContext.ts';
import { PaneRows } from './paneRows.ts';
import { RowLabels } from './rowLabels.ts';

export class RowMarks {
  readonly element = createElement('div', { className: 'row-marks', ariaHidden: 'true' });
  readonly #bones: MechanismContext;
  readonly #panes: PaneRows[] = [];
  readonly #words: RowLabels;
  readonly #part: EditedRows;

  constructor(part: EditedRows, bones: MechanismContext) {
    this.#part = part;
    this.#bones = bones;
    this.#words = new RowLabels(part, bones.shape.unit);
    this.element.append(...this.#words.elements);
  }

  /** Called after the mechanisms were posed. */
  follow(): void {
    const cells = this.#bones.cells();
    const first = cells.findIndex((cell) => cell !== null);
    cells.forEach((cell, pane) => {
      if (!cell) {
        this.#panes[pane]?.hide();
        return;
      }
      this.#panes[pane] ??= new PaneRows(this.#part, this.#bones);
      const armature = this.#bones.armature(pane);
      const rows = this.#panes[pane] as PaneRows;
      rows.show(armature);
      if (pane === first) this.#words.show(rows.selectedPlaces, this.#bones.camera(pane), cell);
    });
  }

  dispose(): void {
    for (const pane of this.#panes) pane?.dispose();
    this.element.remove();
  }
}
