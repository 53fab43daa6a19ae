/**
 * Draws a singular direction as arrows: the motion u at each effector, the component of v at each
 * joint. A direction in which the effectors cannot move has arrows only at the effectors; their
 * lengths are those of the missing motion.
 */

import type { InlineTree } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { Matrix4, Vector3 } from 'three';
import type { Armature } from '../bodies/armature.ts';
import type { Palette } from '../palette.ts';
import type { PaneResolution } from '../thickLines.ts';
import { ThickSegments } from '../thickSegments.ts';
import { ArrowMeshes } from './arrowMeshes.ts';

const STEPS = 24; // Steps of an arc.
const WIDEST = 1.5 * Math.PI; // Arc of the joint with the largest component, radians.
const RADIUS = 0.2; // Radius of an arc, relative to the unit of the view.
const LENGTH = 0.7; // Arrow length of the effector that moves most.
const MIN_BLOCKING_LENGTH = 0.35; // The same for a blocking direction, if the remaining motion is shorter.
const HEAD = 0.6; // Head size of an arc relative to that of an arrow.
const MIN_RELATIVE_LENGTH = 0.12; // Relative to the largest arrow: smaller ones are omitted.

export interface DrawnJointDirection {
  readonly v: ArrayLike<number>;
  /**
   * Motion of the effectors, xyz per target: in metres for a blocking direction, otherwise without
   * scale.
   */
  readonly motion: ArrayLike<number>;
  /** Text at the longest arrow; absent unless the direction is blocking. */
  readonly name?: string;
}

interface AxisMover {
  readonly bone: number;
  readonly axis: Vector3;
  readonly isRevolute: boolean;
}

const frame = new Matrix4();
const inverse = new Matrix4();
const centre = new Vector3();
const axis = new Vector3();
const radial = new Vector3();
const tangent = new Vector3();
const from = new Vector3();
const to = new Vector3();
const arrow = new Vector3();

export class JointDirectionArrows {
  readonly #arcs: readonly [ThickSegments, ThickSegments];
  readonly #solid: ArrowMeshes;
  readonly #movers: readonly AxisMover[];
  readonly #tips: readonly number[];
  readonly #unit: number;
  #direction: DrawnJointDirection | null = null;
  #palette: Palette | null = null;
  readonly #longest = [new Vector3(), new Vector3()] as const;

