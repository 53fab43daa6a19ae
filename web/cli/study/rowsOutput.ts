import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { listWords, quoteFileName, quoteInOneLine } from '@iklab/core/scenario/checks';
import { type DataTable, type RowsSource, rowsCsv, rowsJson, toRowsTable } from '@iklab/study/rows';
import { encodeNpzTable } from '@iklab/study/rows/npz';
import type { BufferedOutput } from '../bufferedOutput.ts';
import { makeInputError, UsageError } from '../errors.ts';
import { explainSystemError } from '../readInputText.ts';
import { formatStudyTable } from './formatStudyTable.ts';
import { writeAllBytes, writeRowsFile } from './rowsFile.ts';
import { writeRowsParquet } from './writeTableParquet.ts';

export const STUDY_FORMATS = ['table', 'csv', 'json', 'parquet', 'npz', 'rows'] as const;
export type StudyFormat = (typeof STUDY_FORMATS)[number];

const TEXT_FORMATS = { table: formatStudyTable, csv: rowsCsv, json: rowsJson };
const isText = (format: StudyFormat): format is keyof typeof TEXT_FORMATS => format in TEXT_FORMATS;

/** Throws a UsageError if `--format` and `--out` do not match. */
export function chooseStudyFormat(
  format: string | undefined,
  out: string | undefined,
): StudyFormat {
  const wanted = format ?? formatByExtension(out);
  const chosen = STUDY_FORMATS.find((each) => each === wanted);
  if (chosen === undefined) {
    const reason = `must be one of ${listWords(STUDY_FORMATS)}; got ${quoteInOneLine(wanted)}`;
    throw new UsageError(`--format ${reason}`);
  }
  if (out === undefined && !isText(chosen))
    throw new UsageError(`--format ${chosen} needs --out FILE`);
  return chosen;
}

/** Returns `rows` if the extension names no format. */
function formatByExtension(out: string | undefined): StudyFormat {
  if (out === undefined) return 'table';
  const end = extname(out).slice(1).toLowerCase();
  return STUDY_FORMATS.find((format) => format === end) ?? (end === 'txt' ? 'table' : 'rows');
}

async function printRows(source: RowsSource, format: StudyFormat, out: BufferedOutput) {
  if (!isText(format)) return;
  for (const piece of TEXT_FORMATS[format](source)) {
    out.write(piece);
    if (out.full) await out.flush();
    if (out.closed) return;
  }
}

/** `path`: null for standard output. */
export async function writeRowsInFormat(
  source: RowsSource,
  format: StudyFormat,
  path: string | null,
  out: BufferedOutput,
): Promise<void> {
  if (path === null) await printRows(source, format, out);
  else saveRowsAtomically(source, format, path);
}

export const saveRowsAtomically = (source: RowsSource, format: StudyFormat, path: string): void =>
  saveFileAtomically(path, (unfinished) => {
    if (format === 'parquet') writeRowsParquet(source, unfinished);
    else if (format === 'npz') writeNpz(toRowsTable(source), source.manifest, unfinished);
    else if (isText(format)) writeTextPieces(TEXT_FORMATS[format](source), unfinished);
    else writeOpenedFile(unfinished, (file) => writeRowsFile(source, file));
  });

/** Writes `PATH.new` and renames it when complete. `path` is never an incomplete file. */
export function saveFileAtomically(path: string, write: (unfinished: string) => void): void {
  const unfinished = `${path}.new`;
  try {
    write(unfinished);
    syncFile(unfinished);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw toOutputWriteError(path, error);
  }
}

export function writeNpz(table: DataTable, manifest: object, path: string): void {
  try {
    const bytes = encodeNpzTable(table, manifest);
    writeOpenedFile(path, (file) => writeAllBytes(file, Buffer.from(bytes)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw makeInputError('--format npz', `${error.message}; parquet has no such limit`);
  }
}

export function writeOpenedFile(path: string, write: (file: number) => void): void {
  const file = openSync(path, 'w');
  try {
    write(file);
  } finally {
    closeSync(file);
  }
}

export const writeTextPieces = (pieces: Iterable<string>, path: string): void =>
  writeOpenedFile(path, (file) => {
    for (const piece of pieces) writeAllBytes(file, Buffer.from(piece));
  });

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Converts write errors, such as a full disk, to faults of the file. */
export function toOutputWriteError(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return error;
  if (code === 'ENOENT' && existsSync(dirname(path)))
    return makeInputError(
      quoteFileName(path),
      'was removed by another program while it was written',
    );
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'cannot be written: no such folder',
    ENOSPC: 'cannot be written: the disk is full',
    EDQUOT: 'cannot be written: disk quota exceeded',
    EFBIG: 'cannot be written: the file is too large',
    EACCES: 'cannot be written: permission denied',
    EROFS: 'cannot be written: the disk is read-only',
  };
  return makeInputError(quoteFileName(path), reasons[code] ?? explainSystemError(error));
}
