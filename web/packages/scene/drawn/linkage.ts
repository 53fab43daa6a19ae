/** The kinematic data that the shape of a robot is generated from: joint axes and end effectors. */
import { articulated, type InlineTree, type Joint } from 'iklab/scenario';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';

/** A movable joint; fixed joints are part of their parent link. */
export interface Axle {
  /** Index of the joint in the tree, from 1; 0 is the fixed base. */
  readonly bone: number;
  /** Index of the parent axle, earlier in the list; −1 if there is none. */
  readonly parent: number;
  /** Its frame at value 0, in the frame of the parent axle. */
  readonly place: Matrix4;
  /** Unit vector in its own frame. */
  readonly axis: Vector3;
  /** A point of the axis and its direction, in the frame of the parent axle. */
  readonly line: Line;
  readonly slides: boolean;
  /** Range of a prismatic joint, metres. */
  readonly range: readonly [number, number];
}

/** A line segment in the frame of a bone. */
export interface Segment {
  readonly bone: number;
  readonly from: Vector3;
  readonly to: Vector3;
}

/** A point and a unit direction. */
export interface Line {
  readonly origin: Vector3;
  readonly along: Vector3;
}

/** An end effector. */
export interface Tip {
  /** The axle that carries it; −1 for the fixed base. */
  readonly axle: number;
  /** Its frame in that of the axle. */
  readonly place: Matrix4;
  readonly at: Vector3;
  /** Whether a target constrains its orientation. */
  readonly oriented: boolean;
}

export interface Linkage {
  readonly axles: readonly Axle[];
  readonly tips: readonly Tip[];
  /** Per axle; the last entry is that of the fixed base. */
  readonly children: readonly (readonly number[])[];
  readonly tipsOf: readonly (readonly Tip[])[];
}

const ONE = new Vector3(1, 1, 1);
// Relative to the length of the tree: travel in either direction of a prismatic joint without
// limits.
const ENDLESS = 0.5;

/** `oriented`: effectors whose target constrains the orientation. */
export function linkageOf(tree: InlineTree, oriented: ReadonlySet<string>): Linkage {
  const index = new Map(tree.joints.map(({ id }, i) => [id, i]));
  const axles: Axle[] = [];
  const seats = new Map<number, Seat>();
  const long = lengthOf(tree);
  const seat = (id: string | null): Seat => {
    const i = id === null ? undefined : index.get(id);
    if (i === undefined) return { axle: -1, place: new Matrix4() };
    const known = seats.get(i);
    if (known) return known;
    const joint = tree.joints[i] as Joint;
    const { axle, place } = seat(joint.parent);
    const frame = place.clone().multiply(frameOf(joint));
    const made = articulated(joint)
      ? { axle: axles.push(axleOf(joint, i, axle, frame, long)) - 1, place: new Matrix4() }
      : { axle, place: frame };
    seats.set(i, made);
    return made;
  };
  for (const { id } of tree.joints) seat(id);
  const tips = tree.effectors.map((effector): Tip => {
    const { axle, place } = seat(effector.parent);
    const frame = place.clone().multiply(frameOf(effector));
    const at = new Vector3().setFromMatrixPosition(frame);
    return { axle, place: frame, at, oriented: oriented.has(effector.id) };
  });
  return { axles, tips, ...branches(axles, tips) };
}

interface Seat {
  readonly axle: number;
  readonly place: Matrix4;
}

function axleOf(joint: Joint, i: number, parent: number, place: Matrix4, long: number): Axle {
  const axis = new Vector3(...joint.axis).normalize();
  const origin = new Vector3().setFromMatrixPosition(place);
  const slides = joint.type === 'prismatic' || (joint.type === 'screw' && joint.pitch !== 0);
  const way = joint.type === 'screw' ? joint.pitch : 1;
  const ends = joint.limits?.map((limit) => limit * way) ?? [-ENDLESS * long, ENDLESS * long];
  return {
    bone: i + 1,
    parent,
    place,
    axis,
    line: { origin, along: axis.clone().transformDirection(place) },
    slides,
    range: [Math.min(...ends), Math.max(...ends)],
  };
}

function branches(axles: readonly Axle[], tips: readonly Tip[]) {
  const children: number[][] = Array.from({ length: axles.length + 1 }, () => []);
  const tipsOf: Tip[][] = children.map(() => []);
  const at = (axle: number): number => (axle < 0 ? axles.length : axle);
  axles.forEach(({ parent }, i) => {
    children[at(parent)]?.push(i);
  });
  for (const tip of tips) tipsOf[at(tip.axle)]?.push(tip);
  return { children, tipsOf };
}

/** Total length of all links, metres. */
function lengthOf({ joints, effectors }: InlineTree): number {
  const moved = joints.filter(({ parent }) => parent !== null);
  return [...moved, ...effectors].reduce((sum, { xyz }) => sum + Math.hypot(...xyz), 0) || 1;
}

/** Roll, pitch and yaw about fixed axes, as in URDF. */
function frameOf({ xyz, rpy }: Pick<Joint, 'xyz' | 'rpy'>): Matrix4 {
  const [roll, pitch, yaw] = rpy;
  const turn = new Quaternion().setFromEuler(new Euler(roll, pitch, yaw, 'ZYX'));
  return new Matrix4().compose(new Vector3(...xyz), turn, ONE);
}
