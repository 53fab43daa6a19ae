import type { Lab } from '../engine/engine.ts';

const WORK = 8e6; // Approximate operations in a few milliseconds; machine-independent.
const MOST = 300;

/**
 * Returns the extreme points of the mechanisms in the first frames, xyz each; restarts at frame 0.
 * `updates`: updates per instance in one call of `advance`. For a large scene only the start
 * counts.
 */
export function envelope(lab: Lab, advance: () => boolean, updates: number): number[] {
  const { instanceCount, jointCount, sigmaCount } = lab;
  const update = 50 * jointCount + (jointCount + sigmaCount) * sigmaCount * sigmaCount;
  const frames = Math.min(MOST, Math.floor(WORK / (instanceCount * updates * update)));
  const hull = new Hull();
  const look = (): void => {
    for (let instance = 0; instance < instanceCount; instance++) hull.take(lab.points(instance));
  };
  look();
  for (let frame = 0, more = true; more && frame < frames; frame++) {
    more = advance();
    look();
  }
  return [...hull.points];
}

// Directions from the centre of a cube to half of its corners, edges and faces; the opposite half
// is covered by `#along`.
const WAYS = Float64Array.from(
  [-1, 0, 1]
    .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])))
    .slice(14)
    .flat(),
);

/** Extreme points in each direction. Plain loops, because this delays the first view. */
class Hull {
  readonly points = new Float64Array(2 * WAYS.length);
  readonly #far = new Float64Array((2 * WAYS.length) / 3).fill(Number.NEGATIVE_INFINITY);

  /** `all`: xyz each. */
  take(all: Float64Array): void {
    for (let way = 0; way < WAYS.length; way += 3) {
      const [x, y, z] = [WAYS[way] as number, WAYS[way + 1] as number, WAYS[way + 2] as number];
      this.#along((2 * way) / 3, x, y, z, all);
    }
  }

  #along(side: number, x: number, y: number, z: number, all: Float64Array): void {
    let far = this.#far[side] as number;
    let back = this.#far[side + 1] as number;
    let [most, least] = [-1, -1];
    for (let i = 0; i < all.length; i += 3) {
      const here = x * (all[i] as number) + y * (all[i + 1] as number) + z * (all[i + 2] as number);
      if (here > far) {
        far = here;
        most = i;
      }
      if (-here > back) {
        back = -here;
        least = i;
      }
    }
    this.#keep(side, far, most, all);
    this.#keep(side + 1, back, least, all);
  }

  #keep(side: number, far: number, at: number, all: Float64Array): void {
    if (at < 0) return;
    this.#far[side] = far;
    for (let axis = 0; axis < 3; axis++) this.points[3 * side + axis] = all[at + axis] as number;
  }
}
