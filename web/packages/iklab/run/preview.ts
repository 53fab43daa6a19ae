import { type ReadonlySignal, signal } from '@preact/signals';
import type { TargetPose } from '../document/edits.ts';
import type { Lab } from '../engine/engine.ts';
import { MAX_MAGNITUDE } from '../scenario/bounds.ts';
import { isUnit, normalized } from '../scenario/checkTargets.ts';
import type { Scenario } from '../scenario/types.ts';

/** Targets during a drag: the run has their new poses, the document does not yet. */
export class Preview {
  readonly held: ReadonlySignal<ReadonlyMap<number, TargetPose>>;
  readonly #held = signal<ReadonlyMap<number, TargetPose>>(new Map());
  readonly #lab: Lab;

  constructor(lab: Lab) {
    this.#lab = lab;
    this.held = this.#held;
  }

  /** Moves a target in the run; false if a document could not store that pose. */
  target(index: number, pose: TargetPose): boolean {
    const { position = [], orientation } = pose;
    if (!position.every((x) => Math.abs(x) <= MAX_MAGNITUDE)) return false;
    if (orientation && !isUnit(orientation)) return false;
    this.#put(index, pose);
    const all = this.#held.peek();
    this.#held.value = new Map(all).set(index, { ...all.get(index), ...pose });
    return true;
  }

  /** Repeats the dragged poses after the run has adopted another document. */
  reapply(): void {
    for (const [index, pose] of this.#held.peek()) this.#put(index, pose);
  }

  /** Ends the drag: targets return to the poses of the document. */
  end({ targets }: Scenario): void {
    const held = this.#held.peek();
    if (held.size === 0) return;
    this.#held.value = new Map();
    for (const [index, { motion: gone }] of held) {
      const { position, orientation, motion } = targets[index] ?? {};
      this.#put(index, { ...(position && { position }), ...(orientation && { orientation }) });
      if (gone === null && motion) this.#lab.setMotion(index, motion);
    }
  }

  #put(index: number, { position, orientation, motion }: TargetPose): void {
    if (position) this.#lab.setTarget(index, ...position);
    if (orientation) this.#lab.turnTarget(index, normalized(orientation));
    if (motion === null) this.#lab.setMotion(index, null);
  }
}
