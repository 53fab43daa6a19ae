import {
  composeFrames,
  frameFromXyzRpy,
  ORIGIN_FRAME,
  rotateVector,
} from '../numbers/rigidFrame.ts';
import {
  addScaled,
  cross,
  dot,
  scaleVector,
  unitVector,
  vectorLength,
} from '../numbers/vectors.ts';
import { jointFrames, listJointsToRoot } from '../robot/forwardKinematics.ts';
import { isMovable } from '../robot/trees.ts';
import type { InlineTree, Joint, Scene, Vec3 } from '../types.ts';

/** A plane: all points p with normal * p = height, in the frame of the scene. */
export interface MotionPlane {
  readonly normal: Vec3;
  readonly height: number;
}

/** A movable joint at the zero pose, in the frame of the scene. */
export interface ChainJoint {
  readonly joint: Joint;
  readonly origin: Vec3;
  readonly axis: Vec3;
}

export interface EffectorChain {
  readonly joints: readonly ChainJoint[];
  readonly tip: Vec3;
}

const EXACTLY_PARALLEL = 1e-6;
const NEARLY_PARALLEL = 1e-3;
const SNAP = 1e-5; // Smaller components are zero: pi may have five digits.
const ROUNDING = 1e-12;

/**
 * Returns the joints that move the position of an effector. `slack`: greatest angle between
 * parallel axes, in radians.
 */
export function findEffectorChain(
  { joints, effectors }: InlineTree,
  effector: string,
  slack = EXACTLY_PARALLEL,
): EffectorChain {
  const frameAt = jointFrames(joints);
  const end = effectors.find(({ id }) => id === effector);
  const chain = listJointsToRoot(joints, end?.parent ?? null)
    .filter(isMovable)
    .map((joint): ChainJoint => {
      const { position, rotation } = frameAt(joint.id);
      return { joint, origin: position, axis: rotateVector(rotation, unitVector(joint.axis)) };
    });
  const tip = end
    ? composeFrames(frameAt(end.parent), frameFromXyzRpy(end.xyz, end.rpy)).position
    : ORIGIN_FRAME.position;
  // A last joint whose axis passes through the effector rotates it without moving it.
  const moves = ({ joint: { type, pitch }, origin, axis }: ChainJoint): boolean => {
    const arm = addScaled(tip, origin, -1);
    const rounding = ROUNDING * (vectorLength(tip) + vectorLength(origin));
    const rotates = vectorLength(cross(axis, arm)) > slack * vectorLength(arm) + rounding;
    return rotates || type === 'prismatic' || (type === 'screw' && pitch !== 0);
  };
  return { joints: chain.slice(0, chain.findLastIndex(moves) + 1), tip };
}

/**
 * Returns the plane in which the effector of a chain always stays. Null if there is none or the
 * motion is a line.
 */
export function effectorChainPlane(
  { joints, tip }: EffectorChain,
  slack = EXACTLY_PARALLEL,
): MotionPlane | null {
  const normal = planeNormal(joints, slack);
  if (!normal) return null;
  const parallel = ({ joint: { type, pitch }, axis }: ChainJoint): boolean =>
    type === 'prismatic'
      ? Math.abs(dot(axis, normal)) <= slack
      : vectorLength(cross(axis, normal)) <= slack && (type !== 'screw' || pitch === 0);
  return joints.every(parallel) ? { normal, height: dot(tip, normal) } : null;
}

function planeNormal(joints: readonly ChainJoint[], slack: number): Vec3 | null {
  const hinge = joints.find(({ joint }) => joint.type !== 'prismatic');
  if (hinge) return hinge.axis;
  const [first, ...rest] = joints;
  const across = rest
    .map(({ axis }) => cross((first as ChainJoint).axis, axis))
    .find((normal) => vectorLength(normal) > slack);
  return across ? unitVector(across) : null;
}

/**
 * Returns the plane in which an effector stays; null if there is none. Allows for rounding: nearly
 * parallel axes count as parallel, and a normal near an axis of the scene becomes that axis.
 */
export function targetMotionPlane(tree: InlineTree, effector: string): MotionPlane | null {
  const chain = findEffectorChain(tree, effector, NEARLY_PARALLEL);
  const plane = effectorChainPlane(chain, NEARLY_PARALLEL);
  if (!plane) return null;
  const normal = unitVector(
    plane.normal.map((part) => (Math.abs(part) < SNAP ? 0 : part)) as unknown as Vec3,
  );
  return { normal, height: dot(chain.tip, normal) + 0 };
}

export const targetMotionPlanes = ({
  scenario,
  tree,
}: Pick<Scene, 'scenario' | 'tree'>): readonly (MotionPlane | null)[] =>
  scenario.targets.map(({ effector }) => targetMotionPlane(tree, effector));

export function commonPlaneNormal(planes: readonly (MotionPlane | null)[]): Vec3 | null {
  const [first] = planes;
  if (!first) return null;
  const { normal } = first;
  const areParallel = planes.every(
    (each) => each && vectorLength(cross(each.normal, normal)) <= NEARLY_PARALLEL,
  );
  return areParallel ? normal : null;
}

/** Projects a point onto a plane; exact if the normal is an axis of the scene. */
export function projectOntoPlane({ normal, height }: MotionPlane, point: Vec3): Vec3 {
  const axis = normal.findIndex((part) => Math.abs(part) === 1);
  if (axis < 0) return addScaled(point, normal, height - dot(point, normal));
  const exact = height * (normal[axis] as number) + 0;
  return point.map((part, i) => (i === axis ? exact : part)) as unknown as Vec3;
}

/** Returns two perpendicular directions in a plane, along axes of the scene if possible. */
export function planeDirections(normal: Vec3): readonly [Vec3, Vec3] {
  const sizes = normal.map(Math.abs);
  const axis = sizes.indexOf(Math.min(...sizes));
  const flat = scaleVector(normal, -(normal[axis] as number));
  const first = unitVector(flat.map((part, i) => part + (i === axis ? 1 : 0)) as unknown as Vec3);
  return [first, unitVector(cross(normal, first))];
}
