import { BATCH_CAPACITY } from '@iklab/core/engine/protocol';
import type { Study } from '../document/study.ts';

/** A range of problems of a cell: `first` to `first + count - 1`. */
export interface ProblemSlice {
  readonly cell: number;
  readonly first: number;
  readonly count: number;
}

/** Part of a study for one computer: part `index`, from 1, of `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

export const WHOLE_STUDY_SHARD: Shard = { index: 1, of: 1 };
/** Greatest number of problems per slice. A failed worker loses one slice. */
export const MAX_SLICE_PROBLEMS = BATCH_CAPACITY;

/** Returns the range of problems of a shard, the same in every cell. */
export function shardRange(count: number, { index, of }: Shard): { first: number; count: number } {
  const first = Math.floor((count * (index - 1)) / of);
  return { first, count: Math.floor((count * index) / of) - first };
}

/** Yields the slices of a shard cell by cell. */
export function* makeProblemSlices(
  { cells, count }: Pick<Study, 'cells' | 'count'>,
  shard = WHOLE_STUDY_SHARD,
  most = MAX_SLICE_PROBLEMS,
) {
  const range = shardRange(count, shard);
  const end = range.first + range.count;
  for (const { index: cell } of cells) {
    for (let first = range.first; first < end; first += most)
      yield { cell, first, count: Math.min(most, end - first) } satisfies ProblemSlice;
  }
}
