/** The centre line of a mechanism in a pose. */
import { type Bone, Matrix4, Vector3 } from 'three';
import type { LinkSegment } from '../../drawn/linkage.ts';
import type { Armature } from './armature.ts';

const toScenario = new Matrix4();
const point = new Vector3();

export class PosedCentreLine {
  readonly #segments: readonly LinkSegment[];
  readonly #poser: Armature;

  /** `poser` is an armature whose pose every `writePose` overwrites. */
  constructor(segments: readonly LinkSegment[], poser: Armature) {
    this.#segments = segments;
    this.#poser = poser;
  }

  get count(): number {
    return this.#segments.length;
  }

  /**
   * Writes both ends of each segment to `to` from index `first`, xyz each, in the scenario frame.
   */
  writePose(angles: ArrayLike<number>, to: { [index: number]: number }, first = 0): void {
    const { world, points } = this.#poser;
    this.#poser.setPose(angles);
    world.updateMatrixWorld(true);
    toScenario.copy(world.matrixWorld).invert();
    let next = first;
    for (const { bone, from, to: end } of this.#segments) {
      const { matrixWorld } = bone === 0 ? world : (points[bone - 1] as Bone);
      for (const localEnd of [from, end]) {
        point.copy(localEnd).applyMatrix4(matrixWorld).applyMatrix4(toScenario);
        to[next++] = point.x;
        to[next++] = point.y;
        to[next++] = point.z;
      }
    }
  }
}
