/** What the steps of all methods in NumPy are written with. */
import type { Catalogue } from '../scenario/index.ts';
import type { CodeRun } from './codeRun.ts';
import { number } from './codeText.ts';

/** A function `step` of these arguments, and what stands before it. */
export interface NumpyMethod {
  readonly takes: string;
  readonly text: string;
  /** J has the axes of `carried`, which stands in `text`, not the derivative's. */
  readonly parentFrame?: true;
}

export type Params = CodeRun['panel']['params'];

/** What of a run a method hangs on. */
export interface NumpySetting {
  /** Of J over the reach of the mechanism. */
  readonly rank: number;
  /** J has no more rows than columns. */
  readonly wide: boolean;
  /** Joints keep their limits; by finding a step anew where one would leave them. */
  readonly limited: boolean;
  readonly locks: boolean;
  readonly screws: boolean;
  readonly clamped: boolean;
  readonly secondary: boolean;
  /** The largest turn and slide of an update; null: any. */
  readonly maxTurn: number | null;
  readonly maxSlide: number | null;
  /** The targets stand still. */
  readonly still: boolean;
  /** Of each target: the first row of its turn, and its weight; null: it has none. */
  readonly turned: readonly ({ readonly row: number; readonly weight: number } | null)[];
  /** The largest turn is that of the stage at work. */
  readonly stageStep: boolean;
  readonly catalogue: Catalogue;
}

/** Null: there is no plain NumPy for it yet. */
export type Write = (params: Params, setting: NumpySetting) => NumpyMethod | null;

export const value = (params: Params, key: string): string => number(Number(params[key]));

export const SVD = 'U, s, Vt = np.linalg.svd(J, full_matrices=False)';
export const NOISE = 'np.finfo(float).eps * s[0] * max(J.shape)';

export const step = (doc: string, lines: string, takes = 'J, e'): NumpyMethod => ({
  takes,
  text: `def step(${takes}):\n    """${doc}"""\n${lines}`,
});
