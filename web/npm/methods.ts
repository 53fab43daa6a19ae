/** Written by web/setup/methodFunctions.mjs from the solver's table of methods; not by hand. */
import { method } from './method.ts';
import type { Method } from './packageTypes.ts';

/** Parameters of `transpose`. */
export interface TransposeOptions {
  /**
   * Step factor α. Factor on Jᵀe. 0 chooses the one that minimises the predicted error, each
   * update. From 0 to 100; 0 by default.
   */
  readonly alpha?: number;
}

/** Jacobian transpose. Follows the gradient: each joint turns as if the target pulled on it. */
export const transpose = (options: TransposeOptions = {}): Method => method('transpose', options);

/** Parameters of `pseudoinverse`. */
export interface PseudoinverseOptions {
  /**
   * Solved by. svd drops directions at rounding level; cholesky solves the normal equations and
   * breaks down where they are singular. svd by default.
   */
  readonly solve?: 'svd' | 'cholesky';
  /**
   * Halve unreachable e. While the part of e that J cannot produce is longer than the tolerance, e
   * is halved. false by default.
   */
  readonly residualHalving?: boolean;
  /**
   * Halving tolerance. Longest ‖(I − JJ⁺)e‖ that is left as it is. From 1e-12 to 10 m; fits the
   * robot by default.
   */
  readonly halvingTolerance?: number;
}

/**
 * Moore-Penrose pseudoinverse. The least-squares step of least norm: exact far from singularities,
 * wild near them.
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
  /** Cutoff is. absolute: in the units of σ; relative: a share of σ₁. absolute by default. */
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
   * Damping λ. Larger is smoother and slower. 0 is the pseudoinverse. From 0 to 1000 m; fits the
   * robot by default.
   */
  readonly lambda?: number;
  /**
   * λ chosen by. constant, or anew at each update by the smallest singular value, the
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
   * Largest λ. λ at the singularity; for bounded-error the upper bound. From 0 to 1000 m; fits the
   * robot by default.
   */
  readonly lambdaMax?: number;
  /**
   * Region ε. smallest-singular-value: damping sets in where σₘ falls below it. From 1e-9 to 1000
   * m; fits the robot by default.
   */
  readonly region?: number;
  /**
   * Manipulability w₀. manipulability: damping sets in where w = Πσ falls below it. From 1e-12 to
   * 1000000; 0.05 by default.
   */
  readonly manipulabilityBound?: number;
  /**
   * Step bound. bounded-step: the smallest λ with ‖Δθ‖ at or below it. From 1e-6 to 100 rad;
   * 0.7853981633974483 by default.
   */
  readonly stepBound?: number;
  /**
   * Error bound. bounded-error: the largest λ that loses no more than this of the step's effect.
   * From 1e-9 to 1000 m; fits the robot by default.
   */
  readonly errorBound?: number;
  /**
   * Condition bound κ. bounded-condition: the smallest λ with condition of (J; λI) at or below it.
   * From 1.0001 to 1000000000; 100 by default.
   */
  readonly conditionBound?: number;
  /** Error gain g. error: λ² = ½ g ‖e‖² + b. From 0 to 1000000; 1 by default. */
  readonly errorGain?: number;
  /** Error bias b. error: λ² = ½ g ‖e‖² + b. From 0 to 1000000 m²; fits the robot by default. */
  readonly errorBias?: number;
}

/**
 * Damped least squares. Trades accuracy for small joint changes: never wild, slow where λ is large.
 */
export const dls = (options: DlsOptions = {}): Method => method('dls', options);

/** Parameters of `filtered`. */
export interface FilteredOptions {
  /** Damping λ. Damps every direction. From 0 to 1000 m; fits the robot by default. */
  readonly lambda?: number;
  /**
   * Filter β. Damps the direction of the smallest singular value in addition. From 0 to 1000 m;
   * fits the robot by default.
   */
  readonly beta?: number;
  /**
   * Region. λ and β set in where σₘ falls below it. 0: always on. From 0 to 1000 m; fits the robot
   * by default.
   */
  readonly region?: number;
}

/**
 * Numerical filtering. Damps the direction of the smallest singular value, and hardly any other.
 */
export const filtered = (options: FilteredOptions = {}): Method => method('filtered', options);

