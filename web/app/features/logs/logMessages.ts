import type { InlineTree, Target } from '@iklab/core/scenario';
import type {
  JointColumn,
  JointLog,
  LogFault,
  LogMeasures,
  LogReadingOptions,
  SavedLog,
  ToolOffset,
} from '@iklab/logs';

export interface LogSource {
  /** File of the log. For a log inside a scene file: a file of the unpacked numbers. */
  readonly file: File;
  /** Description of a log inside a scene file; null for a separate log file. */
  readonly carried: SavedLog | null;
}

export interface LogRequest extends LogSource {
  readonly name: string;
  readonly tree: InlineTree;
  readonly options: LogReadingOptions & { readonly targets: readonly Target[] };
  /** True to compare the log with its own goals, if any; false for the scene's targets. */
  readonly ownGoals: boolean;
  /** True to fit constant tool offsets, so that the mean errors are zero. */
  readonly fitted: boolean;
}

export interface LogErrorSummary {
  readonly rms: number;
  readonly largest: number;
}

export interface MeasuredLog {
  readonly log: JointLog;
  readonly found: Pick<LogMeasures, 'measures' | 'report'>;
  /**
   * RMS and maximum over the rows of the summed distances from effector to goal, in metres; null
   * without goals.
   */
  readonly errors: LogErrorSummary | null;
  /**
   * RMS and maximum over the rows of the orientation error, in radians; null without orientation
   * goals.
   */
  readonly turns: LogErrorSummary | null;
  /** Median time step between rows, in seconds; NaN for a single row. */
  readonly step: number;
  /** 64-bit FNV-1a hash of the log's file. */
  readonly hash: string;
  /** Mean offsets from effector to goal, in the tool's frame. */
  readonly offsets: readonly ToolOffset[];
}

export interface LogReadingQuestion {
  readonly joints: readonly JointColumn[];
  readonly columns: readonly string[];
  readonly sentence: string;
  readonly asks: readonly ('columns' | 'angles' | 'time')[];
}

export type LogReadingResult =
  | { readonly kind: 'log'; readonly read: MeasuredLog }
  | { readonly kind: 'question'; readonly question: LogReadingQuestion }
  | { readonly kind: 'refused'; readonly fault: LogFault };

/**
 * Message of the log reader: progress or result. `share`: from 0 to 1; `rows`: rows read so far.
 */
export type LogReaderMessage =
  | { readonly kind: 'progress'; readonly share: number; readonly rows: number }
  | LogReadingResult;
