/** Interface of published tables: what a paper reports, and independent parts that recompute it. */
import type { CitedPaperOrKey, Engine } from '@iklab/core/engine';

export interface PublishedFigure {
  readonly row: string;
  readonly column: string;
  /** Unit of both numbers; '' for a count. */
  readonly unit: string;
  readonly decimals: number;
  /**
   * Printed number; null: illegible or not printed. NaN in both numbers: the target is never
   * reached.
   */
  readonly paper: number | null;
  readonly ours: number;
  /** Set if the paper prints a bound, such as "over 100", instead of a number. */
  readonly bound?: 'over' | 'under';
  /**
   * Lower end of the interval of our number; `high`: upper end. The table's `spread` explains the
   * interval.
   */
  readonly low?: number;
  readonly high?: number;
  /** Set if the interval shows the spread of parts of our runs. */
  readonly pieces?: true;
  /** Set if the paper's description does not suffice to judge our number. */
  readonly unjudged?: boolean;
  /** Why the measurement may be wrong: 'this computer was busy'. */
  readonly remark?: string;
  /** Number of decimals that the paper prints, if our number is shown with more. */
  readonly printed?: number;
  /** Rounding error of the printed number; by default half a unit of the last decimal. */
  readonly rounding?: number;
  readonly cause?: DeviationCause;
  /**
   * Kind of number; by default the row. Numbers of one kind are tested together for one-sided
   * deviation.
   */
  readonly family?: string;
  /**
   * Text if the figure and its kind deviate significantly to one side: '10 of 10 are below the
   * printed numbers (...)'.
   */
  readonly oneSide?: string;
  /** A possible, unconfirmed reason for an unexplained deviation. */
  readonly hint?: string;
  /** Set if `paper` is not published, but measured with another program. */
  readonly measured?: true;
  /** Position in a table of the page; by default the figure has its own row. */
  readonly place?: PublishedFigurePosition;
  /** Number of runs behind our number. */
  readonly sample: number;
  /** Scenario document that replays a run behind our number. */
  readonly opens: object;
}

export interface PublishedFigurePosition {
  readonly group: string;
  readonly line: string;
  /** Heading of a group of columns. The numbers of a line in the group are from one run. */
  readonly over: string;
  readonly at: string;
}

/** Reason for deviations, stated without regard to our results. */
export interface DeviationCause {
  readonly words: string;
  /** Largest deviation that the cause explains, in the unit of the figure. */
  readonly most: number;
}

export interface PublishedTableVariant {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  /** Number of values of the variant that the paper prints. */
  readonly numbers: number;
}

/** Independent part of the computation of a table, as plain data for a worker. */
export interface PublishedTablePart {
  readonly variant: string;
  /** Index of a part among the parts of its variant. */
  readonly index: number;
  /**
   * Index of the first run of the part; `count`: number of runs. Both are 0 for a table without
   * sample.
   */
  readonly first: number;
  readonly count: number;
}

export interface DrawnPaperCase {
  readonly name: string;
  /** Figure of the paper with the poses: 'figure 2'; '' if there is none. */
  readonly poses: string;
  /** Figure of the paper with the joint values. */
  readonly motion: string;
  readonly most: number;
}

export interface PaperDrawings {
  /** Notes on what the paper's figures show and leave open. */
  readonly about: readonly string[];
  of(figure: PublishedFigure): DrawnPaperCase;
  /** Converts joint values to θ1, θ2 ... of the paper's figures, degrees. */
  printed(angles: readonly number[]): readonly number[];
}

export interface PublishedTable {
  readonly id: string;
  /** Citation of the table or figure: 'Buss & Kim, figure 3'. */
  readonly title: string;
  readonly source: CitedPaperOrKey;
  /** Short description of the content. */
  readonly brief: string;
  readonly about: string;
  /** Settings from the paper or the authors' published program. */
  readonly known: readonly string[];
  /** Settings that were found by fitting the printed values. */
  readonly recovered: readonly string[];
  readonly assumed: readonly string[];
  readonly lost: readonly string[];
  /** Sentences about omitted printed numbers, with reasons. */
  readonly notComputed: readonly string[];
  /** Sentences about misprints of the paper, found by computing. */
  readonly slips: readonly string[];
  /** Reason why some numbers are not judged; '' if all are. */
  readonly open: string;
  /** Meaning of `low` and `high` of the table's figures; '' if they have none. */
  readonly spread: string;
  /** Seed of the random numbers; null if nothing is random. */
  readonly seed: number | null;
  readonly variants: readonly PublishedTableVariant[];
  /** Number of runs for the complete table and for a preview; 0 without sample. */
  readonly sample: { readonly full: number; readonly quick: number };
  /** Seconds that the preview of the first variant takes on a processor of about 2.5 GHz. */
  readonly seconds: number;
  /** Version of the result format, by default 1. Cached results of older versions are ignored. */
  readonly form?: number;
  parts(variant: string, sample: number): readonly PublishedTablePart[];
  /** Computes one part in a few seconds at most; the result is plain data. */
  work(part: PublishedTablePart, engine: Engine): unknown;
  /** `results`: results of all parts of the variant. */
  figures(variant: string, results: readonly unknown[]): readonly PublishedFigure[];
  readonly drawings?: PaperDrawings;
}

export function splitRunsIntoTableParts(
  variant: string,
  sample: number,
  each: number,
): PublishedTablePart[] {
  const parts: PublishedTablePart[] = [];
  for (let first = 0; first < sample; first += each)
    parts.push({ variant, index: parts.length, first, count: Math.min(each, sample - first) });
  return parts;
}

export const makeSingleTablePart = (variant: string): PublishedTablePart[] => [
  { variant, index: 0, first: 0, count: 0 },
];