  /**
   * `tips` are indices of effectors with targets in `Lab.points`. `unit` is the length unit of the
   * view, metres.
   */
  constructor(tree: InlineTree, tips: readonly number[], unit: number, resolution: PaneResolution) {
    this.#movers = tree.joints.flatMap((joint, bone) =>
      !isIndependentJoint(joint)
        ? []
        : [
            {
              bone,
              axis: new Vector3(...joint.axis).normalize(),
              isRevolute: joint.type !== 'prismatic',
            },
          ],
    );
    this.#tips = tips;
    this.#unit = unit;
    const most = this.#movers.length * STEPS;
    this.#arcs = [
      new ThickSegments(most, 6, resolution, 3),
      new ThickSegments(most, 2.5, resolution, 4),
    ];
    this.#solid = new ArrowMeshes(this.#movers.length + tips.length, unit);
  }

  get parts() {
    return [...this.#arcs.map(({ lines }) => lines), ...this.#solid.meshes];
  }

  show(direction: DrawnJointDirection | null): void {
    this.#direction = direction;
    this.#color();
    if (direction) return;
    this.#begin();
    this.#end();
  }

  /** Name of the direction, and the ends of the longest arrow; null without a name. */
  get namedArrow(): { readonly text: string; readonly ends: readonly Vector3[] } | null {
    const text = this.#direction?.name;
    return text === undefined ? null : { text, ends: this.#longest };
  }

  update({ points, world }: Armature): void {
    if (!this.#direction) return;
    inverse.copy(world.matrixWorld).invert();
    const setFrame = (point: number): void => {
      frame.multiplyMatrices(inverse, (points[point] as { matrixWorld: Matrix4 }).matrixWorld);
      centre.setFromMatrixPosition(frame);
    };
    this.#begin();
    if (this.#direction.name === undefined) this.#drawJointArrows(this.#direction.v, setFrame);
    this.#drawTipArrows(this.#direction, setFrame);
    this.#end();
  }

  #begin(): void {
    for (const arcs of this.#arcs) arcs.begin();
    this.#solid.begin();
  }

  #end(): void {
    for (const arcs of this.#arcs) arcs.end();
    this.#solid.end();
  }

  #drawJointArrows(v: ArrayLike<number>, setFrame: (point: number) => void): void {
    const most = Math.max(1e-12, ...Array.from(v, Math.abs));
    this.#movers.forEach(({ bone, axis: localAxis, isRevolute }, j) => {
      const share = (v[j] as number) / most;
      if (Math.abs(share) < MIN_RELATIVE_LENGTH) return;
      setFrame(bone);
      axis.copy(localAxis).transformDirection(frame);
      if (isRevolute) this.#drawArc(share);
      else this.#drawArrow(arrow.copy(axis).multiplyScalar(share * LENGTH * this.#unit));
    });
  }

  #drawTipArrows({ motion, name }: DrawnJointDirection, setFrame: (point: number) => void): void {
    const length = (i: number): number =>
      Math.hypot(...[0, 1, 2].map((k) => motion[3 * i + k] as number));
    const most = Math.max(1e-12, ...this.#tips.map((_, i) => length(i)));
    const longest =
      name === undefined ? LENGTH * this.#unit : Math.max(most, MIN_BLOCKING_LENGTH * this.#unit);
    this.#tips.forEach((tip, i) => {
      if (length(i) < MIN_RELATIVE_LENGTH * most) return;
      setFrame(tip);
      arrow.fromArray(motion as number[], 3 * i);
      this.#drawArrow(arrow.multiplyScalar(longest / most));
      if (length(i) < most) return;
      this.#longest[0].copy(from);
      this.#longest[1].copy(to);
    });
  }

  #drawArc(share: number): void {
    const radius = RADIUS * this.#unit;
    radial.set(Math.abs(axis.x) < 0.8 ? 1 : 0, Math.abs(axis.x) < 0.8 ? 0 : 1, 0);
    radial.addScaledVector(axis, -radial.dot(axis)).normalize();
    tangent.crossVectors(axis, radial);
    const pointOnArc = (angle: number, out: Vector3): Vector3 =>
      out
        .copy(centre)
        .addScaledVector(radial, radius * Math.cos(angle))
        .addScaledVector(tangent, radius * Math.sin(angle));
    const end = share * WIDEST;
    for (let i = 0; i < STEPS; i++) {
      pointOnArc((end * i) / STEPS, from);
      pointOnArc((end * (i + 1)) / STEPS, to);
      for (const arcs of this.#arcs) arcs.add(from, to);
    }
    // Along the chord that the head covers.
    arrow
      .copy(pointOnArc(end, to))
      .sub(pointOnArc(end - Math.sign(share) * 0.3, from))
      .normalize();
    this.#solid.addHead(to.addScaledVector(arrow, 0.02 * this.#unit), arrow, HEAD);
  }

  #drawArrow(motion: Vector3): void {
    from.copy(centre);
    to.copy(centre).add(motion);
    this.#solid.add(from, to);
  }

  paint(palette: Palette): void {
    this.#palette = palette;
    this.#color();
  }

  #color(): void {
    if (!this.#palette) return;
    const { accent, warn, surface } = this.#palette;
    const [halo, arcs] = this.#arcs;
    halo.paint(surface);
    arcs.paint(accent);
    this.#solid.paint(this.#direction?.name === undefined ? accent : warn, surface);
  }

  dispose(): void {
    for (const part of [...this.#arcs, this.#solid]) part.dispose();
  }
}
