import { sampleTargetMotion } from '@iklab/core/measure';
import type { InlineTree, Joint, Scene, Target, Vec3 } from '@iklab/core/scenario';
import { type BufferGeometry, Quaternion, type Ray, Vector3 } from 'three';
import { isDrawnWithCapsules } from '../../drawn/isDrawnWithCapsules.ts';
import { type LinkSegment, makeLinkage } from '../../drawn/linkage.ts';
import type { ShadowCapsule } from '../../drawn/linkBuilder.ts';
import { Armature } from './armature.ts';
import { smallestDistanceBetweenPoints } from './smallestDistanceBetweenPoints.ts';

// Frames that show the wanted orientation of targets.
const CROSS = 0.45; // Relative to the unit of the view.
const SAME = 0.05; // The same: closer targets coincide.
const CROSS_TO_CROSS = 0.5; // Maximum, relative to the distance to the nearest target.
const NO_MOTION: readonly Vec3[] = [[0, 0, 0]];

/** Axis directions of a drawn coordinate frame, as unit vectors. */
export const FRAME_ARM_DIRECTIONS = [
  new Vector3(1, 0, 0),
  new Vector3(0, 1, 0),
  new Vector3(0, 0, 1),
] as const;

function targetFrameSize(targets: readonly Target[], unit: number): number {
  const near = smallestDistanceBetweenPoints(
    targets.map(({ position }) => position),
    SAME * unit,
  );
  return Math.min(CROSS * unit, CROSS_TO_CROSS * near);
}

function armEnds(targets: readonly Target[], size: number): Vector3[] {
  return targets.flatMap(({ position, orientation, motion }) => {
    if (!orientation) return [];
    const rotation = new Quaternion(...orientation);
    const arms = FRAME_ARM_DIRECTIONS.map((arm) =>
      arm.clone().multiplyScalar(size).applyQuaternion(rotation),
    );
    return (motion ? sampleTargetMotion(motion) : NO_MOTION).flatMap((away) => {
      const middle = new Vector3(...away).add(new Vector3(...position));
      return arms.map((arm) => arm.clone().add(middle));
    });
  });
}

/** Limb between the points with indices `from` and `to`. The points are joints, then effectors. */
export interface DrawnLimb {
  readonly from: number;
  readonly to: number;
  /** End of the limb in the frame of joint `from`, metres. */
  readonly end: Vec3;
  readonly radius: readonly [number, number];
}

/** Links drawn by meshes. Bone 0 is the base, bone i + 1 is joint i of the tree. */
export interface LinkMeshes {
  /** Returns whether the mesh of a bone is complete. An incomplete link also gets a capsule. */
  has(bone: number): boolean;
  /** Returns the mesh that the ray hits in the current pose; null for none. */
  hit(armature: Armature, ray: Ray): LinkMeshHit | null;
  single(bone: number): BufferGeometry;
}

export interface LinkMeshHit {
  readonly bone: number;
  readonly point: Vector3;
}

export interface MechanismShape {
  readonly tree: InlineTree;
  /** Length unit of the view, metres. Line widths, radii and the grid scale with this unit. */
  readonly unit: number;
  readonly limbs: readonly DrawnLimb[];
  /** Radius of the limb at each joint, then at each effector, metres. */
  readonly radii: readonly number[];
  /** Positions of the roots of the tree, in the frame of the scenario. */
  readonly roots: readonly Vec3[];
  readonly up: Vector3;
  /** Height of the ground along `up`, metres. */
  readonly floor: number;
  /** Points that the view must show, y-up frame: start pose, bases and later positions. */
  readonly pose: readonly Vector3[];
  /** Positions of the targets during an entire run, in the y-up frame. */
  readonly targets: readonly Vector3[];
  readonly cross: number;
  /** Axis ends of the target frames during an entire run, in the y-up frame. */
  readonly frames: readonly Vector3[];
  /** Positions of the roots of the tree, in the y-up frame. */
  readonly bases: readonly Vector3[];
  readonly machine: boolean;
  readonly shadows: readonly ShadowCapsule[];
  readonly segments: readonly LinkSegment[];
  readonly meshes?: LinkMeshes;
  /** Outermost points of the drawn start pose, y-up frame; absent for capsules. */
  readonly outline?: readonly Vector3[];
}

