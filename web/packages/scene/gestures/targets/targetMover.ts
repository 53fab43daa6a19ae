import type { Quaternion, Vec3 } from '@iklab/core/scenario';
import type { Signal } from '@preact/signals';
import type { Targets } from '../../picture/targets/targets.ts';
import type { EditedPart } from '../mechanism/editedPart.ts';
import type { JoggedPose } from '../mechanism/jogDrag.ts';
import type { MakePaneMarks } from '../paneMarks.ts';

/** Positions are bases, to which the motion of a target is added. */
export interface TargetEvents {
  /** Returns true if the motion of the target stops for the drag. */
  grab(target: number): boolean;
  target(index: number, position: Vec3): void;
  /** `dropped`: whether a pointer released it; keys often move the same target again. */
  release(target: number, dropped: boolean): void;
  orientation(index: number, quaternion: Quaternion): void;
}

/** Events of user input. */
export interface SceneInputEvents extends TargetEvents {
  /** Time stops while a link is held. */
  holdLink(isHeld: boolean): void;
  /** A new start pose: one value per independent joint. */
  start(values: readonly number[]): void;
  select(panel: number): void;
  /** A pose that is set joint by joint, here or elsewhere in the page. */
  readonly jog: Signal<JoggedPose | null>;
  readonly editedPart: Signal<EditedPart | null>;
  /** Marks that another part of the page adds to the panes. */
  readonly marks: Signal<MakePaneMarks | null>;
}

/** Moves one target, by pointer or keys, from the grab to the release or cancellation. */
export class TargetMover {
  readonly #targets: Targets;
  readonly #events: Partial<TargetEvents>;
  readonly #settled: (index: number) => void;
  #index = -1;
  #home: Vec3 = [0, 0, 0];
  #last: Vec3 = [0, 0, 0];
  #facing: Quaternion = [0, 0, 0, 1];
  #hasRotated = false;

  /** `settled`: called after a release. */
  constructor(targets: Targets, events: Partial<TargetEvents>, settled: (index: number) => void) {
    this.#targets = targets;
    this.#events = events;
    this.#settled = settled;
  }

  /** −1 if no target is grabbed. */
  get index(): number {
    return this.#index;
  }

  grab(index: number): void {
    if (this.#index >= 0) this.release();
    this.#index = index;
    this.#events.grab?.(index); // May stop its motion, which changes the base.
    this.#home = this.#last = this.#targets.base(index);
    this.#facing = this.#targets.orientation(index);
    this.#hasRotated = false;
  }

  moveTo(position: Vec3): void {
    if (this.#index < 0 || position.every((value, axis) => value === this.#last[axis])) return;
    this.#last = position;
    this.#targets.setBase(this.#index, position);
    this.#events.target?.(this.#index, position);
  }

  /** The last position of the grabbed target; a lab uses it only from the next frame on. */
  get position(): Vec3 {
    return this.#last;
  }

  rotate(orientation: Quaternion): void {
    if (this.#index < 0) return;
    this.#hasRotated = true;
    this.#targets.setOrientation(this.#index, orientation);
    this.#events.orientation?.(this.#index, orientation);
  }

  release(dropped = false): void {
    const index = this.#index;
    if (index < 0) return;
    this.#index = -1;
    this.#events.release?.(index, dropped);
    this.#settled(index);
  }

  cancel(): void {
    this.moveTo(this.#home);
    if (this.#hasRotated) this.rotate(this.#facing);
    this.release();
  }

  placeAt(index: number, position: Vec3): void {
    this.grab(index);
    this.moveTo(position);
    this.release();
  }
}
