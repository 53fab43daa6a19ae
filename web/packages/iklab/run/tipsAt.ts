/** A pose worked out: what every joint stands at, and where the effectors are. */

import { hypot } from '../scenario/arithmetic.ts';
import {
  type Frame,
  frameOf,
  ORIGIN,
  plus,
  rotationAbout,
  turned,
  within,
} from '../scenario/rigidFrame.ts';
import { moves } from '../scenario/trees.ts';
import type { InlineTree, Joint, Vec3 } from '../scenario/types.ts';

/** The joint that a joint follows; null: it moves by itself, or not at all. */
export const leaderOf = ({ mimic }: Joint): string | null => mimic?.joint ?? null;

/** Of every joint, followers too, by name. `values`: of those that move by themselves. */
export function jointValues(
  { joints }: InlineTree,
  values: readonly number[],
): ReadonlyMap<string, number> {
  const own = new Map(joints.filter(moves).map(({ id }, i) => [id, values[i] ?? 0]));
  const byId = new Map(joints.map((joint) => [joint.id, joint]));
  const valueAt = (id: string, steps: number): number => {
    const { mimic } = byId.get(id) ?? {};
    if (!mimic || steps > joints.length) return own.get(id) ?? 0;
    return mimic.multiplier * valueAt(mimic.joint, steps + 1) + mimic.offset;
  };
  return new Map(joints.map(({ id }) => [id, valueAt(id, 0)]));
}

/** In the frame of the scenario, in the order of the tree's effectors. */
export function tipsAt(tree: InlineTree, values: readonly number[]): Frame[] {
  const stands = jointValues(tree, values);
  const byId = new Map(tree.joints.map((joint) => [joint.id, joint]));
  const known = new Map<string, Frame>();
  const frameAt = (id: string | null): Frame => {
    const joint = id === null ? undefined : byId.get(id);
    if (!joint) return ORIGIN;
    const frame = known.get(joint.id) ?? moved(joint, frameAt(joint.parent), stands);
    known.set(joint.id, frame);
    return frame;
  };
  return tree.effectors.map(({ parent, xyz, rpy }) => within(frameAt(parent), frameOf(xyz, rpy)));
}

function moved(joint: Joint, outer: Frame, stands: ReadonlyMap<string, number>): Frame {
  const { id, type, axis, pitch, xyz, rpy } = joint;
  const at = within(outer, frameOf(xyz, rpy));
  if (type === 'fixed') return at;
  const value = stands.get(id) ?? 0;
  const along = axis.map((part) => part / hypot(...axis)) as unknown as Vec3;
  const way = type === 'prismatic' ? value : pitch * value;
  const turn = type === 'prismatic' ? 0 : value;
  const slid = { at: plus(at.at, turned(at.turn, along), way), turn: at.turn };
  return within(slid, { at: [0, 0, 0], turn: rotationAbout(along, turn) });
}