const ORIGIN: Vec3 = [0, 0, 0];
export const REACH_IN_VIEW_UNITS = 3.337; // Reach of a mechanism in units of the view.
/** Radius of the disc under a root joint, relative to the limb radius there. */
export const RELATIVE_FOOT_RADIUS = 2.35;
const RIM = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;
const MAX_LIMB_RADIUS = 0.085;
const SLENDER_RADIUS = 0.034; // Times the square root of the number of links: few long ones are thinner.
const RADIUS_DECAY = 0.87;
const MAX_RELATIVE_RADIUS = 0.2; // Maximum radius of a link, relative to the typical length of the links.
const MAX_POSE_DISTANCE = 1.1; // In reaches from a base: the largest distance that a view shows.
const MAX_TARGET_DISTANCE = 4;
const MAX_COLUMN_HEIGHT = 2; // In reaches: a first joint this high above height 0 has a column down to it.
const MAX_BODY_DISTANCE = 8; // In reaches: a body that carries short limbs may be larger than their reach.

export const maxLimbRadius = ({ radii }: MechanismShape): number => Math.max(...radii);

const length = (v: Vec3): number => Math.hypot(...v);
const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 1;

/** Returns the link length above which links make up half of the total length. */
function typicalLength(links: readonly number[]): number {
  let rest = links.reduce((sum, link) => sum + link, 0) / 2;
  for (const link of links.toSorted((a, b) => a - b)) {
    rest -= link;
    if (rest <= 0) return link;
  }
  return 1;
}

/** `reached` has the points that the mechanisms will reach, xyz each. */
export function makeMechanismShape(scene: Scene, reached: readonly number[]): MechanismShape {
  const { tree } = scene;
  const index = new Map(tree.joints.map((joint, i) => [joint.id, i]));
  const path = findPaths(tree, index);
  const all = [...tree.joints, ...tree.effectors];
  const bones = all.filter((part) => part.parent !== null).map((part) => length(part.xyz));
  const links = bones.filter((value) => value > 0);
  const reach = Math.max(
    maxPointDistance(zeroPose(scene)), // Two limbs in opposite directions reach farther than one.
    ...tree.effectors.map((effector) => {
      const parent = index.get(effector.parent) as number;
      const { links, travel } = path[parent] as Path;
      const total = links + length(effector.xyz);
      return total + (total > 0 ? Math.min(total, travel) : travel); // The base may travel far.
    }),
  );
  const unit = reach > 0 ? reach / REACH_IN_VIEW_UNITS : 1;
  const slender = SLENDER_RADIUS * Math.sqrt(reach / median(links)) * unit;
  const stout = Math.min(
    MAX_LIMB_RADIUS * unit,
    slender,
    MAX_RELATIVE_RADIUS * typicalLength(links),
  );
  const radius = (depth: number): number => stout * Math.max(0.4, RADIUS_DECAY ** depth);
  const limbs: DrawnLimb[] = [];
  const radii: number[] = [];
  all.forEach((part, to) => {
    const from = part.parent === null ? -1 : (index.get(part.parent) as number);
    const above = from < 0 ? 0 : (path[from] as Path).depth;
    const long = from >= 0 && length(part.xyz) > 1e-6 * unit;
    radii.push(radius(above + (long ? 1 : 0)));
    if (long) limbs.push({ from, to, end: part.xyz, radius: [radius(above), radius(above + 1)] });
  });
  const roots = tree.joints.filter((joint) => joint.parent === null).map((joint) => joint.xyz);
  const cross = targetFrameSize(scene.scenario.targets, unit);
  const machine = !isDrawnWithCapsules(makeLinkage(tree, new Set()));
  const around = findSurroundings(scene, roots, reached, { stout, cross, machine, reach });
  const shadows = limbs.map(limbShadow);
  const segments: readonly LinkSegment[] = shadows;
  return { tree, unit, limbs, radii, roots, cross, machine, shadows, segments, ...around };
}

export const limbShadow = ({ from, end, radius: [radius] }: DrawnLimb): ShadowCapsule => ({
  bone: from + 1,
  from: new Vector3(),
  to: new Vector3(...end),
  radius,
});

export const maxPointDistance = (points: readonly Vector3[]): number =>
  Math.max(0, ...points.flatMap((a) => points.map((b) => a.distanceTo(b))));

function zeroPose({ tree, start }: Scene): Vector3[] {
  const armature = new Armature(tree, 'y');
  armature.setPose(start.map(() => 0));
  const flat = armature.positions();
  const points: Vector3[] = [];
  for (let i = 0; i < flat.length; i += 3) points.push(new Vector3().fromArray(flat, i));
  return points;
}

interface Path {
  readonly depth: number;
  readonly links: number;
  readonly travel: number;
}

