/**
 * Interface of published tables: what a paper reports, and how it is recomputed here in independent
 * parts that workers can share.
 */
import type { CitedPaperOrKey, Engine } from '@iklab/core/engine';

export interface PublishedFigure {
  readonly row: string;
  readonly column: string;
  /** Unit of both numbers; '' for a count. */
  readonly unit: string;
  readonly decimals: number;
  /**
   * Number that the paper prints; null: not legible, or not printed. NaN, for both numbers: the
   * target is never reached.
   */
  readonly paper: number | null;
  readonly ours: number;
  /**
   * Direction of the bound if the paper prints a bound, such as "over 100", instead of a number.
   */
  readonly bound?: 'over' | 'under';
  /**
   * Lower end of the interval of our number; `high` is the upper end. The table's `spread` states
   * what the interval means.
   */
  readonly low?: number;
  readonly high?: number;
  /**
   * Set if the interval shows how much parts of our runs differ, not the uncertainty of our number.
   */
  readonly pieces?: true;
  /** Set if the paper does not describe the computation well enough to judge our number. */
  readonly unjudged?: boolean;
  /**
   * Remark about a problem while a number that is not judged was computed: 'this computer was
   * busy'.
   */
  readonly remark?: string;
  /** Number of decimals that the paper prints, if our number is shown with more. */
  readonly printed?: number;
  /**
   * Half-width of the range that the printed number stands for; by default half a unit of its last
   * decimal.
   */
  readonly rounding?: number;
  readonly cause?: DeviationCause;
  /**
   * Name of the kind of number; numbers of the same kind are tested together for a one-sided
   * deviation. By default the row.
   */
  readonly family?: string;
  /**
   * Text that is set if the numbers of the figure's kind, and the figure too, deviate significantly
   * to one side: '10 of 10 are below the printed numbers (...)'.
   */
  readonly oneSide?: string;
  /** A possible, unconfirmed reason for an unexplained deviation. */
  readonly hint?: string;
  /** Set if `paper` comes from another program that was run for this table and is not published. */
  readonly measured?: true;
  /** Position of the figure in a table of the page; absent: it has its own row. */
  readonly place?: PublishedFigurePosition;
  /** Number of runs behind our number. */
  readonly sample: number;
  /** Scenario document that replays a run behind our number. */
  readonly opens: object;
}

export interface PublishedFigurePosition {
  readonly group: string;
  readonly line: string;
  /** Heading above a group of columns; all numbers of a line below it come from one run. */
  readonly over: string;
  readonly at: string;
}

/** Reason for deviations, stated in the table's file independently of our results. */
export interface DeviationCause {
  readonly words: string;
  /** Largest deviation that the cause explains, in the unit of the figure. */
  readonly most: number;
}

export interface PublishedTableVariant {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  /** Number of figures of the variant for which the paper prints a number. */
  readonly numbers: number;
}

/** Independent part of the computation of a table, as plain data for a worker. */
export interface PublishedTablePart {
  readonly variant: string;
  /** Index of a part among the parts of its variant. */
  readonly index: number;
  /**
   * Index of the first run of the part; `count` is its number of runs; both are 0 if the table has
   * no sample.
   */
  readonly first: number;
  readonly count: number;
  /**
   * Method that the part runs, set for custom formulas: the worker then loads their parser first
   * (`containsCustomMethod`).
   */
  readonly method?: { readonly id: string };
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
  /** Notes on what the paper's own figures show, and on what its text does not state about them. */
  readonly about: readonly string[];
  of(figure: PublishedFigure): DrawnPaperCase;
  /**
   * Converts joint values to those that the paper's figures show: θ1, θ2 ... in its order, degrees.
   */
  printed(angles: readonly number[]): readonly number[];
}

export interface PublishedTable {
  readonly id: string;
  /** Citation of the table or figure: 'Buss & Kim, figure 3'. */
  readonly title: string;
  readonly source: CitedPaperOrKey;
  /** What the table measures, in a few words. */
  readonly brief: string;
  readonly about: string;
  /** Settings that the paper prints, or that are found in the authors' published program. */
  readonly known: readonly string[];
  /** Settings that were found by fitting the printed values. */
  readonly recovered: readonly string[];
  readonly assumed: readonly string[];
  readonly lost: readonly string[];
  /** Sentences about printed numbers that the table leaves out, each with its reason. */
  readonly notComputed: readonly string[];
  /** Sentences about misprints of the paper, each of which is found by computing it. */
  readonly slips: readonly string[];
  /** Reason why some numbers are not judged; '' if all are. */
  readonly open: string;
  /** Meaning of `low` and `high` of the table's figures; '' if they have none. */
  readonly spread: string;
  /** Seed of the random numbers; null if nothing is random. */
  readonly seed: number | null;
  readonly variants: readonly PublishedTableVariant[];
  /**
   * Number of runs for the complete table, and for a quick preview; 0 if the table has no sample.
   */
  readonly sample: { readonly full: number; readonly quick: number };
  /** Seconds that the preview of the first variant takes on a processor of about 2.5 GHz. */
  readonly seconds: number;
  /**
   * Version of the result format, by default 1; results cached in an earlier format are ignored.
   */
  readonly form?: number;
  parts(variant: string, sample: number): readonly PublishedTablePart[];
  /** Computes one part in a few seconds at most; the result is plain data. */
  work(part: PublishedTablePart, engine: Engine): unknown;
  /** `results`: those of all parts of the variant, in order. */
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
