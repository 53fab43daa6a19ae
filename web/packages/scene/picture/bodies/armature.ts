import type { InlineTree, Joint, ScenarioView, Scene, Vec3 } from '@iklab/core/scenario';
import { type JointValueSource, jointValueSources } from '@iklab/core/scenario/robot';
import { Bone, Euler, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';

/**
 * Rotation from the scenario frame to the y-up frame of Three.js, by the up axis of the scenario.
 */
const upright: Readonly<Record<ScenarioView['up'], Quaternion>> = {
  x: new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), Math.PI / 2),
  y: new Quaternion(),
  z: new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2),
};

interface MovingJoint extends JointValueSource {
  readonly bone: Bone;
  readonly base: Quaternion;
  readonly origin: Vector3;
  readonly axis: Vector3;
  /** Translation of a joint per unit of its value, in the parent frame; 0 for a revolute joint. */
  readonly slide: Vector3;
  readonly isRevolute: boolean;
}

const rotation = new Quaternion();
const scratchPoint = new Vector3();
const toScene = new Matrix4();

/**
 * Mechanism as nested Three.js groups, which compute the drawn pose. `world` is the scenario frame
 * in the y-up frame.
 */
export class Armature {
  readonly world = new Bone();
  /** Bones of all joints, then of all effectors, in document order. */
  readonly points: readonly Bone[];
  readonly #movers: MovingJoint[] = [];

  constructor(tree: InlineTree, up: ScenarioView['up']) {
    this.world.quaternion.copy(upright[up]);
    const driven = jointValueSources(tree);
    const joints = new Map(
      tree.joints.map((joint, i) => [joint.id, this.#addJoint(joint, driven[i] ?? null)]),
    );
    for (const joint of tree.joints) {
      const parent = joint.parent === null ? this.world : joints.get(joint.parent);
      parent?.add(joints.get(joint.id) as Bone);
    }
    const effectors = tree.effectors.map((effector) => {
      const bone = setTransform(new Bone(), effector.xyz, effector.rpy);
      joints.get(effector.parent)?.add(bone);
      return bone;
    });
    this.points = [...joints.values(), ...effectors];
    for (const bone of [this.world, ...this.points]) freezeTransform(bone);
  }

  #addJoint(joint: Joint, drive: JointValueSource | null): Bone {
    const bone = setTransform(new Bone(), joint.xyz, joint.rpy);
    if (!drive) return bone;
    const axis = new Vector3(...joint.axis).normalize();
    const direction = axis.clone().applyQuaternion(bone.quaternion);
    const translationPerUnit =
      joint.type === 'prismatic' ? 1 : joint.type === 'screw' ? joint.pitch : 0;
    this.#movers.push({
      ...drive,
      bone,
      axis,
      base: bone.quaternion.clone(),
      origin: bone.position.clone(),
      slide: direction.multiplyScalar(translationPerUnit),
      isRevolute: joint.type !== 'prismatic',
    });
    return bone;
  }

  /** Sets the pose: one value per independent joint, in document order. */
  setPose(values: ArrayLike<number>): void {
    for (let i = 0; i < this.#movers.length; i++) {
      const mover = this.#movers[i] as MovingJoint;
      const value = mover.ratio * (values[mover.column] as number) + mover.shift;
      if (mover.isRevolute) {
        rotation.setFromAxisAngle(mover.axis, value);
        mover.bone.quaternion.multiplyQuaternions(mover.base, rotation);
      }
      mover.bone.position.copy(mover.origin).addScaledVector(mover.slide, value);
      mover.bone.updateMatrix();
    }
  }

  /**
   * Sets the origin of a joint in the parent frame, metres. A movable joint moves at the next
   * `setPose`.
   */
  setJointOrigin(joint: number, xyz: Vec3): void {
    const bone = this.points[joint];
    const mover = this.#movers.find((each) => each.bone === bone);
    (mover?.origin ?? bone?.position)?.fromArray(xyz);
    bone?.updateMatrix();
  }

  /** Returns the positions of joint origins, then of effectors, xyz each, in the scenario frame. */
  positions(): Float64Array {
    this.world.updateWorldMatrix(true, true);
    const out = new Float64Array(3 * this.points.length);
    return this.readPositions(
      this.points.map((_, i) => i),
      out,
    );
  }

  /**
   * Writes the points `which` to `out`, xyz each, in the scenario frame. The world matrices must be
   * up to date.
   */
  readPositions(which: readonly number[], out: Float64Array): Float64Array {
    toScene.copy(this.world.matrixWorld).invert();
    for (let i = 0; i < which.length; i++) {
      const bone = this.points[which[i] as number] as Bone;
      scratchPoint
        .setFromMatrixPosition(bone.matrixWorld)
        .applyMatrix4(toScene)
        .toArray(out, 3 * i);
    }
    return out;
  }
}

export function makeStartArmature({ tree, scenario, start }: Scene): Armature {
  const armature = new Armature(tree, scenario.view.up);
  armature.setPose(start);
  armature.world.updateMatrixWorld(true);
  return armature;
}

export function freezeTransform(part: Object3D): void {
  part.updateMatrix();
  part.matrixAutoUpdate = false;
}

function setTransform(bone: Bone, xyz: readonly number[], rpy: readonly number[]): Bone {
  bone.position.fromArray(xyz as number[]);
  const [roll = 0, pitch = 0, yaw = 0] = rpy;
  bone.quaternion.setFromEuler(new Euler(roll, pitch, yaw, 'ZYX'));
  return bone;
}
