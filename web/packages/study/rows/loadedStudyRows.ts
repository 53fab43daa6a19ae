import { studyFitsInPage } from '../document/pageLimits.ts';
import { MAX_PAGE_ROWS } from '../document/studyLimits.ts';
import { countPathStudyPoints, MAX_PAGE_PATH_POINTS } from '../follow/solvePathRun.ts';
import { shardRange } from '../tasks/studySlices.ts';
import {
  isPathRunsFileOrigin,
  type PathRunsFileOrigin,
  type RowsFileOrigin,
} from './rowsHeader.ts';
import type { StudyRows } from './studyRows.ts';

export interface SliceableFile {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

export interface LoadedStudyRows extends RowsFileOrigin {
  readonly rows: StudyRows;
  /** Number of problems per cell in the file. */
  readonly count: number;
  /** True if the numbers were read from text, in which -0 becomes 0. */
  readonly asText: boolean;
  /**
   * True if the checksum in the file is correct; null if the file has none or it could not be
   * computed.
   */
  readonly summed: boolean | null;
}

/** Greatest size of a file of rows that a page opens, bytes. */
export const MAX_ROWS_FILE_BYTES = 512 * 1024 * 1024;

export const rowsFileSizeFault = (bytes: number): string =>
  `has ${Math.round(bytes / 1e6)} MB; the maximum in the browser is ${Math.round(MAX_ROWS_FILE_BYTES / 1e6)} MB; use iklab merge FILE instead`;

/** States why the page does not show a valid file; '' if it does. */
export function rowsNotShownReason(origin: RowsFileOrigin | PathRunsFileOrigin): string {
  const { index, of } = origin.manifest.shard;
  if (of > 1) return `is shard ${index}/${of}; combine all ${of} with iklab merge`;
  const [isSmallEnough, has, most] = isPathRunsFileOrigin(origin)
    ? pointCapacity(origin)
    : rowCapacity(origin);
  return isSmallEnough
    ? ''
    : `has ${has}; the maximum in the browser is ${most}. iklab merge FILE prints their table`;
}

function rowCapacity({ study }: RowsFileOrigin) {
  const rows = study.count * study.cells.length;
  return [studyFitsInPage(study), `${rows} rows`, MAX_PAGE_ROWS] as const;
}

function pointCapacity({ study }: PathRunsFileOrigin) {
  const points = countPathStudyPoints(study);
  return [points <= MAX_PAGE_PATH_POINTS, `${points} points`, MAX_PAGE_PATH_POINTS] as const;
}

export const expectedProblemCount = ({
  manifest,
  study,
}: RowsFileOrigin | PathRunsFileOrigin): number => shardRange(study.count, manifest.shard).count;
