import type { InlineTree, LengthUnit } from '@iklab/core/scenario';
import { effect, type Signal } from '@preact/signals';
import { createElement } from '../../dom/createElement.ts';
import type { MechanismContext } from '../../picture/mechanismContext.ts';
import type { PanePoint } from '../../picture/panes/paneCells.ts';
import type { PaneDrag, PaneMarks, PointerKind } from '../draggable.ts';
import { EditedJointMarks } from './editedJointMarks.ts';
import type { EditedKinematicTable, EditedRobotPart } from './editedRobotPart.ts';
import { KinematicRowFrames } from './kinematicRowFrames.ts';
import { KinematicRowLabels } from './kinematicRowLabels.ts';

class RowMarks implements PaneMarks {
  readonly element = createElement('div', { className: 'row-marks', ariaHidden: 'true' });
  readonly #bones: MechanismContext;
  readonly #panes: KinematicRowFrames[] = [];
  readonly #words: KinematicRowLabels;
  readonly #part: EditedKinematicTable;

  constructor(part: EditedKinematicTable, bones: MechanismContext) {
    this.#part = part;
    this.#bones = bones;
    this.#words = new KinematicRowLabels(part, bones.shape.unit);
    this.element.append(...this.#words.elements);
  }

  follow(): void {
    const cells = this.#bones.cells();
    const first = cells.findIndex((cell) => cell !== null);
    cells.forEach((cell, pane) => {
      if (!cell) {
        this.#panes[pane]?.hide();
        return;
      }
      this.#panes[pane] ??= new KinematicRowFrames(this.#part, this.#bones);
      const armature = this.#bones.armature(pane);
      const rows = this.#panes[pane] as KinematicRowFrames;
      rows.show(armature);
      if (pane === first) this.#words.show(rows.selectedPlaces, this.#bones.camera(pane), cell);
    });
  }

  dragAt(): null {
    return null;
  }

  dispose(): void {
    for (const pane of this.#panes) pane?.dispose();
    this.element.remove();
  }
}

export class EditedRobotPartMarks implements PaneMarks {
  readonly element = createElement('div');
  #marks: PaneMarks | null = null;
  readonly #forget: () => void;

  /**
   * `pose` shows a pose in all panes; with null, each pane shows its own pose. `changed` requests a
   * new drawing.
   */
  constructor(
    tree: InlineTree,
    bones: MechanismContext,
    unit: LengthUnit,
    edited: Signal<EditedRobotPart | null>,
    { pose, changed }: { pose(values: Float64Array | null): void; changed(): void },
  ) {
    const key = JSON.stringify(tree);
    this.#forget = effect(() => {
      const part = edited.value;
      // A part of another mechanism, which is about to be shown with its own marks.
      if (part && JSON.stringify(part.tree) !== key) return;
      if (!part && !this.#marks) return;
      this.#marks?.dispose();
      if (part && 'joint' in part) this.#marks = new EditedJointMarks(part, bones, unit, pose);
      else this.#marks = part && new RowMarks(part, bones);
      if (this.#marks) this.element.append(this.#marks.element);
      changed();
    });
  }

  follow(): void {
    this.#marks?.follow();
  }

  dragAt(pane: number, spot: PanePoint, kind: PointerKind): PaneDrag | null {
    return this.#marks?.dragAt(pane, spot, kind) ?? null;
  }

  dispose(): void {
    this.#forget();
    this.#marks?.dispose();
    this.element.remove();
  }
}
