import type { Lab } from '@iklab/core/engine';
import type {
  LengthUnit,
  Motion,
  Quaternion as Orientation,
  Scenario,
  Vec3,
} from '@iklab/core/scenario';
import type { MotionPlane } from '@iklab/core/scenario/targets';
import { type PerspectiveCamera, Quaternion, Vector3 } from 'three';
import {
  type PaneCell,
  type PanePoint,
  paneTitleHeight,
  scalePaneCell,
} from '../panes/paneCells.ts';
import type { TargetRingUniforms } from './targetRings.ts';

const STRIDE = 7;
const EDGE_DISTANCE = 17; // From the edge of a pane to the centre of a ring that is held there, px.
const DIGITS = 5; // Decimals of a quaternion.
const point = new Vector3();

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** Plane of all points p with normal · p = height, in the y-up frame. */
export interface DragPlane {
  readonly normal: Vector3;
  readonly height: number;
}

export class DrawnTargets {
  readonly count: number;
  readonly unit: LengthUnit;
  /** Drawn target poses, 7 numbers each (position, quaternion), scenario frame. */
  readonly goals: Float64Array;
  /** Ring positions in the last projected pane, x and y each, px; NaN behind the camera. */
  readonly screen: Float32Array;
  /** Rotation from the frame of the scenario to the y-up frame. */
  readonly upright: Quaternion;
  /** Size of a style sheet pixel in window pixels. */
  pixel = 1;
  readonly #shared: TargetRingUniforms;
  #motions: readonly (Motion | null)[];
  readonly #isHeldAtEdge: boolean[];
  readonly #bases: Float64Array;
  /** Last known motion of each target relative to the base, 7 numbers each. */
  readonly #added: Float64Array;
  readonly #planes: readonly (MotionPlane | null)[];

  /**
   * `planes` has the motion plane of each target's effector, in the scenario frame; null for no
   * plane.
   */
  constructor(
    { targets, unit }: Scenario,
    shared: TargetRingUniforms,
    upright: Quaternion,
    planes: readonly (MotionPlane | null)[] = [],
  ) {
    this.#planes = planes;
    this.count = targets.length;
    this.unit = unit;
    this.#shared = shared;
    this.upright = upright;
    this.#motions = targets.map(({ motion }) => motion);
    this.#isHeldAtEdge = targets.map(() => false);
    this.screen = new Float32Array(2 * this.count);
    this.goals = new Float64Array(STRIDE * this.count);
    this.#bases = new Float64Array(this.goals.length);
    this.#added = new Float64Array(this.goals.length);
  }

  applyScenario({ targets }: Scenario): void {
    targets.forEach(({ position }, i) => {
      this.setBase(i, position);
    });
    this.#motions = targets.map(({ motion }) => motion);
  }

  readLab(lab: Lab): void {
    this.#bases.set(lab.targets());
    this.goals.set(lab.goals());
    for (let i = 0; i < this.goals.length; i++)
      this.#added[i] = (this.goals[i] as number) - (this.#bases[i] as number);
    this.#shared.update(this.goals);
  }

  showGoals(goals: Float64Array): void {
    this.goals.set(goals);
    this.#shared.update(this.goals);
  }

  stopMotion(index: number): void {
    this.#motions = this.#motions.map((motion, i) => (i === index ? null : motion));
    const offset = STRIDE * index;
    this.#bases.set(this.goals.subarray(offset, offset + 3), offset);
  }

  motion(index: number): Motion | null {
    return this.#motions[index] ?? null;
  }

  hasMotion(index: number): boolean {
    return this.motion(index) !== null;
  }

  /** Returns the position of a target without its motion, metres, scenario frame. */
  base(index: number): Vec3 {
    const [x = 0, y = 0, z = 0] = this.#bases.subarray(STRIDE * index);
    return [x, y, z];
  }

  /** Sets the base of a target for drawing, until the next `readLab`. */
  setBase(index: number, base: Vec3): void {
    this.#bases.set(base, STRIDE * index);
  }

  /** Returns the base that puts a target at a position of the y-up frame. */
  baseAt(index: number, position: Vector3): Vec3 {
    const [x = 0, y = 0, z = 0] = this.hasMotion(index) ? this.#added.subarray(STRIDE * index) : [];
    point.copy(position).applyQuaternion(this.upright.clone().invert());
    return [point.x - x, point.y - y, point.z - z];
  }

