/**
 * Converts the joint tree of a scene to a Denavit-Hartenberg table and back; joints keep their ids.
 */

import { type InlineTree, type Joint, jointDefaults } from '@iklab/core/scenario';
import {
  composeFrames,
  frameFromXyzRpy,
  ORIGIN_FRAME,
  type RigidFrame,
  rotateVector,
  unitVector,
} from '@iklab/core/scenario/numbers';
import { isIndependentJoint, listJointsToRoot } from '@iklab/core/scenario/robot';
import { toPlacement } from '../placement.ts';
import { type DhConvention, type DhRow, dhTransformAlongX, dhTransformAlongZ } from './dhTable.ts';
import {
  type CommonNormals,
  findCommonNormals,
  type JointAxisLine,
  ROUNDING_TOLERANCE,
  type ScrewMotionX,
  type ScrewMotionZ,
  toAxisLine,
} from './findCommonNormals.ts';

export const DH_CELL_NAMES = ['a', 'alpha', 'd', 'theta'] as const;
export type DhCellName = (typeof DH_CELL_NAMES)[number];

/** Text that the user typed into a table cell. `unit` applies to an angle without a unit. */
export interface TypedCellText {
  readonly text: string;
  readonly unit: DhAngleUnit;
}
export type DhAngleUnit = 'degrees' | 'radians';

export interface EditableDhRow extends Pick<DhRow, DhCellName | 'type' | 'reversed'> {
  /** The row's joint, with properties that have no column; null for a new joint. */
  readonly joint: Joint | null;
  readonly typed: Readonly<Partial<Record<DhCellName, TypedCellText>>>;
}

export interface EditableDhTable {
  readonly convention: DhConvention;
  readonly rows: readonly EditableDhRow[];
  readonly effector: string;
}

export const NEW_DH_JOINT: Joint = { ...jointDefaults, id: '', rest: 0 };

/** Joint frames are given at joint value 0. */
export function dhTableToTree({ convention, rows, effector }: EditableDhTable): InlineTree {
  const joints: Joint[] = [];
  let before = ORIGIN_FRAME; // Transform since the last joint.
  for (const row of nameDhRowJoints(rows)) {
    if (convention === 'modified') before = composeFrames(before, dhTransformAlongX(row));
    before = composeFrames(before, dhTransformAlongZ(row));
    const { joint, type, reversed } = row;
    if (type !== 'fixed' && joint) {
      joints.push({
        ...joint,
        parent: joints.at(-1)?.id ?? null,
        type,
        ...toPlacement(before),
        axis: [0, 0, reversed ? -1 : 1],
      });
      before = ORIGIN_FRAME;
    }
    if (convention === 'standard') before = composeFrames(before, dhTransformAlongX(row));
  }
  const parent = joints.at(-1)?.id ?? '';
  return { joints, effectors: [{ id: effector, parent, ...toPlacement(before) }] };
}

/**
 * Assigns a joint to every row that moves; new joints are named `q1`, or with the first free
 * number.
 */
export function nameDhRowJoints(rows: readonly EditableDhRow[]): EditableDhRow[] {
  const usedIds = new Set(rows.map(({ joint }) => joint?.id ?? ''));
  let number = 1;
  return rows.map((row) => {
    const { type, joint } = row;
    if (type === 'fixed' || joint) return row;
    while (usedIds.has(`q${number}`)) number++;
    usedIds.add(`q${number}`);
    return { ...row, joint: { ...NEW_DH_JOINT, id: `q${number}`, type } };
  });
}

/** Returns null if the tree can be written as a Denavit-Hartenberg table. */
export function explainUnsupportedDhTree({ joints, effectors }: InlineTree): string | null {
  if (effectors.length > 1)
    return `it has ${effectors.length} effectors, but a table describes a chain with one`;
  const chain = getChain({ joints, effectors });
  const offChain = joints.filter(isIndependentJoint).find((joint) => !chain.includes(joint));
  if (offChain) return `joint “${offChain.id}” does not move the effector, so it is not a chain`;
  const follower = joints.find(({ mimic }) => mimic);
  if (follower)
    return `joint “${follower.id}” follows another joint, which a table cannot describe`;
  const screw = chain.find(({ type }) => type === 'screw');
  return screw
    ? `joint “${screw.id}” is a screw joint; a table only has revolute and prismatic joints`
    : null;
}

