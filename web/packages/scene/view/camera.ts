import { commonNormal, type Scene, targetPlanes } from 'iklab/scenario';
import { MathUtils, Matrix4, PerspectiveCamera, Vector3 } from 'three';
import type { Armature } from './armature.ts';
import type { Cell } from './paneCells.ts';
import { type Insets, inset, isClearOf, type PaneInsets, possibleInsets } from './paneInsets.ts';
import type { PanePoint } from './pointDrag.ts';
import { type Extent, extentOf, type Shape } from './shape.ts';
import { facing, viewSide } from './viewSide.ts';

const FOV = 26;
const UP = new Vector3(0, 1, 0);
const TALL = 0.65; // Ratio of width to height below which a pane is tall.
const LEAST = 2.3; // Minimum height that a view shows, in the unit of the view.
const ABOUT = { robot: 6, targets: 16 }; // Margin around overlays, px.

/** Groups of points to be fitted, and the insets that apply to each. */
const PARTS = [
  ['robot', 'robot'],
  ['targets', 'targets'],
  ['frames', 'robot'],
] as const;

/** The initial camera position, in the axes of the camera. */
interface Stand {
  readonly distance: number;
  readonly right: number;
  readonly up: number;
}

export function makeCamera(): PerspectiveCamera {
  return new PerspectiveCamera(FOV, 1, 0.1, 100);
}

/**
 * Places the camera of the scenario, or one that shows the robot and the targets during the entire
 * run. `from`: view direction that overrides the scenario. Returns the look-at point.
 */
export function frame(
  camera: PerspectiveCamera,
  scene: Scene,
  shape: Shape,
  armature: Armature,
  pane: Cell,
  room: PaneInsets,
  from?: Vector3,
): Vector3 {
  const { view } = scene.scenario;
  camera.aspect = pane.width / pane.height;
  const toUpright = (v: readonly number[]) =>
    new Vector3().fromArray(v as number[]).applyQuaternion(armature.world.quaternion);
  const extent = extentOf(shape);
  const least = LEAST * shape.unit;
  const look = view.lookAt && !from ? toUpright(view.lookAt) : null;
  if (view.camera && look) {
    camera.position.copy(toUpright(view.camera));
  } else {
    const side =
      from ??
      (view.camera
        ? toUpright(view.camera).normalize()
        : sideOf(scene, shape, toUpright, camera.aspect < TALL));
    fit(camera, side, extent, pane, room, least);
  }
  const target = look ?? aim(camera, extent.robot);
  const distance = camera.position.distanceTo(target);
  camera.near = distance / 50;
  camera.far = distance * 6;
  camera.lookAt(target);
  camera.updateProjectionMatrix();
  return target;
}

/** Cached best view directions of a shape, for wide and for tall panes. */
const sides = new WeakMap<Shape, Map<boolean, Vector3>>();
function sideOf(
  scene: Scene,
  shape: Shape,
  toUpright: (v: readonly number[]) => Vector3,
  tall: boolean,
): Vector3 {
  const known = sides.get(shape) ?? new Map<boolean, Vector3>();
  sides.set(shape, known);
  const found = (): Vector3 => {
    const normal = commonNormal(targetPlanes(scene));
    return normal ? facing(toUpright(normal)) : viewSide(extentOf(shape), tall, LEAST * shape.unit);
  };
  const side = known.get(tall) ?? found();
  known.set(tall, side);
  return side;
}

/** Size of the robot in a pane: mean distance of its points from their centre, pixels. */
export function spreadIn(camera: PerspectiveCamera, shape: Shape, pane: Cell): number {
  camera.updateMatrixWorld();
  const half = new Vector3(pane.width / 2, pane.height / 2, 0);
  const seen = extentOf(shape).robot.map((point) => point.clone().project(camera).multiply(half));
  const middle = new Vector3();
  for (const point of seen) middle.addScaledVector(point, 1 / seen.length);
  return seen.reduce((sum, point) => sum + point.distanceTo(middle), 0) / seen.length;
}

/**
 * Moves the camera to the smallest distance along `side` at which all points are inside the insets
 * and clear of the overlays; if none is, to the largest candidate distance.
 */
