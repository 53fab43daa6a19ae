/** Draws the border of a plane in one pane, and the knobs that move, resize and rotate it. */
import type { Object3D } from 'three';
import { freezeTransform } from '../../picture/bodies/armature.ts';
import type { MechanismContext } from '../../picture/mechanismContext.ts';
import { readPalette } from '../../picture/palette.ts';
import { ThickSegments } from '../../picture/thickSegments.ts';
import {
  type PlaneKnob,
  type PlaneKnobKind,
  planeCorners,
  planeKnobConnectingLines,
  type ScenePlane,
} from './scenePlane.ts';

const RENDER_ORDER = 11; // Render order: over all frames.
const SHORT = 1e-3; // Length in units of the view: the round line ends form a knob.
const SIZES = { halo: 3.5, line: 1.25, size: 8, knob: 11, rim: 3.5, hole: 5 };
const LARGE_KNOBS: readonly PlaneKnobKind[] = ['move', 'lift', 'turn'];

export class PlaneKnobs {
  readonly #parts;
  readonly #short: number;
  readonly #root: HTMLElement;

  constructor({ root, shape, resolution }: MechanismContext) {
    this.#root = root;
    const made = (most: number, wide: number, order: number) =>
      new ThickSegments(most, wide, resolution, RENDER_ORDER + order);
    this.#parts = {
      halo: made(7, SIZES.halo, 0),
      lines: made(7, SIZES.line, 1),
      smallRim: made(4, SIZES.size + SIZES.rim, 2),
      rim: made(4, SIZES.knob + SIZES.rim, 2),
      small: made(4, SIZES.size, 3),
      knobs: made(4, SIZES.knob, 3),
      holes: made(2, SIZES.hole, 4),
    };
    this.#short = SHORT * shape.unit;
    for (const { lines } of this.#all) {
      freezeTransform(lines);
      lines.material.transparent = true; // Drawn after the opaque parts, whichever side is seen.
    }
    this.paint();
  }

  get #all(): ThickSegments[] {
    return Object.values(this.#parts);
  }

  /** Sets the colours. Call again after a change of theme. */
  paint(): void {
    const { accent, surface } = readPalette(this.#root);
    const { halo, smallRim, rim, holes } = this.#parts;
    for (const part of this.#all)
      part.paint([halo, smallRim, rim, holes].includes(part) ? surface : accent);
  }

  /**
   * `lifts` adds the knob for moves along the normal. `knobList` has the positions of the knobs.
   */
  placeOn(
    world: Object3D,
    plane: ScenePlane,
    lifts: boolean,
    knobList: readonly PlaneKnob[],
  ): void {
    const { halo, lines, smallRim, rim, small, knobs, holes } = this.#parts;
    const corners = planeCorners(plane);
    for (const part of this.#all) part.begin();
    for (const line of [halo, lines]) {
      corners.forEach((corner, i) => {
        line.add(corner, corners[(i + 1) % 4] as typeof corner);
      });
      for (const [from, to] of planeKnobConnectingLines(plane, knobList).slice(0, lifts ? 3 : 2))
        line.add(from, to);
    }
    for (const { kind, place: position } of knobList) {
      if (kind === 'lift' && !lifts) continue;
      const end = position.clone();
      end.x += this.#short;
      for (const part of LARGE_KNOBS.includes(kind) ? [rim, knobs] : [smallRim, small])
        part.add(position, end);
      if (kind === 'turn') holes.add(position, end);
    }
    for (const part of this.#all) {
      part.end();
      if (part.lines.parent === world) continue;
      world.add(part.lines);
      part.lines.updateMatrixWorld();
    }
  }

  hide(): void {
    for (const { lines } of this.#all) lines.removeFromParent();
  }

  dispose(): void {
    this.hide();
    for (const part of this.#all) part.dispose();
  }
}
