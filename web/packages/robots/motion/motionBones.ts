/** The links of a mechanism as motion files have them: several joints at one point are one bone. */
import {
  composeFrames,
  type Frame,
  type InlineTree,
  type Joint,
  type JointType,
  makeFrame,
  moveFrame,
  ORIGIN,
  unitVector,
} from 'iklab/scenario';

export interface MotionBone {
  readonly name: string;
  /** Index of the parent; -1 for the frame of the scene. */
  readonly above: number;
  /** Relative to the parent, with all joints at 0. */
  readonly rest: Frame;
  /** Indices of its joints in the tree, in the order in which they apply. */
  readonly joints: readonly number[];
  readonly turns: boolean;
  readonly slides: boolean;
}

/** Joint names that readers give to a link of a skeleton or a floating base: `Hips_shift_x`. */
const PART = /^(.+?)(_shift)?_[xyz]$/;

const linkOf = ({ id, type }: Joint): string | null => {
  const [, link = null, shift] = PART.exec(id) ?? [];
  return (shift ? 'prismatic' : 'revolute') === type ? link : null;
};

/** In depth-first order, so that parents come before their children. */
export function motionBones({ joints, effectors }: InlineTree): readonly MotionBone[] {
  const childrenOf = (id: string | null) =>
    joints.flatMap(({ parent }, i) => (parent === id ? [i] : []));
  const ends = new Set(effectors.map(({ parent }) => parent));
  const taken = new Set(joints.map(({ id }) => id));
  const bones: MotionBone[] = [];

  const groupFrom = (first: number): number[] => {
    const group = [first];
    for (let last = joints[first] as Joint; !ends.has(last.id); ) {
      const [next = -1, ...others] = childrenOf(last.id);
      const joint = joints[next];
      if (!joint || others.length > 0 || !continues(last, joint)) break;
      group.push(next);
      last = joint;
    }
    return group;
  };
  const build = (first: number, above: number): void => {
    const group = groupFrom(first);
    const members = group.map((i) => joints[i] as Joint);
    const [{ xyz, rpy }, last] = [members[0] as Joint, members.at(-1) as Joint];
    const link = members.length > 1 ? linkOf(last) : null;
    const name = link === null || taken.has(link) ? last.id : link;
    taken.add(name);
    const has = (...types: readonly JointType[]) =>
      members.some(({ type }) => types.includes(type));
    const own = bones.push({
      name,
      above,
      rest: makeFrame(xyz, rpy),
      joints: group,
      turns: has('revolute', 'screw'),
      slides: has('prismatic', 'screw'),
    });
    for (const child of childrenOf(last.id)) build(child, own - 1);
  };
  for (const root of childrenOf(null)) build(root, -1);
  return bones;
}

/** Whether `next` moves the same link at the same point. */
function continues(last: Joint, next: Joint): boolean {
  const link = linkOf(next);
  const isAtPoint = [...next.xyz, ...next.rpy].every((x) => x === 0);
  return link !== null && link === linkOf(last) && isAtPoint;
}

/** The motion of a bone relative to its rest pose; `values`: of every joint of the tree. */
export const boneMotion = (
  bone: Pick<MotionBone, 'joints'>,
  joints: readonly Joint[],
  values: readonly number[],
): Frame =>
  bone.joints.reduce((frame, i) => {
    const joint = joints[i] as Joint;
    if (joint.type === 'fixed') return frame;
    return moveFrame(frame, joint, unitVector(joint.axis), values[i] ?? 0);
  }, ORIGIN);

/** The frames of bones in the scene, from their frames relative to their parents. */
export function chained(bones: readonly Pick<MotionBone, 'above'>[], own: readonly Frame[]) {
  const frames: Frame[] = [];
  for (const [i, { above }] of bones.entries())
    frames.push(composeFrames(frames[above] ?? ORIGIN, own[i] ?? ORIGIN));
  return frames;
}
