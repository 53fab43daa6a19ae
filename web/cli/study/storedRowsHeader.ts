import { fstatSync, readSync } from 'node:fs';
import { quoteFileName } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import type { StudyManifest } from '@iklab/study/document';
import {
  MAX_ROWS_HEADER_BYTES,
  type PathRunsFileOrigin,
  parseRowsHeader,
  ROWS_FIRST_LINES,
  type RowsFileKind,
  type RowsFileOrigin,
  rowsHeaderText,
} from '@iklab/study/rows';
import { makeInputError } from '../errors.ts';

export const encodeRowsHeader = (kind: RowsFileKind, manifest: StudyManifest): Buffer =>
  Buffer.from(rowsHeaderText(kind, manifest));

export type StoredRowsHeader = (RowsFileOrigin | PathRunsFileOrigin) & {
  readonly kind: RowsFileKind;
  /** Size of the file in bytes. */
  readonly size: number;
};

/** Throws an InputError if the file is not a file of rows. */
export function readStoredRowsHeader(
  file: number,
  path: string,
  catalogue: Catalogue,
): StoredRowsHeader {
  const { first, second, size } = readTwoLines(file);
  const head = parseRowsHeader(first, second, catalogue);
  if (typeof head === 'string') throw makeInputError(quoteFileName(path), head);
  return { ...head, size };
}

/**
 * Returns whether an unfinished file has no rows: it is empty, all zeros, or ends within its head.
 */
export function isRowsFileEmpty(file: number): boolean {
  const { size: bytes } = fstatSync(file);
  if (bytes === 0) return true;
  const { first, second, start } = readTwoLines(file);
  if (first === null && start.length === bytes)
    return (
      ROWS_FIRST_LINES.some((line) => line.startsWith(start.toString('latin1'))) ||
      isZeros(file, bytes)
    );
  if (first === null) return isZeros(file, bytes);
  return second === null && bytes < MAX_ROWS_HEADER_BYTES && ROWS_FIRST_LINES.includes(first);
}

function isZeros(file: number, bytes: number): boolean {
  const chunk = Buffer.alloc(1 << 20);
  for (let offset = 0; offset < bytes; ) {
    const got = readSync(file, chunk, 0, chunk.length, offset);
    if (got === 0 || chunk.subarray(0, got).some((byte) => byte !== 0)) return false;
    offset += got;
  }
  return true;
}

function readTwoLines(file: number) {
  const chunks: Buffer[] = [];
  let first: string | null = null;
  let second: string | null = null;
  for (let read = 0; read < MAX_ROWS_HEADER_BYTES; ) {
    const chunk = Buffer.alloc(64 * 1024);
    const got = readSync(file, chunk, 0, chunk.length, read);
    chunks.push(chunk.subarray(0, got));
    read += got;
    const text = Buffer.concat(chunks);
    const one = text.indexOf(10);
    const two = one < 0 ? -1 : text.indexOf(10, one + 1);
    if (one >= 0) first = text.toString('latin1', 0, one);
    if (two >= 0) second = text.toString('utf8', one + 1, two);
    const size = two + 1;
    if (two >= 0 || got === 0 || (one < 0 && read > 100))
      return { first, second, size, start: text };
  }
  return { first, second, size: 0, start: Buffer.concat(chunks) };
}

/** Returns a text that identifies external solvers on any machine. */
const solverKey = ({ solvers }: StudyManifest): string => {
  if (!solvers) return '';
  const { entries, own: ownMethods, answers, time, batch } = solvers;
  const programs = entries.map(({ name, command, solver }) => [name, command, solver]);
  return JSON.stringify([programs, ownMethods, answers, time, batch]);
};

export const haveSameSolvers = (a: StudyManifest, b: StudyManifest): boolean =>
  solverKey(a) === solverKey(b);

/** Describes external solvers and methods: `the methods only`, `KDL (./kdl), the methods`. */
export function describeStudySolvers({ solvers }: StudyManifest): string {
  if (!solvers) return 'the methods only';
  const { entries, own: ownMethods, answers, time, batch } = solvers;
  const named = entries.map(
    ({ name, command, solver }) => `${name} (${[solver, ...command].join(' ')})`,
  );
  const settings = [
    `${time} s per problem`,
    `${batch} per message`,
    ...(answers > 0 ? ['poses'] : []),
  ];
  return `${[...named, ...(ownMethods ? ['the methods'] : [])].join(', ')} (${settings.join(', ')})`;
}
