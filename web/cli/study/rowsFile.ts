/** Files with all rows of a shard: the head, the rows cell by cell, and a checksum of both. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { quoteFileName } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import {
  CHECKSUM_BYTES,
  findRowsFileLayout,
  ROWS_CHECKSUM_FAULT,
  type RowsOrRunsSource,
  UNFINISHED_ROWS_FAULT,
} from '@iklab/study/rows';
import { shardRange } from '@iklab/study/tasks';
import { makeInputError } from '../errors.ts';
import { explainSystemError } from '../readInputText.ts';
import { readNumbersAt } from './readNumbersAt.ts';
import { encodeRowsHeader, readStoredRowsHeader } from './storedRowsHeader.ts';

const NUMBERS_PER_WRITE = 1 << 17; // Numbers per write.

export function writeRowsFile(source: RowsOrRunsSource, file: number): void {
  const hash = createHash('sha256');
  const write = (bytes: Uint8Array) => {
    hash.update(bytes);
    writeAllBytes(file, bytes);
  };
  write(encodeRowsHeader('rows', source.manifest));
  for (const { index } of source.study.cells)
    for (const { rows } of source.chunks(index))
      write(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength));
  writeAllBytes(file, hash.digest());
}

/** Writes all bytes to an open file, in several writes if necessary. */
export function writeAllBytes(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

/** Throws an InputError if the file is incomplete or damaged. */
export function openStoredRowsFile(path: string, catalogue: Catalogue): RowsOrRunsSource {
  const name = quoteFileName(path);
  const file = openRegularFile(path);
  try {
    return readChecked(file, path, name, catalogue);
  } finally {
    // A merge may read more files than can be open at once.
    closeSync(file);
  }
}

function readChecked(
  file: number,
  path: string,
  name: string,
  catalogue: Catalogue,
): RowsOrRunsSource {
  const head = readStoredRowsHeader(file, path, catalogue);
  const { kind, manifest, study, size } = head;
  if (kind === 'part') throw makeInputError(name, UNFINISHED_ROWS_FAULT);
  const range = shardRange(study.count, manifest.shard);
  const rows = study.cells.length * range.count;
  const layout = findRowsFileLayout(head, { head: size, rows, bytes: fstatSync(file).size });
  if (typeof layout === 'string') throw makeInputError(name, layout);
  const { stride } = layout;
  const atOnce = Math.max(1, Math.floor(NUMBERS_PER_WRITE / stride));
  verifyChecksum(file, layout.end, name);
  const { count } = range;
  return {
    manifest,
    study,
    count,
    *chunks(cell) {
      const reopened = openRegularFile(path);
      try {
        for (let readRows = 0; readRows < count; readRows += atOnce) {
          const rows = Math.min(atOnce, count - readRows);
          const position = size + (cell * count + readRows) * 8 * stride;
          const numbers = readNumbersAt(reopened, position, rows * stride);
          yield { first: range.first + readRows, rows: layout.toCurrentLayout(numbers) };
        }
      } finally {
        closeSync(reopened);
      }
    },
  };
}

export function openRegularFile(path: string): number {
  try {
    const file = openSync(path, 'r');
    if (!fstatSync(file).isDirectory()) return file;
    closeSync(file);
  } catch (error) {
    throw makeInputError(quoteFileName(path), explainSystemError(error));
  }
  throw makeInputError(quoteFileName(path), 'is a directory, not a file');
}

function verifyChecksum(file: number, end: number, name: string): void {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(1 << 20);
  for (let position = 0; position < end; ) {
    const got = readSync(file, chunk, 0, Math.min(chunk.length, end - position), position);
    hash.update(chunk.subarray(0, got));
    position += got;
  }
  readSync(file, chunk, 0, CHECKSUM_BYTES, end);
  if (!hash.digest().equals(chunk.subarray(0, CHECKSUM_BYTES)))
    throw makeInputError(name, ROWS_CHECKSUM_FAULT);
}
