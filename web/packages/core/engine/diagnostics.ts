import type { MethodRow } from '../scenario/methods/catalogue.ts';
import type { FailureDiagnosis } from './diagnosis.ts';
import type { FindingsBufferLayout, RawLab } from './glue.ts';
import type { ModuleBuffers } from './moduleBuffers.ts';
import { FINDING, type FindingField, STOPS, type Stop } from './protocol.ts';

/** The state at which an instance is analysed; missing values are the current ones. */
export interface InspectedState {
  readonly angles?: ArrayLike<number>;
  /** Goal poses, 7 numbers per target: position xyz (metres) and quaternion xyzw. */
  readonly goals?: ArrayLike<number>;
  readonly clamps?: ArrayLike<number>;
}

/**
 * Returns why an instance does not reach its goals from the state in `probe`. Null in the light
 * module or if a number is invalid. Takes milliseconds.
 */
export function diagnoseFailure(
  raw: RawLab,
  buffers: ModuleBuffers,
  instance: number,
  stop: Stop,
  probe: ArrayLike<number>,
): FailureDiagnosis | null {
  buffers.get('probe').set(probe);
  const text = raw.diagnose?.(instance, STOPS.indexOf(stop));
  return text ? JSON.parse(text) : null;
}

/** Findings about a task and a method's next step at a pose. A copy that stays valid. */
export interface InspectionFindings {
  /** Manipulability: product of the singular values sigma_i over the working rank. */
  readonly manipulability: number;
  /** Condition number of J: sigma_1 / sigma_r, with the working rank r. */
  readonly condition: number;
  /** Smallest singular value within the working rank r: sigma_r. */
  readonly smallest: number;
  /** Damping lambda that the next update would choose; null if the method has no damping. */
  readonly lambda: number | null;
  /** Discomfort ||theta - comfort||_2 of the revolute joints, in radians. */
  readonly comfort: number;
  /** Singular values sigma_i of J, descending. */
  readonly sigma: Float64Array;
  /** Components of the error along the singular directions: alpha_i = u_i^T e, in metres. */
  readonly alpha: Float64Array;
  /**
   * Response of the method to alpha_i along v_i, per metre: tau(sigma_i); NaN if alpha_i is zero.
   */
  readonly response: Float64Array;
  /** Bounds N_i (`reach`) and M_i (`cost`) of SDLS (Buss and Kim 2005), one per direction. */
  readonly reach: Float64Array;
  readonly cost: Float64Array;
  /** Joint step that the method computes, before any limit. */
  readonly step: Float64Array;
  /**
   * Returns a singular vector of a direction: `u` in the rows of the task, `v` in the joint values.
   */
  u(direction: number): Float64Array;
  v(direction: number): Float64Array;
  /**
   * Returns a number per instance, joint, direction or target; null if the method has no such
   * observable.
   */
  observable(key: string): Float64Array | null;
}

export interface InspectionRequest {
  /** Index of the instance to analyse; null for the mechanism alone, without a method. */
  readonly instance: number | null;
  readonly row: MethodRow | null;
  /** State to analyse, as a row of the buffer `probe`: joint values, goals and clamps. */
  readonly probe: Float64Array;
}

interface PendingInspection<T> {
  readonly instance: number | null;
  readonly probe: Float64Array;
  readonly read: () => T;
  found: { readonly value: T } | null;
}

const ELLIPSOID_STRIDE = 9;

export class PoseInspector {
  readonly #raw: RawLab;
  readonly #buffers: ModuleBuffers;
  readonly #layout: FindingsBufferLayout;
  readonly #targets: number;
  readonly #waiting: PendingInspection<unknown>[] = [];
  #isStarted = false;

  constructor(raw: RawLab, buffers: ModuleBuffers, targets: number) {
    this.#raw = raw;
    this.#buffers = buffers;
    this.#layout = raw.layout();
    this.#targets = targets;
  }

