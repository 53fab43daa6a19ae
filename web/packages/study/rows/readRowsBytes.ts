/** Reads and writes a file of rows in memory: head, rows cell by cell, and a checksum of both. */
import type { Catalogue } from '@iklab/core/scenario/methods';
import { type LoadedPathRuns, makeLoadedPathRuns } from '../follow/runs/loadedPathRuns.ts';
import {
  expectedProblemCount,
  type LoadedStudyRows,
  MAX_ROWS_FILE_BYTES,
  rowsFileSizeFault,
  rowsNotShownReason,
  type SliceableFile,
} from './loadedStudyRows.ts';
import {
  findRowsFileLayout,
  isPathRunsFileOrigin,
  MAX_ROWS_HEADER_BYTES,
  parseRowsHeader,
  ROWS_CHECKSUM_FAULT,
  type RowsFileOrigin,
  UNFINISHED_ROWS_FAULT,
} from './rowsHeader.ts';
import { StudyRows } from './studyRows.ts';

export type ComputeSha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

/**
 * Returns an error text for an invalid file. `digest`: null if unavailable (page without HTTPS).
 */
export async function readRowsBytes(
  file: SliceableFile,
  catalogue: Catalogue,
  digest: ComputeSha256 | null,
): Promise<LoadedStudyRows | LoadedPathRuns | string> {
  const head = readTwoLines(await readBytes(file, 0, Math.min(file.size, MAX_ROWS_HEADER_BYTES)));
  const origin = parseRowsHeader(head.first, head.second, catalogue);
  if (typeof origin === 'string') return origin;
  if (origin.kind === 'part') return UNFINISHED_ROWS_FAULT;
  const { manifest, study } = origin;
  const rows = study.cells.length * expectedProblemCount(origin);
  const layout = findRowsFileLayout(origin, { head: head.size, rows, bytes: file.size });
  if (typeof layout === 'string') return layout + buildNote(manifest.build, catalogue);
  const { end } = layout;
  const unshown = rowsNotShownReason(origin);
  if (unshown !== '') return unshown;
  if (file.size > MAX_ROWS_FILE_BYTES) return rowsFileSizeFault(file.size);
  const bytes = await readBytes(file, 0, file.size);
  if (digest) {
    const sum = new Uint8Array(await digest(bytes.subarray(0, end)));
    if (sum.some((byte, i) => byte !== bytes[end + i])) return ROWS_CHECKSUM_FAULT;
  }
  const numbers = layout.toCurrentLayout(new Float64Array(bytes.slice(head.size, end).buffer));
  const summed = digest ? true : null;
  return isPathRunsFileOrigin(origin)
    ? makeLoadedPathRuns(origin, numbers, summed)
    : toLoadedRows(origin, numbers, summed);
}

function toLoadedRows(
  origin: RowsFileOrigin,
  numbers: Float64Array,
  summed: boolean | null,
): LoadedStudyRows {
  const { manifest, study } = origin;
  const rows = new StudyRows(study);
  const [{ stride }, count] = [rows, expectedProblemCount(origin)];
  for (const { index: cell } of study.cells) {
    const [from, to] = [cell * count * stride, (cell + 1) * count * stride];
    rows.add({ cell, first: 0, count }, numbers.subarray(from, to));
  }
  return { manifest, study, rows, count, asText: false, summed };
}

const buildNote = (build: string, catalogue: Catalogue): string =>
  build === catalogue.build ? '' : `; created with build ${build}, this is ${catalogue.build}`;

const readBytes = async (file: SliceableFile, from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

const NEWLINE = 10;

function readTwoLines(bytes: Uint8Array) {
  const one = bytes.indexOf(NEWLINE);
  const two = one < 0 ? -1 : bytes.indexOf(NEWLINE, one + 1);
  const first = one < 0 || one > MAX_FIRST_LINE ? null : decodeText(bytes.subarray(0, one));
  const second = two < 0 ? null : decodeText(bytes.subarray(one + 1, two));
  return { first, second, size: two + 1 };
}

const MAX_FIRST_LINE = 100;

const decodeText = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(bytes);
