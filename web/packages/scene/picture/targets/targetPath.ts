import { sampleTargetMotion } from '@iklab/core/measure';
import type { Motion, Vec3 } from '@iklab/core/scenario';
import { type Color, Vector3 } from 'three';
import type { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { makeLineMaterial, makeThickLines, type PaneResolution } from '../thickLines.ts';

const CROSS_SIZE = 0.05; // Half its size, in units of the view.

export class TargetPath {
  #geometry = new LineSegmentsGeometry().setPositions(new Float32Array(6));
  readonly #material: LineMaterial;
  readonly #lines: LineSegments2[] = [];
  readonly #cross: number;

  constructor(unit: number, resolution: PaneResolution) {
    this.#cross = CROSS_SIZE * unit;
    const style = { linewidth: 1.5, transparent: true, opacity: 0.6, depthTest: false };
    this.#material = makeLineMaterial(style, resolution);
  }

  makeLines(): LineSegments2 {
    const made = makeThickLines(this.#geometry, this.#material);
    made.visible = false;
    made.renderOrder = 8;
    this.#lines.push(made);
    return made;
  }

  /**
   * Shows the path of a dragged target. `motion` is null if the target does not move by itself, or
   * if none is dragged.
   */
  show(motion: Motion | null, base: Vec3): void {
    if (motion) this.#draw(sampleTargetMotion(motion));
    for (const each of this.#lines) {
      each.visible = motion !== null;
      each.geometry = this.#geometry;
    }
    this.move(base);
  }

  move(base: Vec3): void {
    for (const each of this.#lines) {
      each.position.set(...base);
      each.updateMatrix();
    }
  }

  #draw(path: readonly Vec3[]): void {
    const ends = path.flatMap((from, i) => [...from, ...(path[(i + 1) % path.length] as Vec3)]);
    for (const axis of [0, 1, 2]) {
      const arm = new Vector3().setComponent(axis, this.#cross);
      ends.push(...arm.toArray(), ...arm.negate().toArray());
    }
    this.#geometry.dispose();
    this.#geometry = new LineSegmentsGeometry().setPositions(ends);
  }

  paint(color: Color): void {
    this.#material.color.copy(color);
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#material.dispose();
  }
}
