/** What the page and its reader of logs say to each other. */
import type {
  CarriedCard,
  JointColumn,
  Log,
  LogFault,
  LogMeasures,
  LogOptions,
  ToolOffset,
} from '@iklab/logs';
import type { InlineTree, Target } from 'iklab/scenario';

/** Where a log comes from. */
export interface LogSource {
  /** Its own file, or the deflated numbers out of that of a scene. */
  readonly file: File;
  /** What the scene's file says of it; null: the file is its own. */
  readonly carried: CarriedCard | null;
}

export interface LogRequest extends LogSource {
  readonly name: string;
  readonly tree: InlineTree;
  readonly options: LogOptions & { readonly targets: readonly Target[] };
  /** The log's own goals count where it has some, else the scene's. */
  readonly ownGoals: boolean;
  /** Tools are where the tips meet their goals in the mean. */
  readonly fitted: boolean;
}

export interface Spread {
  readonly rms: number;
  readonly largest: number;
}

/** A log, and what is measured of it by our kinematics. */
export interface ReadLog {
  readonly log: Log;
  readonly found: Pick<LogMeasures, 'measures' | 'report'>;
  /** Of all rows: distances of the tips to their goals together, metres; null: there are no goals. */
  readonly errors: Spread | null;
  /** The largest angle of a tip to its goal, radians; null: no goal has a turn. */
  readonly turns: Spread | null;
  /** Median of the steps in time, seconds; NaN: there is one row. */
  readonly step: number;
  /** Of the file's bytes: FNV-1a, 64 bits. */
  readonly hash: string;
  /** Where the goals are from the tips in the mean, as seen from the tools. */
  readonly offsets: readonly ToolOffset[];
}

/** What must be said before a log can be played. */
export interface LogQuestion {
  readonly joints: readonly JointColumn[];
  /** Names of those that hold numbers. */
  readonly columns: readonly string[];
  readonly sentence: string;
  readonly asks: readonly ('columns' | 'angles' | 'time')[];
}

export type LogAnswer =
  | { readonly kind: 'log'; readonly read: ReadLog }
  | { readonly kind: 'question'; readonly question: LogQuestion }
  | { readonly kind: 'refused'; readonly fault: LogFault };

/** How far it is, 0 to 1, and how many rows are read; or what came of it. */
export type LogMessage =
  | { readonly kind: 'progress'; readonly share: number; readonly rows: number }
  | LogAnswer;
