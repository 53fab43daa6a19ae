/** Messages between a robot and the workers that solve its rows. */
import type { Scene } from '@iklab/core/scenario';
import type { ManyOptions, ManySolutions } from './packageTypes.ts';
import type { SentError } from './sentError.ts';

export type RobotScene = Pick<Scene, 'tree' | 'start'>;

export interface SolveRowsRequest {
  readonly goals: Float64Array;
  readonly options: ManyOptions;
  readonly before: number;
}

/** Message to a worker. The first has the robot; each later one has rows. */
export type ThreadRequest =
  | { readonly wasm: Uint8Array; readonly scene: RobotScene }
  | { readonly rows: SolveRowsRequest };

export type SolveRowsAnswer = { readonly made: ManySolutions } | { readonly fault: SentError };
