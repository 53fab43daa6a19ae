/** The limbs of a tree, made ready for many poses: what does not move is worked out once. */
import {
  chainTo,
  clampTo,
  composed,
  couplingOf,
  type Frame,
  frameOf,
  lengthOf,
  movedFrame,
  ORIGIN,
  rotated,
  unitVector,
  type Vec3,
} from 'iklab/scenario';
import type { TreeEffector, TreeJoint } from '../fold.ts';

/** A joint that moves, on the way to an effector. */
interface Mover {
  readonly joint: TreeJoint;
  /** Which of the joints that move by themselves has it in hand, and how: ratio · value + shift. */
  readonly own: number;
  readonly ratio: number;
  readonly shift: number;
  /** From the end of the mover before, what is fixed between them included. */
  readonly place: Frame;
  readonly axis: Vec3;
}

export interface Limb {
  readonly movers: readonly Mover[];
  /** From the end of the last mover to the effector. */
  readonly tip: Frame;
  /** Of the joints that move by themselves, those that bend it, from the root: not what drives it about. */
  readonly own: readonly number[];
  /** Movers before that is what drives it about: where its base stands. */
  readonly base: number;
  /** How far it stretches at most from its first joint, metres. */
  readonly reach: number;
}

/** How a limb stands: axis and origin of each mover, and its tip. */
export interface LimbPose {
  readonly axes: readonly Vec3[];
  readonly origins: readonly Vec3[];
  readonly tip: Frame;
}

export const insideLimits = (joint: TreeJoint | undefined, value: number): number =>
  clampTo(value, joint?.limits ?? null);

export const movesItself = ({ type, mimic }: TreeJoint): boolean => type !== 'fixed' && !mimic;

const ALONE = { ratio: 1, shift: 0 };

/** One an effector; parents stand before their children. */
export function limbsOf(
  joints: readonly TreeJoint[],
  effectors: readonly TreeEffector[],
): readonly Limb[] {
  const place = new Map(joints.map(({ id }, i) => [id, i]));
  const own = joints.filter(movesItself);
  const column = new Map(own.map(({ id }, i) => [id, i]));
  return effectors.map((effector) => {
    const movers: Mover[] = [];
    let before = ORIGIN;
    for (const joint of chainTo(joints, effector.parent)) {
      before = composed(before, frameOf(joint.xyz, joint.rpy));
      if (joint.type === 'fixed' || !joint.axis) continue;
      const index = place.get(joint.id) ?? -1;
      const { leader, ratio, shift } = couplingOf(joints, index) ?? { leader: index, ...ALONE };
      const by = column.get(joints[leader]?.id ?? '') ?? -1;
      movers.push({ joint, own: by, ratio, shift, place: before, axis: unitVector(joint.axis) });
      before = ORIGIN;
    }
    const tip = composed(before, frameOf(effector.xyz, effector.rpy));
    const base = baseOf(movers, linksOf({ movers, tip }));
    const bending = movers.slice(base).filter((mover) => canMove(own[mover.own]));
    const moving = [...new Set(bending.map((mover) => mover.own))];
    return { movers, tip, own: moving, base, reach: reachOf({ movers: movers.slice(base), tip }) };
  });
}

const canMove = (leader: TreeJoint | undefined): boolean =>
  leader !== undefined && !(leader.limits && leader.limits[0] >= leader.limits[1]);

/** Slides without an end are wheels or a flight: they and the hinges at their end carry the limb. */
function baseOf(movers: readonly Mover[], links: number): number {
  let base = movers.findLastIndex(({ joint }) => isEndless(joint, links)) + 1;
  if (base === 0) return 0;
  while (base < movers.length && lengthOf(movers[base]?.place.at ?? ORIGIN.at) === 0) base++;
  return base < movers.length ? base : 0;
}

const LONG = 10; // times the links of the chain

/** A slide without limits, or with limits that are none for a chain of that length. */
export const isEndless = ({ type, limits }: TreeJoint, links: number): boolean =>
  type === 'prismatic' && (!limits || (links > 0 && wayOf({ limits }) > LONG * links));

export const wayOf = ({ limits }: Pick<TreeJoint, 'limits'>): number =>
  limits ? Math.max(Math.abs(limits[0]), Math.abs(limits[1])) : 0;

/** Of the links from the first mover to the tip, metres. */
export const linksOf = ({ movers, tip }: Pick<Limb, 'movers' | 'tip'>): number =>
  [...movers.slice(1).map(({ place }) => place), tip].reduce(
    (sum, { at }) => sum + lengthOf(at),
    0,
  );

/** Slides count by their larger limit, but together at most as much as all links. */
function reachOf(chain: Pick<Limb, 'movers' | 'tip'>): number {
  const slides = chain.movers.filter(({ joint: { type } }) => type === 'prismatic');
  const way = slides.reduce((sum, { joint }) => sum + wayOf(joint), 0);
  const links = linksOf(chain);
  return links + (links > 0 ? Math.min(links, way) : way);
}

/** `pose`: a value for each joint that moves by itself. */
export function limbPose({ movers, tip }: Limb, pose: readonly number[]): LimbPose {
  const [axes, origins]: [Vec3[], Vec3[]] = [[], []];
  let frame = ORIGIN;
  for (const { joint, own, ratio, shift, place, axis } of movers) {
    frame = composed(frame, place);
    axes.push(rotated(frame.turn, axis));
    origins.push(frame.at);
    frame = movedFrame(frame, joint, axis, ratio * (pose[own] ?? 0) + shift);
  }
  return { axes, origins, tip: composed(frame, tip) };
}
