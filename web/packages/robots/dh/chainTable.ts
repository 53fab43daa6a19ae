/** The tree of a scene as a table of Denavit and Hartenberg, and back: the joints stay who they are. */
import {
  chainTo,
  composed,
  type Frame,
  frameOf,
  type InlineTree,
  isMovingJoint,
  type Joint,
  jointDefaults,
  ORIGIN,
  rotated,
  unitVector,
} from 'iklab/scenario';
import { placementOf } from '../placement.ts';
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

/** The columns that are typed. */
export const CELLS = ['a', 'alpha', 'd', 'theta'] as const;
/** The name of a column that is typed. */
export type CellName = (typeof CELLS)[number];

/** As it was typed, and the unit of bare angles then. */
export interface Typed {
  readonly text: string;
  readonly unit: AngleUnit;
}
/** The unit of bare angles in a table. */
export type AngleUnit = 'degrees' | 'radians';

/** A row of a table, with the joint that it moves. */
export interface ChainRow extends Pick<DhRow, CellName | 'type' | 'reversed'> {
  /** What else is known of the joint that it moves; null: it is to be a new one. */
  readonly joint: Joint | null;
  readonly typed: Readonly<Partial<Record<CellName, Typed>>>;
}

/** A mechanism as a table of Denavit and Hartenberg. */
export interface ChainTable {
  readonly convention: DhConvention;
  readonly rows: readonly ChainRow[];
  readonly effector: string;
}

export const NEW_JOINT: Joint = { ...jointDefaults, id: '', rest: 0 };

/** What moves a joint's frame at value 0, and the tip, by the rows between. */
export function treeOfTable({ convention, rows, effector }: ChainTable): InlineTree {
  const joints: Joint[] = [];
  let before = ORIGIN; // what stands between the last joint and the next one
  for (const row of named(rows)) {
    if (convention === 'modified') before = composed(before, aboutX(row));
    before = composed(before, aboutZ(row));
    const { joint, type, reversed } = row;
    if (type !== 'fixed' && joint) {
      joints.push({
        ...joint,
        parent: joints.at(-1)?.id ?? null,
        type,
        ...placementOf(before),
        axis: [0, 0, reversed ? -1 : 1],
      });
      before = ORIGIN;
    }
    if (convention === 'standard') before = composed(before, aboutX(row));
  }
  const parent = joints.at(-1)?.id ?? '';
  return { joints, effectors: [{ id: effector, parent, ...placementOf(before) }] };
}

/** Every row that moves has a joint: a new one is `q1`, or the first number that is free. */
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

/** Why no table says this tree; null: one does. */
export function tableRefusal({ joints, effectors }: InlineTree): string | null {
  if (effectors.length > 1)
    return `it has ${effectors.length} effectors, but a table describes a chain with one`;
  const chain = chainOf({ joints, effectors });
  const aside = joints.filter(isMovingJoint).find((joint) => !chain.includes(joint));
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
 * A table of the tree's kinematics, but for what is below `near`; of a tree that a table can say.
 */
export function tableOfTree(
  tree: InlineTree,
  convention: DhConvention,
  near: number = ROUGH,
): ChainTable {
  const chain: { joint: Joint; axis: Axis; reversed: boolean }[] = [];
  let frame = ORIGIN;
  for (const joint of chainOf(tree)) {
    frame = composed(frame, frameOf(joint.xyz, joint.rpy));
    if (isMovingJoint(joint)) chain.push({ joint, ...onAxis(joint, frame) });
  }
  const [end] = tree.effectors;
  if (end) frame = composed(frame, frameOf(end.xyz, end.rpy));
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

/** A joint that moves about or along −z does so in its own frame, backwards. */
function onAxis({ axis }: Joint, frame: Frame): { axis: Axis; reversed: boolean } {
  const along = unitVector(axis);
  const upright = along[0] === 0 && along[1] === 0;
  if (upright) return { axis: axisOf(frame), reversed: along[2] < 0 };
  return {
    axis: { at: frame.at, along: rotated(frame.turn, along), frame: null },
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

/** Into [−π, π], as it is where it is there. */
const halfTurn = (angle: number): number =>
  Math.abs(angle) <= Math.PI ? angle : angle - 2 * Math.PI * Math.sign(angle);

/** Standard rows are Z X, modified ones X Z; what stands before the first joint and behind the last
 * is merged into their rows where it can be, else a row that does not move. */
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
