/** Converts a robot from the units that the user chose for its description. */
import { DEGREE, hypot, type Vec3 } from 'iklab/scenario';
import type { Mimic, Reading, Robot, RobotJoint, RobotLink, Shape, Visual } from './robot.ts';

/** Above 2π, with room for rounded limits such as 6.3. */
export const FULL_TURN = 7;
const MILLIMETRE = 1e-3;
/** Limits from this size on mean unlimited. */
const ENDLESS = 1e4;

/** Factors to metres and radians. */
interface Units {
  readonly length: number;
  /** Of joint values: limits, and what mimic joints add. */
  readonly angle: number;
  readonly rpy: number;
}

/**
 * Degrees apply to limits and mimic joints, and to rpy if it has angles beyond 2π; if only rpy has
 * such angles, limits stay radians. Millimetres apply to all lengths of joints and shapes, and to
 * meshes without a unit and without a scale.
 */
export function inChosenUnits(robot: Robot, { angles, lengths }: Reading): Robot {
  const length = lengths === 'millimetres' ? MILLIMETRE : 1;
  const isDegrees = angles === 'degrees' && !robot.statesAngleUnit;
  if (length === 1 && !isDegrees) return robot;
  const turnsFar = rpyBound(robot) > FULL_TURN;
  const limitsFar = robot.joints.some((joint) => boundOf(joint) > FULL_TURN);
  const units = {
    length,
    angle: isDegrees && (limitsFar || !turnsFar) ? DEGREE : 1,
    rpy: isDegrees && turnsFar ? DEGREE : 1,
  };
  const byName = new Map(robot.joints.map((joint) => [joint.name, joint]));
  return {
    ...robot,
    links: robot.links.map((link) => linkIn(link, units)),
    joints: robot.joints.map((joint) => jointIn(joint, byName, units)),
  };
}

/** The largest limit of a rotation; 0 if there is none. */
export function boundOf({ type, limits }: RobotJoint): number {
  if (!limits || type === 'prismatic') return 0;
  const sizes = limits.map(Math.abs).filter((size) => size < ENDLESS);
  return Math.max(0, ...sizes);
}

/** The largest angle of the frames and shapes. */
export function rpyBound({ joints, links }: Robot): number {
  const shapes = links.flatMap(({ visuals, collisions }) => [...visuals, ...collisions]);
  return [...joints, ...shapes].reduce((most, { rpy }) => Math.max(most, ...rpy.map(Math.abs)), 0);
}

function jointIn(
  joint: RobotJoint,
  byName: ReadonlyMap<string, RobotJoint>,
  units: Units,
): RobotJoint {
  const { limits, mimic, pitch } = joint;
  const unit = unitOf(joint, units);
  return {
    ...joint,
    xyz: scaled(joint.xyz, units.length),
    rpy: scaled(joint.rpy, units.rpy),
    limits: limits && [limits[0] * unit, limits[1] * unit],
    mimic: mimic && mimicIn(mimic, unit, unitOf(byName.get(mimic.joint) ?? joint, units)),
    pitch: pitch * units.length,
  };
}

const unitOf = ({ type }: RobotJoint, { length, angle }: Units): number =>
  type === 'prismatic' ? length : angle;

/** The multiplier changes if one joint rotates and the other slides. */
const mimicIn = (mimic: Mimic, own: number, leader: number): Mimic => ({
  ...mimic,
  multiplier: own === leader ? mimic.multiplier : (mimic.multiplier * own) / leader,
  offset: mimic.offset * own,
});

const linkIn = (link: RobotLink, units: Units): RobotLink => ({
  ...link,
  visuals: link.visuals.map((visual) => visualIn(visual, units)),
  collisions: link.collisions.map((visual) => visualIn(visual, units)),
});

const visualIn = ({ xyz, rpy, shape }: Visual, units: Units): Visual => ({
  xyz: scaled(xyz, units.length),
  rpy: scaled(rpy, units.rpy),
  shape: shapeIn(shape, units.length),
});

function shapeIn(shape: Shape, length: number): Shape {
  switch (shape.kind) {
    case 'box':
      return { ...shape, size: scaled(shape.size, length) };
    case 'sphere':
      return { ...shape, radius: shape.radius * length };
    case 'cylinder':
    case 'capsule':
      return { ...shape, radius: shape.radius * length, length: shape.length * length };
    case 'mesh':
      // A stated scale already converts to metres; COLLADA files state their unit.
      return shape.scale.every((factor) => factor === 1) && !/\.dae$/i.test(shape.file)
        ? { ...shape, scale: scaled(shape.scale, length) }
        : shape;
  }
}

const scaled = ([x, y, z]: Vec3, by: number): Vec3 =>
  by === 1 ? [x, y, z] : [x * by, y * by, z * by];

interface ChainLengths {
  /** From the first moving joint to the end of the longest chain, metres. */
  readonly longest: number;
  /** The last joint of that chain. */
  readonly farthest: RobotJoint | null;
  /** Number of joints that are not fixed. */
  readonly moving: number;
}

export function chainLengths({ joints }: Robot): ChainLengths {
  const below = new Map<string, RobotJoint[]>();
  for (const joint of joints) {
    const siblings = below.get(joint.parent);
    if (siblings) siblings.push(joint);
    else below.set(joint.parent, [joint]);
  }
  const children = new Set(joints.map(({ child }) => child));
  const roots = [...below.keys()].filter((link) => !children.has(link));
  // The way to the first moving joint only places the robot.
  const lengths = new Map<string, number | null>(roots.map((root) => [root, null]));
  const links = [...roots];
  let [longest, farthest]: [number, RobotJoint | null] = [0, null];
  for (const link of links) {
    const before = lengths.get(link) ?? null;
    for (const joint of below.get(link) ?? []) {
      if (lengths.has(joint.child)) continue;
      const isMoving = joint.type !== 'fixed' && joint.type !== 'floating';
      const length = before !== null ? before + hypot(...joint.xyz) : isMoving ? 0 : null;
      lengths.set(joint.child, length);
      links.push(joint.child);
      if ((length ?? 0) > longest) [longest, farthest] = [length ?? 0, joint];
    }
  }
  const moving = joints.filter(({ type }) => type !== 'fixed' && type !== 'floating').length;
  return { longest, farthest, moving };
}
