import { MathUtils, Vector3 } from 'three';
import type { SceneExtent } from '../bodies/mechanismShape.ts';

const FRONT = new Vector3(0.42, 0.34, 1);
const ABOVE = new Vector3(0.3, 1.15, 1);
const UP = new Vector3(0, 1, 0);
const ROTATIONS = [0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75]; // Degrees about the vertical.
const ELEVATIONS = [0, 10, -8, 20]; // Degrees upwards.
// Degrees from the usual side at which a view has no value.
const MAX_ROTATION = 110;
const MAX_ELEVATION = 45;
const PANE_RATIOS = { wide: 1.7, tall: 0.6 }; // Ratios of width to height.

/**
 * Returns the view direction: the usual one, unless the mechanism appears much larger from another.
 * All wide panes share a direction, and so do all tall ones.
 */
export function findViewSide(extent: SceneExtent, tall: boolean, least: number): Vector3 {
  const usual = (isFlat(extent) ? ABOVE : FRONT).clone().normalize();
  let best = usual;
  let most = 0;
  for (const rotation of ROTATIONS) {
    for (const lift of ELEVATIONS) {
      const off = (rotation / MAX_ROTATION) ** 2 + (lift / MAX_ELEVATION) ** 2;
      const side = rotateView(usual, rotation, lift);
      const worth =
        (1 - off) * projectedSize(extent, side, tall ? PANE_RATIOS.tall : PANE_RATIOS.wide, least);
      if (worth > most) [best, most] = [side, worth];
    }
  }
  return best;
}

/** Returns the plane normal that points towards the usual camera side. */
export const viewerFacingNormal = (normal: Vector3): Vector3 =>
  normal.dot(FRONT) < 0 ? normal.clone().negate() : normal.clone();

function rotateView(usual: Vector3, rotation: number, lift: number): Vector3 {
  const across = UP.clone().cross(usual).normalize();
  return usual
    .clone()
    .applyAxisAngle(across, -MathUtils.degToRad(lift))
    .applyAxisAngle(UP, MathUtils.degToRad(rotation));
}

function projectedSize(
  { robot, targets }: SceneExtent,
  side: Vector3,
  shape: number,
  least: number,
): number {
  const right = UP.clone().cross(side).normalize();
  const up = side.clone().cross(right);
  const projections = (points: readonly Vector3[], axis: Vector3): number[] =>
    points.map((point) => point.dot(axis));
  const [x, y] = [projections(robot, right), projections(robot, up)];
  const wide = rangeOf([...x, ...projections(targets, right)]);
  const high = Math.max(least, rangeOf([...y, ...projections(targets, up)]));
  return Math.sqrt(variance(x) + variance(y)) / Math.max(wide / shape, high);
}

const rangeOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

function variance(values: readonly number[]): number {
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length;
}

function isFlat({ robot, targets }: SceneExtent): boolean {
  const all = [...robot, ...targets];
  const extentAlong = (pick: (p: Vector3) => number): number => rangeOf(all.map(pick));
  return (
    extentAlong((p) => p.y) <
    0.15 *
      Math.max(
        extentAlong((p) => p.x),
        extentAlong((p) => p.z),
      )
  );
}
