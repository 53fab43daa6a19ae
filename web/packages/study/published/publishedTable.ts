/**
 * Interface of published tables: what a paper reports, and how it is recomputed here in independent
 * parts that workers can share.
 */
import type { CardReference, Engine } from '@iklab/core/engine';

export interface Figure {
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
  /** Direction of the bound if the paper states only a bound; absent if it states the number. */
  readonly bound?: 'over' | 'under';
  /** Ends of the interval of our number; its meaning is the table's `spread`. */
  readonly low?: number;
  readonly high?: number;
  /** Set if the interval shows the variation between parts of ours, not the uncertainty. */
  readonly pieces?: true;
  /** Set if the set-up is not known well enough to judge the number. */
  readonly unjudged?: boolean;
  /** Problem during the computation of a number that is not judged: 'this computer was busy'. */
  readonly remark?: string;
  /** Number of decimals of the paper's number, if ours is shown with more. */
  readonly printed?: number;
  /**
   * Half-width of the range that the printed number stands for; by default half a unit of its last
   * decimal.
   */
  readonly rounding?: number;
  /** Reason why ours may deviate, and by how much at most. */
  readonly cause?: DeviationCause;
  /**
   * Name of the numbers of one kind, tested together for a one-sided deviation; by default those of
   * the same row.
   */
  readonly family?: string;
  /**
   * Text set if all numbers of this kind deviate to the same side, significantly: '10 of 10 are
   * below the printed numbers (...)'.
   */
  readonly oneSide?: string;
  /** A possible, unconfirmed reason for an unexplained deviation. */
  readonly hint?: string;
  /** Set if `paper` comes from another program that was run for this table and is not published. */
  readonly measured?: true;
  /** Position of the figure in a table of the page; absent: it has its own row. */
  readonly place?: TablePosition;
  /** Number of runs behind our number. */
  readonly sample: number;
  /** Scenario document that replays a run behind our number. */
  readonly opens: object;
}

export interface TablePosition {
  readonly group: string;
  readonly line: string;
  /** Heading of the columns; all numbers of a line below it come from one run. */
  readonly over: string;
  readonly at: string;
}

/** Reason for deviations, declared in the table's file before it is computed. */
export interface DeviationCause {
  readonly words: string;
  /** Largest deviation that the cause explains, in the unit of the figure. */
  readonly most: number;
}

export interface TableVariant {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  /** Number of printed values that the cause is checked against. */
  readonly numbers: number;
}

/** An independent part of the work of a table, as plain data. */
export interface Part {
  readonly variant: string;
  /** Index of the part among those of its variant. */
  readonly index: number;
  /** First run and number of runs; both 0 if the table has no sample. */
  readonly first: number;
  readonly count: number;
  /**
   * Method of the part, set for custom formulas: the worker loads their parser first
   * (`mentionsFormula`).
   */
  readonly method?: { readonly id: string };
}

export interface DrawnCase {
  readonly name: string;
  /** Figure of the paper with the poses: 'figure 2'; '' if there is none. */
  readonly poses: string;
  /** Figure of the paper with the joint values. */
  readonly motion: string;
  /** Greatest number of updates drawn. */
  readonly most: number;
}

export interface Drawings {
  /** Notes on what the paper's own figures show and what its text leaves open. */
  readonly about: readonly string[];
  of(figure: Figure): DrawnCase;
  /** Converts angles to those that the paper prints: θ1, θ2 ... in its order, degrees. */
  printed(angles: readonly number[]): readonly number[];
}

export interface PublishedTable {
  readonly id: string;
  /** Citation of the table or figure: 'Buss & Kim, figure 3'. */
  readonly title: string;
  /** The paper, cited as on the method cards. */
  readonly source: CardReference;
  /** What the table measures, in a few words. */
  readonly brief: string;
  /** What the table measures, in one or two sentences. */
  readonly about: string;
  /** Settings that are printed or found in the authors' published program. */
  readonly known: readonly string[];
  /** Settings found by fitting the printed values. */
  readonly recovered: readonly string[];
  readonly assumed: readonly string[];
  readonly lost: readonly string[];
  /** Printed numbers that this table leaves out, each with its reason. */
  readonly notComputed: readonly string[];
  /** Misprints of the paper, each found by computing it. */
  readonly slips: readonly string[];
  /** Reason why some numbers are not judged; '' if all are. */
  readonly open: string;
  /** Meaning of low and high of a figure; '' if figures have none. */
  readonly spread: string;
  /** Seed of the random numbers; null if nothing is random. */
  readonly seed: number | null;
  /** Variants of the table; the first one is shown first. */
  readonly variants: readonly TableVariant[];
  /** Number of runs of the full table and of a quick look; 0 if it has no sample. */
  readonly sample: { readonly full: number; readonly quick: number };
  /** Seconds that one processor of about 2.5 GHz takes for the quick look at the first variant. */
  readonly seconds: number;
  /**
   * Version of the result format, by default 1; results cached in an earlier format are ignored.
   */
  readonly form?: number;
  parts(variant: string, sample: number): readonly Part[];
  /** Computes one part in a few seconds at most; the result is plain data. */
  work(part: Part, engine: Engine): unknown;
  /** Makes the figures of a variant. `results`: those of all its parts, in order. */
  figures(variant: string, results: readonly unknown[]): readonly Figure[];
  readonly drawings?: Drawings;
}

/** Splits the runs of a variant into parts of at most `each` runs. */
export function splitRuns(variant: string, sample: number, each: number): Part[] {
  const parts: Part[] = [];
  for (let first = 0; first < sample; first += each)
    parts.push({ variant, index: parts.length, first, count: Math.min(each, sample - first) });
  return parts;
}

/** Returns the only part of a table that is a single piece of work. */
export const makeSinglePart = (variant: string): Part[] => [
  { variant, index: 0, first: 0, count: 0 },
];
