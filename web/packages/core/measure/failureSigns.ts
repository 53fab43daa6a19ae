import type { StopReason, UpdateRecord } from '../engine/engine.ts';
import { STOP_REASONS } from '../engine/traceReader.ts';
import { isIndependentJoint } from '../scenario/robot/trees.ts';
import type { Scene } from '../scenario/types.ts';
import { TrajectoryStats } from './trajectoryStats.ts';

/**
 * Frames after which a run in mode `track` is checked for failure signs. Other runs are checked at
 * the end.
 */
export const FRAMES_BEFORE_FAILURE_CHECK = 240;

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
type Condition = { stop: StopReason } | { metric: Metric; more: boolean; bound: number };

export type JudgedUpdate = Pick<UpdateRecord, 'angles' | 'error' | 'errors' | 'stop'>;

/** Measures one instance of a run and tests the failure signs of a method's card. */
export class FailureSignWatcher {
  readonly #limits: readonly (readonly [number, number] | null)[];
  readonly #course: TrajectoryStats;
  #angles: readonly number[];
  #stop: StopReason | null = null;
  #errors: number[] = [];
  #first = Number.NaN;
  #largest = 0;
  #outside = 0;

  constructor({ tree, start }: Scene) {
    this.#limits = tree.joints.filter(isIndependentJoint).map(({ limits }) => limits);
    this.#course = new TrajectoryStats(tree);
    this.#angles = start;
  }

  record({ angles, error, errors, stop }: JudgedUpdate): void {
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

  matches(sign: string): boolean {
    return parseFailureSign(sign).every((test) => {
      if ('stop' in test) return this.#stop === test.stop;
      const value = this.value(test.metric);
      return test.more ? value > test.bound : value < test.bound;
    });
  }

  value(metric: Metric): number {
    switch (metric) {
      case 'error': // Sum of the distances at the end, in metres.
        return this.#errors.at(-1) ?? 0;
      case 'first-error': // Of the first target at the end, in metres.
        return this.#first;
      case 'mean-error': // Over all updates, in metres.
        return mean(this.#errors);
      case 'updates':
        return this.#errors.length;
      case 'jitter': // How often the joints reverse, 0 to 2.
        return this.#course.measures('recent').jitter;
      case 'shake': // Mean change of the step over the last 120 updates, in radians.
        return this.#course.measures('recent').shake;
      case 'step': // Largest joint step, in radians or metres.
        return this.#largest;
      case 'outside': // Largest excess over a joint limit, in rad or m.
        return this.#outside;
    }
  }

  toString(): string {
    const values = METRICS.map((metric) => `${metric} ${this.value(metric).toPrecision(4)}`);
    return [this.#stop ?? 'no stop', ...values].join(', ');
  }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);

/** Reads the conditions of a failure sign, such as `stalled and error > 0.9`. */
export function parseFailureSign(sign: string): Condition[] {
  return sign.split(' and ').map((test) => {
    const stop = STOP_REASONS.find((name) => name === test);
    if (stop) return { stop };
    const [, name, relation, number] = /^([a-z-]+) ([<>]) (\d+(?:\.\d+)?)$/.exec(test) ?? [];
    const metric = METRICS.find((each) => each === name);
    if (!metric) {
      const expected = `a stop reason (${STOP_REASONS.join(', ')}) or METRIC > NUMBER or METRIC < NUMBER`;
      throw new Error(`sign: "${test}" must be ${expected}; metrics: ${METRICS.join(', ')}`);
    }
    return { metric, more: relation === '>', bound: Number(number) };
  });
}
