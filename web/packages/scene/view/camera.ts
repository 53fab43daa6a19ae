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
const TALL = 0.65; // width to height, below which a pane is tall
const LEAST = 2.3; // height that a picture shows at the least, in the unit of the picture
const ABOUT = { robot: 6, targets: 16 }; // px kept free about what stands over the picture

/** What is to be inside, and which room it has. */
const PARTS = [
  ['robot', 'robot'],
  ['targets', 'targets'],
  ['frames', 'robot'],
] as const;

/** Where a camera stands before it has been turned. */
interface Stand {
  readonly distance: number;
  readonly right: number;
  readonly up: number;
}

export function makeCamera(): PerspectiveCamera {
  return new PerspectiveCamera(FOV, 1, 0.1, 100);
}

/**
 * The camera of the scenario, or one that shows the robot and where the targets go in a whole run;
 * `from`: seen from there, whatever the scenario says.
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

/** The best directions from which to view a scene, in wide and in tall panes. */
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

/** How large the robot is in a pane: its points' mean distance from their middle, pixels. */
export function spreadIn(camera: PerspectiveCamera, shape: Shape, pane: Cell): number {
  camera.updateMatrixWorld();
  const half = new Vector3(pane.width / 2, pane.height / 2, 0);
  const seen = extentOf(shape).robot.map((point) => point.clone().project(camera).multiply(half));
  const middle = new Vector3();
  for (const point of seen) middle.addScaledVector(point, 1 / seen.length);
  return seen.reduce((sum, point) => sum + point.distanceTo(middle), 0) / seen.length;
}

/** The nearest place on a side from which all falls inside the room, and under nothing over it. */
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
  /** Along an axis of the camera, and toward it. */
  readonly points: readonly (readonly [number, number])[];
  /** Of half the pane that they may use. */
  readonly above: number;
  readonly below: number;
}

/**
 * Along one axis of the camera: the least distance, and the middle at a distance. A point x, z is
 * inside a share of the frame when |x − c| ≤ share tan (d − z), so each end of a group is a line
 * in c and d, and what all allow follows from the outermost points of each alone.
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

/** Where points, in the axes of the camera, are seen in a pane. */
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

/** Where the line of sight passes the middle of the points. */
function aim(camera: PerspectiveCamera, points: readonly Vector3[]): Vector3 {
  const middle = new Vector3();
  for (const point of points) middle.addScaledVector(point, 1 / points.length);
  const sight = new Vector3(0, 0, -1).applyQuaternion(camera.quaternion);
  const depth = middle.sub(camera.position).dot(sight);
  return sight.multiplyScalar(depth).add(camera.position);
}
