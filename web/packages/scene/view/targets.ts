import type { Lab } from 'iklab/engine';
import type {
  LengthUnit,
  Motion,
  MotionPlane,
  Quaternion as Orientation,
  Scenario,
  Vec3,
} from 'iklab/scenario';
import { type PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { type Cell, inPixels, titleOf } from './paneCells.ts';
import type { DragPlane, PanePoint } from './pointDrag.ts';
import type { RingUniforms } from './rings.ts';

const STRIDE = 7;
const EDGE = 17; // px from the edge of a pane to the middle of a ring that waits there
const DIGITS = 5; // of a quaternion
const point = new Vector3();

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** Where the targets stand, in the scenario and on the screen. */
export class Targets {
  readonly count: number;
  readonly unit: LengthUnit;
  /** As drawn, 7 per target. */
  readonly goals: Float64Array;
  /** Where the rings are in any pane, x and y in pixels; NaN behind the camera. */
  readonly screen: Float32Array;
  /** Turns the frame of the scenario upright. */
  readonly upright: Quaternion;
  /** One of the style sheets, in pixels of the window. */
  pixel = 1;
  readonly #shared: RingUniforms;
  #motions: readonly (Motion | null)[];
  readonly #held: boolean[];
  readonly #bases: Float64Array;
  /** What motion adds to each base, 7 per target, in the lab as it was taken last. */
  readonly #added: Float64Array;
  readonly #planes: readonly (MotionPlane | null)[];

  /** `planes`: those in which the effectors of the targets can move, in the frame of the scenario. */
  constructor(
    { targets, unit }: Scenario,
    shared: RingUniforms,
    upright: Quaternion,
    planes: readonly (MotionPlane | null)[] = [],
  ) {
    this.#planes = planes;
    this.count = targets.length;
    this.unit = unit;
    this.#shared = shared;
    this.upright = upright;
    this.#motions = targets.map(({ motion }) => motion);
    this.#held = targets.map(() => false);
    this.screen = new Float32Array(2 * this.count);
    this.goals = new Float64Array(STRIDE * this.count);
    this.#bases = new Float64Array(this.goals.length);
    this.#added = new Float64Array(this.goals.length);
  }

  /** Other places and motions, before the lab says so itself. */
  applyScenario({ targets }: Scenario): void {
    targets.forEach(({ position }, i) => {
      this.setBase(i, position);
    });
    this.#motions = targets.map(({ motion }) => motion);
  }

  /** As they stand in a lab. */
  readLab(lab: Lab): void {
    this.#bases.set(lab.targets());
    this.goals.set(lab.goals());
    for (let i = 0; i < this.goals.length; i++)
      this.#added[i] = (this.goals[i] as number) - (this.#bases[i] as number);
    this.#shared.update(this.goals);
  }

  /** As they stood in the past. */
  showGoals(goals: Float64Array): void {
    this.goals.set(goals);
    this.#shared.update(this.goals);
  }

  /** One that moves by itself stands still where it is. */
  stopMotion(index: number): void {
    this.#motions = this.#motions.map((motion, i) => (i === index ? null : motion));
    const at = STRIDE * index;
    this.#bases.set(this.goals.subarray(at, at + 3), at);
  }

  motion(index: number): Motion | null {
    return this.#motions[index] ?? null;
  }

  hasMotion(index: number): boolean {
    return this.motion(index) !== null;
  }

  /** What a target's motion is added to, metres. */
  base(index: number): Vec3 {
    const [x = 0, y = 0, z = 0] = this.#bases.subarray(STRIDE * index);
    return [x, y, z];
  }

  /** What a lab is about to be told: until it says so itself. */
  setBase(index: number, base: Vec3): void {
    this.#bases.set(base, STRIDE * index);
  }

  /** The base that puts a target at a point of the upright frame now. */
  baseAt(index: number, place: Vector3): Vec3 {
    const [x = 0, y = 0, z = 0] = this.hasMotion(index) ? this.#added.subarray(STRIDE * index) : [];
    point.copy(place).applyQuaternion(this.upright.clone().invert());
    return [point.x - x, point.y - y, point.z - z];
  }

  /** The plane in which the effector of a target can move; null if there is none. */
  plane(index: number): MotionPlane | null {
    return this.#planes[index] ?? null;
  }

  /** The same in the upright frame. */
  dragPlane(index: number): DragPlane | null {
    const plane = this.plane(index);
    if (!plane) return null;
    const normal = new Vector3(...plane.normal).applyQuaternion(this.upright);
    return { normal, height: plane.height };
  }

  /** Where a target stands in the picture, upright frame. */
  place(index: number): Vector3 {
    return new Vector3().fromArray(this.goals, STRIDE * index).applyQuaternion(this.upright);
  }

  /** The orientation it asks for, upright frame. */
  worldOrientation(index: number): Quaternion {
    return new Quaternion().fromArray(this.goals, STRIDE * index + 3).premultiply(this.upright);
  }

  /** The same in the frame of the scenario. */
  orientation(index: number): Orientation {
    const [x = 0, y = 0, z = 0, w = 1] = this.#bases.subarray(STRIDE * index + 3);
    return [x, y, z, w];
  }

  /** An orientation of the upright frame as the document holds one. */
  toScenario(upright: Quaternion): Orientation {
    const { x, y, z, w } = this.upright.clone().invert().multiply(upright).normalize();
    const round = (value: number): number => Number(value.toFixed(DIGITS));
    return [round(x), round(y), round(z), round(w)];
  }

  /** Like `put`. */
  setOrientation(index: number, orientation: Orientation): void {
    this.#bases.set(orientation, STRIDE * index + 3);
  }

  /** Its ring waits at the edge of the pane. */
  isAtEdge(index: number): boolean {
    return this.#held[index] ?? false;
  }

  /** Where the rings are that stand where their targets do; null: at the edge, or out of sight. */
  ringPlaces(): (PanePoint | null)[] {
    return Array.from({ length: this.count }, (_, i) => {
      const [x, y] = [this.screen[2 * i] as number, this.screen[2 * i + 1] as number];
      return Number.isNaN(x) || this.isAtEdge(i) ? null : { x, y };
    });
  }

  /** Brings `screen` up to date. */
  project(camera: PerspectiveCamera, cell: Cell): void {
    const { room } = this.#shared;
    const [x, y, z] = [
      room.value.x * this.pixel,
      room.value.y * this.pixel,
      room.value.z * this.pixel,
    ];
    for (let i = 0; i < this.count; i++) {
      point
        .fromArray(this.goals, STRIDE * i)
        .applyQuaternion(this.upright)
        .project(camera);
      const seen = Math.abs(point.z) <= 1;
      const [across, down] = [(point.x * cell.width) / 2, (-point.y * cell.height) / 2 - z];
      const [left, top] = [clamp(across, x), clamp(down, y)];
      this.#held[i] = Math.hypot(left - across, top - down) > 0.5;
      this.screen[2 * i] = seen ? left + cell.width / 2 : Number.NaN;
      this.screen[2 * i + 1] = seen ? top + z + cell.height / 2 : Number.NaN;
    }
  }

  /** Makes the shader's view of a pane the same as `project`'s; `pixel`: of the style sheets. */
  fitPane(cell: Cell, pixelRatio: number, pixel: number): void {
    const { resolution, room } = this.#shared;
    const { width, height } = inPixels(cell, pixel);
    const title = titleOf({ width, height });
    resolution.value.set(width, height);
    room.value.set(width / 2 - EDGE, (height - title) / 2 - EDGE, title / 2);
    this.#shared.pixel.value = 1 / pixelRatio / pixel;
    this.pixel = pixel;
  }

  /** How the rings look: 0 as they are, 1 under the pointer or the focus, 2 in the hand. */
  setRingStates(states: readonly number[]): void {
    this.#shared.setStates(states);
  }
}
