/**
 * Converts the tree of a scene to a Denavit-Hartenberg table and back; joints keep their identity.
 */
import {
  chainTo,
  composeFrames,
  type Frame,
  type InlineTree,
  isIndependentJoint,
  type Joint,
  jointDefaults,
  makeFrame,
  ORIGIN,
  rotateVector,
  unitVector,
} from 'iklab/scenario';
import { toPlacement } from '../placement.ts';
import {
  type AlongX,
  type AlongZ,
  type Axis,
  axisOf,
  type CommonNormals,
  commonNormals,
  ROUGH,
} from './commonNormals.ts';
import { aboutX, aboutZ, type DhConvention, type DhRow } from './dhTable.ts';

/** The editable columns. */
export const CELLS = ['a', 'alpha', 'd', 'theta'] as const;
export type CellName = (typeof CELLS)[number];

/** The text as typed, and the unit of bare angles at that time. */
export interface Typed {
  readonly text: string;
  readonly unit: AngleUnit;
}
/** The unit of bare angles in a table. */
export type AngleUnit = 'degrees' | 'radians';

/** A row of a table, with the joint that it moves. */
export interface ChainRow extends Pick<DhRow, CellName | 'type' | 'reversed'> {
  /** Other properties of the joint; null for a new joint. */
  readonly joint: Joint | null;
  readonly typed: Readonly<Partial<Record<CellName, Typed>>>;
}

export interface ChainTable {
  readonly convention: DhConvention;
  readonly rows: readonly ChainRow[];
  readonly effector: string;
}

export const NEW_JOINT: Joint = { ...jointDefaults, id: '', rest: 0 };

/** Builds the tree: the frames of the joints at value 0 and of the end effector. */
export function treeOfTable({ convention, rows, effector }: ChainTable): InlineTree {
  const joints: Joint[] = [];
  let before = ORIGIN; // Transform since the last joint.
  for (const row of named(rows)) {
    if (convention === 'modified') before = composeFrames(before, aboutX(row));
    before = composeFrames(before, aboutZ(row));
    const { joint, type, reversed } = row;
    if (type !== 'fixed' && joint) {
      joints.push({
        ...joint,
        parent: joints.at(-1)?.id ?? null,
        type,
        ...toPlacement(before),
        axis: [0, 0, reversed ? -1 : 1],
      });
      before = ORIGIN;
    }
    if (convention === 'standard') before = composeFrames(before, aboutX(row));
  }
  const parent = joints.at(-1)?.id ?? '';
  return { joints, effectors: [{ id: effector, parent, ...toPlacement(before) }] };
}

/** Assigns a joint to every moving row; new ones are named `q1`, or with the first free number. */
export function named(rows: readonly ChainRow[]): ChainRow[] {
  const taken = new Set(rows.map(({ joint }) => joint?.id ?? ''));
  let number = 1;
  return rows.map((row) => {
    const { type, joint } = row;
    if (type === 'fixed' || joint) return row;
    while (taken.has(`q${number}`)) number++;
    taken.add(`q${number}`);
    return { ...row, joint: { ...NEW_JOINT, id: `q${number}`, type } };
  });
}

/** Returns why the tree cannot be written as a table; null if it can. */
export function tableRefusal({ joints, effectors }: InlineTree): string | null {
  if (effectors.length > 1)
    return `it has ${effectors.length} effectors, but a table describes a chain with one`;
  const chain = chainOf({ joints, effectors });
  const aside = joints.filter(isIndependentJoint).find((joint) => !chain.includes(joint));
  if (aside) return `joint “${aside.id}” does not move the effector, so it is not a chain`;
  const follower = joints.find(({ mimic }) => mimic);
  if (follower)
    return `joint “${follower.id}” follows another joint, which a table cannot describe`;
  const screw = chain.find(({ type }) => type === 'screw');
  return screw
    ? `joint “${screw.id}” is a screw joint; a table only has revolute and prismatic joints`
    : null;
}

