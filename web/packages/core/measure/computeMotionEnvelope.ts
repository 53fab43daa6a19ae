import type { Lab } from '../engine/lab.ts';

const MAX_OPERATIONS = 8e6; // Approximate operations in a few milliseconds; machine-independent.
const MAX_FRAMES = 300;

/**
 * Runs the first frames of a lab by `advance` and returns the extreme points of the mechanisms, xyz
 * each, in metres. Large scenes are measured only at the start. `updates`: per instance and call of
 * `advance`.
 */
export function computeMotionEnvelope(lab: Lab, advance: () => boolean, updates: number): number[] {
  const { instanceCount, jointCount, sigmaCount } = lab;
  const update = 50 * jointCount + (jointCount + sigmaCount) * sigmaCount * sigmaCount;
  const frames = Math.min(
    MAX_FRAMES,
    Math.floor(MAX_OPERATIONS / (instanceCount * updates * update)),
  );
  const hull = new Hull();
  const collect = (): void => {
    for (let instance = 0; instance < instanceCount; instance++)
      hull.addPoints(lab.points(instance));
  };
  collect();
  for (let frame = 0, more = true; more && frame < frames; frame++) {
    more = advance();
    collect();
  }
  return [...hull.points];
}

// Directions from the centre of a cube to half of its corners, edges and faces; the opposite half
// is covered by `#along`.
const SAMPLE_DIRECTIONS = Float64Array.from(
  [-1, 0, 1]
    .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])))
    .slice(14)
    .flat(),
);

/**
 * Keeps the farthest added point in each direction. The loops are plain for speed: the first view
 * waits for them.
 */
class Hull {
  readonly points = new Float64Array(2 * SAMPLE_DIRECTIONS.length);
  readonly #far = new Float64Array((2 * SAMPLE_DIRECTIONS.length) / 3).fill(
    Number.NEGATIVE_INFINITY,
  );

  addPoints(all: Float64Array): void {
    for (let index = 0; index < SAMPLE_DIRECTIONS.length; index += 3) {
      const [x, y, z] = [
        SAMPLE_DIRECTIONS[index] as number,
        SAMPLE_DIRECTIONS[index + 1] as number,
        SAMPLE_DIRECTIONS[index + 2] as number,
      ];
      this.#updateExtremes((2 * index) / 3, x, y, z, all);
    }
  }

  #updateExtremes(side: number, x: number, y: number, z: number, all: Float64Array): void {
    let far = this.#far[side] as number;
    let back = this.#far[side + 1] as number;
    let [most, least] = [-1, -1];
    for (let i = 0; i < all.length; i += 3) {
      const projection =
        x * (all[i] as number) + y * (all[i + 1] as number) + z * (all[i + 2] as number);
      if (projection > far) {
        far = projection;
        most = i;
      }
      if (-projection > back) {
        back = -projection;
        least = i;
      }
    }
    this.#storePoint(side, far, most, all);
    this.#storePoint(side + 1, back, least, all);
  }

  #storePoint(side: number, far: number, offset: number, all: Float64Array): void {
    if (offset < 0) return;
    this.#far[side] = far;
    for (let axis = 0; axis < 3; axis++)
      this.points[3 * side + axis] = all[offset + axis] as number;
  }
}
