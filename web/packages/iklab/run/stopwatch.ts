const SLICE = 4; // ms of work at a time: less than a refresh
const SAMPLES = 12;
const ENOUGH = 150; // ms of samples: of a slow update, fewer will do
const RESOLUTIONS = 20; // a sample is at least so many ticks of the clock long
const MOST = 4096; // updates in a slice

/** Microseconds per update. */
export interface UpdateTime {
  /** Mean of the best quarter of the samples: what else the machine does makes none of them shorter. */
  readonly best: number;
  /** Of all of them the middle one. */
  readonly middle: number;
}

/** The time of an update, from samples of the same work. */
export function updateTime(samples: readonly number[]): UpdateTime {
  const sorted = [...samples].sort((a, b) => a - b);
  const best = sorted.slice(0, Math.ceil(sorted.length / 4));
  return {
    best: best.reduce((sum, sample) => sum + sample, 0) / best.length,
    middle: sorted[sorted.length >> 1] ?? Number.NaN,
  };
}

const SLOWED = 1.25; // a middle round that takes so many times the best

/** Most of what was measured here was slowed by what else the machine does. */
export const isBusy = (times: readonly UpdateTime[]): boolean =>
  2 * times.filter(({ best, middle }) => middle > SLOWED * best).length > times.length;

/** What is said then. */
export const BUSY_TEXT = 'This machine is busy now: times may be too long.';

const TOLD = 1.05; // a spread that is worth its ink

/** The middle one beside the best; '': it says no more. `text` is how both are written. */
export function middleText({ best, middle }: UpdateTime, text: (micros: number) => string): string {
  return middle > TOLD * best && text(middle) !== text(best) ? `(${text(middle)})` : '';
}

/** Time per update from slices of work, on a clock that may be coarse. */
export class Stopwatch {
  readonly #resolution: number;
  readonly #samples: number[] = [];
  #warm = false;
  #elapsed = 0;
  #taken = 0;
  #updates = 0;
  /** Updates that the next slice should take. */
  count = 1;

  /** Of the clock, ms. */
  constructor(resolution: number) {
    this.#resolution = resolution;
  }

  /** A slice of `count` updates took so many ms. */
  add(elapsed: number): void {
    const { count } = this;
    if (elapsed < SLICE / 2) this.count = Math.min(MOST, 2 * count);
    else if (elapsed > 2 * SLICE) this.count = Math.max(1, count >> 1);
    // what comes first runs before the module is compiled for speed
    if (!this.#warm) {
      this.#warm = elapsed >= SLICE / 2 || count === MOST;
      return;
    }
    this.#elapsed += elapsed;
    this.#updates += count;
    if (this.#elapsed < Math.max(SLICE, RESOLUTIONS * this.#resolution)) return;
    this.#samples.push((1000 * this.#elapsed) / this.#updates);
    this.#taken += this.#elapsed;
    this.#elapsed = 0;
    this.#updates = 0;
  }

  get done(): boolean {
    return this.#samples.length >= SAMPLES || this.#taken >= ENOUGH;
  }

  get time(): UpdateTime {
    return updateTime(this.#samples);
  }
}

/** Smallest step of a clock that is seen, ms. */
export function resolutionOf(now: () => number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 4; i++) {
    const before = now();
    let after = now();
    while (after === before) after = now();
    least = Math.min(least, after - before);
  }
  return least;
}
