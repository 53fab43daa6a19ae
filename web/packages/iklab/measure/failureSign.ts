/** Watches one instance of a run, and says whether a sign of the method table was seen. */
import type { StopReason, UpdateRecord } from '../engine/engine.ts';
import { STOP_REASONS } from '../engine/trace.ts';
import { isMovingJoint } from '../scenario/trees.ts';
import type { Scene } from '../scenario/types.ts';
import { Course } from './measures.ts';

/** Frames after which a `track` is judged; where instances stop, it is at the stop. */
export const JUDGED_FRAMES = 240;

const METRICS = [
  'error',
  'first-error',
  'mean-error',
  'updates',
  'jitter',
  'shake',
  'step',
  'outside',
] as const;

type Metric = (typeof METRICS)[number];
type Test = { stop: StopReason } | { metric: Metric; more: boolean; bound: number };

/** What an update left. */
export type UpdateOutcome = Pick<UpdateRecord, 'angles' | 'error' | 'errors' | 'stop'>;

/** What a run has shown so far, against which the signs of a card's scene are held. */
export class FailureSigns {
  readonly #limits: readonly (readonly [number, number] | null)[];
  readonly #course: Course;
  #angles: readonly number[];
  #stop: StopReason | null = null;
  #errors: number[] = [];
  #first = Number.NaN;
  #largest = 0;
  #outside = 0;

  constructor({ tree, start }: Scene) {
    this.#limits = tree.joints.filter(isMovingJoint).map(({ limits }) => limits);
    this.#course = new Course(tree);
    this.#angles = start;
  }

  record({ angles, error, errors, stop }: UpdateOutcome): void {
    const step = angles.map((angle, j) => angle - (this.#angles[j] as number));
    this.#angles = [...angles];
    this.#course.record(step, angles, error);
    this.#errors.push(error);
    this.#first = errors[0] ?? Number.NaN;
    this.#stop = stop;
    this.#largest = Math.max(this.#largest, ...step.map(Math.abs));
    angles.forEach((angle, j) => {
      const [lower, upper] = this.#limits[j] ?? [angle, angle];
      this.#outside = Math.max(this.#outside, lower - angle, angle - upper);
    });
  }

  /** Whether the instance shows what `sign` asks for. */
  shows(sign: string): boolean {
    return readSign(sign).every((test) => {
      if ('stop' in test) return this.#stop === test.stop;
      const value = this.value(test.metric);
      return test.more ? value > test.bound : value < test.bound;
    });
  }

  value(metric: Metric): number {
    switch (metric) {
      case 'error': // Σ of the distances at the end, metres
        return this.#errors.at(-1) ?? 0;
      case 'first-error': // of the first target, at the end, metres
        return this.#first;
      case 'mean-error': // over all updates, metres
        return mean(this.#errors);
      case 'updates':
        return this.#errors.length;
      case 'jitter': // how often the joints turn back, 0 to 2
        return this.#course.over('recent').jitter;
      case 'shake': // mean ‖Δθ − Δθ before‖ over the last 120 updates, radians
        return this.#course.over('recent').shake;
      case 'step': // largest change of a joint in one update, radians or metres
        return this.#largest;
      case 'outside': // farthest that a joint ever was beyond its limit, radians or metres
        return this.#outside;
    }
  }

  /** All that was seen, for a test that failed. */
  toString(): string {
    const values = METRICS.map((metric) => `${metric} ${this.value(metric).toPrecision(4)}`);
    return [this.#stop ?? 'no stop', ...values].join(', ');
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);

/** `stalled and error > 0.9` taken apart. */
export function readSign(sign: string): Test[] {
  return sign.split(' and ').map((test) => {
    const stop = STOP_REASONS.find((name) => name === test);
    if (stop) return { stop };
    const [, name, relation, number] = /^([a-z-]+) ([<>]) (\d+(?:\.\d+)?)$/.exec(test) ?? [];
    const metric = METRICS.find((known) => known === name);
    if (!metric) {
      const known = `a stop reason (${STOP_REASONS.join(', ')}) or METRIC > NUMBER or METRIC < NUMBER`;
      throw new Error(`sign: "${test}" must be ${known}; metrics: ${METRICS.join(', ')}`);
    }
    return { metric, more: relation === '>', bound: Number(number) };
  });
}
