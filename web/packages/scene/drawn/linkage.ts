/** The kinematics from which the shape of a robot is generated: joint axes and end effectors. */
import type { InlineTree, Joint } from '@iklab/core/scenario';
import { isMovable } from '@iklab/core/scenario/robot';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';

/** A movable joint of a linkage; fixed joints are part of their parent link. */
export interface LinkageAxle {
  /** Index of the joint in the tree, from 1; 0 is the fixed base. */
  readonly bone: number;
  /** Index of the parent axle, which comes earlier in the list; −1 for the fixed base. */
  readonly parent: number;
  /** Frame of the axle at joint value 0, in the frame of the parent axle. */
  readonly frame: Matrix4;
  /** Direction of the joint axis in the axle's own frame, a unit vector. */
  readonly axis: Vector3;
  /** Joint axis as a line (a point and a direction) in the frame of the parent axle. */
  readonly line: AxisLine;
  readonly slides: boolean;
  /**
   * Travel of a prismatic or screw joint, metres. Without limits, half the length of all links in
   * each direction.
   */
  readonly range: readonly [number, number];
}

/** Segment of the centre line of a link, in the frame of `bone`. */
export interface LinkSegment {
  readonly bone: number;
  readonly from: Vector3;
  readonly to: Vector3;
}

export interface AxisLine {
  readonly origin: Vector3;
  readonly direction: Vector3;
}

export interface LinkageEffector {
  /** Index of the axle that carries the effector; −1 for the fixed base. */
  readonly axle: number;
  /** Frame of the effector in the frame of the axle that carries the effector. */
  readonly frame: Matrix4;
  readonly position: Vector3;
  readonly oriented: boolean;
}

export interface Linkage {
  readonly axles: readonly LinkageAxle[];
  readonly tips: readonly LinkageEffector[];
  /** Indices of the child axles of each axle; last, those of the fixed base. */
  readonly children: readonly (readonly number[])[];
  readonly tipsByAxle: readonly (readonly LinkageEffector[])[];
}

const ONE = new Vector3(1, 1, 1);
// Relative to the length of the tree: travel in either direction of a prismatic joint without
// limits.
const UNLIMITED_TRAVEL = 0.5;

/** `oriented` has the ids of effectors whose targets have an orientation. */
export function makeLinkage(tree: InlineTree, oriented: ReadonlySet<string>): Linkage {
  const index = new Map(tree.joints.map(({ id }, i) => [id, i]));
  const axles: LinkageAxle[] = [];
  const seats = new Map<number, Mount>();
  const long = totalLength(tree);
  const seat = (id: string | null): Mount => {
    const i = id === null ? undefined : index.get(id);
    if (i === undefined) return { axle: -1, frame: new Matrix4() };
    const cached = seats.get(i);
    if (cached) return cached;
    const joint = tree.joints[i] as Joint;
    const { axle, frame: place } = seat(joint.parent);
    const frame = place.clone().multiply(restFrame(joint));
    const made = isMovable(joint)
      ? { axle: axles.push(makeAxle(joint, i, axle, frame, long)) - 1, frame: new Matrix4() }
      : { axle, frame };
    seats.set(i, made);
    return made;
  };
  for (const { id } of tree.joints) seat(id);
  const tips = tree.effectors.map((effector): LinkageEffector => {
    const { axle, frame: seatFrame } = seat(effector.parent);
    const frame = seatFrame.clone().multiply(restFrame(effector));
    const position = new Vector3().setFromMatrixPosition(frame);
    return { axle, frame, position, oriented: oriented.has(effector.id) };
  });
  return { axles, tips, ...groupByAxle(axles, tips) };
}

interface Mount {
  readonly axle: number;
  readonly frame: Matrix4;
}

function makeAxle(
  joint: Joint,
  i: number,
  parent: number,
  frame: Matrix4,
  long: number,
): LinkageAxle {
  const axis = new Vector3(...joint.axis).normalize();
  const origin = new Vector3().setFromMatrixPosition(frame);
  const slides = joint.type === 'prismatic' || (joint.type === 'screw' && joint.pitch !== 0);
  const travelPerUnit = joint.type === 'screw' ? joint.pitch : 1;
  const ends = joint.limits?.map((limit) => limit * travelPerUnit) ?? [
    -UNLIMITED_TRAVEL * long,
    UNLIMITED_TRAVEL * long,
  ];
  return {
    bone: i + 1,
    parent,
    frame,
    axis,
    line: { origin, direction: axis.clone().transformDirection(frame) },
    slides,
    range: [Math.min(...ends), Math.max(...ends)],
  };
}

function groupByAxle(axles: readonly LinkageAxle[], tips: readonly LinkageEffector[]) {
  const children: number[][] = Array.from({ length: axles.length + 1 }, () => []);
  const tipsByAxle: LinkageEffector[][] = children.map(() => []);
  const axleIndex = (axle: number): number => (axle < 0 ? axles.length : axle);
  axles.forEach(({ parent }, i) => {
    children[axleIndex(parent)]?.push(i);
  });
  for (const tip of tips) tipsByAxle[axleIndex(tip.axle)]?.push(tip);
  return { children, tipsByAxle };
}

function totalLength({ joints, effectors }: InlineTree): number {
  const moved = joints.filter(({ parent }) => parent !== null);
  return [...moved, ...effectors].reduce((sum, { xyz }) => sum + Math.hypot(...xyz), 0) || 1;
}

/** Returns the joint frame at value 0. Roll, pitch and yaw are about fixed axes, as in URDF. */
function restFrame({ xyz, rpy }: Pick<Joint, 'xyz' | 'rpy'>): Matrix4 {
  const [roll, pitch, yaw] = rpy;
  const rotation = new Quaternion().setFromEuler(new Euler(roll, pitch, yaw, 'ZYX'));
  return new Matrix4().compose(new Vector3(...xyz), rotation, ONE);
}
