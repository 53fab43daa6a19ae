/** Rows of a study as a page opens them from a file: all in memory, as its own. */
import { MOST_PAGE_POINTS, pointsOf } from './follow/followTask.ts';
import { fitsPage } from './pageBound.ts';
import { shardRange } from './plan.ts';
import { isRuns, type ToldRows, type ToldRuns } from './rowsHead.ts';
import { MAX_PAGE_ROWS } from './studyBounds.ts';
import type { StudyRows } from './studyRows.ts';

/** A file, wherever it lies: a part of it is read when it is asked for. */
export interface LyingFile {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Opened from a file, with whose they are. */
export interface OpenedRows extends ToldRows {
  readonly rows: StudyRows;
  /** Problems of each cell, from the first. */
  readonly count: number;
  /** Numbers stand as text, which has no −0. */
  readonly asText: boolean;
  /** A checksum in the file fits; null: it has none, or none could be made here. */
  readonly summed: boolean | null;
}

/** Bytes of a file that a page opens. */
export const MAX_ROWS_BYTES = 512 * 1024 * 1024;

export const tooLargeFault = (bytes: number): string =>
  `has ${Math.round(bytes / 1e6)} MB; the maximum in the browser is ${Math.round(MAX_ROWS_BYTES / 1e6)} MB; use iklab merge FILE instead`;

/** Why a page does not show these rows, whole as they may be; '': it does. */
export function unshownReason(told: ToldRows | ToldRuns): string {
  const { index, of } = told.manifest.shard;
  if (of > 1) return `is shard ${index}/${of}; combine all ${of} with iklab merge`;
  const [fits, has, most] = isRuns(told) ? pointsIn(told) : rowsIn(told);
  return fits
    ? ''
    : `has ${has}; the maximum in the browser is ${most}. iklab merge FILE prints their table`;
}

function rowsIn({ study }: ToldRows) {
  const rows = study.count * study.cells.length;
  return [fitsPage(study), `${rows} rows`, MAX_PAGE_ROWS] as const;
}

function pointsIn({ study }: ToldRuns) {
  const points = pointsOf(study);
  return [points <= MOST_PAGE_POINTS, `${points} points`, MOST_PAGE_POINTS] as const;
}

/** Problems, or runs, of each cell that a file should have. */
export const problemsOf = ({ manifest, study }: ToldRows | ToldRuns): number =>
  shardRange(study.count, manifest.shard).count;
