import type { InstanceStatus } from '../engine/engine.ts';
import { length, words } from '../format/figures.ts';
import type { LengthUnit } from '../scenario/types.ts';

type State = Pick<InstanceStatus, 'error' | 'stop' | 'updatesSinceMove'>;

/** The instance that is ahead, and by what: a lead that cannot be put into words is none. */
export interface Lead {
  readonly instance: number;
  readonly margin: string;
}

const CLEARLY = 0.9; // of the next best error, at most
const WINDOW = 120; // frames: two seconds at speed 1

/**
 * Of instances that run until they stop: the one that reached its targets in the fewest updates;
 * where none can reach any more, the one whose error is clearly the smallest.
 */
export function winner(instances: readonly State[], unit: LengthUnit = 'm'): Lead | null {
  if (instances.length < 2) return null;
  const reached = ranked(instances, (instance) =>
    instance.stop === 'reached' ? instance.updatesSinceMove : null,
  );
  const [first, second] = reached;
  if (first) {
    const going = instances.some(({ stop }) => stop === null);
    if (!second) return { instance: first.instance, margin: going ? 'first' : 'alone' };
    const ahead = second.score - first.score;
    return ahead > 0 ? { instance: first.instance, margin: `${ahead} ahead` } : null;
  }
  if (instances.some(({ stop }) => stop === null)) return null;
  return closest(
    instances.map(({ error }) => error),
    unit,
  );
}

/** The clearly smallest of some errors. */
function closest(errors: readonly number[], unit: LengthUnit): Lead | null {
  const [first, second] = ranked(errors, (error) => error);
  if (!first || !second || !(first.score <= CLEARLY * second.score)) return null;
  const [mine, next] = [words(length(first.score, unit)), words(length(second.score, unit))];
  if (mine === next) return null;
  return {
    instance: first.instance,
    margin: `${words(length(second.score - first.score, unit))} closer`,
  };
}

/** Instances with a score, the smallest first. */
function ranked<T>(instances: readonly T[], score: (instance: T) => number | null) {
  return instances
    .flatMap((each, instance) => {
      const its = score(each);
      return its === null ? [] : [{ instance, score: its }];
    })
    .sort((a, b) => a.score - b.score);
}

/**
 * Who follows best while targets move: decided by the mean error over a window, and kept until the
 * next one is full.
 */
export class Following {
  readonly #sums: Float64Array;
  readonly #unit: LengthUnit;
  #frames = 0;
  #lead: Lead | null = null;
  #means: readonly number[] | null = null;

  constructor(instances: number, unit: LengthUnit = 'm') {
    this.#unit = unit;
    this.#sums = new Float64Array(instances);
  }

  /** After every frame. */
  record(error: (instance: number) => number): void {
    for (let instance = 0; instance < this.#sums.length; instance++)
      this.#sums[instance] = (this.#sums[instance] as number) + error(instance);
    if (++this.#frames < WINDOW) return;
    this.#means = [...this.#sums].map((sum) => sum / WINDOW);
    this.#lead = closest(this.#means, this.#unit);
    this.#frames = 0;
    this.#sums.fill(0);
  }

  clear(): void {
    this.#frames = 0;
    this.#sums.fill(0);
    this.#lead = this.#means = null;
  }

  get lead(): Lead | null {
    return this.#lead;
  }

  /** Mean error over the last full window, metres; null: there was none yet. */
  get means(): readonly number[] | null {
    return this.#means;
  }

  static readonly window = WINDOW;
}
