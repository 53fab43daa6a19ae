/** What a robot's shape is made from: the axes of its joints, where they stand, and its tips. */
import { articulated, type InlineTree, type Joint } from 'iklab/scenario';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';

/** A joint that moves; fixed ones are part of the link that carries them. */
export interface Axle {
  /** Of the tree: its joint, counted from 1; 0 is what does not move. */
  readonly bone: number;
  /** The axle before it, earlier in the list; −1: none. */
  readonly parent: number;
  /** Its frame at zero in that of the axle before. */
  readonly place: Matrix4;
  /** Of length 1, in its own frame. */
  readonly axis: Vector3;
  /** A point of the axis and its direction, in the frame of the axle before. */
  readonly line: Line;
  readonly slides: boolean;
  /** Lowest and highest value of a slide, metres. */
  readonly range: readonly [number, number];
}

/** A piece of a line in the frame of a bone. */
export interface Segment {
  readonly bone: number;
  readonly from: Vector3;
  readonly to: Vector3;
}

/** A point and a direction of length 1. */
export interface Line {
  readonly origin: Vector3;
  readonly along: Vector3;
}

/** An effector. */
export interface Tip {
  /** The axle that carries it; −1: none does. */
  readonly axle: number;
  /** Its frame in that of the axle. */
  readonly place: Matrix4;
  readonly at: Vector3;
  /** A target asks for its orientation. */
  readonly oriented: boolean;
}

/** Axles and tips of a tree. */
export interface Linkage {
  readonly axles: readonly Axle[];
  readonly tips: readonly Tip[];
  /** By axle, the last: of what does not move. */
  readonly children: readonly (readonly number[])[];
  readonly tipsOf: readonly (readonly Tip[])[];
}

const ONE = new Vector3(1, 1, 1);
const ENDLESS = 0.5; // of the tree's length: travel either way of a slide without limits

/** `oriented`: effectors of which a target asks for an orientation. */
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

/** Of all links together, metres. */
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
