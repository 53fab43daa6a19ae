import type { Cause } from './protocol.ts';

/**
 * The findings of a diagnosis. Lengths are in metres, angles in radians. Errors are ||e||_2 of the
 * whole task.
 */
export interface FailureDiagnosis {
  /** Cause of the failure; `none` if the pose is within the tolerances. */
  readonly cause: Cause;
  /**
   * Reason as text, such as "joint-limits: elbow would have to move 24 degrees ..., 23 mm short".
   */
  readonly reason: string;
  readonly error: number;
  /** Sum of the effectors' distances from their goals, in metres. */
  readonly distance: number;
  /** Largest remaining rotation of an effector to its goal, in radians. */
  readonly angle: number;
  /** A proved lower bound of `distance`, in metres; 0 if there is none. */
  readonly shortfall: number;
  /** Smallest error that any experiment within the joint limits reached, in metres. */
  readonly best: number;
  /** Number of other start poses tried, and (`reached`) of those that led to the goals. */
  readonly restarts: number;
  readonly reached: number;
  /** Joints at a limit that J^T e pushes outward, with their share of ||J^T e||. */
  readonly pushed: readonly (LimitOfJoint & { readonly share: number })[];
  /**
   * Joints that exceed their limits in a solution without limits; the joint most pulled by J^T e
   * first.
   */
  readonly limiting: readonly (LimitOfJoint & { readonly beyond: number })[];
  /**
   * Results of a robust solver from the diagnosed pose, with limits (`within`) and without
   * (`released`).
   */
  readonly within: Experiment;
  readonly released: Experiment;
  /**
   * Changed settings that help from the diagnosed pose, best first. `key`: a parameter, `gain`,
   * `maxStep` or `clamp.distance`; `NO_CHANGED_SETTING_KEY`: no setting was changed.
   */
  readonly helped: readonly (Experiment & {
    readonly cause: Cause;
    readonly key: string;
    readonly value: number;
  })[];
}

export const NO_CHANGED_SETTING_KEY = 'none';

interface LimitOfJoint {
  readonly joint: string;
  readonly limit: 'lower' | 'upper';
}

interface Experiment {
  readonly error: number;
  readonly updates: number;
  readonly reached: boolean;
}
