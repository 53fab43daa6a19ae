import type { Signal } from '@preact/signals';
import type { EditedPart, Jog } from 'iklab/run';
import type { Quaternion, Vec3 } from 'iklab/scenario';
import type { MakePaneMarks } from './paneMarks.ts';
import type { Targets } from './targets.ts';

/** What hands do to the scene; positions are bases, to which a target's motion is added. */
export interface SceneInputEvents {
  /** True: its motion gives way, it stands still for the hand. */
  grab(target: number): boolean;
  target(index: number, position: Vec3): void;
  /** `dropped`: by a pointer; keys come back. */
  release(target: number, dropped: boolean): void;
  orientation(index: number, quaternion: Quaternion): void;
  /** A link is in the hand: time stands still until it is let go. */
  holdLink(isHeld: boolean): void;
  /** Another start pose: a value for each joint that moves. */
  start(values: readonly number[]): void;
  select(panel: number): void;
  /** A pose that is made elsewhere, or by hand while it is. */
  readonly jog: Signal<Jog | null>;
  /** What of the mechanism is in hand in its editor. */
  readonly editedPart: Signal<EditedPart | null>;
  /** What else is laid into the panes. */
  readonly marks: Signal<MakePaneMarks | null>;
}

/** One target on its way, by whatever hand: from the grab to the release, or back to where it was. */
export class TargetMover {
  readonly #targets: Targets;
  readonly #events: Partial<SceneInputEvents>;
  readonly #settled: (index: number) => void;
  #index = -1;
  #home: Vec3 = [0, 0, 0];
  #last: Vec3 = [0, 0, 0];
  #facing: Quaternion = [0, 0, 0, 1];
  #turned = false;

  /** `settled`: called after a release. */
  constructor(
    targets: Targets,
    events: Partial<SceneInputEvents>,
    settled: (index: number) => void,
  ) {
    this.#targets = targets;
    this.#events = events;
    this.#settled = settled;
  }

  /** The target at hand, −1: none. */
  get index(): number {
    return this.#index;
  }

  grab(index: number): void {
    if (this.#index >= 0) this.release();
    this.#index = index;
    this.#events.grab?.(index); // its motion may give way to the hand
    this.#home = this.#last = this.#targets.base(index);
    this.#facing = this.#targets.orientation(index);
    this.#turned = false;
  }

  moveTo(position: Vec3): void {
    if (this.#index < 0 || position.every((value, axis) => value === this.#last[axis])) return;
    this.#last = position;
    this.#targets.setBase(this.#index, position);
    this.#events.target?.(this.#index, position);
  }

  /** Where the target at hand was last put: a lab takes it up no sooner than at the next frame. */
  get position(): Vec3 {
    return this.#last;
  }

  turn(orientation: Quaternion): void {
    if (this.#index < 0) return;
    this.#turned = true;
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
    if (this.#turned) this.turn(this.#facing);
    this.release();
  }

  /** All of it at once. */
  place(index: number, position: Vec3): void {
    this.grab(index);
    this.moveTo(position);
    this.release();
  }
}