/** Parameters of `sdls`. */
export interface SdlsOptions {
  /**
   * Largest change γ_max. Largest joint change that one singular direction, and the whole step, may
   * ask for. From 1e-6 to 6.283185307179586 rad; 0.7853981633974483 by default.
   */
  readonly gammaMax?: number;
  /**
   * Clamp. hard: as printed; soft: as in the program behind the paper's figures. hard by default.
   */
  readonly clampForm?: 'hard' | 'soft';
  /**
   * Zero σ is. Directions with σ at or below 1e-10 σ₁ (relative) or 1e-10 (absolute) are skipped.
   * relative by default.
   */
  readonly cutoffIs?: 'relative' | 'absolute';
}

/**
 * Selectively damped least squares. Damps each singular direction by how hard its motion is to get;
 * no λ to choose.
 */
export const sdls = (options: SdlsOptions = {}): Method => method('sdls', options);

/** Parameters of `idls`. */
export interface IdlsOptions {
  /**
   * Limit damping c. Damping of a joint half its range from the centre. A length: it competes with
   * σ, so a larger arm needs a larger c. From 0 to 1000000 m; fits the robot by default.
   */
  readonly c?: number;
  /**
   * Power p. Even. Larger leaves joints free in the middle of their range and damps them later and
   * harder near its ends. An even number from 2 to 64; 8 by default.
   */
  readonly p?: number;
  /**
   * Centre. Where a joint is damped least: its comfort value, or the mean of its limits. comfort by
   * default.
   */
  readonly centre?: 'comfort' | 'mean';
  /**
   * Weight term 1/w. Adds 1/w to the damping of each joint, w its weight in the mechanism. Off:
   * forms (11) and (12), undamped at the centre. true by default.
   */
  readonly weightTerm?: boolean;
  /**
   * Jacobian. true, or the paper's: hinges at one point turn about the axes of the bone they are
   * on, whatever their neighbours do. true by default.
   */
  readonly jacobian?: 'true' | 'parent-frame';
}

/**
 * Improved damped least squares. Damped least squares with a λ for each joint that grows toward its
 * limits.
 */
export const idls = (options: IdlsOptions = {}): Method => method('idls', options);

/** Parameters of `weightedLeastNorm`. */
export interface WeightedLeastNormOptions {
  /**
   * Damping λ. Larger is smoother and slower. 0 is the weighted pseudoinverse. From 0 to 1000 m;
   * fits the robot by default.
   */
  readonly lambda?: number;
}

/**
 * Weighted least-norm solution. Damped least squares that makes joints heavier the nearer they come
 * to a limit.
 */
export const weightedLeastNorm = (options: WeightedLeastNormOptions = {}): Method =>
  method('weighted-least-norm', options);

/** Parameters of `qp`. */
export interface QpOptions {
  /**
   * Damping λ. Larger is smoother and slower. Above 0, so that the best step is unique. From 1e-6
   * to 1000 m; fits the robot by default.
   */
  readonly lambda?: number;
}

/**
 * Quadratic program. The best damped step that keeps joint limits and the step limit, found
 * exactly.
 */
export const qp = (options: QpOptions = {}): Method => method('qp', options);

/** Parameters of `gaussNewton`. */
export interface GaussNewtonOptions {
  /**
   * Line search. Shortens the step until the error falls. Off, every step is the whole J⁺e. true by
   * default.
   */
  readonly lineSearch?: boolean;
}

/**
 * Gauss-Newton with line search. The pseudoinverse's step, shortened until the error really falls.
 */
export const gaussNewton = (options: GaussNewtonOptions = {}): Method =>
  method('gauss-newton', options);

/** Parameters of `levenbergMarquardt`. */
export interface LevenbergMarquardtOptions {
  /**
   * λ chosen by. levenberg and nielsen learn λ from how well the last steps went; wampler keeps it;
   * chan and sugihara tie it to the error. nielsen by default.
   */
  readonly damping?: 'levenberg' | 'wampler' | 'chan' | 'sugihara' | 'nielsen';
  /**
   * Damping λ. wampler: λ of every first trial. levenberg: λ to begin with. From 1e-9 to 1000 m;
   * fits the robot by default.
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
   * First damping τ. nielsen: λ² to begin with, as a part of the largest entry of the diagonal of
   * JᵀJ. From 1e-9 to 1000; 0.001 by default.
   */
  readonly tau?: number;
  /**
   * Check each step. A step that does not lower the error is tried again with more damping. Off,
   * wampler, chan and sugihara take the first as it is. true by default.
   */
  readonly checked?: boolean;
}

/**
 * Levenberg-Marquardt algorithm. Damped least squares whose damping learns from whether the last
 * step helped.
 */
