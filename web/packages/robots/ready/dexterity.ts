/**
 * How far a tool can be taken in any direction before a joint meets its limit or has turned far, as
 * a first update sees it. Nothing where a direction is lost, or a joint stands on its limit.
 */
import { addScaled, cross, type Vec3 } from 'iklab/scenario';
import type { TreeJoint } from '../fold.ts';
import type { Limb, LimbPose } from './limbs.ts';
import { type Principal, principal } from './principal.ts';

const FAR = 1; // radians: what lies farther, a first update does not see
const LOST = 1e-4; // of the largest σ
const TURN = 1 / 3; // of the reach: what a radian of the tool counts for

export interface Freedom {
  /** One a joint that bends the limb: a row for each that is asked. */
  readonly columns: readonly (readonly number[])[];
  /** Of J Jᵀ. */
  readonly along: Principal;
}

/** A hinge counts in radians, a slide in halves of the reach. */
export const unitOf = ({ type }: TreeJoint, { reach }: Limb): number =>
  type === 'prismatic' ? reach / 2 : 1;

/** `asked`: of x, y, z and the turns about them, by number; a place first. */
export function freedomOf(
  limb: Limb,
  stand: LimbPose,
  own: readonly TreeJoint[],
  asked: readonly number[],
): Freedom {
  const columns = limb.own.map(() => asked.map(() => 0));
  limb.movers.forEach(({ own: by, ratio }, i) => {
    const column = columns[limb.own.indexOf(by)];
    const leader = own[by];
    if (!column || !leader) return;
    const share = ratio * unitOf(leader, limb);
    const twist = twistOf(limb, stand, i);
    asked.forEach((part, row) => {
      column[row] = (column[row] ?? 0) + share * (twist[part] ?? 0);
    });
  });
  const gram = columns[0]?.map((_, i) =>
    (columns[0] ?? []).map((_, j) =>
      columns.reduce((sum, column) => sum + (column[i] ?? 0) * (column[j] ?? 0), 0),
    ),
  );
  return { columns, along: principal(gram ?? []) };
}

/** What a unit of a mover does to the tool: its shift, and its turn in metres. */
function twistOf({ movers, reach }: Limb, { axes, origins, tip }: LimbPose, i: number): number[] {
  const axis = axes[i] as Vec3;
  const { type, pitch = 0 } = (movers[i] as Limb['movers'][number]).joint;
  if (type === 'prismatic') return [...axis, 0, 0, 0];
  const lever = cross(axis, addScaled(tip.at, origins[i] as Vec3, -1));
  return [...addScaled(lever, axis, pitch), ...axis.map((x) => TURN * reach * x)];
}

/** How many directions are not lost. */
export function rankOf({ along: { values } }: Freedom): number {
  const largest = Math.max(...values);
  return values.filter((value) => value > LOST * LOST * largest).length;
}

/** Metres; `rank`: the directions that the limb has where none is lost, others are nobody's. */
export function dexterity(
  limb: Limb,
  freedom: Freedom,
  pose: readonly number[],
  own: readonly TreeJoint[],
  rank: number,
): number {
  if (rank === 0 || rankOf(freedom) < rank) return 0;
  const { columns, along } = freedom;
  const { values, vectors } = along;
  const order = values.map((_, i) => i).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  const kept = order.slice(0, rank);
  let room = limb.reach;
  columns.forEach((column, i) => {
    // the row of the pseudoinverse, of shifts alone
    const row: [number, number, number] = [0, 0, 0];
    for (const k of kept) {
      const vector = vectors[k] ?? [];
      const seen = column.reduce((sum, x, j) => sum + x * (vector[j] ?? 0), 0) / (values[k] ?? 1);
      for (const axis of [0, 1, 2] as const) row[axis] += seen * (vector[axis] ?? 0);
    }
    const by = limb.own[i] ?? -1;
    const [joint, speed] = [
      own[by],
      Math.sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]),
    ];
    if (joint && speed > 0) room = Math.min(room, marginOf(joint, pose[by] ?? 0, limb) / speed);
  });
  return room;
}

/** To the nearer limit, in the joint's unit. */
function marginOf(joint: TreeJoint, value: number, limb: Limb): number {
  if (!joint.limits) return FAR;
  const nearer = Math.min(value - joint.limits[0], joint.limits[1] - value);
  return Math.max(0, Math.min(FAR, nearer / unitOf(joint, limb)));
}
