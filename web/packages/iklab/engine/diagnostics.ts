/** Why a method does what it does: the problem at a pose, direction by direction. */
import type { MethodRow } from '../scenario/catalogue.ts';
import type { Buffers } from './buffers.ts';
import type { DiagnosticsLayout, RawLab } from './glue.ts';
import { FINDING, type FindingField } from './protocol.ts';

/** Where to look; what is left out is taken as it is now. */
export interface Probe {
  /** n values. */
  readonly angles?: ArrayLike<number>;
  /** 7 per target. */
  readonly goals?: ArrayLike<number>;
  /** D_i, metres, one per target. */
  readonly clamps?: ArrayLike<number>;
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
  /** Half axes of a target's manipulability ellipsoid, xyz each, longest first. */
  axes(target: number): Float64Array;
}

const AXES = 9;

export class Diagnostics {
  readonly #raw: RawLab;
  readonly #buffers: Buffers;
  readonly #layout: DiagnosticsLayout;

  constructor(raw: RawLab, buffers: Buffers) {
    this.#raw = raw;
    this.#buffers = buffers;
    this.#layout = raw.layout();
  }

  /** `instance` null: the mechanism alone, without a method. */
  look(instance: number | null, at: Required<Probe>, row: MethodRow | null): DiagnosticFindings {
    const probe = this.#buffers.get('probe');
    probe.set(at.angles);
    probe.set(at.goals, at.angles.length);
    probe.set(at.clamps, at.angles.length + at.goals.length);
    this.#raw.inspect(instance ?? -1);
    return this.#read(row?.observables ?? []);
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
    const { directions, sigma, alpha, response, reach, cost, step, u, v, axes, observed } =
      this.#layout;
    const all = this.#buffers.get('findings').slice();
    const part = (at: number, size = directions): Float64Array => all.subarray(at, at + size);
    const rows = (v - u) / directions;
    const joints = u - step;
    const size = {
      instance: 1,
      joint: joints,
      direction: directions,
      target: (observed - axes) / AXES,
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
      axes: (target) => part(axes + target * AXES, AXES),
    };
  }
}
