import { TARGET_STRIDE } from 'iklab/engine/protocol';
import { AXES, coneOf, namedTurns, spinOf, type Target } from 'iklab/scenario';
import { Quaternion, Vector3 } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { lines, material, type Resolution } from './lines.ts';
import type { Palette } from './palette.ts';

const ROD = 1.6; // Half length of a rod, relative to the frame at a target.
const RING = 1.1; // Radius of a ring, relative to the frame at a target.
const STEPS = 32; // Steps of a full ring; one in eight is left open.
const RULES = 12; // Lines on the side of a cone.

/**
 * Marks for unconstrained directions of targets: rods along free axes, open rings about axes of
 * free rotation, cones.
 */
export class FreeMarks {
  readonly lines: readonly LineSegments2[];
  readonly #marks: readonly {
    readonly line: LineSegments2;
    readonly index: number;
    readonly turned: boolean;
  }[];
  readonly #material;

  constructor(targets: readonly Target[], size: number, resolution: Resolution) {
    const look = { linewidth: 1.5, transparent: true, opacity: 0.7, depthTest: false };
    this.#material = material(look, resolution);
    this.#marks = targets.flatMap((target, index) => {
      const { world, own } = endsOf(target, size);
      const turnedToo = target.free?.frame === 'target';
      return [
        { ends: world, turned: turnedToo },
        { ends: own, turned: true },
      ].flatMap(({ ends, turned }) => {
        if (ends.length === 0) return [];
        const geometry = new LineSegmentsGeometry().setPositions(ends);
        const line = lines(geometry, this.#material);
        line.renderOrder = 8;
        line.name = 'free';
        return [{ line, index, turned }];
      });
    });
    this.lines = this.#marks.map(({ line }) => line);
  }

  update(goals: Float64Array): void {
    for (const { line, index, turned } of this.#marks) {
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

/** Segments in the frame of the named axes, and in the frame of the target. */
function endsOf({ free, orientation }: Target, size: number) {
  const world: number[] = [];
  const own: number[] = [];
  if (!free) return { world, own };
  const axisOf = (name: (typeof AXES)[number]) => new Vector3().setComponent(AXES.indexOf(name), 1);
  for (const name of free.position) {
    const end = axisOf(name).multiplyScalar(ROD * size);
    world.push(...end.toArray(), ...end.clone().negate().toArray());
  }
  if (!orientation) return { world, own };
  for (const name of namedTurns(free.orientation)) world.push(...ring(axisOf(name), RING * size));
  const spin = spinOf(free.orientation);
  const cone = coneOf(free.orientation);
  if (spin) own.push(...ring(new Vector3(...spin).normalize(), RING * size));
  if (cone) own.push(...coneLines(new Vector3(...cone.axis).normalize(), cone.angle, size));
  return { world, own };
}

/** A ring with a gap about an axis of free rotation. */
function ring(axis: Vector3, radius: number): number[] {
  const from = across(axis).multiplyScalar(radius);
  const at = (step: number) => turned(from, axis, (2 * Math.PI * step) / STEPS);
  const steps = Array.from({ length: (STEPS * 7) / 8 }, (_, i) => i);
  return steps.flatMap((step) => [...at(step).toArray(), ...at(step + 1).toArray()]);
}

/** The rim that the axis may reach, and lines from the target to it. */
function coneLines(axis: Vector3, angle: number, size: number): number[] {
  const side = axis
    .clone()
    .multiplyScalar(Math.cos(angle))
    .addScaledVector(across(axis), Math.sin(angle))
    .multiplyScalar(size);
  const at = (i: number) => turned(side, axis, (2 * Math.PI * i) / STEPS);
  const rim = Array.from({ length: STEPS }, (_, i) => [...at(i).toArray(), ...at(i + 1).toArray()]);
  const rules = Array.from({ length: RULES }, (_, i) => [
    0,
    0,
    0,
    ...at((i * STEPS) / RULES).toArray(),
  ]);
  return [...rim, ...rules].flat();
}

const across = (axis: Vector3): Vector3 =>
  new Vector3(Math.abs(axis.x) < 0.9 ? 1 : 0, Math.abs(axis.x) < 0.9 ? 0 : 1, 0)
    .cross(axis)
    .normalize();

const turned = (way: Vector3, axis: Vector3, angle: number): Vector3 =>
  way.clone().applyQuaternion(new Quaternion().setFromAxisAngle(axis, angle));
