/** Draws a knob at the origin of a joint in one pane, with a line from the parent joint. */
import { type Bone, Vector3 } from 'three';
import type { Armature } from '../../picture/bodies/armature.ts';
import type { MechanismContext } from '../../picture/mechanismContext.ts';
import { readPalette } from '../../picture/palette.ts';
import { ThickSegments } from '../../picture/thickSegments.ts';

const WIDE = { offset: 2, halo: 18, knob: 13 }; // Line widths, px.
const OVER = 11; // Render order: over all frames.
const SHORT = 1e-3; // Length in units of the view: the round line ends form a knob.

export class JointOriginKnob {
  readonly #offset: ThickSegments;
  readonly #halo: ThickSegments;
  readonly #knob: ThickSegments;
  readonly #short: number;

  constructor({ root, shape, resolution }: MechanismContext) {
    const made = (wide: number, order: number) =>
      new ThickSegments(1, wide, resolution, OVER + order);
    this.#offset = made(WIDE.offset, 0);
    this.#halo = made(WIDE.halo, 1);
    this.#knob = made(WIDE.knob, 2);
    this.#short = SHORT * shape.unit;
    const { accent, surface } = readPalette(root);
    this.#offset.paint(accent);
    this.#halo.paint(surface);
    this.#knob.paint(accent);
  }

  get #parts(): ThickSegments[] {
    return [this.#offset, this.#halo, this.#knob];
  }

  show({ world, points }: Armature, joint: number): void {
    const bone = points[joint] as Bone;
    const positionOf = (source: Bone): Vector3 =>
      world.worldToLocal(new Vector3().setFromMatrixPosition(source.matrixWorld));
    const position = positionOf(bone);
    const end = position.clone();
    end.x += this.#short;
    this.#setLine(this.#offset, positionOf(bone.parent as Bone), position);
    this.#setLine(this.#halo, position, end);
    this.#setLine(this.#knob, position, end);
    for (const { lines } of this.#parts)
      if (lines.parent !== world) {
        world.add(lines);
        lines.updateMatrixWorld();
      }
  }

  #setLine(line: ThickSegments, from: Vector3, to: Vector3): void {
    line.begin();
    line.add(from, to);
    line.end();
  }

  hide(): void {
    for (const { lines } of this.#parts) lines.removeFromParent();
  }

  dispose(): void {
    this.hide();
    for (const part of this.#parts) part.dispose();
  }
}
