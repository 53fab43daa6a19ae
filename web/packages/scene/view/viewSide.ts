/** Chooses the side from which a mechanism is viewed. */
import { MathUtils, Vector3 } from 'three';
import type { Extent } from './shape.ts';

const FRONT = new Vector3(0.42, 0.34, 1);
const ABOVE = new Vector3(0.3, 1.15, 1);
const UP = new Vector3(0, 1, 0);
const TURNS = [0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75]; // Degrees about the vertical.
const LIFTS = [0, 10, -8, 20]; // Degrees upwards.
// Degrees from the usual side at which a view has no value.
const TURNED = 110;
const LIFTED = 45;
const PANES = { wide: 1.7, tall: 0.6 }; // Ratios of width to height.

/**
 * The usual side, unless the mechanism appears much larger from another: a straight arm is not
 * viewed along itself, and in a tall pane a broad mechanism is viewed from its narrow side. The
 * result is the same for all wide panes, and for all tall ones.
 */
export function viewSide(extent: Extent, tall: boolean, least: number): Vector3 {
  const usual = (flat(extent) ? ABOVE : FRONT).clone().normalize();
  let best = usual;
  let most = 0;
  for (const turn of TURNS) {
    for (const lift of LIFTS) {
      const off = (turn / TURNED) ** 2 + (lift / LIFTED) ** 2;
      const side = turned(usual, turn, lift);
      const worth = (1 - off) * size(extent, side, tall ? PANES.tall : PANES.wide, least);
      if (worth > most) [best, most] = [side, worth];
    }
  }
  return best;
}

/** Returns the direction perpendicular to a plane, on the side closer to the usual view. */
export const facing = (normal: Vector3): Vector3 =>
  normal.dot(FRONT) < 0 ? normal.clone().negate() : normal.clone();

function turned(usual: Vector3, turn: number, lift: number): Vector3 {
  const across = UP.clone().cross(usual).normalize();
  return usual
    .clone()
    .applyAxisAngle(across, -MathUtils.degToRad(lift))
    .applyAxisAngle(UP, MathUtils.degToRad(turn));
}

/**
 * Size of the robot in a pane of a shape that just contains everything: the spread of its points.
 */
function size({ robot, targets }: Extent, side: Vector3, shape: number, least: number): number {
  const right = UP.clone().cross(side).normalize();
  const up = side.clone().cross(right);
  const along = (points: readonly Vector3[], way: Vector3): number[] =>
    points.map((point) => point.dot(way));
  const [x, y] = [along(robot, right), along(robot, up)];
  const wide = span([...x, ...along(targets, right)]);
  const high = Math.max(least, span([...y, ...along(targets, up)]));
  return Math.sqrt(variance(x) + variance(y)) / Math.max(wide / shape, high);
}

const span = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

function variance(values: readonly number[]): number {
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length;
}

/** A mechanism that is flat on the ground is viewed from above. */
function flat({ robot, targets }: Extent): boolean {
  const all = [...robot, ...targets];
  const along = (pick: (p: Vector3) => number): number => span(all.map(pick));
  return (
    along((p) => p.y) <
    0.15 *
      Math.max(
        along((p) => p.x),
        along((p) => p.z),
      )
  );
}