function findPaths(tree: InlineTree, index: Map<string, number>): Path[] {
  const paths: (Path | undefined)[] = [];
  const visit = (joint: Joint): Path => {
    const jointIndex = index.get(joint.id) as number;
    const cached = paths[jointIndex];
    if (cached) return cached;
    const travel =
      joint.type === 'prismatic' ? Math.max(...(joint.limits ?? [0]).map(Math.abs)) : 0;
    const parent = joint.parent === null ? null : tree.joints[index.get(joint.parent) as number];
    const above = parent ? visit(parent) : { depth: 0, links: 0, travel: 0 };
    const step = parent ? length(joint.xyz) : 0;
    const path = {
      depth: above.depth + (step > 0 ? 1 : 0),
      links: above.links + step,
      travel: above.travel + travel,
    };
    paths[jointIndex] = path;
    return path;
  };
  return tree.joints.map(visit);
}

function clampToBase(point: Vector3, bases: readonly Vector3[], far: number): Vector3 {
  const distances = bases.map((base) => base.distanceTo(point));
  const base = bases[distances.indexOf(Math.min(...distances))] as Vector3;
  return point.sub(base).clampLength(0, far).add(base);
}

interface Proportions {
  readonly stout: number;
  readonly cross: number;
  readonly machine: boolean;
  readonly reach: number;
}

function findSurroundings(
  scene: Scene,
  roots: readonly Vec3[],
  reached: readonly number[],
  { stout, cross, machine, reach }: Proportions,
) {
  const armature = new Armature(scene.tree, scene.scenario.view.up);
  armature.setPose(scene.start);
  const toUpright = (v: Vector3): Vector3 => v.applyQuaternion(armature.world.quaternion);
  const up = new Vector3(0, 1, 0).applyQuaternion(armature.world.quaternion.clone().invert());
  const flat = [...armature.positions(), ...reached];
  const pose: Vector3[] = [];
  const targets: Vector3[] = [];
  for (let i = 0; i < flat.length; i += 3) pose.push(toUpright(new Vector3().fromArray(flat, i)));
  const bases = roots.map((root) => toUpright(new Vector3(...root)));
  for (const { position, motion } of scene.scenario.targets) {
    for (const point of motion ? sampleTargetMotion(motion) : [ORIGIN])
      targets.push(toUpright(new Vector3(...point).add(new Vector3(...position))));
  }
  const started = machine ? pose.slice(0, flat.length / 3 - reached.length / 3) : pose;
  const lowest = Math.min(...[...started, ...targets].map((point) => point.y));
  const base = Math.min(...bases.map((each) => each.y));
  const floor = machine ? groundHeight(base, lowest, reach) : footHeight(base, lowest, stout);
  for (const base of bases) {
    for (const [x, z] of RIM)
      pose.push(
        new Vector3(x, 0, z)
          .multiplyScalar(RELATIVE_FOOT_RADIUS * stout)
          .add(base)
          .setY(floor),
      );
  }
  const frames = armEnds(scene.scenario.targets, cross).map(toUpright);
  return { up, floor, pose, targets, frames, bases };
}

/**
 * Returns the ground height, metres: 0, or the height of a base far from 0; never above the lowest
 * point.
 */
function groundHeight(base: number, lowest: number, reach: number): number {
  const zero = base >= 0 && base < MAX_COLUMN_HEIGHT * reach ? 0 : base;
  return Math.min(zero, lowest);
}

function footHeight(base: number, lowest: number, stout: number): number {
  const ground = base - 1.3 * stout;
  return lowest < ground ? lowest - 2 * stout : ground;
}

/** Points that a view must show, in the y-up frame. Far points are moved towards the bases. */
export interface SceneExtent {
  readonly robot: readonly Vector3[];
  readonly targets: readonly Vector3[];
  readonly frames?: readonly Vector3[];
}

export function findSceneExtent(shape: MechanismShape): SceneExtent {
  const { pose, targets, frames, bases, unit, outline = [] } = shape;
  const near = (points: readonly Vector3[], far: number): Vector3[] =>
    points.map((point) => clampToBase(point.clone(), bases, far * REACH_IN_VIEW_UNITS * unit));
  const robot = [...near(pose, MAX_POSE_DISTANCE), ...near(outline, MAX_BODY_DISTANCE)];
  return {
    robot,
    targets: near(targets, MAX_TARGET_DISTANCE),
    frames: near(frames, MAX_TARGET_DISTANCE),
  };
}
