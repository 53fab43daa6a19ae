/** Helpers for the steps of all methods in NumPy. */
import type { Catalogue } from '@iklab/core/scenario/methods';
import type { CodeRun } from './codeRun.ts';
import { writeNumber } from './codeText.ts';

/** Code of a method: a function `step` with these arguments, and the code before it. */
export interface NumpyMethod {
  readonly args: string;
  readonly text: string;
  /** True if J has the axes of `carried`, which `text` defines, instead of the derivative's. */
  readonly parentFrame?: true;
}

export type CodeParams = CodeRun['panel']['params'];

export interface NumpySetting {
  /** Working rank: the largest rank of J over several random poses. */
  readonly rank: number;
  /** True if J has no more rows than columns. */
  readonly wide: boolean;
  /**
   * Whether joints obey their limits (`limited`), and by recomputing a step that leaves them
   * (`locks`).
   */
  readonly limited: boolean;
  readonly locks: boolean;
  readonly screws: boolean;
  readonly clamped: boolean;
  readonly secondary: boolean;
  /** Largest rotation and translation of a joint per update; null: unlimited. */
  readonly maxTurn: number | null;
  readonly maxSlide: number | null;
  readonly isStationary: boolean;
  /** First row and weight of each target's orientation; null: unconstrained. */
  readonly orientations: readonly ({ readonly row: number; readonly weight: number } | null)[];
  readonly stageStep: boolean;
  readonly catalogue: Catalogue;
}

/** Writes the step of a method; null if it has no NumPy code for this run. */
export type WriteMethod = (params: CodeParams, setting: NumpySetting) => NumpyMethod | null;

export const paramNumber = (params: CodeParams, key: string): string =>
  writeNumber(Number(params[key]));

export const SVD_LINE = 'U, s, Vt = np.linalg.svd(J, full_matrices=False)';
export const NOISE_EXPRESSION = 'np.finfo(float).eps * s[0] * max(J.shape)';

export const makeStepFunction = (doc: string, lines: string, args = 'J, e'): NumpyMethod => ({
  args,
  text: `def step(${args}):\n    """${doc}"""\n${lines}`,
});
