import type { Scene } from '@iklab/core/scenario';
import { commonPlaneNormal, targetMotionPlanes } from '@iklab/core/scenario/targets';
import { MathUtils, Matrix4, PerspectiveCamera, Vector3 } from 'three';
import type { Armature } from '../bodies/armature.ts';
import {
  findSceneExtent,
  type MechanismShape,
  type SceneExtent,
} from '../bodies/mechanismShape.ts';
import { findViewSide, viewerFacingNormal } from '../ground/findViewSide.ts';
import type { PaneCell, PanePoint } from './paneCells.ts';
import {
  addPaneInsets,
  type EdgeInsets,
  isBoxClearOfPoints,
  listCandidateInsets,
  type PaneInsets,
} from './paneInsets.ts';

const FOV = 26;
const UP = new Vector3(0, 1, 0);
const MAX_TALL_ASPECT = 0.65; // Ratio of width to height below which a pane is tall.
const MIN_VISIBLE_HEIGHT = 2.3; // Minimum height that a view shows, in the unit of the view.
const OVERLAY_MARGINS = { robot: 6, targets: 16 }; // Margin around overlays, px.

const POINT_GROUPS = [
  ['robot', 'robot'],
  ['targets', 'targets'],
  ['frames', 'robot'],
] as const;

/** Camera position from the origin, along the axes of the camera, metres. */
interface CameraPlacement {
  readonly distance: number;
  readonly right: number;
  readonly up: number;
}

export function makeCamera(): PerspectiveCamera {
  return new PerspectiveCamera(FOV, 1, 0.1, 100);
}

/**
 * Places the camera as in the scenario, or to show robot and targets during the entire run. `from`
 * overrides the direction. Returns the look-at point.
 */
export function placeSceneCamera(
  camera: PerspectiveCamera,
  scene: Scene,
  shape: MechanismShape,
  armature: Armature,
  pane: PaneCell,
  insets: PaneInsets,
  from?: Vector3,
): Vector3 {
  const { view } = scene.scenario;
  camera.aspect = pane.width / pane.height;
  const toUpright = (v: readonly number[]) =>
    new Vector3().fromArray(v as number[]).applyQuaternion(armature.world.quaternion);
  const extent = findSceneExtent(shape);
  const least = MIN_VISIBLE_HEIGHT * shape.unit;
  const lookAt = view.lookAt && !from ? toUpright(view.lookAt) : null;
  if (view.camera && lookAt) {
    camera.position.copy(toUpright(view.camera));
  } else {
    const side =
      from ??
      (view.camera
        ? toUpright(view.camera).normalize()
        : findSide(scene, shape, toUpright, camera.aspect < MAX_TALL_ASPECT));
    fitCamera(camera, side, extent, pane, insets, least);
  }
  const target = lookAt ?? lookAtPoint(camera, extent.robot);
  const distance = camera.position.distanceTo(target);
  camera.near = distance / 50;
  camera.far = distance * 6;
  camera.lookAt(target);
  camera.updateProjectionMatrix();
  return target;
}

/** Best view direction of each shape, for tall panes (true) and wide panes (false). */
const bestSides = new WeakMap<MechanismShape, Map<boolean, Vector3>>();
function findSide(
  scene: Scene,
  shape: MechanismShape,
  toUpright: (v: readonly number[]) => Vector3,
  tall: boolean,
): Vector3 {
  const cached = bestSides.get(shape) ?? new Map<boolean, Vector3>();
  bestSides.set(shape, cached);
  const found = (): Vector3 => {
    const normal = commonPlaneNormal(targetMotionPlanes(scene));
    return normal
      ? viewerFacingNormal(toUpright(normal))
      : findViewSide(findSceneExtent(shape), tall, MIN_VISIBLE_HEIGHT * shape.unit);
  };
  const side = cached.get(tall) ?? found();
  cached.set(tall, side);
  return side;
}

export function measureRobotSpread(
  camera: PerspectiveCamera,
  shape: MechanismShape,
  pane: PaneCell,
): number {
  camera.updateMatrixWorld();
  const half = new Vector3(pane.width / 2, pane.height / 2, 0);
  const projected = findSceneExtent(shape).robot.map((point) =>
    point.clone().project(camera).multiply(half),
  );
  const middle = new Vector3();
  for (const point of projected) middle.addScaledVector(point, 1 / projected.length);
  return projected.reduce((sum, point) => sum + point.distanceTo(middle), 0) / projected.length;
}

/**
 * Moves the camera along `side` to the smallest distance at which all points are visible, or to the
 * largest tried distance.
 */
