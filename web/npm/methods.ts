/** Written by web/setup/methodFunctions.mjs from the solver's table of methods; not by hand. */
import { method } from './method.ts';
import type { Method } from './packageTypes.ts';

/** Parameters of `transpose`. */
export interface TransposeOptions {
  /**
   * Step factor α. Factor of Jᵀe. Automatic (0): the factor that minimises the predicted error at
   * each update. From 0 to 100; 0 by default.
   */
  readonly alpha?: number;
}

/** Jacobian transpose. Follows the gradient: each joint moves as if the target pulled on it. */
export const transpose = (options: TransposeOptions = {}): Method => method('transpose', options);

/** Parameters of `pseudoinverse`. */
export interface PseudoinverseOptions {
  /**
   * Solver. svd drops directions at rounding level; cholesky solves the normal equations and fails
   * if they are singular. svd by default.
   */
  readonly solve?: 'svd' | 'cholesky';
  /**
   * Halve unreachable e. Halves e while the part of e that J cannot produce is longer than the
   * tolerance. false by default.
   */
  readonly residualHalving?: boolean;
  /**
   * Halving tolerance. Largest ‖(I − JJ⁺)e‖ that is not halved. From 1e-12 to 10 m; fits the robot
   * by default.
   */
  readonly halvingTolerance?: number;
}

/**
 * Moore-Penrose pseudoinverse. The minimum-norm least-squares step: exact far from singularities,
 * erratic near them.
 */
export const pseudoinverse = (options: PseudoinverseOptions = {}): Method =>
  method('pseudoinverse', options);

/** Parameters of `truncated`. */
export interface TruncatedOptions {
  /**
   * Cutoff σ_cut. Singular values at or below it are dropped. From 0 to 10; fits the robot by
   * default.
   */
  readonly cutoff?: number;
  /** Cutoff unit. absolute: in the units of σ; relative: a share of σ₁. absolute by default. */
  readonly cutoffIs?: 'absolute' | 'relative';
}

/**
 * Truncated pseudoinverse. The pseudoinverse without the directions whose singular value is too
 * small.
 */
export const truncated = (options: TruncatedOptions = {}): Method => method('truncated', options);

/** Parameters of `dls`. */
export interface DlsOptions {
  /**
   * Damping λ. Larger values are smoother and slower. 0 is the pseudoinverse. From 0 to 1000 m;
   * fits the robot by default.
   */
  readonly lambda?: number;
  /**
   * λ rule. Constant, or recomputed at each update from the smallest singular value, the
   * manipulability, a bound on step, error or condition, or the error itself. constant by default.
   */
  readonly damping?:
    | 'constant'
    | 'smallest-singular-value'
    | 'manipulability'
    | 'bounded-step'
    | 'bounded-error'
    | 'bounded-condition'
    | 'error';
  /**
   * Largest λ. λ at the singularity; for bounded-error, the upper bound of λ. From 0 to 1000 m;
   * fits the robot by default.
   */
  readonly lambdaMax?: number;
  /**
   * Region ε. smallest-singular-value: damping starts when σₘ falls below it. From 1e-9 to 1000 m;
   * fits the robot by default.
   */
  readonly region?: number;
  /**
   * Manipulability w₀. manipulability: damping starts when w = Πσ falls below it. From 1e-12 to
   * 1000000; 0.05 by default.
   */
  readonly manipulabilityBound?: number;
  /**
   * Step bound. bounded-step: uses the smallest λ with ‖Δθ‖ at or below this bound. From 1e-6 to
   * 100 rad; 0.7853981633974483 by default.
   */
  readonly stepBound?: number;
  /**
   * Error bound. bounded-error: uses the largest λ that loses at most this part of the step's
   * effect. From 1e-9 to 1000 m; fits the robot by default.
   */
  readonly errorBound?: number;
  /**
   * Condition bound κ. bounded-condition: uses the smallest λ with a condition of (J; λI) at or
   * below this bound. From 1.0001 to 1000000000; 100 by default.
   */
  readonly conditionBound?: number;
  /** Error gain g. error: λ² = ½ g ‖e‖² + b. From 0 to 1000000; 1 by default. */
  readonly errorGain?: number;
  /** Error bias b. error: λ² = ½ g ‖e‖² + b. From 0 to 1000000 m²; fits the robot by default. */
  readonly errorBias?: number;
}

/**
 * Damped least squares. Trades accuracy for small joint steps: always stable, slow if λ is large.
 */
export const dls = (options: DlsOptions = {}): Method => method('dls', options);

/** Parameters of `filtered`. */
export interface FilteredOptions {
  /** Damping λ. Damps every direction. From 0 to 1000 m; fits the robot by default. */
  readonly lambda?: number;
  /**
   * Filter β. Additional damping of the direction with the smallest singular value. From 0 to 1000
   * m; fits the robot by default.
   */
  readonly beta?: number;
  /**
   * Region. λ and β start when σₘ falls below it. 0: always on. From 0 to 1000 m; fits the robot by
   * default.
   */
  readonly region?: number;
}

