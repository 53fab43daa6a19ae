const WINDOW = 120; // updates
const REST = 1e-6; // rad: a joint that stands still does not jitter

/**
 * How often the joints turn back: the mean over the joints of Σ|Δ²θ| / (Σ|Δθ| + 1e-6) over the
 * last 120 updates; 0 for a smooth way, toward 2 for joints that swing to and fro.
 */
export class Jitter {
  readonly #joints: number;
  readonly #last: Float64Array;
  /** Δθ of the last updates, a ring. */
  readonly #steps: Float64Array;
  #updates = -1; // the first pose starts the way

  constructor(joints: number) {
    this.#joints = joints;
    this.#last = new Float64Array(joints);
    this.#steps = new Float64Array(joints * WINDOW);
  }

  record(angles: Float64Array): void {
    const at = (this.#updates % WINDOW) * this.#joints;
    for (let j = 0; j < this.#joints; j++) {
      const angle = angles[j] as number;
      if (this.#updates >= 0) this.#steps[at + j] = angle - (this.#last[j] as number);
      this.#last[j] = angle;
    }
    this.#updates++;
  }

  clear(): void {
    this.#updates = -1;
  }

  get value(): number {
    const count = Math.min(this.#updates, WINDOW);
    const step = (i: number, j: number): number =>
      this.#steps[((this.#updates - count + i) % WINDOW) * this.#joints + j] as number;
    let sum = 0;
    for (let j = 0; j < this.#joints; j++) {
      let way = 0;
      let turns = 0;
      for (let i = 1; i < count; i++) {
        way += Math.abs(step(i, j));
        turns += Math.abs(step(i, j) - step(i - 1, j));
      }
      sum += turns / (way + REST);
    }
    return sum / this.#joints;
  }
}
