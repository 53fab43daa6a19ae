/** Moves the origin of a joint: all panes show the new position before the document is edited. */

import type { EditedJoint } from 'iklab/run';
import type { Joint, Vec3 } from 'iklab/scenario';
import { type Bone, type Object3D, Vector3 } from 'three';
import type { MechanismContext } from './mechanismContext.ts';

export class OriginMover {
  readonly #part: EditedJoint;
  readonly #joint: number;
  readonly #bones: MechanismContext;
  readonly #hold: (pose: Float64Array | null) => void;
  readonly #home: Vec3;
  #xyz: Vec3;
  /** The pane whose pose is held; −1 if there is none. */
  #pane = -1;
  /** Position at the start of the move and, in `#place`, now; upright frame. */
  readonly #start = new Vector3();
  readonly #place = new Vector3();

  /** `hold`: shows a pose in all panes; null shows their own poses again. */
  constructor(
    part: EditedJoint,
    joint: number,
    bones: MechanismContext,
    hold: (pose: Float64Array | null) => void,
  ) {
    this.#part = part;
    this.#joint = joint;
    this.#bones = bones;
    this.#hold = hold;
    this.#home = this.#xyz = (part.tree.joints[joint] as Joint).xyz;
  }

  /** Position in the frame of its parent. */
  get xyz(): Vec3 {
    return this.#xyz;
  }

  get isHeld(): boolean {
    return this.#pane >= 0;
  }

  /** Current position in the upright frame. */
  get place(): Vector3 {
    return this.#place;
  }

  /** Starts a move in the pose of a pane. */
  grab(pane: number): void {
    this.#pane = pane;
    const bone = this.#bones.armature(pane).points[this.#joint] as Bone;
    this.#place.copy(this.#start.setFromMatrixPosition(bone.matrixWorld));
    this.#hold(this.#bones.angles(pane).slice());
  }

  /** `tidy`: rounds the coordinates. */
  to(place: Vector3, tidy: (xyz: Vec3) => Vec3): void {
    if (!this.isHeld) return;
    this.#place.copy(place);
    const bone = this.#bones.armature(this.#pane).points[this.#joint] as Bone;
    const frame = bone.parent as Object3D;
    const from = frame.worldToLocal(this.#start.clone());
    const way = frame.worldToLocal(place.clone()).sub(from);
    this.#show(tidy(way.add(new Vector3(...this.#home)).toArray()));
  }

  #show(xyz: Vec3): void {
    this.#xyz = xyz;
    this.#bones.cells().forEach((_, pane) => {
      this.#bones.armature(pane).shift(this.#joint, xyz);
    });
  }

  /** Ends the move as one edit; restores the position if the edit is rejected. */
  release(): void {
    if (!this.isHeld) return;
    const moved = this.#xyz.some((value, axis) => value !== this.#home[axis]);
    this.#let();
    if (moved && !this.#part.move(this.#xyz)) this.#show(this.#home);
  }

  cancel(): void {
    if (!this.isHeld) return;
    this.#show(this.#home);
    this.#let();
  }

  #let(): void {
    this.#pane = -1;
    this.#hold(null);
  }
}
