/** Rows of a study, opened from a file and held in memory. */
import { MOST_PAGE_POINTS, pointsOf } from './follow/followTask.ts';
import { fitsPage } from './pageBound.ts';
import { shardRange } from './plan.ts';
import { isRuns, type ToldRows, type ToldRuns } from './rowsHead.ts';
import { MAX_PAGE_ROWS } from './studyBounds.ts';
import type { StudyRows } from './studyRows.ts';

/** A file that is read in parts on demand. */
export interface LyingFile {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

export interface OpenedRows extends ToldRows {
  readonly rows: StudyRows;
  /** Problems of each cell, counted from the first. */
  readonly count: number;
  /** Whether the file stores numbers as text, which has no -0. */
  readonly asText: boolean;
  /**
   * Whether the checksum in the file matches; null if there is none or it could not be computed.
   */
  readonly summed: boolean | null;
}

/** Largest file that a page opens, bytes. */
export const MAX_ROWS_BYTES = 512 * 1024 * 1024;

export const tooLargeFault = (bytes: number): string =>
  `has ${Math.round(bytes / 1e6)} MB; the maximum in the browser is ${Math.round(MAX_ROWS_BYTES / 1e6)} MB; use iklab merge FILE instead`;

/** Returns why a page does not show these rows even if they are valid, or '' if it does. */
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

/** Number of problems, or runs, of each cell that a file should contain. */
export const problemsOf = ({ manifest, study }: ToldRows | ToldRuns): number =>
  shardRange(study.count, manifest.shard).count;