function fitCamera(
  camera: PerspectiveCamera,
  side: Vector3,
  { robot, targets, frames = [] }: SceneExtent,
  pane: PaneCell,
  insets: PaneInsets,
  least: number,
): void {
  const rotation = new Matrix4().lookAt(side, new Vector3(), UP);
  const back = rotation.clone().invert();
  const toCameraAxes = (points: readonly Vector3[]) =>
    points.map((point) => point.clone().applyMatrix4(back));
  const extent = {
    robot: toCameraAxes(robot),
    targets: toCameraAxes(targets),
    frames: toCameraAxes(frames),
  };
  const free = (placement: CameraPlacement): boolean => {
    const limbs = projectPoints(extent.robot, placement, pane);
    const rings = projectPoints(extent.targets, placement, pane).map((point) => [point]);
    const arms = projectPoints(extent.frames, placement, pane).map((at) => [at]);
    return insets.overlays.every(
      (box) =>
        isBoxClearOfPoints(box, OVERLAY_MARGINS.robot, limbs) &&
        rings.every((ring) => isBoxClearOfPoints(box, OVERLAY_MARGINS.targets, ring)) &&
        arms.every((end) => isBoxClearOfPoints(box, OVERLAY_MARGINS.robot, end)),
    );
  };
  const placements = listCandidateInsets(insets, pane)
    .map((more) => placeCamera(extent, pane, addPaneInsets(insets, more), least))
    .sort((a, b) => a.distance - b.distance);
  const { distance, right, up } = placements.find(free) ?? (placements.at(-1) as CameraPlacement);
  camera.position.set(right, up, distance).applyMatrix4(rotation);
  camera.up.copy(UP);
  camera.quaternion.setFromRotationMatrix(rotation);
}

function placeCamera(
  extent: Required<SceneExtent>,
  pane: PaneCell,
  insets: PaneInsets,
  least: number,
): CameraPlacement {
  const tall = Math.tan(MathUtils.degToRad(FOV) / 2);
  const share = (margin: number, total: number): number => Math.max(0.25, 1 - (2 * margin) / total);
  const groups = (pick: (point: Vector3) => number, total: number, ends: Ends) =>
    POINT_GROUPS.map(([part, inset]) => ({
      points: extent[part].map((point) => [pick(point), point.z] as const),
      above: share(insets[inset][ends[1]], total),
      below: share(insets[inset][ends[0]], total),
    }));
  const wide = (tall * pane.width) / pane.height;
  const across = fitAxis(
    groups((p) => p.x, pane.width, ['left', 'right']),
    wide,
  );
  const vertical = fitAxis(
    groups((p) => p.y, pane.height, ['bottom', 'top']),
    tall,
  );
  const depths = extent.robot.map(({ z }) => z);
  const middle = (Math.max(...depths) + Math.min(...depths)) / 2;
  const distance = Math.max(across.distance, vertical.distance, middle + least / (2 * tall));
  return { distance, right: across.centre(distance), up: vertical.centre(distance) };
}

type Ends = readonly [keyof EdgeInsets, keyof EdgeInsets];

interface Group {
  /** Points of the group: coordinate along a camera axis, depth towards the camera. */
  readonly points: readonly (readonly [number, number])[];
  /** Usable fraction of the upper half pane; `below` is the fraction of the lower half. */
  readonly above: number;
  readonly below: number;
}

/**
 * Fits points along a camera axis. Returns the minimum distance d, and the centre c for each
 * distance. A point (x, z) is visible if |x − c| ≤ share tan (d − z).
 */
function fitAxis(groups: readonly Group[], tan: number) {
  const bounds = groups
    .filter(({ points }) => points.length > 0)
    .map(({ points, above, below }) => ({
      high: Math.max(...points.map(([x, z]) => x + above * tan * z)),
      low: Math.min(...points.map(([x, z]) => x - below * tan * z)),
      above: above * tan,
      below: below * tan,
    }));
  const pairs = bounds.flatMap((a) => bounds.map((b) => (a.high - b.low) / (a.above + b.below)));
  return {
    distance: Math.max(...pairs),
    centre: (d: number): number =>
      (Math.max(...bounds.map(({ high, above }) => high - above * d)) +
        Math.min(...bounds.map(({ low, below }) => low + below * d))) /
      2,
  };
}

function projectPoints(
  points: readonly Vector3[],
  { distance, right, up }: CameraPlacement,
  pane: PaneCell,
): PanePoint[] {
  const pixels = pane.height / 2 / Math.tan(MathUtils.degToRad(FOV) / 2);
  return points.map(({ x, y, z }) => ({
    x: pane.width / 2 + (pixels * (x - right)) / (distance - z),
    y: pane.height / 2 - (pixels * (y - up)) / (distance - z),
  }));
}

function lookAtPoint(camera: PerspectiveCamera, points: readonly Vector3[]): Vector3 {
  const middle = new Vector3();
  for (const point of points) middle.addScaledVector(point, 1 / points.length);
  const sight = new Vector3(0, 0, -1).applyQuaternion(camera.quaternion);
  const depth = middle.sub(camera.position).dot(sight);
  return sight.multiplyScalar(depth).add(camera.position);
}
