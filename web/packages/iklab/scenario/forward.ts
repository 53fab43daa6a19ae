/** Forward kinematics: frames of the joints and effectors of a tree. */
import { couplingOf } from './coupling.ts';
import { composed, type Frame, frameOf, ORIGIN, rotated, rotationAbout } from './rigidFrame.ts';
import { isMovingJoint } from './trees.ts';
import type { JointType, Mimic, Vec3 } from './types.ts';
import { addScaled, unitVector } from './vectors.ts';

/** A frame relative to that of a joint; a null parent means the frame of the scene. */
interface Placed {
  readonly parent: string | null;
  readonly xyz: Vec3;
  readonly rpy: Vec3;
}

/** A joint with the properties that forward kinematics needs. */
export interface PlacedJoint extends Placed {
  readonly id: string;
  readonly type: JointType;
  readonly axis?: Vec3;
  readonly pitch?: number;
  readonly mimic?: Mimic | undefined;
}

/** The joints from the root to `last`; none for null. */
export function chainTo<J extends Pick<PlacedJoint, 'id' | 'parent'>>(
  joints: readonly J[],
  last: string | null,
): J[] {
  const byId = new Map(joints.map((joint) => [joint.id, joint]));
  const chain: J[] = [];
  for (let at = byId.get(last ?? ''); at; at = byId.get(at.parent ?? '')) chain.unshift(at);
  return chain;
}

/** The value of every joint; `own`: of the independent joints, in order. */
export function jointValues(joints: readonly PlacedJoint[], own: readonly number[]): number[] {
  const columns = new Map(joints.filter(isMovingJoint).map(({ id }, column) => [id, column]));
  return joints.map((_, i) => {
    const { leader, ratio, shift } = couplingOf(joints, i) ?? { leader: i, ratio: 0, shift: 0 };
    const value = own[columns.get(joints[leader]?.id ?? '') ?? -1] ?? 0;
    return ratio * value + shift;
  });
}

/** The frame after a joint's motion; `axis` has length 1. */
export function movedFrame(
  { at, turn }: Frame,
  { type, pitch = 0 }: Pick<PlacedJoint, 'type' | 'pitch'>,
  axis: Vec3,
  value: number,
): Frame {
  const slid = addScaled(at, rotated(turn, axis), type === 'prismatic' ? value : pitch * value);
  if (type === 'prismatic') return { at: slid, turn };
  return composed({ at: slid, turn }, { at: [0, 0, 0], turn: rotationAbout(axis, value) });
}

/** The frame of each joint in the scene; `values`: of every joint, 0 by default. */
export function jointFrames(
  joints: readonly PlacedJoint[],
  values: readonly number[] = [],
): (id: string | null) => Frame {
  const places = new Map(joints.map(({ id }, i) => [id, i]));
  const known = new Map<string, Frame>();
  const frameAt = (id: string | null): Frame => {
    const place = places.get(id ?? '') ?? -1;
    const joint = joints[place];
    if (!joint) return ORIGIN;
    let frame = known.get(joint.id);
    if (frame) return frame;
    known.set(joint.id, ORIGIN); // Ends a cycle.
    frame = composed(frameAt(joint.parent), frameOf(joint.xyz, joint.rpy));
    if (joint.type !== 'fixed' && joint.axis)
      frame = movedFrame(frame, joint, unitVector(joint.axis), values[place] ?? 0);
    known.set(joint.id, frame);
    return frame;
  };
  return frameAt;
}

/** The frames of the effectors; `own`: values of the independent joints, in order. */
export function tipFrames(
  joints: readonly PlacedJoint[],
  effectors: readonly Placed[],
  own: readonly number[],
): Frame[] {
  const frameAt = jointFrames(joints, jointValues(joints, own));
  return effectors.map(({ parent, xyz, rpy }) => composed(frameAt(parent), frameOf(xyz, rpy)));
}
