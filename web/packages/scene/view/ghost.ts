import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Course } from './course.ts';
import { UNDER } from './groundLayer.ts';
import { lines } from './lines.ts';
import type { Palette } from './palette.ts';
import type { Shape } from './shape.ts';

/** The start pose, thin and pale, beneath the current pose. */
export class Ghost {
  readonly #geometry = new LineSegmentsGeometry();
  readonly #material: LineMaterial;

  constructor(shape: Shape, course: Course, start: readonly number[]) {
    const ends = new Float32Array(6 * course.count);
    course.put(start, ends);
    this.#geometry.setPositions(ends);
    const stout = Math.max(...shape.radii);
    this.#material = new LineMaterial({ linewidth: 0.26 * stout, worldUnits: true, ...UNDER });
  }

  /** Returns lines; each pane needs its own. */
  lines(): LineSegments2 {
    const made = lines(this.#geometry, this.#material);
    made.renderOrder = -1;
    return made;
  }

  paint(palette: Palette): void {
    this.#material.color.copy(palette.ghost);
    this.#material.opacity = palette.dark ? 0.45 : 0.34;
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#material.dispose();
  }
}