/**
 * Numerical filtering. Damps the direction of the smallest singular value, and the others hardly.
 */
export const filtered = (options: FilteredOptions = {}): Method => method('filtered', options);

/** Parameters of `sdls`. */
export interface SdlsOptions {
  /**
   * Largest change γ_max. Largest joint step along one singular direction, and of the entire
   * update. From 1e-6 to 6.283185307179586 rad; 0.7853981633974483 by default.
   */
  readonly gammaMax?: number;
  /**
   * Clamp. hard: as published; soft: as in the program used for the paper's figures. hard by
   * default.
   */
  readonly clampForm?: 'hard' | 'soft';
  /**
   * Zero σ threshold. Directions with σ at or below 1e-10 σ₁ (relative) or 1e-10 (absolute) are
   * skipped. relative by default.
   */
  readonly cutoffIs?: 'relative' | 'absolute';
}

/** Selectively damped least squares. Damps each singular direction individually; no λ to choose. */
export const sdls = (options: SdlsOptions = {}): Method => method('sdls', options);

/** Parameters of `idls`. */
export interface IdlsOptions {
  /**
   * Limit damping c. Damping of a joint that is half its range away from the centre. A length
   * comparable with σ: a larger arm needs a larger c. From 0 to 1000000 m; fits the robot by
   * default.
   */
  readonly c?: number;
  /**
   * Power p. Even. Larger values damp joints less in the middle of their range, and later and more
   * strongly near its ends. An even number from 2 to 64; 8 by default.
   */
  readonly p?: number;
  /**
   * Centre. Joint value with the least damping: its comfort value, or the middle of its limits.
   * comfort by default.
   */
  readonly centre?: 'comfort' | 'mean';
  /**
   * Weight term 1/w. Adds 1/w to the damping of each joint, where w is its weight in the mechanism.
   * Off: equations (11) and (12), without damping at the centre. true by default.
   */
  readonly weightTerm?: boolean;
  /**
   * Jacobian. true: exact. parent-frame: as in the paper, joints at one point rotate about the axes
   * of their link, regardless of their neighbours. true by default.
   */
  readonly jacobian?: 'true' | 'parent-frame';
}

/**
 * Improved damped least squares. Damped least squares with a λ per joint that increases towards the
 * joint limits.
 */
export const idls = (options: IdlsOptions = {}): Method => method('idls', options);

/** Parameters of `weightedLeastNorm`. */
export interface WeightedLeastNormOptions {
  /**
   * Damping λ. Larger values are smoother and slower. 0 is the weighted pseudoinverse. From 0 to
   * 1000 m; fits the robot by default.
   */
  readonly lambda?: number;
}

/**
 * Weighted least-norm solution. Damped least squares with joint weights that increase near the
 * limits.
 */
export const weightedLeastNorm = (options: WeightedLeastNormOptions = {}): Method =>
  method('weighted-least-norm', options);

/** Parameters of `qp`. */
export interface QpOptions {
  /**
   * Damping λ. Larger values are smoother and slower. Must be above 0 for a unique solution. From
   * 1e-6 to 1000 m; fits the robot by default.
   */
  readonly lambda?: number;
}

/**
 * Quadratic program. The best damped step within the joint limits and the step limit, solved
 * exactly.
 */
export const qp = (options: QpOptions = {}): Method => method('qp', options);

/** Parameters of `gaussNewton`. */
export interface GaussNewtonOptions {
  /**
   * Line search. Shortens the step until the error decreases. Off: every step is the full J⁺e. true
   * by default.
   */
  readonly lineSearch?: boolean;
}

/** Gauss-Newton with line search. The pseudoinverse's step, shortened until the error decreases. */
export const gaussNewton = (options: GaussNewtonOptions = {}): Method =>
  method('gauss-newton', options);

/** Parameters of `levenbergMarquardt`. */
export interface LevenbergMarquardtOptions {
  /**
   * λ rule. levenberg and nielsen adapt λ to the success of the last steps; wampler keeps it
   * constant; chan and sugihara compute it from the error. nielsen by default.
   */
  readonly damping?: 'levenberg' | 'wampler' | 'chan' | 'sugihara' | 'nielsen';
  /**
   * Damping λ. wampler: λ of every first trial. levenberg: initial λ. From 1e-9 to 1000 m; fits the
   * robot by default.
   */
  readonly lambda?: number;
  /** Error gain g. chan: λ² = g E, with E = ½ ‖e‖². From 0 to 1000000; 1 by default. */
  readonly errorGain?: number;
  /**
   * Error bias b. sugihara: λ² = E + b, with E = ½ ‖e‖². From 0 to 1000000 m²; fits the robot by
   * default.
   */
  readonly errorBias?: number;
  /**
   * First damping τ. nielsen: initial λ², as a fraction of the largest diagonal entry of JᵀJ. From
   * 1e-9 to 1000; 0.001 by default.
   */
  readonly tau?: number;
  /**
   * Check each step. A step that does not reduce the error is recomputed with more damping. Off:
   * wampler, chan and sugihara always apply the first step. true by default.
   */
  readonly checked?: boolean;
}

