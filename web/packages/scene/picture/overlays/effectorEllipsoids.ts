/**
 * Draws the manipulability ellipsoid of each end effector as its three principal ellipses. It is
 * flat at a singularity.
 */
import { type Color, Matrix4, Vector3 } from 'three';
import type { Armature } from '../bodies/armature.ts';
import type { PaneResolution } from '../thickLines.ts';
import { ThickSegments } from '../thickSegments.ts';

const SIDES = 48;
/** Norm of the joint change Δθ that an ellipsoid represents, radians. */
export const ELLIPSOID_JOINT_CHANGE = 0.15;

const frame = new Matrix4();
const inverse = new Matrix4();
const centre = new Vector3();
const first = new Vector3();
const second = new Vector3();
const from = new Vector3();
const to = new Vector3();

export class EffectorEllipsoids {
  readonly #segments: ThickSegments;
  readonly #tips: readonly number[];

  constructor(tips: readonly number[], resolution: PaneResolution) {
    this.#tips = tips;
    this.#segments = new ThickSegments(3 * SIDES * tips.length, 1.25, resolution);
  }

  get lines() {
    return this.#segments.lines;
  }

  hide(): void {
    this.#segments.begin();
    this.#segments.end();
  }

  /**
   * Updates the ellipsoids. `axes` returns the principal axes σ_i u_i of a target: nine numbers,
   * metres per radian.
   */
  update({ points, world }: Armature, axes: (target: number) => ArrayLike<number>): void {
    inverse.copy(world.matrixWorld).invert();
    this.#segments.begin();
    this.#tips.forEach((tip, i) => {
      frame.multiplyMatrices(inverse, (points[tip] as { matrixWorld: Matrix4 }).matrixWorld);
      centre.setFromMatrixPosition(frame);
      this.#drawOutline(axes(i) as number[]);
    });
    this.#segments.end();
  }

  #drawOutline(axes: number[]): void {
    for (const [a, b] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      first.fromArray(axes, 3 * a).multiplyScalar(ELLIPSOID_JOINT_CHANGE);
      second.fromArray(axes, 3 * b).multiplyScalar(ELLIPSOID_JOINT_CHANGE);
      for (let side = 0; side < SIDES; side++) {
        ellipsePoint(side, from);
        ellipsePoint(side + 1, to);
        this.#segments.add(from, to);
      }
    }
  }

  paint(color: Color): void {
    this.#segments.paint(color);
  }

  dispose(): void {
    this.#segments.dispose();
  }
}

function ellipsePoint(side: number, out: Vector3): void {
  const angle = (2 * Math.PI * side) / SIDES;
  out.copy(centre).addScaledVector(first, Math.cos(angle)).addScaledVector(second, Math.sin(angle));
}
