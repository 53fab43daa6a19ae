import type { Catalogue } from '@iklab/core/scenario/methods';
import type { CodeRun } from './codeRun.ts';
import { formatCodeNumber } from './codeText.ts';

/** NumPy code of a method: a function `step` with parameters `args`, and its helper functions. */
export interface NumpyMethodCode {
  readonly args: string;
  readonly text: string;
  /**
   * True if the columns of J use the joint axes `carried`, which `text` defines, instead of those
   * of the derivative.
   */
  readonly parentFrame?: true;
}

export type CodeParams = CodeRun['panel']['params'];

export interface NumpyMethodContext {
  /** Working rank: the largest rank of J over several random poses. */
  readonly rank: number;
  readonly wide: boolean;
  /** `limited`: joints obey their limits. `locks`: a step beyond the limits is recomputed. */
  readonly limited: boolean;
  readonly locks: boolean;
  readonly screws: boolean;
  readonly clamped: boolean;
  readonly secondary: boolean;
  /**
   * Largest joint change per update: rotation in radians, translation (`maxSlide`) in metres; null:
   * no limit.
   */
  readonly maxTurn: number | null;
  readonly maxSlide: number | null;
  readonly isStationary: boolean;
  /** First row in J and weight of each target's orientation; null: unconstrained. */
  readonly orientations: readonly ({ readonly row: number; readonly weight: number } | null)[];
  readonly stageStep: boolean;
  readonly catalogue: Catalogue;
}

/**
 * Function that writes the step of a method in NumPy; null if NumPy code cannot express the run.
 */
export type NumpyStepWriter = (
  params: CodeParams,
  setting: NumpyMethodContext,
) => NumpyMethodCode | null;

export const writeParamNumber = (params: CodeParams, key: string): string =>
  formatCodeNumber(Number(params[key]));

export const NUMPY_SVD_LINE = 'U, s, Vt = np.linalg.svd(J, full_matrices=False)';
export const NUMPY_NOISE_EXPRESSION = 'np.finfo(float).eps * s[0] * max(J.shape)';

export const makeNumpyStepFunction = (
  doc: string,
  lines: string,
  args = 'J, e',
): NumpyMethodCode => ({
  args,
  text: `def step(${args}):\n    """${doc}"""\n${lines}`,
});
