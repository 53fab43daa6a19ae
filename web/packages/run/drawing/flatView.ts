import type { ScenarioView, Scene, Vec3 } from '@iklab/core/scenario';
import { AXIS_DIRECTIONS, addScaled, scaleVector } from '@iklab/core/scenario/numbers';
import type { DemoPose } from '../session/methodDemo.ts';
import {
  type DrawingAxes,
  type FlatPoint,
  makeFlatProjection,
  rangeOfValues,
  rangesOfPoints,
  splitIntoPositions,
  tiltDrawingAxes,
} from './flatDrawing.ts';

const { x: X, y: Y, z: Z } = AXIS_DIRECTIONS;
const FRONT_AXES: Readonly<Record<ScenarioView['up'], DrawingAxes>> = {
  x: { right: scaleVector(Y, -1), up: X },
  y: { right: X, up: Y },
  z: { right: X, up: Z },
};
const FLATNESS = 1e-6; // Fraction of the size.
const MARGIN = 0.14; // Fraction of the larger side, for target marks and their numbers.

/**
 * A flat view of a scene: a planar mechanism in its plane, any other seen from the front and
 * slightly above.
 */
export class FlatView {
  readonly #paper: DrawingAxes;
  readonly left: number;
  /** Smallest y of the view in metres; the y axis points down. */
  readonly top: number;
  readonly width: number;
  readonly height: number;

  constructor({ scenario }: Scene, moments: readonly DemoPose[]) {
    const positions = moments.flatMap(({ points, goals }) => [
      ...splitIntoPositions(points),
      ...splitIntoPositions(goals, 7),
    ]);
    const plane = span(positions.map(([, , z]) => z)) <= FLATNESS * span(positions.flat());
    this.#paper = plane ? FRONT_AXES.y : tiltDrawingAxes(FRONT_AXES[scenario.view.up]);
    const [xs, ys] = rangesOfPoints(positions.map((position) => this.project(position)));
    const [wide, high] = [xs[1] - xs[0], ys[1] - ys[0]];
    const margin = MARGIN * Math.max(wide, high, FLATNESS);
    this.left = xs[0] - margin;
    this.top = ys[0] - margin;
    this.width = wide + 2 * margin;
    this.height = high + 2 * margin;
  }

  get size(): number {
    return Math.max(this.width, this.height);
  }

  /** Projects a position in the scene to the view, in metres; the y axis points down. */
  project(position: Vec3): FlatPoint {
    const [x, y] = makeFlatProjection(this.#paper)(position);
    return [x, -y];
  }

  /**
   * Moves a position parallel to the view to the point `to`, or to the nearest point inside the
   * view.
   */
  movePoint(position: Vec3, to: FlatPoint): Vec3 {
    const [x, y] = this.project(position);
    const across = Math.max(this.left, Math.min(this.left + this.width, to[0])) - x;
    const down = Math.max(this.top, Math.min(this.top + this.height, to[1])) - y;
    const { right, up } = this.#paper;
    return addScaled(addScaled(position, right, across), up, -down);
  }
}

function span(values: readonly number[]): number {
  const [low, high] = rangeOfValues(values);
  return high - low;
}
