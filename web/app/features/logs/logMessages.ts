/** Messages between the page and its reader of logs. */

import type { InlineTree, Target } from '@iklab/core/scenario';
import type {
  JointColumn,
  JointLog,
  LogFault,
  LogMeasures,
  LogOptions,
  SavedLog,
  ToolOffset,
} from '@iklab/logs';

export interface LogSource {
  /** The log's file, or a file of the deflated numbers in a scene's file. */
  readonly file: File;
  /** Description of the log in the scene's file; null if the log has its own file. */
  readonly carried: SavedLog | null;
}

export interface LogRequest extends LogSource {
  readonly name: string;
  readonly tree: InlineTree;
  readonly options: LogOptions & { readonly targets: readonly Target[] };
  /** True to compare with the log's goals if it has some; otherwise with the scene's targets. */
  readonly ownGoals: boolean;
  /** True to fit constant tool offsets, so that the mean errors vanish. */
  readonly fitted: boolean;
}

export interface Spread {
  readonly rms: number;
  readonly largest: number;
}

export interface ReadLog {
  readonly log: JointLog;
  readonly found: Pick<LogMeasures, 'measures' | 'report'>;
  /**
   * Sum of the distances between effectors and goals over all rows, in metres; null without goals.
   */
  readonly errors: Spread | null;
  /**
   * Largest angle between an effector and its goal over all rows, in radians; null without
   * orientation goals.
   */
  readonly turns: Spread | null;
  /** Median of the time steps in seconds; NaN for a single row. */
  readonly step: number;
  /** 64-bit FNV-1a hash of the file's bytes. */
  readonly hash: string;
  /** Mean offsets of the goals from the effectors, in the tool frames. */
  readonly offsets: readonly ToolOffset[];
}

export interface LogQuestion {
  readonly joints: readonly JointColumn[];
  /** Names of the log's numeric columns. */
  readonly columns: readonly string[];
  readonly sentence: string;
  readonly asks: readonly ('columns' | 'angles' | 'time')[];
}

export type LogAnswer =
  | { readonly kind: 'log'; readonly read: ReadLog }
  | { readonly kind: 'question'; readonly question: LogQuestion }
  | { readonly kind: 'refused'; readonly fault: LogFault };

/** A message of the reader: progress (share from 0 to 1, number of rows read), or the result. */
export type LogMessage =
  | { readonly kind: 'progress'; readonly share: number; readonly rows: number }
  | LogAnswer;
