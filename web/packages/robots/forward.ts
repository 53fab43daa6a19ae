/** Where the effectors of a folded tree stand. */
import {
  couplingOf,
  type Frame,
  frameOf,
  ORIGIN,
  plus,
  rotationAbout,
  turned,
  within,
} from 'iklab/scenario';
import type { TreeEffector, TreeJoint } from './fold.ts';
import { unit } from './pieces.ts';

/** `values`: one for each joint that moves by itself, in order. In the frame of the world. */
export function tipFrames(
  joints: readonly TreeJoint[],
  effectors: readonly TreeEffector[],
  values: readonly number[],
): Frame[] {
  const own = joints.filter(({ type, mimic }) => type !== 'fixed' && !mimic);
  const byId = new Map(own.map(({ id }, i) => [id, values[i] ?? 0]));
  const frames = new Map<string, Frame>();
  joints.forEach((joint, i) => {
    const outer = frames.get(joint.parent ?? '') ?? ORIGIN;
    const at = within(outer, frameOf(joint.xyz, joint.rpy));
    const { leader = i, ratio = 0, shift = 0 } = couplingOf(joints, i) ?? {};
    const value = byId.get(joints[leader]?.id ?? '') ?? 0;
    frames.set(joint.id, moved(at, joint, ratio * value + shift));
  });
  return effectors.map(({ parent, xyz, rpy }) =>
    within(frames.get(parent) ?? ORIGIN, frameOf(xyz, rpy)),
  );
}

function moved(frame: Frame, { type, axis, pitch = 0 }: TreeJoint, value: number): Frame {
  if (type === 'fixed' || !axis) return frame;
  const along = unit(axis);
  const way = type === 'prismatic' ? value : pitch * value;
  const at = plus(frame.at, turned(frame.turn, along), way);
  if (type === 'prismatic') return { at, turn: frame.turn };
  return within({ at, turn: frame.turn }, { at: [0, 0, 0], turn: rotationAbout(along, value) });
}
