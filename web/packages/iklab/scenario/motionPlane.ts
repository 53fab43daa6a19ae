/** The plane in which the joints of a chain move its effector, where there is one. */
import { chainTo, jointFrames } from './forward.ts';
import { composed, frameOf, ORIGIN, rotated } from './rigidFrame.ts';
import { articulated } from './trees.ts';
import type { InlineTree, Joint, Scene, Vec3 } from './types.ts';
import { addScaled, cross, dot, lengthOf, scaled, unitVector } from './vectors.ts';

/** All places p with normal · p = height, in the frame of the scene. */
export interface MotionPlane {
  /** Of length 1. */
  readonly normal: Vec3;
  readonly height: number;
}

/** A joint that moves, with all joints at zero, in the frame of the scene. */
export interface ChainJoint {
  readonly joint: Joint;
  readonly origin: Vec3;
  /** Of length 1. */
  readonly axis: Vec3;
}

export interface Chain {
  /** The joints that move the effector, from the root on. */
  readonly joints: readonly ChainJoint[];
  readonly tip: Vec3;
}

/** Radians by which axes may be off and still count as parallel: a proof needs this, a drag less. */
const EXACT = 1e-6;
const NEARLY = 1e-3;
const SNAP = 1e-5; // of a normal: what π written with five digits leaves of an axis
const ROUNDING = 1e-12;

/** The joints that move the position of an effector; `slack`: radians. */
export function chainOf({ joints, effectors }: InlineTree, effector: string, slack = EXACT): Chain {
  const frameAt = jointFrames(joints);
  const end = effectors.find(({ id }) => id === effector);
  const chain = chainTo(joints, end?.parent ?? null)
    .filter(articulated)
    .map((joint): ChainJoint => {
      const { at, turn } = frameAt(joint.id);
      return { joint, origin: at, axis: rotated(turn, unitVector(joint.axis)) };
    });
  const tip = end ? composed(frameAt(end.parent), frameOf(end.xyz, end.rpy)).at : ORIGIN.at;
  // a last joint whose axis passes through the effector turns it and does not move it
  const moves = ({ joint: { type, pitch }, origin, axis }: ChainJoint): boolean => {
    const arm = addScaled(tip, origin, -1);
    const rounding = ROUNDING * (lengthOf(tip) + lengthOf(origin));
    const turns = lengthOf(cross(axis, arm)) > slack * lengthOf(arm) + rounding;
    return turns || type === 'prismatic' || (type === 'screw' && pitch !== 0);
  };
  return { joints: chain.slice(0, chain.findLastIndex(moves) + 1), tip };
}

/**
 * The plane that a chain keeps its effector in, in every pose; null: it leaves every plane, or it
 * does not leave a line. Axes that are parallel in one pose are parallel in all.
 */
export function planeOfChain({ joints, tip }: Chain, slack = EXACT): MotionPlane | null {
  const normal = normalOf(joints, slack);
  if (!normal) return null;
  const parallel = ({ joint: { type, pitch }, axis }: ChainJoint): boolean =>
    type === 'prismatic'
      ? Math.abs(dot(axis, normal)) <= slack
      : lengthOf(cross(axis, normal)) <= slack && (type !== 'screw' || pitch === 0);
  return joints.every(parallel) ? { normal, height: dot(tip, normal) } : null;
}

/** Of the first hinge, or across two directions of slides. */
function normalOf(joints: readonly ChainJoint[], slack: number): Vec3 | null {
  const hinge = joints.find(({ joint }) => joint.type !== 'prismatic');
  if (hinge) return hinge.axis;
  const [first, ...others] = joints;
  const across = others
    .map(({ axis }) => cross((first as ChainJoint).axis, axis))
    .find((normal) => lengthOf(normal) > slack);
  return across ? unitVector(across) : null;
}

/**
 * The plane to which a target of an effector belongs: axes that a description rounds count as
 * parallel, and a normal that is nearly an axis of the scene is that axis.
 */
export function targetPlane(tree: InlineTree, effector: string): MotionPlane | null {
  const chain = chainOf(tree, effector, NEARLY);
  const plane = planeOfChain(chain, NEARLY);
  if (!plane) return null;
  const normal = unitVector(
    plane.normal.map((part) => (Math.abs(part) < SNAP ? 0 : part)) as unknown as Vec3,
  );
  return { normal, height: dot(chain.tip, normal) + 0 };
}

/** The planes of all targets of a scene. */
export const targetPlanes = ({
  scenario,
  tree,
}: Pick<Scene, 'scenario' | 'tree'>): readonly (MotionPlane | null)[] =>
  scenario.targets.map(({ effector }) => targetPlane(tree, effector));

/** The normal of the planes of all targets; null: they are not parallel, or one has no plane. */
export function commonNormal(planes: readonly (MotionPlane | null)[]): Vec3 | null {
  const [first] = planes;
  if (!first) return null;
  const { normal } = first;
  const same = planes.every((each) => each && lengthOf(cross(each.normal, normal)) <= NEARLY);
  return same ? normal : null;
}

/** The nearest place of a plane; along an axis of the scene its coordinate is exact. */
export function ontoPlane({ normal, height }: MotionPlane, place: Vec3): Vec3 {
  const axis = normal.findIndex((part) => Math.abs(part) === 1);
  if (axis < 0) return addScaled(place, normal, height - dot(place, normal));
  const exact = height * (normal[axis] as number) + 0;
  return place.map((part, i) => (i === axis ? exact : part)) as unknown as Vec3;
}

/** Two directions of a plane at right angles: of axes of the scene where those lie in it. */
export function planeDirections(normal: Vec3): readonly [Vec3, Vec3] {
  const sizes = normal.map(Math.abs);
  const axis = sizes.indexOf(Math.min(...sizes));
  const flat = scaled(normal, -(normal[axis] as number));
  const first = unitVector(flat.map((part, i) => part + (i === axis ? 1 : 0)) as unknown as Vec3);
  return [first, unitVector(cross(normal, first))];
}
