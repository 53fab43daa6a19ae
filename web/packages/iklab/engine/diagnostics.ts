/** Why a method does what it does: the problem at a pose, direction by direction. */
import type { MethodRow } from '../scenario/catalogue.ts';
import type { Buffers } from './buffers.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { DiagnosticsLayout, RawLab } from './glue.ts';
import { FINDING, type FindingField, STOPS, type Stop } from './protocol.ts';

/** Where to look; what is left out is taken as it is now. */
export interface Probe {
  /** n values. */
  readonly angles?: ArrayLike<number>;
  /** 7 per target. */
  readonly goals?: ArrayLike<number>;
  /** D_i, metres, one per target. */
  readonly clamps?: ArrayLike<number>;
}

/** Takes milliseconds. Null in the light module, and if a number of the probe is invalid. */
export function diagnosed(
  raw: RawLab,
  buffers: Buffers,
  instance: number,
  stop: Stop,
  probe: ArrayLike<number>,
): Diagnosis | null {
  buffers.get('probe').set(probe);
  const text = raw.diagnose?.(instance, STOPS.indexOf(stop));
  return text ? JSON.parse(text) : null;
}

/** What is found there; of a copy, so that it may be kept. */
export interface DiagnosticFindings {
  /** Π σ_i over the working rank. */
  readonly manipulability: number;
  /** σ_1 / σ_r. */
  readonly condition: number;
  /** σ_r. */
  readonly smallest: number;
  /** As the next update would choose it; null: none. */
  readonly lambda: number | null;
  /** ‖θ − comfort‖₂ of the joints that turn, radians. */
  readonly comfort: number;
  /** σ_i, descending. */
  readonly sigma: Float64Array;
  /** α_i = u_iᵀe, metres. */
  readonly alpha: Float64Array;
  /** What the method makes of α_i along v_i, per metre: τ(σ_i) of a filter; NaN: α_i is zero. */
  readonly response: Float64Array;
  /** N_i and M_i of SDLS. */
  readonly reach: Float64Array;
  readonly cost: Float64Array;
  /** Δθ that the method asks for, before any limit. */
  readonly step: Float64Array;
  /** Unit vectors: of the task's rows, and of the joints. */
  u(direction: number): Float64Array;
  v(direction: number): Float64Array;
  /** What its method lets one see, a number for each instance, joint, direction or target; null: not that. */
  observed(key: string): Float64Array | null;
}

/** What is looked at. */
export interface Look {
  /** Null: the mechanism alone, without a method. */
  readonly instance: number | null;
  readonly row: MethodRow | null;
  /** As `probeOf` makes it. */
  readonly probe: Float64Array;
}

interface Waiting<T> {
  readonly instance: number | null;
  readonly probe: Float64Array;
  readonly read: () => T;
  found: { readonly value: T } | null;
}

const AXES = 9;

export class Diagnostics {
  readonly #raw: RawLab;
  readonly #buffers: Buffers;
  readonly #layout: DiagnosticsLayout;
  readonly #targets: number;
  /** Looks that have begun or wait: the module is at work on the first. */
  readonly #waiting: Waiting<unknown>[] = [];
  #begun = false;

  constructor(raw: RawLab, buffers: Buffers, targets: number) {
    this.#raw = raw;
    this.#buffers = buffers;
    this.#layout = raw.layout();
    this.#targets = targets;
  }

  look({ instance, row, probe }: Look): DiagnosticFindings {
    this.#begun = false; // what was at work begins anew
    this.#buffers.get('probe').set(probe);
    this.#raw.inspect(instance ?? -1);
    return this.#read(row?.observables ?? []);
  }

  /**
   * The same with a rest after each piece. `finish` makes what it gives of what is found. Several may
   * be on the way: each piece is one of the look that began first.
   */
  *looking<T>(
    { instance, row, probe }: Look,
    finish: (found: DiagnosticFindings) => T,
  ): Generator<void, T> {
    const look: Waiting<T> = {
      instance,
      probe,
      read: () => finish(this.#read(row?.observables ?? [])),
      found: null,
    };
    this.#waiting.push(look);
    try {
      for (;;) {
        this.#work();
        if (look.found) return look.found.value;
        yield;
      }
    } finally {
      this.#forget(look);
    }
  }

  /** A piece of the look that waits longest. */
  #work(): void {
    const [first] = this.#waiting;
    if (!first) return;
    if (!this.#begun) {
      this.#buffers.get('probe').set(first.probe);
      this.#raw.beginInspection(first.instance ?? -1);
      this.#begun = true;
    }
    if (this.#raw.resumeInspection()) return;
    first.found = { value: first.read() };
    this.#forget(first);
  }

  #forget(look: Waiting<unknown>): void {
    const at = this.#waiting.indexOf(look);
    if (at >= 0) this.#waiting.splice(at, 1);
    if (at === 0) this.#begun = false;
  }

  /** Half axes of each target's manipulability ellipsoid, xyz each, longest first. */
  ellipsoids(probe: Float64Array): (target: number) => Float64Array {
    this.#buffers.get('probe').set(probe);
    this.#raw.measureEllipsoids();
    const all = this.#buffers.get('ellipsoids').slice();
    return (target) => all.subarray(AXES * target, AXES * (target + 1));
  }

  /** τ(σ) of the method that was looked at last; NaN where it is no filter. */
  filter(sigmas: ArrayLike<number>): Float64Array {
    return Float64Array.from(sigmas, (sigma) => this.#raw.filter(sigma));
  }

  /** λ_j of an instance's method, of a joint at each of these values; NaN where it has none. */
  jointDamping(instance: number, values: readonly ArrayLike<number>[]): Float64Array[] {
    this.#raw.choose(instance);
    return values.map((of, column) =>
      Float64Array.from(of, (theta) => this.#raw.jointDamping(column, theta)),
    );
  }

  #read(seen: MethodRow['observables']): DiagnosticFindings {
    const { directions, sigma, alpha, response, reach, cost, step, u, v, observed } = this.#layout;
    const all = this.#buffers.get('findings').slice();
    const part = (at: number, size = directions): Float64Array => all.subarray(at, at + size);
    const rows = (v - u) / directions;
    const joints = u - step;
    const size = {
      instance: 1,
      joint: joints,
      direction: directions,
      target: this.#targets,
    };
    const shown = new Map<string, Float64Array>();
    let from = observed;
    for (const { key, per } of seen) {
      shown.set(key, part(from, size[per]));
      from += size[per];
    }
    const head = (field: FindingField): number => all[FINDING[field]] as number;
    const [lambda = Number.NaN] = shown.get('lambda') ?? [];
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
      observed: (key) => shown.get(key) ?? null,
    };
  }
}

/** A probe as the module takes it: a copy. */
export const probeOf = ({ angles, goals, clamps }: Required<Probe>): Float64Array =>
  Float64Array.of(...Array.from(angles), ...Array.from(goals), ...Array.from(clamps));