/**
 * Levenberg-Marquardt algorithm. Damped least squares that adapts the damping to the success of the
 * last step.
 */
export const levenbergMarquardt = (options: LevenbergMarquardtOptions = {}): Method =>
  method('levenberg-marquardt', options);

/** Parameters of `newton`. */
export interface NewtonOptions {
  /**
   * Line search. Shortens the step until the error decreases. Off: every step has full length. true
   * by default.
   */
  readonly lineSearch?: boolean;
}

/**
 * Newton with the exact Hessian. Also uses the curvature of the kinematics: few updates, even out
 * of reach.
 */
export const newton = (options: NewtonOptions = {}): Method => method('newton', options);

/** Parameters of `halley`. */
export interface HalleyOptions {
  /**
   * λ. Damps both solves, as in DLS. At 0 they are pseudoinverses, as in the paper. From 0 to 1000
   * m; fits the robot by default.
   */
  readonly lambda?: number;
  /**
   * Form. halley: J at the middle of the step. newton: J at the current pose (Newton-Raphson).
   * halley by default.
   */
  readonly form?: 'halley' | 'newton';
}

/**
 * Halley's method (QuIK). Uses the Jacobian at the middle of the step: near the target, each update
 * triples the correct digits.
 */
export const halley = (options: HalleyOptions = {}): Method => method('halley', options);

/** Parameters of `bfgs`. */
export interface BfgsOptions {
  /**
   * Slope tolerance. The line search ends when the slope has decreased to this fraction of its
   * initial value. Smaller: more exact, more evaluations. From 0.001 to 0.99; 0.9 by default.
   */
  readonly curvature?: number;
}

/**
 * Broyden-Fletcher-Goldfarb-Shanno. Estimates the curvature from its steps, without second
 * derivatives.
 */
export const bfgs = (options: BfgsOptions = {}): Method => method('bfgs', options);

/** Parameters of `conjugateGradient`. */
export interface ConjugateGradientOptions {
  /**
   * Slope tolerance. The line search ends when the slope has decreased to this fraction of its
   * initial value. Smaller: more exact, more evaluations. From 0.001 to 0.5; 0.1 by default.
   */
  readonly curvature?: number;
}

/**
 * Nonlinear conjugate gradients. The gradient plus a fraction of the last direction, which avoids
 * zigzagging.
 */
export const conjugateGradient = (options: ConjugateGradientOptions = {}): Method =>
  method('conjugate-gradient', options);

/** Parameters of `ccd`. */
export interface CcdOptions {
  /**
   * Maximum step per joint. Per update. Small values distribute the bending more evenly. 0: no
   * bound. From 0 to 6.283185307179586 rad; 0 by default.
   */
  readonly maxTurn?: number;
}

/**
 * Cyclic coordinate descent. Moves one joint after the other, from the last to the root, each to
 * its optimal value.
 */
export const ccd = (options: CcdOptions = {}): Method => method('ccd', options);

/** Parameters of `fabrik`. */
export interface FabrikOptions {
  /**
   * Passes. Number of backward and forward passes per update, before the joints are fitted. A whole
   * number from 1 to 20; 1 by default.
   */
  readonly passes?: number;
  /**
   * Effector weight. Weight of an effector relative to other points in the fit, if the joints
   * cannot follow the points. From 1 to 1000; 1 by default.
   */
  readonly tipWeight?: number;
  /**
   * Fit sweeps. Maximum number of sweeps over all joints, if they cannot follow the points exactly.
   * A whole number from 0 to 100; 10 by default.
   */
  readonly sweeps?: number;
}

/**
 * Forward and backward reaching. Moves joint positions back and forth along the links, then fits
 * the joint angles.
 */
export const fabrik = (options: FabrikOptions = {}): Method => method('fabrik', options);

/** Parameters of `priority`. */
export interface PriorityOptions {
  /**
   * Damping λ. Damping of each target's solution. It does not affect the order of the targets. From
   * 0 to 1000 m; fits the robot by default.
   */
  readonly lambda?: number;
  /**
   * Last target first. Reverses the order: the last target of the scene has the highest priority.
   * false by default.
   */
  readonly lastFirst?: boolean;
}

/**
 * Task priority. Solves the targets in strict order: a later target never disturbs an earlier one.
 */
export const priority = (options: PriorityOptions = {}): Method => method('priority', options);

/** Parameters of `twoStage`. */
export interface TwoStageOptions {
  /** First. Method used while the targets are far away. dls by default. */
  readonly first?: Method;
  /** Second. Method used when the targets are close. sdls by default. */
  readonly second?: Method;
  /**
   * Switch at d. The second method is used at or below this mean distance of the targets. From 0 to
   * 1000000 m; fits the robot by default.
   */
  readonly switchAt?: number;
  /** Clamp first only. The target clamp applies only to the first method. false by default. */
  readonly clampFirstOnly?: boolean;
}

/** One method far away, another nearby. One method far from the targets, another near them. */
export const twoStage = (options: TwoStageOptions = {}): Method => method('two-stage', options);
