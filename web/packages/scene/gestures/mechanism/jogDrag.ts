/** Posing joint by joint: all panes show the pose and the active joint. */

import type { InlineTree, Joint, LengthUnit } from '@iklab/core/scenario';
import { clampToJointLimits, isIndependentJoint } from '@iklab/core/scenario/robot';
import { effect, type Signal } from '@preact/signals';
import { type Bone, Vector3 } from 'three';
import type { MechanismContext } from '../../picture/mechanismContext.ts';
import type { PanePoint } from '../../picture/panes/paneCells.ts';
import { projectToPane } from '../../picture/panes/projectToPane.ts';
import { JointMark } from './jointMark.ts';
import { JointNameLabel, jointValueText } from './jointNameLabel.ts';
import './jogging.css';

export interface JoggedPose {
  /** Joint values of the pose, one per independent joint, in document order. */
  readonly values: readonly number[];
  /** Index of the moved joint among the independent joints; −1 for none. */
  readonly joint: number;
}

export class JogDrag {
  readonly #tree: InlineTree;
  readonly #bones: MechanismContext;
  readonly #unit: LengthUnit;
  readonly #jog: Signal<JoggedPose | null>;
  readonly #jointIndices: readonly number[];
  readonly #marks: JointMark[] = [];
  readonly #name = new JointNameLabel();
  readonly #forget: () => void;
  #current: JoggedPose | null = null;
  #values: Float64Array | null = null;

  constructor(
    tree: InlineTree,
    bones: MechanismContext,
    unit: LengthUnit,
    jog: Signal<JoggedPose | null>,
    show: (pose: Float64Array | null) => void,
  ) {
    this.#tree = tree;
    this.#bones = bones;
    this.#unit = unit;
    this.#jog = jog;
    this.#jointIndices = tree.joints.flatMap((joint, i) => (isIndependentJoint(joint) ? [i] : []));
    this.#name.element.classList.add('in-hand');
    this.#forget = effect(() => {
      const current = jog.value?.values.length === this.#jointIndices.length ? jog.value : null;
      if (current === this.#current) return;
      this.#current = current;
      this.#values = current && Float64Array.from(current.values);
      show(this.#values);
    });
  }

  get element(): HTMLElement {
    return this.#name.element;
  }

  /** Pose that the user is setting; null for none. */
  get pose(): Float64Array | null {
    return this.#values;
  }

  /**
   * Takes the value of a joint from a pose and makes the joint active; returns false if no pose is
   * being set.
   */
  setJoint(pose: Float64Array, joint: number): boolean {
    if (!this.#current) return false;
    const values = [...this.#current.values];
    values[joint] = roundAngle(
      this.#tree.joints[this.#jointIndices[joint] as number],
      pose[joint] as number,
    );
    this.#jog.value = { values, joint };
    return true;
  }

  restore(pose: Float64Array, joint: number): void {
    if (this.#current) this.#jog.value = { values: [...pose], joint };
  }

  /**
   * Updates the marks; with `named`, also the name of the moved joint. Call after posing the
   * mechanisms.
   */
  follow(named: boolean): void {
    const joint = this.#jointIndices[this.#current?.joint ?? -1];
    const cells = this.#bones.cells();
    const value = this.#current?.values[this.#current.joint] ?? 0;
    cells.forEach((cell, pane) => {
      this.#marks[pane] ??= new JointMark(this.#tree, this.#bones);
      if (joint === undefined || !cell) this.#marks[pane]?.hide();
      else this.#marks[pane]?.show(this.#bones.armature(pane), joint, value);
    });
    this.#updateName(joint, value, named);
  }

  #updateName(index: number | undefined, value: number, named: boolean): void {
    const pane = this.#bones.cells().findIndex((each) => each !== null);
    const cell = this.#bones.cells()[pane];
    const joint = this.#tree.joints[index ?? -1];
    const mark = this.#marks[pane];
    if (!joint || !cell || !mark || !named) {
      this.#name.hide();
      return;
    }
    const toPane = (point: Vector3): PanePoint =>
      projectToPane(this.#bones.camera(pane), cell, point);
    const tip = this.#bones.armature(pane).points.at(-1) as Bone;
    const from = toPane(new Vector3().setFromMatrixPosition(tip.matrixWorld));
    const away = ({ x, y }: PanePoint): number => Math.hypot(x - from.x, y - from.y);
    const [a, b] = [toPane(mark.ends[0]), toPane(mark.ends[1])];
    const valueText = jointValueText(value, joint.type === 'prismatic', this.#unit);
    this.#name.showCentred(joint.id, valueText, cell, away(a) > away(b) ? a : b);
  }

  dispose(): void {
    this.#forget();
    this.#name.element.remove();
    for (const mark of this.#marks) mark.dispose();
  }
}

function roundAngle(joint: Joint | undefined, value: number): number {
  if (!joint || joint.type === 'prismatic') return value;
  const tenth = (Number(((value * 180) / Math.PI).toFixed(1)) * Math.PI) / 180;
  return clampToJointLimits(tenth, joint.limits) === tenth ? tenth : value;
}