function fit(
  camera: PerspectiveCamera,
  side: Vector3,
  { robot, targets, frames = [] }: Extent,
  pane: Cell,
  room: PaneInsets,
  least: number,
): void {
  const turn = new Matrix4().lookAt(side, new Vector3(), UP);
  const back = turn.clone().invert();
  const seen = (points: readonly Vector3[]) => points.map((at) => at.clone().applyMatrix4(back));
  const extent = { robot: seen(robot), targets: seen(targets), frames: seen(frames) };
  const free = (stand: Stand): boolean => {
    const limbs = onPane(extent.robot, stand, pane);
    const rings = onPane(extent.targets, stand, pane).map((at) => [at]);
    const arms = onPane(extent.frames, stand, pane).map((at) => [at]);
    return room.overlays.every(
      (box) =>
        isClearOf(box, ABOUT.robot, limbs) &&
        rings.every((ring) => isClearOf(box, ABOUT.targets, ring)) &&
        arms.every((end) => isClearOf(box, ABOUT.robot, end)),
    );
  };
  const stands = possibleInsets(room, pane)
    .map((more) => stand(extent, pane, inset(room, more), least))
    .sort((a, b) => a.distance - b.distance);
  const { distance, right, up } = stands.find(free) ?? (stands.at(-1) as Stand);
  camera.position.set(right, up, distance).applyMatrix4(turn);
  camera.up.copy(UP);
  camera.quaternion.setFromRotationMatrix(turn);
}

/** `extent`: in the axes of the camera. */
function stand(extent: Required<Extent>, pane: Cell, room: PaneInsets, least: number): Stand {
  const tall = Math.tan(MathUtils.degToRad(FOV) / 2);
  const share = (margin: number, whole: number): number => Math.max(0.25, 1 - (2 * margin) / whole);
  const groups = (pick: (point: Vector3) => number, whole: number, ends: Ends) =>
    PARTS.map(([part, inset]) => ({
      points: extent[part].map((point) => [pick(point), point.z] as const),
      above: share(room[inset][ends[1]], whole),
      below: share(room[inset][ends[0]], whole),
    }));
  const wide = (tall * pane.width) / pane.height;
  const across = reach(
    groups((p) => p.x, pane.width, ['left', 'right']),
    wide,
  );
  const along = reach(
    groups((p) => p.y, pane.height, ['bottom', 'top']),
    tall,
  );
  const depths = extent.robot.map(({ z }) => z);
  const middle = (Math.max(...depths) + Math.min(...depths)) / 2;
  const distance = Math.max(across.distance, along.distance, middle + least / (2 * tall));
  return { distance, right: across.centre(distance), up: along.centre(distance) };
}

type Ends = readonly [keyof Insets, keyof Insets];

interface Group {
  /** Coordinate along one axis of the camera, and depth towards the camera. */
  readonly points: readonly (readonly [number, number])[];
  /** Usable shares of half the pane. */
  readonly above: number;
  readonly below: number;
}

/**
 * Along one axis of the camera: the minimum distance, and the centre at a distance. A point x, z is
 * inside a share of the frame when |x − c| ≤ share tan (d − z), so each end of a group is a line
 * in c and d, and only the outermost points of each group matter.
 */
function reach(groups: readonly Group[], tan: number) {
  const held = groups
    .filter(({ points }) => points.length > 0)
    .map(({ points, above, below }) => ({
      high: Math.max(...points.map(([x, z]) => x + above * tan * z)),
      low: Math.min(...points.map(([x, z]) => x - below * tan * z)),
      above: above * tan,
      below: below * tan,
    }));
  const pairs = held.flatMap((a) => held.map((b) => (a.high - b.low) / (a.above + b.below)));
  return {
    distance: Math.max(...pairs),
    centre: (d: number): number =>
      (Math.max(...held.map(({ high, above }) => high - above * d)) +
        Math.min(...held.map(({ low, below }) => low + below * d))) /
      2,
  };
}

/** Projects points, in the axes of the camera, to pixels of a pane. */
function onPane(
  points: readonly Vector3[],
  { distance, right, up }: Stand,
  pane: Cell,
): PanePoint[] {
  const pixels = pane.height / 2 / Math.tan(MathUtils.degToRad(FOV) / 2);
  return points.map(({ x, y, z }) => ({
    x: pane.width / 2 + (pixels * (x - right)) / (distance - z),
    y: pane.height / 2 - (pixels * (y - up)) / (distance - z),
  }));
}

/** The point on the line of sight at the depth of the centre of the points. */
function aim(camera: PerspectiveCamera, points: readonly Vector3[]): Vector3 {
  const middle = new Vector3();
  for (const point of points) middle.addScaledVector(point, 1 / points.length);
  const sight = new Vector3(0, 0, -1).applyQuaternion(camera.quaternion);
  const depth = middle.sub(camera.position).dot(sight);
  return sight.multiplyScalar(depth).add(camera.position);
}
