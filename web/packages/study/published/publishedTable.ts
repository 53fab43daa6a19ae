/**
 * What a paper reports as a table, and the same made here: parts of work that hang on nothing but
 * themselves, so that they may be spread over workers, and the figures that come of them.
 */
import type { CardReference, Engine } from 'iklab/engine';

/** A number as it stands in a paper, and ours. */
export interface Figure {
  /** Where it stands in the table. */
  readonly row: string;
  readonly column: string;
  /** '' for a count. */
  readonly unit: string;
  readonly decimals: number;
  /** Null: not legible, or not printed. NaN, of both: never gets there. */
  readonly paper: number | null;
  readonly ours: number;
  /** The paper says only that it is more, or less; absent: it is the number. */
  readonly bound?: 'over' | 'under';
  /** Of ours: what the table's `spread` says. */
  readonly low?: number;
  readonly high?: number;
  /** They are of pieces of ours, and do not say how sure it is. */
  readonly pieces?: true;
  /** The set-up is not known well enough to judge. */
  readonly unjudged?: boolean;
  /** What was amiss as it was made, of one that is not judged: 'this computer was busy'. */
  readonly remark?: string;
  /** Decimals of the paper's, where ours is shown with more. */
  readonly printed?: number;
  /** What is printed stands for all within so much of it; absent: half a unit of its last decimal. */
  readonly rounding?: number;
  /** Why ours may be off, and by how much at most. */
  readonly cause?: Cause;
  /** Numbers of one kind, which are tested together for lying on one side of print; absent: those of its row. */
  readonly family?: string;
  /** All of its kind lie on its side of print, but for what may be chance: '10 of 10 are below the printed numbers (…)'. */
  readonly oneSide?: string;
  /** What may be behind it where it is off and nobody knows: not shown to be. */
  readonly hint?: string;
  /** `paper` is of another program that was run for this table: it stands in no paper. */
  readonly measured?: true;
  /** Absent: it has a row of its own. */
  readonly place?: Place;
  /** How many runs ours is made of. */
  readonly sample: number;
  /** A scenario document: opened, it replays a run behind ours. */
  readonly opens: object;
}

/** Where a figure stands among others of its table that are shown side by side. */
export interface Place {
  /** The table that they are shown in. */
  readonly group: string;
  readonly line: string;
  /** What stands over its columns: all numbers of a line below it come of one run. */
  readonly over: string;
  readonly at: string;
}

/** Declared in the table's file, before it is made. */
export interface Cause {
  readonly words: string;
  /** In the figure's unit. */
  readonly most: number;
}

export interface Variant {
  readonly id: string;
  readonly label: string;
  readonly about: string;
  /** How many numbers of the paper it is held against. */
  readonly numbers: number;
}

/** A piece of a table's work, plain data. */
export interface Part {
  readonly variant: string;
  /** Its place among the parts of the variant. */
  readonly index: number;
  /** Runs from this one on, so many; where a table has no sample both are 0. */
  readonly first: number;
  readonly count: number;
  /** Where its methods are texts: who does it loads what reads them first (`mentionsFormula`). */
  readonly method?: { readonly id: string };
}

/** A run behind a row that is drawn pose by pose. */
export interface DrawnCase {
  readonly name: string;
  /** Where the paper draws its poses: 'figure 2'; '': nowhere. */
  readonly poses: string;
  /** Where it draws how the joints move. */
  readonly motion: string;
  /** Updates that are drawn at most. */
  readonly most: number;
}

/** What a paper draws of its runs. */
export interface Drawings {
  /** What the paper's own figures show, and what its text leaves open. */
  readonly about: readonly string[];
  of(figure: Figure): DrawnCase;
  /** θ1, θ2 … in the paper's order, degrees. */
  printed(angles: readonly number[]): readonly number[];
}

/** A table of a paper, and how it is made anew. */
export interface PublishedTable {
  readonly id: string;
  /** As one cites it: 'Buss & Kim, figure 3'. */
  readonly title: string;
  /** The paper, as the cards of methods cite theirs. */
  readonly source: CardReference;
  /** What was measured, in a few words, */
  readonly brief: string;
  /** and in one or two sentences. */
  readonly about: string;
  /** Printed, or read in the authors' published program. */
  readonly known: readonly string[];
  /** Found by fitting what is printed. */
  readonly recovered: readonly string[];
  readonly assumed: readonly string[];
  readonly lost: readonly string[];
  /** What cannot be as it is printed, each found by computing it. */
  readonly slips: readonly string[];
  /** Why numbers are not judged; '' where all are. */
  readonly open: string;
  /** What low and high of a figure are; '' where figures have none. */
  readonly spread: string;
  /** Of its draws; null: it draws nothing. */
  readonly seed: number | null;
  /** The first is shown first. */
  readonly variants: readonly Variant[];
  /** Runs of a full table, and of a quick look; 0: it has no sample. */
  readonly sample: { readonly full: number; readonly quick: number };
  /** That one processor of 2.5 GHz or so takes for the quick look, at its first variant. */
  readonly seconds: number;
  /** Which form results have, 1 if absent: those that a browser kept in an earlier one are not taken. */
  readonly form?: number;
  parts(variant: string, sample: number): readonly Part[];
  /** Does one part; the result is plain data. Takes no longer than some seconds. */
  work(part: Part, engine: Engine): unknown;
  /** results: of all parts of a variant, in their order */
  figures(variant: string, results: readonly unknown[]): readonly Figure[];
  /** Of a paper that draws its runs. */
  readonly drawings?: Drawings;
}

/** Parts of `each` runs at most. */
export function splitRuns(variant: string, sample: number, each: number): Part[] {
  const parts: Part[] = [];
  for (let first = 0; first < sample; first += each)
    parts.push({ variant, index: parts.length, first, count: Math.min(each, sample - first) });
  return parts;
}

/** Of a table that is one piece of work. */
export const wholeTable = (variant: string): Part[] => [{ variant, index: 0, first: 0, count: 0 }];
