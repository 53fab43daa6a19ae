/**
 * A singular direction in a pane: at each joint an arrow about (or along) its axis, as long as the
 * joint's part of v; at each effector the way that it moves, σ u.
 */
import { Matrix4, Vector3 } from 'three';
import type { InlineTree } from '../scenario/types.ts';
import type { Armature } from './armature.ts';
import type { Palette } from './palette.ts';
import { Segments } from './segments.ts';

const STEPS = 16; // of an arc
const WIDEST = 1.7 * Math.PI; // of the joint that turns most
const RADIUS = 0.17; // of an arc, in the unit of the picture
const LENGTH = 0.55; // of the effector that moves most
const HEAD = 0.07;
const LEAST = 0.02; // of the largest: smaller ones are left out

/** A direction as a lab finds it. */
export interface Direction {
  /** n values: of the joints that move. */
  readonly v: ArrayLike<number>;
  /** xyz per target: metres a unit of v. */
  readonly motion: ArrayLike<number>;
}

interface Mover {
  readonly bone: number;
  readonly axis: Vector3;
  readonly turns: boolean;
}

const place = new Matrix4();
const inverse = new Matrix4();
const centre = new Vector3();
const axis = new Vector3();
const across = new Vector3();
const third = new Vector3();
const from = new Vector3();
const to = new Vector3();
const wing = new Vector3();
const way = new Vector3();

export class Arrows {
  readonly #joints: Segments;
  readonly #ways: Segments;
  readonly #movers: readonly Mover[];
  readonly #tips: readonly number[];
  readonly #unit: number;
  #direction: Direction | null = null;

  /** `tips`: points of a lab that the targets pull; `unit`: size of the picture, metres. */
  constructor(tree: InlineTree, tips: readonly number[], unit: number) {
    this.#movers = tree.joints.flatMap((joint, bone) =>
      joint.type === 'fixed'
        ? []
        : [
            {
              bone,
              axis: new Vector3(...joint.axis).normalize(),
              turns: joint.type !== 'prismatic',
            },
          ],
    );
    this.#tips = tips;
    this.#unit = unit;
    this.#joints = new Segments(this.#movers.length * (STEPS + 2), 2);
    this.#ways = new Segments(3 * tips.length, 2.5);
  }

  get lines() {
    return [this.#joints.lines, this.#ways.lines];
  }

  /** null: none. */
  show(direction: Direction | null): void {
    this.#direction = direction;
    if (direction) return;
    for (const segments of [this.#joints, this.#ways]) {
      segments.begin();
      segments.end();
    }
  }

  /** Before a picture, at the pose of the armature. */
  update({ points, world }: Armature): void {
    if (!this.#direction) return;
    const { v, motion } = this.#direction;
    inverse.copy(world.matrixWorld).invert();
    const most = Math.max(1e-12, ...Array.from(v, Math.abs));
    this.#joints.begin();
    this.#movers.forEach(({ bone, axis: own, turns }, j) => {
      const share = (v[j] as number) / most;
      if (Math.abs(share) < LEAST) return;
      place.multiplyMatrices(inverse, (points[bone] as { matrixWorld: Matrix4 }).matrixWorld);
      centre.setFromMatrixPosition(place);
      axis.copy(own).transformDirection(place);
      if (turns) this.#turn(share);
      else this.#straight(this.#joints, way.copy(axis).multiplyScalar(share * LENGTH * this.#unit));
    });
    this.#joints.end();
    this.#moveTips(points, motion);
  }

  #moveTips(points: Armature['points'], motion: ArrayLike<number>): void {
    const length = (i: number): number =>
      Math.hypot(...[0, 1, 2].map((k) => motion[3 * i + k] as number));
    const most = Math.max(1e-12, ...this.#tips.map((_, i) => length(i)));
    this.#ways.begin();
    this.#tips.forEach((tip, i) => {
      if (length(i) < LEAST * most) return;
      place.multiplyMatrices(inverse, (points[tip] as { matrixWorld: Matrix4 }).matrixWorld);
      centre.setFromMatrixPosition(place);
      way.fromArray(motion as number[], 3 * i).multiplyScalar((LENGTH * this.#unit) / most);
      this.#straight(this.#ways, way);
    });
    this.#ways.end();
  }

  /** An arc about `axis` at `centre`, right-handed where `share` is positive. */
  #turn(share: number): void {
    const radius = RADIUS * this.#unit;
    across.set(Math.abs(axis.x) < 0.8 ? 1 : 0, Math.abs(axis.x) < 0.8 ? 0 : 1, 0);
    across.addScaledVector(axis, -across.dot(axis)).normalize();
    third.crossVectors(axis, across);
    const at = (angle: number, out: Vector3, size = radius): Vector3 =>
      out
        .copy(centre)
        .addScaledVector(across, size * Math.cos(angle))
        .addScaledVector(third, size * Math.sin(angle));
    const end = share * WIDEST;
    for (let i = 0; i < STEPS; i++) {
      this.#joints.add(at((end * i) / STEPS, from), at((end * (i + 1)) / STEPS, to));
    }
    const back = end - Math.sign(share) * Math.min(Math.abs(end), HEAD / RADIUS);
    at(end, to);
    for (const side of [0.75, 1.25]) this.#joints.add(to, at(back, wing, side * radius));
  }

  #straight(segments: Segments, arrow: Vector3): void {
    const head = Math.min(HEAD * this.#unit, 0.4 * arrow.length());
    to.copy(centre).add(arrow);
    segments.add(centre, to);
    axis.copy(arrow).normalize();
    across.set(Math.abs(axis.x) < 0.8 ? 1 : 0, Math.abs(axis.x) < 0.8 ? 0 : 1, 0).cross(axis);
    across.normalize();
    for (const side of [-0.5, 0.5]) {
      wing
        .copy(to)
        .addScaledVector(axis, -head)
        .addScaledVector(across, side * head);
      segments.add(to, wing);
    }
  }

  paint(palette: Palette): void {
    this.#joints.paint(palette.accent);
    this.#ways.paint(palette.accent);
  }

  dispose(): void {
    this.#joints.dispose();
    this.#ways.dispose();
  }
}
