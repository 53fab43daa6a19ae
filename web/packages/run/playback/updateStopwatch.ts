const SLICE = 4; // Milliseconds of work at a time: less than a refresh.
const SAMPLES = 12;
const MAX_SAMPLE_TIME = 150; // Milliseconds of samples after which fewer samples suffice.
const MIN_TICKS = 20; // Ticks of the clock in the shortest sample.
const MAX_UPDATES = 4096; // Updates per slice.

export interface UpdateTime {
  /** Mean of the fastest quarter of the samples, because other load only makes samples slower. */
  readonly best: number;
  readonly middle: number;
}

export function computeUpdateTime(samples: readonly number[]): UpdateTime {
  const sorted = [...samples].sort((a, b) => a - b);
  const best = sorted.slice(0, Math.ceil(sorted.length / 4));
  return {
    best: best.reduce((sum, sample) => sum + sample, 0) / best.length,
    middle: sorted[sorted.length >> 1] ?? Number.NaN,
  };
}

const BUSY_RATIO = 1.25; // Ratio of the median to the best under load.

export const isMachineBusy = (times: readonly UpdateTime[]): boolean =>
  2 * times.filter(({ best, middle }) => middle > BUSY_RATIO * best).length > times.length;

export const BUSY_MACHINE_TEXT = 'This machine is busy now: times may be too long.';

const MIN_SHOWN_RATIO = 1.05; // Smallest ratio that is shown.

/**
 * Formats the median in brackets; '' if it is close to the best. `text` formats a time in
 * microseconds.
 */
export function medianTimeText(
  { best, middle }: UpdateTime,
  text: (micros: number) => string,
): string {
  return middle > MIN_SHOWN_RATIO * best && text(middle) !== text(best) ? `(${text(middle)})` : '';
}

/** Measures the time per update in short slices of work, even with a coarse clock. */
export class UpdateStopwatch {
  readonly #resolution: number;
  readonly #samples: number[] = [];
  #warm = false;
  #elapsed = 0;
  #sampledTime = 0;
  #updates = 0;
  count = 1;

  constructor(resolution: number) {
    this.#resolution = resolution;
  }

  /** Adds a measured slice of `count` updates, which took `elapsed` milliseconds. */
  add(elapsed: number): void {
    const { count } = this;
    if (elapsed < SLICE / 2) this.count = Math.min(MAX_UPDATES, 2 * count);
    else if (elapsed > 2 * SLICE) this.count = Math.max(1, count >> 1);
    // The first updates run before the module is fully optimised, and are dropped.
    if (!this.#warm) {
      this.#warm = elapsed >= SLICE / 2 || count === MAX_UPDATES;
      return;
    }
    this.#elapsed += elapsed;
    this.#updates += count;
    if (this.#elapsed < Math.max(SLICE, MIN_TICKS * this.#resolution)) return;
    this.#samples.push((1000 * this.#elapsed) / this.#updates);
    this.#sampledTime += this.#elapsed;
    this.#elapsed = 0;
    this.#updates = 0;
  }

  get done(): boolean {
    return this.#samples.length >= SAMPLES || this.#sampledTime >= MAX_SAMPLE_TIME;
  }

  get time(): UpdateTime {
    return computeUpdateTime(this.#samples);
  }
}

export function measureClockResolution(now: () => number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 4; i++) {
    const before = now();
    let after = now();
    while (after === before) after = now();
    least = Math.min(least, after - before);
  }
  return least;
}