const chainOf = ({ joints, effectors: [end] }: InlineTree): Joint[] =>
  chainTo(joints, end?.parent ?? null);

/**
 * Returns the table with the same kinematics up to `near`. The tree must be convertible
 * (`tableRefusal`).
 */
export function tableOfTree(
  tree: InlineTree,
  convention: DhConvention,
  near: number = ROUGH,
): ChainTable {
  const chain: { joint: Joint; axis: Axis; reversed: boolean }[] = [];
  let frame = ORIGIN;
  for (const joint of chainOf(tree)) {
    frame = composeFrames(frame, makeFrame(joint.xyz, joint.rpy));
    if (isIndependentJoint(joint)) chain.push({ joint, ...onAxis(joint, frame) });
  }
  const [end] = tree.effectors;
  if (end) frame = composeFrames(frame, makeFrame(end.xyz, end.rpy));
  const all = commonNormals(
    [axisOf(ORIGIN), ...chain.map(({ axis }) => axis), axisOf(frame)],
    near,
  );
  return {
    convention,
    rows: rowsOf(all, chain, convention),
    effector: end?.id ?? 'tool',
  };
}

/**
 * The frame whose z is the joint axis; an axis along -z of the joint's own frame keeps that frame,
 * reversed.
 */
function onAxis({ axis }: Joint, frame: Frame): { axis: Axis; reversed: boolean } {
  const along = unitVector(axis);
  const upright = along[0] === 0 && along[1] === 0;
  if (upright) return { axis: axisOf(frame), reversed: along[2] < 0 };
  return {
    axis: { at: frame.position, along: rotateVector(frame.rotation, along), frame: null },
    reversed: false,
  };
}

type Moving = { readonly joint: Joint; readonly reversed: boolean };
type Way = AlongX & AlongZ;

const STILL_X: AlongX = { a: 0, alpha: 0 };
const STILL_Z: AlongZ = { theta: 0, d: 0 };
const still = (way: AlongX | AlongZ): boolean => Object.values(way).every((value) => value === 0);
const merged = (one: AlongZ, other: AlongZ): AlongZ => ({
  theta: halfTurn(one.theta + other.theta),
  d: one.d + other.d,
});

/** Wraps an angle into [-π, π]; values within are unchanged. */
const halfTurn = (angle: number): number =>
  Math.abs(angle) <= Math.PI ? angle : angle - 2 * Math.PI * Math.sign(angle);

/**
 * Standard rows are Z X, modified rows X Z. Transforms before the first and after the last joint
 * are merged into their rows where possible; otherwise they become fixed rows.
 */
function rowsOf(
  { z, x }: CommonNormals,
  chain: readonly Moving[],
  convention: DhConvention,
): ChainRow[] {
  const [zs, xs] = [[...z], [...x]];
  const n = chain.length;
  if (still(xs[0] as AlongX)) {
    zs[1] = merged(zs[0] as AlongZ, zs[1] as AlongZ);
    zs[0] = STILL_Z;
  }
  if (n > 0 && still(xs[n] as AlongX)) {
    zs[n] = merged(zs[n] as AlongZ, zs[n + 1] as AlongZ);
    zs[n + 1] = STILL_Z;
  }
  const at = (i: number): Way =>
    convention === 'standard'
      ? { ...(zs[i] as AlongZ), ...(xs[i] ?? STILL_X) }
      : { ...(xs[i - 1] ?? STILL_X), ...(zs[i] as AlongZ) };
  return zs.flatMap((_, i): ChainRow[] => {
    const moving = chain[i - 1];
    if (!moving && still(at(i))) return [];
    const type = moving?.joint.type === 'prismatic' ? 'prismatic' : 'revolute';
    return [
      {
        ...at(i),
        ...{ type: moving ? type : 'fixed', reversed: moving?.reversed ?? false },
        ...{ joint: moving?.joint ?? null, typed: {} },
      },
    ];
  });
}
