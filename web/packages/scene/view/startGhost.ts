import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { makeLines } from './fatLines.ts';
import { UNDERLAY } from './groundLayer.ts';
import type { Palette } from './palette.ts';
import type { PosedCentreLine } from './posedCentreLine.ts';
import type { Shape } from './shape.ts';

/** The start pose, thin and pale, beneath the current pose. */
export class StartGhost {
  readonly #geometry = new LineSegmentsGeometry();
  readonly #material: LineMaterial;

  constructor(shape: Shape, course: PosedCentreLine, start: readonly number[]) {
    const ends = new Float32Array(6 * course.count);
    course.writePose(start, ends);
    this.#geometry.setPositions(ends);
    const stout = Math.max(...shape.radii);
    this.#material = new LineMaterial({ linewidth: 0.26 * stout, worldUnits: true, ...UNDERLAY });
  }

  /** Returns lines; each pane needs its own. */
  makeLines(): LineSegments2 {
    const made = makeLines(this.#geometry, this.#material);
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