const getChain = ({ joints, effectors: [end] }: InlineTree): Joint[] =>
  listJointsToRoot(joints, end?.parent ?? null);

/**
 * Requires that `explainUnsupportedDhTree` returns null. `near`: rounding tolerance (metres,
 * sines).
 */
export function treeToDhTable(
  tree: InlineTree,
  convention: DhConvention,
  near: number = ROUNDING_TOLERANCE,
): EditableDhTable {
  const chain: { joint: Joint; axis: JointAxisLine; reversed: boolean }[] = [];
  let frame = ORIGIN_FRAME;
  for (const joint of getChain(tree)) {
    frame = composeFrames(frame, frameFromXyzRpy(joint.xyz, joint.rpy));
    if (isIndependentJoint(joint)) chain.push({ joint, ...findJointAxis(joint, frame) });
  }
  const [end] = tree.effectors;
  if (end) frame = composeFrames(frame, frameFromXyzRpy(end.xyz, end.rpy));
  const all = findCommonNormals(
    [toAxisLine(ORIGIN_FRAME), ...chain.map(({ axis }) => axis), toAxisLine(frame)],
    near,
  );
  return {
    convention,
    rows: makeRows(all, chain, convention),
    effector: end?.id ?? 'tool',
  };
}

function findJointAxis(
  { axis }: Joint,
  frame: RigidFrame,
): { axis: JointAxisLine; reversed: boolean } {
  const direction = unitVector(axis);
  const upright = direction[0] === 0 && direction[1] === 0;
  if (upright) return { axis: toAxisLine(frame), reversed: direction[2] < 0 };
  return {
    axis: {
      point: frame.position,
      direction: rotateVector(frame.rotation, direction),
      frame: null,
    },
    reversed: false,
  };
}

type MovingJoint = { readonly joint: Joint; readonly reversed: boolean };
type RowTransform = ScrewMotionX & ScrewMotionZ;

const IDENTITY_X: ScrewMotionX = { a: 0, alpha: 0 };
const IDENTITY_Z: ScrewMotionZ = { theta: 0, d: 0 };
const isIdentity = (transform: ScrewMotionX | ScrewMotionZ): boolean =>
  Object.values(transform).every((value) => value === 0);
const mergeAlongZ = (one: ScrewMotionZ, other: ScrewMotionZ): ScrewMotionZ => ({
  theta: wrapAngle(one.theta + other.theta),
  d: one.d + other.d,
});

const wrapAngle = (angle: number): number =>
  Math.abs(angle) <= Math.PI ? angle : angle - 2 * Math.PI * Math.sign(angle);

/**
 * Returns the table rows of alternating motions along z and x. A standard row has z, then x; a
 * modified row x, then z. Motions before the first or after the last joint are merged into that
 * joint's row if possible; otherwise they become fixed rows.
 */
function makeRows(
  { z, x }: CommonNormals,
  chain: readonly MovingJoint[],
  convention: DhConvention,
): EditableDhRow[] {
  const [zs, xs] = [[...z], [...x]];
  const n = chain.length;
  if (isIdentity(xs[0] as ScrewMotionX)) {
    zs[1] = mergeAlongZ(zs[0] as ScrewMotionZ, zs[1] as ScrewMotionZ);
    zs[0] = IDENTITY_Z;
  }
  if (n > 0 && isIdentity(xs[n] as ScrewMotionX)) {
    zs[n] = mergeAlongZ(zs[n] as ScrewMotionZ, zs[n + 1] as ScrewMotionZ);
    zs[n + 1] = IDENTITY_Z;
  }
  const rowTransform = (i: number): RowTransform =>
    convention === 'standard'
      ? { ...(zs[i] as ScrewMotionZ), ...(xs[i] ?? IDENTITY_X) }
      : { ...(xs[i - 1] ?? IDENTITY_X), ...(zs[i] as ScrewMotionZ) };
  return zs.flatMap((_, i): EditableDhRow[] => {
    const moving = chain[i - 1];
    if (!moving && isIdentity(rowTransform(i))) return [];
    const type = moving?.joint.type === 'prismatic' ? 'prismatic' : 'revolute';
    return [
      {
        ...rowTransform(i),
        ...{ type: moving ? type : 'fixed', reversed: moving?.reversed ?? false },
        ...{ joint: moving?.joint ?? null, typed: {} },
      },
    ];
  });
}
