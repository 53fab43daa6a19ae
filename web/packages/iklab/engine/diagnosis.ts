/** Why a solve has not reached its goals (wasm/src/iklab/ik/diagnosis/report.hpp). */
import type { Cause } from './protocol.ts';

/** Metres; radians of joints that turn. Errors are ‖e‖₂ of the whole task. */
export interface Diagnosis {
  /** `none`: it is within the tolerances. */
  readonly cause: Cause;
  /** The cause in words, and what is left: “joint-limits: elbow would have to move 24° …, 23 mm short”. */
  readonly reason: string;
  readonly error: number;
  /** Of the tips from their goals, summed. */
  readonly distance: number;
  /** The largest turn that is left. */
  readonly angle: number;
  /** A proved lower bound of `distance`; 0: none. */
  readonly shortfall: number;
  /** The least error of all experiments within the limits. */
  readonly best: number;
  /** Other starts that were tried, and how many of them reached the goals. */
  readonly restarts: number;
  readonly reached: number;
  /** Joints at a limit that Jᵀe pulls outward, by their share of ‖Jᵀe‖. */
  readonly pushed: readonly (LimitOfJoint & { readonly share: number })[];
  /** Joints that the solution without limits moves beyond theirs; the one that Jᵀe pulls hardest first. */
  readonly limiting: readonly (LimitOfJoint & { readonly beyond: number })[];
  /** A strong solver from the pose, within the limits and without them. */
  readonly within: Experiment;
  readonly released: Experiment;
  /**
   * Changes of the method that help from the pose, best first. `key`: the parameter, or `gain`, `maxStep` or
   * `clamp.distance`, that was given a value; `NO_KEY`: what the cause names was taken away, or nothing was
   * changed.
   */
  readonly helped: readonly (Experiment & {
    readonly cause: Cause;
    readonly key: string;
    readonly value: number;
  })[];
}

export const NO_KEY = 'none';

interface LimitOfJoint {
  readonly joint: string;
  readonly limit: 'lower' | 'upper';
}

interface Experiment {
  readonly error: number;
  readonly updates: number;
  readonly reached: boolean;
}
