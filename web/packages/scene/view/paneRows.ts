/** In one pane: the frames of a kinematic table, and the lengths of the selected row. */

import type { EditedRows } from 'iklab/run';
import type { CarriedFrame } from 'iklab/scenario';
import { type Bone, Matrix4, Vector3 } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { type Armature, still } from './armature.ts';
import { Frames } from './frames.ts';
import type { MechanismContext } from './mechanismContext.ts';
import { mix, readPalette } from './palette.ts';
import { Segments } from './segments.ts';

export const LONG = { row: 0.26, hand: 0.42 }; // Lengths of the axes, in units of the view.
const FAINT = 0.6; // Strength of the colours of rows that are not selected.
const WIDE = { axes: 2.5, halo: 8, length: 5 }; // Line widths, px.
const OVER = 9; // Render order, the same as that of all frames.

/** A frame relative to a point of the armature; point −1 is the base. */
interface Carried {
  readonly point: number;
  readonly offset: Matrix4;
}

export class PaneRows {
  readonly #rows: readonly Carried[];
  /**
   * For the selected row: the frame before it, its own, the ends of a and of d; otherwise empty.
   */
  readonly #hand: readonly Carried[];
  readonly #frames: Frames;
  readonly #own: Frames;
  readonly #halo: Segments;
  readonly #lengths: Segments;

  constructor({ rows, row, tree }: EditedRows, { root, shape, resolution }: MechanismContext) {
    const index = new Map<string | null, number>(tree.joints.map(({ id }, i) => [id, i]));
    const carried = ({ joint, frame: { at, turn } }: CarriedFrame): Carried => {
      const [x, y, z] = turn;
      const offset = new Matrix4().set(...x, at[0], ...y, at[1], ...z, at[2], 0, 0, 0, 1);
      return { point: index.get(joint) ?? -1, offset };
    };
    const hand = rows[row];
    const others = rows.filter((each) => each !== hand).map(({ own }) => own);
    const base = rows[0] && row !== 0 ? [rows[0].before] : [];
    const lit = hand ? rows.indexOf(hand) - 1 : -1; // Its frame is already in `#hand`.
    this.#rows = [...base, ...others.filter((own) => own !== rows[lit]?.own)].map(carried);
    this.#hand = hand ? [hand.before, hand.own, ...hand.a, ...hand.d].map(carried) : [];
    const look = { linewidth: WIDE.axes, depthTest: false };
    const size = (long: number) => Array.from({ length: 3 }, () => long * shape.unit);
    this.#frames = new Frames(this.#rows.length, size(LONG.row), look, resolution);
    this.#own = new Frames(hand ? 2 : 0, size(LONG.hand), look, resolution);
    this.#halo = new Segments(2, WIDE.halo, resolution, OVER + 1);
    this.#lengths = new Segments(2, WIDE.length, resolution, OVER + 2);
    const { frame, surface, accent } = readPalette(root);
    this.#frames.paint(frame.map((axis) => mix(surface, axis, FAINT)));
    this.#own.paint(frame);
    this.#halo.paint(surface);
    this.#lengths.paint(accent);
    for (const line of this.#lines) still(line);
  }

  get #lines(): LineSegments2[] {
    return [this.#frames, this.#own, this.#halo, this.#lengths].map(({ lines }) => lines);
  }

  /** The frames of `#hand` in the upright frame, as last shown. */
  readonly places: Matrix4[] = [];

  show(armature: Armature): void {
    const { world, points } = armature;
    for (const line of this.#lines)
      if (line.parent !== world) {
        world.add(line);
        line.updateMatrixWorld();
      }
    const back = world.matrixWorld.clone().invert();
    const seen = ({ point, offset }: Carried): Matrix4 => {
      const { matrixWorld } = (points[point] as Bone | undefined) ?? world;
      return matrixWorld.clone().multiply(offset);
    };
    const inScene = (place: Matrix4): Matrix4 => place.clone().premultiply(back);
    this.#rows.forEach((row, i) => {
      this.#frames.set(i, inScene(seen(row)));
    });
    this.places.splice(0, this.places.length, ...this.#hand.map(seen));
    const [before, own, ...ends] = this.places.map(inScene);
    if (before) this.#own.set(0, before);
    if (own) this.#own.set(1, own);
    const [a, b, c, d] = ends.map(origin);
    for (const line of [this.#halo, this.#lengths]) {
      line.begin();
      if (a && b && a.distanceTo(b) > 0) line.add(a, b);
      if (c && d && c.distanceTo(d) > 0) line.add(c, d);
      line.end();
    }
  }

  hide(): void {
    for (const line of this.#lines) line.removeFromParent();
  }

  dispose(): void {
    this.hide();
    for (const part of [this.#frames, this.#own, this.#halo, this.#lengths]) part.dispose();
  }
}

export const origin = (frame: Matrix4): Vector3 => new Vector3().setFromMatrixPosition(frame);