export const levenbergMarquardt = (options: LevenbergMarquardtOptions = {}): Method =>
  method('levenberg-marquardt', options);

/** Parameters of `newton`. */
export interface NewtonOptions {
  /**
   * Line search. Shortens the step until the error falls. Off, every step is the whole one. true by
   * default.
   */
  readonly lineSearch?: boolean;
}

/**
 * Newton with the exact Hessian. Uses the curvature of the kinematics as well: few updates, out of
 * reach too.
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
   * Form. halley bends J along the step ahead; newton leaves it as it is: Newton-Raphson. halley by
   * default.
   */
  readonly form?: 'halley' | 'newton';
}

/**
 * Halley's method (QuIK). Bends the Jacobian along the step ahead: near the target an update
 * triples the digits.
 */
export const halley = (options: HalleyOptions = {}): Method => method('halley', options);

/** Parameters of `bfgs`. */
export interface BfgsOptions {
  /**
   * Slope left. The line search ends where the slope has fallen to this part of the first one.
   * Smaller searches more exactly, with more evaluations. From 0.001 to 0.99; 0.9 by default.
   */
  readonly curvature?: number;
}

/**
 * Broyden-Fletcher-Goldfarb-Shanno. Learns the curvature from its own steps, without second
 * derivatives.
 */
export const bfgs = (options: BfgsOptions = {}): Method => method('bfgs', options);

/** Parameters of `conjugateGradient`. */
export interface ConjugateGradientOptions {
  /**
   * Slope left. The line search ends where the slope has fallen to this part of the first one.
   * Smaller searches more exactly, with more evaluations. From 0.001 to 0.5; 0.1 by default.
   */
  readonly curvature?: number;
}

/**
 * Nonlinear conjugate gradients. The gradient, with as much of the last direction as keeps it from
 * zigzagging.
 */
export const conjugateGradient = (options: ConjugateGradientOptions = {}): Method =>
  method('conjugate-gradient', options);

/** Parameters of `ccd`. */
export interface CcdOptions {
  /**
   * Largest turn. Of one joint in an update. Small values share the bending more evenly. 0: no
   * bound. From 0 to 6.283185307179586 rad; 0 by default.
   */
  readonly maxTurn?: number;
}

/**
 * Cyclic coordinate descent. Turns one joint after the other, from the last to the root, each as
 * well as it can.
 */
export const ccd = (options: CcdOptions = {}): Method => method('ccd', options);

/** Parameters of `fabrik`. */
export interface FabrikOptions {
  /**
   * Passes. Backward and forward passes of an update, before the joints are fitted. A whole number
   * from 1 to 20; 1 by default.
   */
  readonly passes?: number;
  /**
   * Weight of tips. In the fit, where joints cannot follow the points: a tip against any other
   * point. From 1 to 1000; 1 by default.
   */
  readonly tipWeight?: number;
  /**
   * Sweeps of the fit. At most this many over all joints, where they cannot follow the points
   * exactly. A whole number from 0 to 100; 10 by default.
   */
  readonly sweeps?: number;
}

/**
 * Forward and backward reaching. Pulls points along the bones, forth and back, then fits the joints
 * to them.
 */
export const fabrik = (options: FabrikOptions = {}): Method => method('fabrik', options);

/** Parameters of `priority`. */
export interface PriorityOptions {
  /**
   * Damping λ. Of every target's own solution. It never mixes the targets' order. From 0 to 1000 m;
   * fits the robot by default.
   */
  readonly lambda?: number;
  /**
   * Last target first. Turns the order round: the last target of the scene comes first. false by
   * default.
   */
  readonly lastFirst?: boolean;
}

/** Task priority. Serves the targets in strict order: a later one never disturbs an earlier one. */
export const priority = (options: PriorityOptions = {}): Method => method('priority', options);

/** Parameters of `twoStage`. */
export interface TwoStageOptions {
  /** First. Method at work while the targets are far. dls by default. */
  readonly first?: Method;
  /** Second. Method at work once the targets are near. sdls by default. */
  readonly second?: Method;
  /**
   * Switch at d. Mean distance of the targets at or below which the second method works. From 0 to
   * 1000000 m; fits the robot by default.
   */
  readonly switchAt?: number;
  /** Clamp first only. The target clamp holds for the first method alone. false by default. */
  readonly clampFirstOnly?: boolean;
}

/** One method far, another near. One method far from the targets, another near them. */
export const twoStage = (options: TwoStageOptions = {}): Method => method('two-stage', options);
