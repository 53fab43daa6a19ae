/** Rows of a study, opened from a file and held in memory. */

import { fitsInPage } from '../document/pageLimits.ts';
import { MAX_PAGE_ROWS } from '../document/studyLimits.ts';
import { countPoints, MAX_PAGE_POINTS } from '../follow/followTask.ts';
import { shardRange } from '../tasks/studySlices.ts';
import { isRuns, type RowsOrigin, type RunsOrigin } from './rowsHead.ts';
import type { StudyRows } from './studyRows.ts';

export interface SliceableFile {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

export interface LoadedRows extends RowsOrigin {
  readonly rows: StudyRows;
  /** Problems of each cell, counted from the first. */
  readonly count: number;
  /** Text has no -0. */
  readonly asText: boolean;
  /**
   * True if the checksum in the file matches; null if there is none or it could not be computed.
   */
  readonly summed: boolean | null;
}

/** Bytes; for a page. */
export const MAX_ROWS_BYTES = 512 * 1024 * 1024;

export const fileSizeFault = (bytes: number): string =>
  `has ${Math.round(bytes / 1e6)} MB; the maximum in the browser is ${Math.round(MAX_ROWS_BYTES / 1e6)} MB; use iklab merge FILE instead`;

/** Rows may be valid and still not be shown; '' if they are. */
export function notShownReason(origin: RowsOrigin | RunsOrigin): string {
  const { index, of } = origin.manifest.shard;
  if (of > 1) return `is shard ${index}/${of}; combine all ${of} with iklab merge`;
  const [isSmallEnough, has, most] = isRuns(origin) ? pointCapacity(origin) : rowCapacity(origin);
  return isSmallEnough
    ? ''
    : `has ${has}; the maximum in the browser is ${most}. iklab merge FILE prints their table`;
}

function rowCapacity({ study }: RowsOrigin) {
  const rows = study.count * study.cells.length;
  return [fitsInPage(study), `${rows} rows`, MAX_PAGE_ROWS] as const;
}

function pointCapacity({ study }: RunsOrigin) {
  const points = countPoints(study);
  return [points <= MAX_PAGE_POINTS, `${points} points`, MAX_PAGE_POINTS] as const;
}

/** Problems or runs per cell. */
export const expectedProblems = ({ manifest, study }: RowsOrigin | RunsOrigin): number =>
  shardRange(study.count, manifest.shard).count;
