import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import type { Target } from '@iklab/core/scenario';
import {
  COORDINATE_AXES,
  freeRotationAxis,
  freeRotationCone,
  namedFreeAxes,
} from '@iklab/core/scenario/targets';
import { Quaternion, Vector3 } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Palette } from '../palette.ts';
import { makeLineMaterial, makeThickLines, type PaneResolution } from '../thickLines.ts';

const ROD = 1.6; // Half length of a rod, relative to the frame at a target.
const RING = 1.1; // Radius of a ring, relative to the frame at a target.
const STEPS = 32; // Steps of a full ring; one in eight is left open.
const CONE_LINES = 12; // Lines on the side of a cone.

/**
 * Marks for free directions of targets: rods along free axes, open rings about free rotation axes,
 * cones.
 */
export class FreeDirectionMarks {
  readonly lines: readonly LineSegments2[];
  readonly #marks: readonly {
    readonly line: LineSegments2;
    readonly index: number;
    readonly rotatesWithTarget: boolean;
  }[];
  readonly #material;

  constructor(targets: readonly Target[], size: number, resolution: PaneResolution) {
    const style = { linewidth: 1.5, transparent: true, opacity: 0.7, depthTest: false };
    this.#material = makeLineMaterial(style, resolution);
    this.#marks = targets.flatMap((target, index) => {
      const { world, own } = markSegments(target, size);
      const turnedToo = target.free?.frame === 'target';
      return [
        { ends: world, turned: turnedToo },
        { ends: own, turned: true },
      ].flatMap(({ ends, turned }) => {
        if (ends.length === 0) return [];
        const geometry = new LineSegmentsGeometry().setPositions(ends);
        const line = makeThickLines(geometry, this.#material);
        line.renderOrder = 8;
        line.name = 'free';
        return [{ line, index, rotatesWithTarget: turned }];
      });
    });
    this.lines = this.#marks.map(({ line }) => line);
  }

  update(goals: Float64Array): void {
    for (const { line, index, rotatesWithTarget: turned } of this.#marks) {
      line.position.fromArray(goals, TARGET_STRIDE * index);
      if (turned) line.quaternion.fromArray(goals, TARGET_STRIDE * index + 3);
      line.updateMatrix();
      line.updateMatrixWorld(true);
    }
  }

  paint(palette: Palette): void {
    this.#material.color.copy(palette.accent);
  }

  dispose(): void {
    for (const { line } of this.#marks) line.geometry.dispose();
    this.#material.dispose();
  }
}

function markSegments({ free, orientation }: Target, size: number) {
  const world: number[] = [];
  const targetSegments: number[] = [];
  if (!free) return { world, own: targetSegments };
  const axisOf = (name: (typeof COORDINATE_AXES)[number]) =>
    new Vector3().setComponent(COORDINATE_AXES.indexOf(name), 1);
  for (const name of free.position) {
    const end = axisOf(name).multiplyScalar(ROD * size);
    world.push(...end.toArray(), ...end.clone().negate().toArray());
  }
  if (!orientation) return { world, own: targetSegments };
  for (const name of namedFreeAxes(free.orientation))
    world.push(...ringSegments(axisOf(name), RING * size));
  const spin = freeRotationAxis(free.orientation);
  const cone = freeRotationCone(free.orientation);
  if (spin) targetSegments.push(...ringSegments(new Vector3(...spin).normalize(), RING * size));
  if (cone)
    targetSegments.push(...coneSegments(new Vector3(...cone.axis).normalize(), cone.angle, size));
  return { world, own: targetSegments };
}

function ringSegments(axis: Vector3, radius: number): number[] {
  const from = perpendicular(axis).multiplyScalar(radius);
  const pointAt = (step: number) => rotateAbout(from, axis, (2 * Math.PI * step) / STEPS);
  const steps = Array.from({ length: (STEPS * 7) / 8 }, (_, i) => i);
  return steps.flatMap((step) => [...pointAt(step).toArray(), ...pointAt(step + 1).toArray()]);
}

function coneSegments(axis: Vector3, angle: number, size: number): number[] {
  const side = axis
    .clone()
    .multiplyScalar(Math.cos(angle))
    .addScaledVector(perpendicular(axis), Math.sin(angle))
    .multiplyScalar(size);
  const pointAt = (i: number) => rotateAbout(side, axis, (2 * Math.PI * i) / STEPS);
  const rim = Array.from({ length: STEPS }, (_, i) => [
    ...pointAt(i).toArray(),
    ...pointAt(i + 1).toArray(),
  ]);
  const rules = Array.from({ length: CONE_LINES }, (_, i) => [
    0,
    0,
    0,
    ...pointAt((i * STEPS) / CONE_LINES).toArray(),
  ]);
  return [...rim, ...rules].flat();
}

const perpendicular = (axis: Vector3): Vector3 =>
  new Vector3(Math.abs(axis.x) < 0.9 ? 1 : 0, Math.abs(axis.x) < 0.9 ? 0 : 1, 0)
    .cross(axis)
    .normalize();

const rotateAbout = (vector: Vector3, axis: Vector3, angle: number): Vector3 =>
  vector.clone().applyQuaternion(new Quaternion().setFromAxisAngle(axis, angle));