  inspect({ instance, row, probe }: InspectionRequest): InspectionFindings {
    this.#isStarted = false; // An unfinished analysis starts again.
    this.#buffers.get('probe').set(probe);
    this.#raw.inspect(instance ?? -1);
    return this.#read(row?.observables ?? []);
  }

  /**
   * Does the analysis of `inspect` in pieces; `finish` converts the findings. Several analyses are
   * done one after the other, in the order of their start.
   */
  *inspectSliced<T>(
    { instance, row, probe }: InspectionRequest,
    finish: (found: InspectionFindings) => T,
  ): Generator<void, T> {
    const pending: PendingInspection<T> = {
      instance,
      probe,
      read: () => finish(this.#read(row?.observables ?? [])),
      found: null,
    };
    this.#waiting.push(pending);
    try {
      for (;;) {
        this.#runSlice();
        if (pending.found) return pending.found.value;
        yield;
      }
    } finally {
      this.#remove(pending);
    }
  }

  #runSlice(): void {
    const [first] = this.#waiting;
    if (!first) return;
    if (!this.#isStarted) {
      this.#buffers.get('probe').set(first.probe);
      this.#raw.beginInspection(first.instance ?? -1);
      this.#isStarted = true;
    }
    if (this.#raw.resumeInspection()) return;
    first.found = { value: first.read() };
    this.#remove(first);
  }

  #remove(pending: PendingInspection<unknown>): void {
    const index = this.#waiting.indexOf(pending);
    if (index >= 0) this.#waiting.splice(index, 1);
    if (index === 0) this.#isStarted = false;
  }

  ellipsoids(probe: Float64Array): (target: number) => Float64Array {
    this.#buffers.get('probe').set(probe);
    this.#raw.measureEllipsoids();
    const all = this.#buffers.get('ellipsoids').slice();
    return (target) => all.subarray(ELLIPSOID_STRIDE * target, ELLIPSOID_STRIDE * (target + 1));
  }

  filter(sigmas: ArrayLike<number>): Float64Array {
    return Float64Array.from(sigmas, (sigma) => this.#raw.filter(sigma));
  }

  jointDamping(instance: number, values: readonly ArrayLike<number>[]): Float64Array[] {
    this.#raw.choose(instance);
    return values.map((thetas, column) =>
      Float64Array.from(thetas, (theta) => this.#raw.jointDamping(column, theta)),
    );
  }

  #read(observables: MethodRow['observables']): InspectionFindings {
    const { directions, sigma, alpha, response, reach, cost, step, u, v, observed } = this.#layout;
    const all = this.#buffers.get('findings').slice();
    const part = (start: number, size = directions): Float64Array =>
      all.subarray(start, start + size);
    const rows = (v - u) / directions;
    const joints = u - step;
    const size = {
      instance: 1,
      joint: joints,
      direction: directions,
      target: this.#targets,
    };
    const values = new Map<string, Float64Array>();
    let from = observed;
    for (const { key, per } of observables) {
      values.set(key, part(from, size[per]));
      from += size[per];
    }
    const head = (field: FindingField): number => all[FINDING[field]] as number;
    const [lambda = Number.NaN] = values.get('lambda') ?? [];
    return {
      manipulability: head('manipulability'),
      condition: head('condition'),
      smallest: head('smallest'),
      lambda: Number.isNaN(lambda) ? null : lambda,
      comfort: head('comfort'),
      sigma: part(sigma),
      alpha: part(alpha),
      response: part(response),
      reach: part(reach),
      cost: part(cost),
      step: part(step, joints),
      u: (direction) => part(u + direction * rows, rows),
      v: (direction) => part(v + direction * joints, joints),
      observable: (key) => values.get(key) ?? null,
    };
  }
}

export const packInspectedState = ({
  angles,
  goals,
  clamps,
}: Required<InspectedState>): Float64Array =>
  Float64Array.of(...Array.from(angles), ...Array.from(goals), ...Array.from(clamps));
