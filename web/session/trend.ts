import { Jitter } from './jitter.ts';

const WINDOW = 60; // updates: a second at one a frame
const LEAST = 16;
const SWINGING = 0.8; // jitter: 1 when the joints turn back at every other update

export type Course = 'steady' | 'closing in' | 'oscillating';

/** The last updates of a panel, and what they say of its course. */
export class Trend {
  readonly #errors = new Float64Array(WINDOW);
  readonly #jitter: Jitter;
  #count = 0;

  constructor(joints: number) {
    this.#jitter = new Jitter(joints);
  }

  record(error: number, angles: Float64Array): void {
    this.#errors[this.#count++ % WINDOW] = error;
    this.#jitter.record(angles);
  }

  clear(): void {
    this.#count = 0;
    this.#jitter.clear();
  }

  get course(): Course {
    const size = Math.min(this.#count, WINDOW);
    if (size < LEAST) return 'steady';
    if (this.#jitter.value > SWINGING) return 'oscillating';
    const quarters: [number, number, number, number] = [0, 0, 0, 0];
    for (let i = 0; i < size; i++) {
      const error = this.#errors[(this.#count - size + i) % WINDOW] as number;
      quarters[Math.floor((4 * i) / size) as 0 | 1 | 2 | 3] += error;
    }
    const [a, b, c, d] = quarters;
    return b < a && c < b && d < c && d < 0.5 * a ? 'closing in' : 'steady';
  }
}
