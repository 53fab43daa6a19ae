/** The trace: one record per update and instance, in a ring buffer of the module. */
import type { ModuleBuffers } from './moduleBuffers.ts';
import { STOPS, type Stop, TRACE, type TraceField } from './protocol.ts';

export type StopReason = Exclude<Stop, 'none'>;
export const STOP_REASONS: readonly StopReason[] = STOPS.filter((stop) => stop !== 'none');

export function toStopReason(index: number): StopReason | null {
  const stop = STOPS[index] ?? 'none';
  return stop === 'none' ? null : stop;
}

export const nanToNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

const HEADER_SIZE = Object.keys(TRACE).length;
const NO_VALUES = new Float64Array();

export interface UpdateRecord {
  instance: number;
  update: number;
  frame: number;
  /** Time of the targets' motion at this update, in seconds. */
  time: number;
  /** Sum of the effectors' distances from their targets before the update, in metres. */
  errorBefore: number;
  error: number;
  errors: number[];
  /** Orientation error of each target in radians; null without orientation. */
  orientationErrors: (number | null)[];
  angles: number[];
  step: number[];
  rank: number;
  sigma: number[];
  lambda: number | null;
  /**
   * Reason why the instance stopped after this update; null if the instance continues or restarts.
   */
  stop: StopReason | null;
  /** Number of restarts since the targets last moved. */
  restarts: number;
  /**
   * Values of the method's scalar observables, in the order of `scalarObservables`; null without a
   * value.
   */
  shown: (number | null)[];
}

interface TraceShape {
  readonly instanceCount: number;
  readonly jointCount: number;
  readonly targetCount: number;
  readonly sigmaCount: number;
  readonly traceCapacity: number;
  readonly observableCounts: readonly number[];
}

export class TraceReader {
  readonly #shape: TraceShape;
  readonly #buffers: ModuleBuffers;
  readonly #stride: number;
  #readUpdates: number[] = [];

  constructor(shape: TraceShape, buffers: ModuleBuffers, stride: number) {
    this.#shape = shape;
    this.#buffers = buffers;
    this.#stride = stride;
  }

  reset(): void {
    this.#readUpdates = Array.from({ length: this.#shape.instanceCount }, () => 0);
  }

  /**
   * Returns the observables of an instance after an update, as a view that is valid until the next
   * call into the module.
   */
  observables(instance: number, update: number): Float64Array {
    const { observableCounts: shownCounts, traceCapacity } = this.#shape;
    const count = shownCounts[instance] ?? 0;
    if (count === 0) return NO_VALUES;
    const before = shownCounts.slice(0, instance).reduce((sum, each) => sum + each, 0);
    const from = before * traceCapacity + ((update - 1) % traceCapacity) * count;
    return this.#buffers.get('shownNumbers').subarray(from, from + count);
  }

  angles(instance: number, update: number, made: number): Float64Array | undefined {
    return this.#joints(instance, update, made, 0);
  }

  step(instance: number, update: number, made: number): Float64Array | undefined {
    return this.#joints(instance, update, made, 1);
  }

  error(instance: number, update: number): number {
    return this.#buffers.get('trace')[this.#offset(instance, update) + TRACE.error] as number;
  }

  #joints(instance: number, update: number, made: number, part: 0 | 1): Float64Array | undefined {
    const { jointCount, targetCount, traceCapacity } = this.#shape;
    if (update < 1 || update > made || update <= made - traceCapacity) return undefined;
    const from = this.#offset(instance, update) + HEADER_SIZE + 2 * targetCount + part * jointCount;
    return this.#buffers.get('trace').subarray(from, from + jointCount);
  }

  #offset(instance: number, update: number): number {
    const { traceCapacity } = this.#shape;
    return (instance * traceCapacity + ((update - 1) % traceCapacity)) * this.#stride;
  }

  drain(updatesOf: (instance: number) => number, each: (record: UpdateRecord) => void): void {
    const { traceCapacity } = this.#shape;
    const made = this.#readUpdates.map((_, instance) => updatesOf(instance));
    const first = Math.min(...this.#readUpdates) + 1;
    const last = Math.max(...made);
    made.forEach((count, instance) => {
      const lost = count - (this.#readUpdates[instance] as number) - traceCapacity;
      if (lost > 0) throw new Error(`the trace has lost ${lost} updates of instance ${instance}`);
    });
    for (let update = first; update <= last; update += 1) {
      made.forEach((count, instance) => {
        const fresh = update > (this.#readUpdates[instance] as number) && update <= count;
        if (fresh) each(this.#read(instance, update));
      });
    }
    this.#readUpdates = made;
  }

  #read(instance: number, update: number): UpdateRecord {
    const { targetCount, jointCount, sigmaCount } = this.#shape;
    const offset = this.#offset(instance, update);
    const values = this.#buffers.get('trace').subarray(offset, offset + this.#stride);
    const field = (name: TraceField): number => values[TRACE[name]] as number;
    let from = HEADER_SIZE;
    const take = (count: number): number[] => {
      from += count;
      return Array.from(values.subarray(from - count, from));
    };
    const errors = take(targetCount);
    const orientationErrors = take(targetCount).map(nanToNull);
    const angles = take(jointCount);
    const step = take(jointCount);
    const sigma = take(sigmaCount);
    return {
      instance,
      update: field('update'),
      frame: field('frame'),
      time: field('time'),
      errorBefore: field('errorBefore'),
      error: field('error'),
      errors,
      orientationErrors,
      angles,
      step,
      rank: field('rank'),
      sigma,
      lambda: nanToNull(field('lambda')),
      stop: toStopReason(field('stop')),
      restarts: field('restarts'),
      shown: Array.from(this.observables(instance, update), nanToNull),
    };
  }
}
