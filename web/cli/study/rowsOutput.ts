/** The rows of a study in the form that was asked for: to a file, whole or not at all, or as text. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { csvText, type DataTable, jsonText, type RowsSource, rowsTable } from '@iklab/study';
import { npzBytes } from '@iklab/study/npz';
import { fileName, listed, quote } from 'iklab/scenario';
import { inputFault, UsageError } from '../errors.ts';
import { systemReason } from '../input.ts';
import type { Output } from '../output.ts';
import { writeRowsParquet } from './parquetFile.ts';
import { writeRows, writeWhole } from './rowsFile.ts';
import { studyTable } from './studyTable.ts';

export const STUDY_FORMATS = ['table', 'csv', 'json', 'parquet', 'npz', 'rows'] as const;
export type StudyFormat = (typeof STUDY_FORMATS)[number];

const texts = { table: studyTable, csv: csvText, json: jsonText };
const isText = (format: StudyFormat): format is keyof typeof texts => format in texts;

/** Of `--format` and `--out`; a UsageError where they do not fit. */
export function formatOf(format: string | undefined, out: string | undefined): StudyFormat {
  const asked = format ?? byName(out);
  const known = STUDY_FORMATS.find((each) => each === asked);
  if (known === undefined) {
    const reason = `must be one of ${listed(STUDY_FORMATS)}; is ${quote(asked)}`;
    throw new UsageError(`--format ${reason}`);
  }
  if (out === undefined && !isText(known))
    throw new UsageError(`--format ${known} needs --out FILE`);
  return known;
}

/** By the end of the file's name; rows, which can be merged, where it says nothing. */
function byName(out: string | undefined): StudyFormat {
  if (out === undefined) return 'table';
  const end = extname(out).slice(1).toLowerCase();
  return STUDY_FORMATS.find((format) => format === end) ?? (end === 'txt' ? 'table' : 'rows');
}

async function printRows(source: RowsSource, format: StudyFormat, out: Output) {
  if (!isText(format)) return;
  for (const piece of texts[format](source)) {
    out.write(piece);
    if (out.full) await out.flush();
    if (out.closed) return;
  }
}

/** To a file, or to the standard output where `path` is null. */
export async function writeTo(
  source: RowsSource,
  format: StudyFormat,
  path: string | null,
  out: Output,
): Promise<void> {
  if (path === null) await printRows(source, format, out);
  else saveRows(source, format, path);
}

export const saveRows = (source: RowsSource, format: StudyFormat, path: string): void =>
  saveWhole(path, (unfinished) => {
    if (format === 'parquet') writeRowsParquet(source, unfinished);
    else if (format === 'npz') writeNpz(rowsTable(source), source.manifest, unfinished);
    else if (isText(format)) writePieces(texts[format](source), unfinished);
    else writeOpened(unfinished, (file) => writeRows(source, file));
  });

/** Under another name until it is whole. */
export function saveWhole(path: string, write: (unfinished: string) => void): void {
  const unfinished = `${path}.new`;
  try {
    write(unfinished);
    settle(unfinished);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw writeFault(path, error);
  }
}

/** All of it is in memory before it is written. */
export function writeNpz(table: DataTable, manifest: object, path: string): void {
  try {
    const bytes = npzBytes(table, manifest);
    writeOpened(path, (file) => writeWhole(file, Buffer.from(bytes)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw inputFault('--format npz', `${error.message}: parquet has no such bound`);
  }
}

export function writeOpened(path: string, write: (file: number) => void): void {
  const file = openSync(path, 'w');
  try {
    write(file);
  } finally {
    closeSync(file);
  }
}

/** Pieces of text, one after the other. */
export const writePieces = (pieces: Iterable<string>, path: string): void =>
  writeOpened(path, (file) => {
    for (const piece of pieces) writeWhole(file, Buffer.from(piece));
  });

/** On the disk before it has the name of what is whole. */
function settle(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A full disk, a folder that is not there: told as what the file is. */
export function writeFault(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return error;
  if (code === 'ENOENT' && existsSync(dirname(path)))
    return inputFault(fileName(path), 'was removed by something else while it was written');
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'cannot be written: there is no such folder',
    ENOSPC: 'cannot be written: the disk is full',
    EDQUOT: 'cannot be written: the quota is used up',
    EFBIG: 'cannot be written: it may not be that large',
    EACCES: 'may not be written: permission denied',
    EROFS: 'may not be written: the disk is read-only',
  };
  return inputFault(fileName(path), reasons[code] ?? systemReason(error));
}
