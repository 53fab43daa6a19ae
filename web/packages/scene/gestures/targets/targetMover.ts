import type { Quaternion, Vec3 } from '@iklab/core/scenario';
import type { StageInputContext } from '../../picture/stageInput.ts';

interface MovedPose {
  readonly position?: Vec3;
  readonly orientation?: Quaternion;
}

/** Events of moved targets. Positions are without the target's own motion. */
export interface TargetEvents {
  /** Reports that a target is grabbed. Returns true if the target's own motion stops. */
  grab(target: number): boolean;
  move(index: number, pose: MovedPose): void;
  /** Reports that a target is released. `dropped` is true at the end of a drag by pointer. */
  release(target: number, dropped: boolean): void;
}

/** Drawn targets and target path. A mover changes both before the lab does. */
export type TargetMoverContext = Pick<StageInputContext, 'targets' | 'changed'> & {
  readonly path: Pick<StageInputContext['path'], 'show' | 'move'>;
};

interface MoveNotices {
  grabbed(): void;
  /**
   * Reports the base of a released target, metres. The lab uses the base from the next frame on.
   */
  released(index: number, position: Vec3): void;
}

export class TargetMover {
  readonly #picture: TargetMoverContext;
  readonly #events: TargetEvents;
  readonly #notices: MoveNotices;
  #index = -1;
  #home: Vec3 = [0, 0, 0];
  #last: Vec3 = [0, 0, 0];
  #facing: Quaternion = [0, 0, 0, 1];
  #hasRotated = false;

  constructor(picture: TargetMoverContext, events: TargetEvents, notices: MoveNotices) {
    this.#picture = picture;
    this.#events = events;
    this.#notices = notices;
  }

  /** Index of the grabbed target; −1 for none. */
  get index(): number {
    return this.#index;
  }

  grab(index: number): void {
    if (this.#index >= 0) this.release();
    this.#index = index;
    this.#notices.grabbed();
    const { targets, path } = this.#picture;
    if (this.#events.grab(index)) targets.stopMotion(index); // Changes the base.
    this.#home = this.#last = targets.base(index);
    this.#facing = targets.orientation(index);
    this.#hasRotated = false;
    path.show(targets.motion(index), this.#home);
  }

  moveTo(position: Vec3): void {
    if (this.#index < 0 || position.every((value, axis) => value === this.#last[axis])) return;
    this.#last = position;
    this.#picture.targets.setBase(this.#index, position);
    this.#picture.path.move(position);
    this.#events.move(this.#index, { position });
    this.#picture.changed();
  }

  /**
   * Base of the grabbed target in the scenario frame, metres. The lab uses the base from the next
   * frame on.
   */
  get position(): Vec3 {
    return this.#last;
  }

  rotate(orientation: Quaternion): void {
    if (this.#index < 0) return;
    this.#hasRotated = true;
    this.#picture.targets.setOrientation(this.#index, orientation);
    this.#events.move(this.#index, { orientation });
    this.#picture.changed();
  }

  release(dropped = false): void {
    const index = this.#index;
    if (index < 0) return;
    this.#index = -1;
    const { targets, path } = this.#picture;
    path.show(null, targets.base(index));
    this.#picture.changed();
    this.#events.release(index, dropped);
    this.#notices.released(index, this.#last);
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