  /** Returns the motion plane of a target's effector, in the scenario frame; null for none. */
  plane(index: number): MotionPlane | null {
    return this.#planes[index] ?? null;
  }

  /** Returns the motion plane of a target's effector, in the y-up frame; null for none. */
  dragPlane(index: number): DragPlane | null {
    const plane = this.plane(index);
    if (!plane) return null;
    const normal = new Vector3(...plane.normal).applyQuaternion(this.upright);
    return { normal, height: plane.height };
  }

  /** Returns the drawn position of a target in the y-up frame. */
  positionOf(index: number): Vector3 {
    return new Vector3().fromArray(this.goals, STRIDE * index).applyQuaternion(this.upright);
  }

  /** Returns the drawn orientation of a target in the y-up frame. */
  worldOrientation(index: number): Quaternion {
    return new Quaternion().fromArray(this.goals, STRIDE * index + 3).premultiply(this.upright);
  }

  /** Returns the orientation of a target without its motion, scenario frame. */
  orientation(index: number): Orientation {
    const [x = 0, y = 0, z = 0, w = 1] = this.#bases.subarray(STRIDE * index + 3);
    return [x, y, z, w];
  }

  /** Converts an orientation from the y-up to the scenario frame, rounded. */
  toScenario(upright: Quaternion): Orientation {
    const { x, y, z, w } = this.upright.clone().invert().multiply(upright).normalize();
    const round = (value: number): number => Number(value.toFixed(DIGITS));
    return [round(x), round(y), round(z), round(w)];
  }

  setOrientation(index: number, orientation: Orientation): void {
    this.#bases.set(orientation, STRIDE * index + 3);
  }

  /** Returns whether the ring of a target outside the pane is drawn at the pane edge. */
  isAtEdge(index: number): boolean {
    return this.#isHeldAtEdge[index] ?? false;
  }

  /**
   * Returns the ring positions, px; null for a ring at the edge of the pane or behind the camera.
   */
  ringPositions(): (PanePoint | null)[] {
    return Array.from({ length: this.count }, (_, i) => {
      const [x, y] = [this.screen[2 * i] as number, this.screen[2 * i + 1] as number];
      return Number.isNaN(x) || this.isAtEdge(i) ? null : { x, y };
    });
  }

  project(camera: PerspectiveCamera, cell: PaneCell): void {
    const { ringArea } = this.#shared;
    const [x, y, z] = [
      ringArea.value.x * this.pixel,
      ringArea.value.y * this.pixel,
      ringArea.value.z * this.pixel,
    ];
    for (let i = 0; i < this.count; i++) {
      point
        .fromArray(this.goals, STRIDE * i)
        .applyQuaternion(this.upright)
        .project(camera);
      const isVisible = Math.abs(point.z) <= 1;
      const [across, down] = [(point.x * cell.width) / 2, (-point.y * cell.height) / 2 - z];
      const [left, top] = [clamp(across, x), clamp(down, y)];
      this.#isHeldAtEdge[i] = Math.hypot(left - across, top - down) > 0.5;
      this.screen[2 * i] = isVisible ? left + cell.width / 2 : Number.NaN;
      this.screen[2 * i + 1] = isVisible ? top + z + cell.height / 2 : Number.NaN;
    }
  }

  /**
   * Adapts the shader to a pane, so that drawn rings match `project`. `pixel` is the size of a
   * style sheet pixel in window pixels.
   */
  fitPane(cell: PaneCell, pixelRatio: number, pixel: number): void {
    const { resolution, ringArea } = this.#shared;
    const { width, height } = scalePaneCell(cell, pixel);
    const title = paneTitleHeight({ width, height });
    resolution.value.set(width, height);
    ringArea.value.set(width / 2 - EDGE_DISTANCE, (height - title) / 2 - EDGE_DISTANCE, title / 2);
    this.#shared.pixel.value = 1 / pixelRatio / pixel;
    this.pixel = pixel;
  }

  setRingStates(states: readonly number[]): void {
    this.#shared.setStates(states);
  }
}
