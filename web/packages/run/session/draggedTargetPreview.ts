import type { TargetPoseChange } from '@iklab/core/document/edits';
import type { Lab } from '@iklab/core/engine';
import type { Scenario } from '@iklab/core/scenario';
import { MAX_LENGTH_OR_ANGLE } from '@iklab/core/scenario/checks';
import { isUnitQuaternion, normalizeQuaternion } from '@iklab/core/scenario/targets';
import { type ReadonlySignal, signal } from '@preact/signals';

/** Poses of dragged targets. The run uses them; the document does not contain them yet. */
export class DraggedTargetPreview {
  readonly draggedPoses: ReadonlySignal<ReadonlyMap<number, TargetPoseChange>>;
  readonly #draggedPoses = signal<ReadonlyMap<number, TargetPoseChange>>(new Map());
  readonly #lab: Lab;

  constructor(lab: Lab) {
    this.#lab = lab;
    this.draggedPoses = this.#draggedPoses;
  }

  /** Moves a dragged target in the run; returns false if a document could not store the pose. */
  moveTarget(index: number, pose: TargetPoseChange): boolean {
    const { position = [], orientation } = pose;
    if (!position.every((x) => Math.abs(x) <= MAX_LENGTH_OR_ANGLE)) return false;
    if (orientation && !isUnitQuaternion(orientation)) return false;
    this.#applyPose(index, pose);
    const all = this.#draggedPoses.peek();
    this.#draggedPoses.value = new Map(all).set(index, { ...all.get(index), ...pose });
    return true;
  }

  reapply(): void {
    for (const [index, pose] of this.#draggedPoses.peek()) this.#applyPose(index, pose);
  }

  end({ targets }: Scenario): void {
    const dragged = this.#draggedPoses.peek();
    if (dragged.size === 0) return;
    this.#draggedPoses.value = new Map();
    for (const [index, { motion: draggedMotion }] of dragged) {
      const { position, orientation, motion } = targets[index] ?? {};
      this.#applyPose(index, {
        ...(position && { position }),
        ...(orientation && { orientation }),
      });
      if (draggedMotion === null && motion) this.#lab.setMotion(index, motion);
    }
  }

  #applyPose(index: number, { position, orientation, motion }: TargetPoseChange): void {
    if (position) this.#lab.setTarget(index, ...position);
    if (orientation) this.#lab.setTargetOrientation(index, normalizeQuaternion(orientation));
    if (motion === null) this.#lab.setMotion(index, null);
  }
}
