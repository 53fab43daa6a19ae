import type { Vec3 } from '@iklab/core/scenario';
import { hypot, RADIANS_PER_DEGREE } from '@iklab/core/scenario/numbers';
import type {
  DescriptionOptions,
  LinkVisual,
  MimicRelation,
  Robot,
  RobotJoint,
  RobotLink,
  VisualShape,
} from './robot.ts';

/**
 * Largest plausible angle in radians. It is above 2π, because files round 2π to values such as 6.3.
 */
export const MAX_RADIAN_ANGLE = 7;
const MILLIMETRE = 1e-3;
/** A joint limit of this size or more, in the file's unit, means no limit. */
const UNLIMITED = 1e4;

interface Units {
  readonly length: number;
  /** Radians per file unit of joint values: limits, and offsets of mimic joints. */
  readonly angle: number;
  readonly rpy: number;
}

/**
 * Converts a robot's lengths and angles from the user's units to metres and radians. Degrees apply
 * to limits and mimic joints, and to rpy if an rpy angle exceeds `MAX_RADIAN_ANGLE`. If only rpy
 * angles exceed it, limits stay radians. Millimetres apply to all lengths, except meshes with a
 * unit or scale.
 */
export function convertRobotUnits(robot: Robot, { angles, lengths }: DescriptionOptions): Robot {
  const length = lengths === 'millimetres' ? MILLIMETRE : 1;
  const isDegrees = angles === 'degrees' && !robot.statesAngleUnit;
  if (length === 1 && !isDegrees) return robot;
  const turnsFar = largestRpyAngle(robot) > MAX_RADIAN_ANGLE;
  const limitsFar = robot.joints.some((joint) => largestAngleLimit(joint) > MAX_RADIAN_ANGLE);
  const units = {
    length,
    angle: isDegrees && (limitsFar || !turnsFar) ? RADIANS_PER_DEGREE : 1,
    rpy: isDegrees && turnsFar ? RADIANS_PER_DEGREE : 1,
  };
  const byName = new Map(robot.joints.map((joint) => [joint.name, joint]));
  return {
    ...robot,
    links: robot.links.map((link) => convertLink(link, units)),
    joints: robot.joints.map((joint) => convertJoint(joint, byName, units)),
  };
}

/**
 * Returns the largest absolute limit, in the unit of the file; 0 if the joint is prismatic or
 * unlimited.
 */
export function largestAngleLimit({ type, limits }: RobotJoint): number {
  if (!limits || type === 'prismatic') return 0;
  const sizes = limits.map(Math.abs).filter((size) => size < UNLIMITED);
  return Math.max(0, ...sizes);
}

export function largestRpyAngle({ joints, links }: Robot): number {
  const shapes = links.flatMap(({ visuals, collisions }) => [...visuals, ...collisions]);
  return [...joints, ...shapes].reduce((most, { rpy }) => Math.max(most, ...rpy.map(Math.abs)), 0);
}

function convertJoint(
  joint: RobotJoint,
  byName: ReadonlyMap<string, RobotJoint>,
  units: Units,
): RobotJoint {
  const { limits, mimic, pitch } = joint;
  const unit = unitOfJoint(joint, units);
  return {
    ...joint,
    xyz: scaleVector(joint.xyz, units.length),
    rpy: scaleVector(joint.rpy, units.rpy),
    limits: limits && [limits[0] * unit, limits[1] * unit],
    mimic: mimic && convertMimic(mimic, unit, unitOfJoint(byName.get(mimic.joint) ?? joint, units)),
    pitch: pitch * units.length,
  };
}

const unitOfJoint = ({ type }: RobotJoint, { length, angle }: Units): number =>
  type === 'prismatic' ? length : angle;

/**
 * Converts the offset of a mimic joint, and the multiplier if one joint rotates and the other
 * slides.
 */
const convertMimic = (mimic: MimicRelation, unit: number, leader: number): MimicRelation => ({
  ...mimic,
  multiplier: unit === leader ? mimic.multiplier : (mimic.multiplier * unit) / leader,
  offset: mimic.offset * unit,
});

const convertLink = (link: RobotLink, units: Units): RobotLink => ({
  ...link,
  visuals: link.visuals.map((visual) => convertVisual(visual, units)),
  collisions: link.collisions.map((visual) => convertVisual(visual, units)),
});

const convertVisual = ({ xyz, rpy, shape }: LinkVisual, units: Units): LinkVisual => ({
  xyz: scaleVector(xyz, units.length),
  rpy: scaleVector(rpy, units.rpy),
  shape: convertShape(shape, units.length),
});

function convertShape(shape: VisualShape, length: number): VisualShape {
  switch (shape.kind) {
    case 'box':
      return { ...shape, size: scaleVector(shape.size, length) };
    case 'sphere':
      return { ...shape, radius: shape.radius * length };
    case 'cylinder':
    case 'capsule':
      return { ...shape, radius: shape.radius * length, length: shape.length * length };
    case 'mesh':
      // A stated scale already converts to metres; COLLADA files state their unit.
      return shape.scale.every((factor) => factor === 1) && !/\.dae$/i.test(shape.file)
        ? { ...shape, scale: scaleVector(shape.scale, length) }
        : shape;
  }
}

const scaleVector = ([x, y, z]: Vec3, factor: number): Vec3 =>
  factor === 1 ? [x, y, z] : [x * factor, y * factor, z * factor];

interface ChainLengths {
  /** Length in metres of the longest joint chain from the chain's first moving joint. */
  readonly longest: number;
  readonly farthest: RobotJoint | null;
  /** Number of joints that are neither fixed nor floating. */
  readonly moving: number;
}

export function measureChainLengths({ joints }: Robot): ChainLengths {
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
