/** What a robot and a worker of its rows say to each other. */
import type { Scene } from 'iklab/scenario';
import type { ManyOptions, ManySolutions } from './packageTypes.ts';
import type { SentError } from './sentErrors.ts';

/** What a solver is made of. */
export type RobotScene = Pick<Scene, 'tree' | 'start'>;

/** Rows one after the other: their numbers, and how many rows of the call stand before them. */
export interface RowsAsked {
  readonly goals: Float64Array;
  readonly options: ManyOptions;
  readonly before: number;
}

/** What a worker is asked: first which robot it has, then pieces of rows, one at a time. */
export type ThreadAsk =
  | { readonly wasm: Uint8Array; readonly scene: RobotScene }
  | { readonly rows: RowsAsked };

export type ThreadAnswer = { readonly made: ManySolutions } | { readonly fault: SentError };
