/**
 * Forward kinematics by URDF's definitions with quaternions: a reference for the module's, of which
 * it is independent.
 */
import type { InlineTree, Joint, Quaternion, Vec3 } from '@iklab/core/scenario';

export interface RigidTransform {
  readonly position: Vec3;
  readonly rotation: Quaternion;
}

const ORIGIN: RigidTransform = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

export function multiplyQuaternions(
  [ax, ay, az, aw]: Quaternion,
  [bx, by, bz, bw]: Quaternion,
): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

const cross = ([a, b, c]: Vec3, [x, y, z]: Vec3): Vec3 => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
const addScaled = ([a, b, c]: Vec3, [x, y, z]: Vec3, share = 1): Vec3 => [
  a + share * x,
  b + share * y,
  c + share * z,
];

/** Rotates v by a unit quaternion: v + 2w (q × v) + 2 q × (q × v). */
export function rotateByQuaternion([x, y, z, w]: Quaternion, v: Vec3): Vec3 {
  const once = cross([x, y, z], v);
  return addScaled(addScaled(v, once, 2 * w), cross([x, y, z], once), 2);
}

function axisQuaternion([x, y, z]: Vec3, angle: number): Quaternion {
  const sine = Math.sin(angle / 2);
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)];
}

/** Returns the quaternion of a roll about x, then pitch about y, then yaw about z; fixed axes. */
export function makeRpyQuaternion([roll, pitch, yaw]: Vec3): Quaternion {
  const steady = multiplyQuaternions(
    axisQuaternion([0, 1, 0], pitch),
    axisQuaternion([1, 0, 0], roll),
  );
  return multiplyQuaternions(axisQuaternion([0, 0, 1], yaw), steady);
}

function normalize(axis: Vec3): Vec3 {
  const largest = Math.max(...axis.map(Math.abs));
  const [x, y, z] = axis.map((value) => value / largest) as unknown as Vec3;
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

const composeFrame = (frame: RigidTransform, xyz: Vec3, rpy: Vec3): RigidTransform => ({
  position: addScaled(frame.position, rotateByQuaternion(frame.rotation, xyz)),
  rotation: multiplyQuaternions(frame.rotation, makeRpyQuaternion(rpy)),
});

export function moveFrameByJoint(
  frame: RigidTransform,
  { type, axis, pitch }: Joint,
  value: number,
): RigidTransform {
  if (type === 'fixed') return frame;
  const direction = normalize(axis);
  const slide = type === 'prismatic' ? value : type === 'screw' ? value * pitch : 0;
  return {
    position: addScaled(frame.position, rotateByQuaternion(frame.rotation, direction), slide),
    rotation:
      type === 'prismatic'
        ? frame.rotation
        : multiplyQuaternions(frame.rotation, axisQuaternion(direction, value)),
  };
}

/** Returns the frame of every effector. `pose`: values of the independent joints, in order. */
export function computeEffectorFrames(
  tree: InlineTree,
  pose: ArrayLike<number>,
): Map<string, RigidTransform> {
  const values = new Map<string, number>();
  for (const { id, type, mimic } of tree.joints)
    if (type !== 'fixed' && !mimic) values.set(id, pose[values.size] as number);
  const joints = new Map(tree.joints.map((joint) => [joint.id, joint]));
  const standing = ({ id, mimic }: Joint): number =>
    mimic
      ? mimic.multiplier * standing(joints.get(mimic.joint) as Joint) + mimic.offset
      : (values.get(id) ?? 0);
  const frames = new Map<string, RigidTransform>();
  const frameOf = (id: string): RigidTransform => {
    const cached = frames.get(id);
    if (cached) return cached;
    const joint = joints.get(id) as Joint;
    const base = joint.parent === null ? ORIGIN : frameOf(joint.parent);
    const frame = moveFrameByJoint(
      composeFrame(base, joint.xyz, joint.rpy),
      joint,
      standing(joint),
    );
    frames.set(id, frame);
    return frame;
  };
  return new Map(
    tree.effectors.map(({ id, parent, xyz, rpy }) => [id, composeFrame(frameOf(parent), xyz, rpy)]),
  );
}

/** Returns the angle between two orientations in radians. */
export function angleBetweenOrientations([x, y, z, w]: Quaternion, other: Quaternion): number {
  const [dx, dy, dz, dw] = multiplyQuaternions([-x, -y, -z, w], other);
  return 2 * Math.atan2(Math.hypot(dx, dy, dz), Math.abs(dw));
}
