/** Moves the origin of a joint: all panes show the new position before the document is edited. */

import type { Joint, Vec3 } from '@iklab/core/scenario';
import { type Bone, type Object3D, Vector3 } from 'three';
import type { MechanismContext } from '../../picture/mechanismContext.ts';
import type { EditedJoint } from './editedRobotPart.ts';

export class JointOriginMover {
  readonly #part: EditedJoint;
  readonly #joint: number;
  readonly #bones: MechanismContext;
  readonly #hold: (pose: Float64Array | null) => void;
  readonly #home: Vec3;
  #xyz: Vec3;
  /**
   * Index of the pane in which the origin is dragged; −1 for none. All panes show the pose of that
   * pane.
   */
  #pane = -1;
  readonly #start = new Vector3();
  readonly #current = new Vector3();

  /** `hold` shows a pose in all panes; with null, each pane shows its own pose. */
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

  /** Position of the joint origin in the parent frame, metres. */
  get xyz(): Vec3 {
    return this.#xyz;
  }

  get isMoving(): boolean {
    return this.#pane >= 0;
  }

  get position(): Vector3 {
    return this.#current;
  }

  grab(pane: number): void {
    this.#pane = pane;
    const bone = this.#bones.armature(pane).points[this.#joint] as Bone;
    this.#current.copy(this.#start.setFromMatrixPosition(bone.matrixWorld));
    this.#hold(this.#bones.angles(pane).slice());
  }

  /**
   * Moves the origin to a position of the y-up frame. `tidy` rounds coordinates in the parent
   * frame.
   */
  moveTo(position: Vector3, tidy: (xyz: Vec3) => Vec3): void {
    if (!this.isMoving) return;
    this.#current.copy(position);
    const bone = this.#bones.armature(this.#pane).points[this.#joint] as Bone;
    const frame = bone.parent as Object3D;
    const from = frame.worldToLocal(this.#start.clone());
    const offset = frame.worldToLocal(position.clone()).sub(from);
    this.#show(tidy(offset.add(new Vector3(...this.#home)).toArray()));
  }

  #show(xyz: Vec3): void {
    this.#xyz = xyz;
    this.#bones.cells().forEach((_, pane) => {
      this.#bones.armature(pane).setJointOrigin(this.#joint, xyz);
    });
  }

  /** Ends the move as one edit of the document. A refused edit restores the position. */
  release(): void {
    if (!this.isMoving) return;
    const moved = this.#xyz.some((value, axis) => value !== this.#home[axis]);
    this.#endMove();
    if (moved && !this.#part.move(this.#xyz)) this.#show(this.#home);
  }

  cancel(): void {
    if (!this.isMoving) return;
    this.#show(this.#home);
    this.#endMove();
  }

  #endMove(): void {
    this.#pane = -1;
    this.#hold(null);
  }
}
