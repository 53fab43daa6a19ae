import type { Vec3 } from '@iklab/core/scenario';
import { AXIS_DIRECTIONS, dot, scaleVector } from '@iklab/core/scenario/numbers';
import { planeDirections } from '@iklab/core/scenario/targets';
import { type PerspectiveCamera, type Quaternion, Vector3 } from 'three';

/**
 * Signed scenario axes that appear most nearly right, up and away on the screen. For a planar
 * target, `away` is the normal of the plane.
 */
export interface ScreenAlignedAxes {
  readonly right: Vec3;
  readonly up: Vec3;
  readonly away: Vec3;
}

type Axis = 0 | 1 | 2;
const { x: X, y: Y, z: Z } = AXIS_DIRECTIONS;

/**
 * `upright` rotates the scenario frame to the y-up frame. `normal` is the normal of the target's
 * plane in the scenario frame; null for no plane.
 */
export function findScreenAlignedAxes(
  camera: PerspectiveCamera,
  upright: Quaternion,
  normal: Vec3 | null = null,
): ScreenAlignedAxes {
  const back = camera.quaternion.clone().premultiply(upright.clone().invert());
  const toScenario = (x: number, y: number, z: number): Vec3 =>
    new Vector3(x, y, z).applyQuaternion(back).toArray();
  const screenDirections = [
    toScenario(1, 0, 0),
    toScenario(0, 1, 0),
    toScenario(0, 0, -1),
  ] as const;
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ] as const;
  const axes = normal ? ([...planeDirections(normal), normal] as const) : ([X, Y, Z] as const);
  const allowed = normal ? orders.filter(([, , away]) => away === 2) : orders;
  const scores = allowed.map((order) =>
    screenDirections.reduce(
      (sum, direction, i) => sum + Math.abs(dot(direction, axes[order[i] as Axis])),
      0,
    ),
  );
  const order = allowed[scores.indexOf(Math.max(...scores))] ?? orders[0];
  const axis = (i: Axis): Vec3 => {
    const axisVector = axes[order[i]];
    const [x, y, z] = scaleVector(axisVector, dot(screenDirections[i], axisVector) < 0 ? -1 : 1);
    return [x + 0, y + 0, z + 0];
  };
  return { right: axis(0), up: axis(1), away: axis(2) };
}

/**
 * Returns the direction of an arrow key, PageUp (away) or PageDown (towards the viewer); otherwise
 * null.
 */
export function keyMoveDirection(key: string, { right, up, away }: ScreenAlignedAxes): Vec3 | null {
  const back = ([x, y, z]: Vec3): Vec3 => [-x, -y, -z];
  if (key === 'ArrowRight') return right;
  if (key === 'ArrowLeft') return back(right);
  if (key === 'ArrowUp') return up;
  if (key === 'ArrowDown') return back(up);
  if (key === 'PageUp') return away;
  return key === 'PageDown' ? back(away) : null;
}

const FINE = 1e6; // Rounding factor, so that small steps do not accumulate errors.

export const movePositionAlong = (from: Vec3, direction: Vec3, metres: number): Vec3 => {
  const step = (i: Axis): number =>
    direction[i] === 0 ? from[i] : Math.round((from[i] + direction[i] * metres) * FINE) / FINE;
  return [step(0), step(1), step(2)];
};
