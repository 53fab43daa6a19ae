/** Shows the frames of a kinematic table in one pane, and the lengths of the selected row. */

import type { JointAttachedFrame } from '@iklab/core/scenario/numbers';
import { type Bone, Matrix4, Vector3 } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { type Armature, freezeTransform } from '../../picture/bodies/armature.ts';
import { CoordinateFrames } from '../../picture/coordinateFrames.ts';
import type { MechanismContext } from '../../picture/mechanismContext.ts';
import { mixColors, readPalette } from '../../picture/palette.ts';
import { ThickSegments } from '../../picture/thickSegments.ts';
import type { EditedKinematicTable } from './editedRobotPart.ts';

export const ROW_FRAME_AXIS_LENGTHS = { row: 0.26, hand: 0.42 }; // Lengths of the axes, in units of the view.
const FAINT = 0.6; // Strength of the colours of rows that are not selected.
const WIDE = { axes: 2.5, halo: 8, length: 5 };
const RENDER_ORDER = 9; // Render order, the same as that of all frames.

interface OffsetFrame {
  readonly point: number;
  readonly offset: Matrix4;
}

export class KinematicRowFrames {
  readonly #rows: readonly OffsetFrame[];
  /**
   * Frames of the selected row: previous row, row, both ends of a, both ends of d; empty if no row
   * is selected.
   */
  readonly #selected: readonly OffsetFrame[];
  readonly #frames: CoordinateFrames;
  readonly #selectedFrames: CoordinateFrames;
  readonly #halo: ThickSegments;
  readonly #lengths: ThickSegments;

  constructor(
    { rows, row, tree }: EditedKinematicTable,
    { root, shape, resolution }: MechanismContext,
  ) {
    const index = new Map<string | null, number>(tree.joints.map(({ id }, i) => [id, i]));
    const carried = ({ joint, frame: { position, rotation } }: JointAttachedFrame): OffsetFrame => {
      const [x, y, z] = rotation;
      const offset = new Matrix4().set(
        ...x,
        position[0],
        ...y,
        position[1],
        ...z,
        position[2],
        0,
        0,
        0,
        1,
      );
      return { point: index.get(joint) ?? -1, offset };
    };
    const selectedRow = rows[row];
    const otherFrames = rows.filter((each) => each !== selectedRow).map(({ rowFrame: own }) => own);
    const base = rows[0] && row !== 0 ? [rows[0].before] : [];
    const lit = selectedRow ? rows.indexOf(selectedRow) - 1 : -1; // Its frame is already in `#selected`.
    this.#rows = [...base, ...otherFrames.filter((own) => own !== rows[lit]?.rowFrame)].map(
      carried,
    );
    this.#selected = selectedRow
      ? [selectedRow.before, selectedRow.rowFrame, ...selectedRow.a, ...selectedRow.d].map(carried)
      : [];
    const style = { linewidth: WIDE.axes, depthTest: false };
    const size = (long: number) => Array.from({ length: 3 }, () => long * shape.unit);
    this.#frames = new CoordinateFrames(
      this.#rows.length,
      size(ROW_FRAME_AXIS_LENGTHS.row),
      style,
      resolution,
    );
    this.#selectedFrames = new CoordinateFrames(
      selectedRow ? 2 : 0,
      size(ROW_FRAME_AXIS_LENGTHS.hand),
      style,
      resolution,
    );
    this.#halo = new ThickSegments(2, WIDE.halo, resolution, RENDER_ORDER + 1);
    this.#lengths = new ThickSegments(2, WIDE.length, resolution, RENDER_ORDER + 2);
    const { frame, surface, accent } = readPalette(root);
    this.#frames.paint(frame.map((axis) => mixColors(surface, axis, FAINT)));
    this.#selectedFrames.paint(frame);
    this.#halo.paint(surface);
    this.#lengths.paint(accent);
    for (const line of this.#lines) freezeTransform(line);
  }

  get #lines(): LineSegments2[] {
    return [this.#frames, this.#selectedFrames, this.#halo, this.#lengths].map(
      ({ lines }) => lines,
    );
  }

  /**
   * Last drawn frames of the selected row, y-up: previous row, row, both ends of a, both ends of d.
   */
  readonly selectedPlaces: Matrix4[] = [];

  show(armature: Armature): void {
    const { world, points } = armature;
    for (const line of this.#lines)
      if (line.parent !== world) {
        world.add(line);
        line.updateMatrixWorld();
      }
    const back = world.matrixWorld.clone().invert();
    const toUpright = ({ point, offset }: OffsetFrame): Matrix4 => {
      const { matrixWorld } = (points[point] as Bone | undefined) ?? world;
      return matrixWorld.clone().multiply(offset);
    };
    const inScene = (matrix: Matrix4): Matrix4 => matrix.clone().premultiply(back);
    this.#rows.forEach((row, i) => {
      this.#frames.setFrame(i, inScene(toUpright(row)));
    });
    this.selectedPlaces.splice(0, this.selectedPlaces.length, ...this.#selected.map(toUpright));
    const [before, ownFrame, ...ends] = this.selectedPlaces.map(inScene);
    if (before) this.#selectedFrames.setFrame(0, before);
    if (ownFrame) this.#selectedFrames.setFrame(1, ownFrame);
    const [a, b, c, d] = ends.map(getFrameOrigin);
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
    for (const part of [this.#frames, this.#selectedFrames, this.#halo, this.#lengths])
      part.dispose();
  }
}

export const getFrameOrigin = (frame: Matrix4): Vector3 =>
  new Vector3().setFromMatrixPosition(frame);
