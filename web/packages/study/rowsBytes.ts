/** Reads and writes a file of rows in memory: head, rows cell by cell, and a checksum of both. */
import type { Catalogue } from 'iklab/scenario';
import { type OpenedRuns, openedRuns } from './follow/openedRuns.ts';
import {
  type LyingFile,
  MAX_ROWS_BYTES,
  type OpenedRows,
  problemsOf,
  tooLargeFault,
  unshownReason,
} from './openedRows.ts';
import {
  isRuns,
  LONGEST_HEAD,
  layoutOf,
  ROWS_DAMAGED,
  readRowsHead,
  type ToldRows,
  UNFINISHED,
} from './rowsHead.ts';
import { StudyRows } from './studyRows.ts';

/** SHA-256. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>;

/**
 * `digest`: null if unavailable, as in an insecure context. Returns what is wrong with the file if
 * it is invalid.
 */
export async function readRowsBytes(
  file: LyingFile,
  catalogue: Catalogue,
  digest: Digest | null,
): Promise<OpenedRows | OpenedRuns | string> {
  const head = twoLines(await bytesOf(file, 0, Math.min(file.size, LONGEST_HEAD)));
  const told = readRowsHead(head.first, head.second, catalogue);
  if (typeof told === 'string') return told;
  if (told.kind === 'part') return UNFINISHED;
  const { manifest, study } = told;
  const rows = study.cells.length * problemsOf(told);
  const layout = layoutOf(told, { head: head.size, rows, bytes: file.size });
  if (typeof layout === 'string') return layout + otherBuild(manifest.build, catalogue);
  const { end } = layout;
  const unshown = unshownReason(told);
  if (unshown !== '') return unshown;
  if (file.size > MAX_ROWS_BYTES) return tooLargeFault(file.size);
  const bytes = await bytesOf(file, 0, file.size);
  if (digest) {
    const sum = new Uint8Array(await digest(bytes.subarray(0, end)));
    if (sum.some((byte, i) => byte !== bytes[end + i])) return ROWS_DAMAGED;
  }
  const numbers = layout.widened(new Float64Array(bytes.slice(head.size, end).buffer));
  const summed = digest ? true : null;
  return isRuns(told) ? openedRuns(told, numbers, summed) : rowsOf(told, numbers, summed);
}

function rowsOf(told: ToldRows, numbers: Float64Array, summed: boolean | null): OpenedRows {
  const { manifest, study } = told;
  const rows = new StudyRows(study);
  const [{ stride }, count] = [rows, problemsOf(told)];
  for (const { index: cell } of study.cells) {
    const [from, to] = [cell * count * stride, (cell + 1) * count * stride];
    rows.add({ cell, first: 0, count }, numbers.subarray(from, to));
  }
  return { manifest, study, rows, count, asText: false, summed };
}

/** Another build may have other columns. */
const otherBuild = (build: string, catalogue: Catalogue): string =>
  build === catalogue.build ? '' : `; created with build ${build}, this is ${catalogue.build}`;

const bytesOf = async (file: LyingFile, from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

const NEWLINE = 10;

/** `size`: bytes of both lines, with their line ends. */
function twoLines(bytes: Uint8Array) {
  const one = bytes.indexOf(NEWLINE);
  const two = one < 0 ? -1 : bytes.indexOf(NEWLINE, one + 1);
  const first = one < 0 || one > LONGEST_LINE ? null : textOf(bytes.subarray(0, one));
  const second = two < 0 ? null : textOf(bytes.subarray(one + 1, two));
  return { first, second, size: two + 1 };
}

const LONGEST_LINE = 100;

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(bytes);
