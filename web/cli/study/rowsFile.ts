/** Files with all rows of a shard: the head, the rows cell by cell, and a checksum of both. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import {
  CHECKSUM,
  layoutOf,
  type NumbersSource,
  ROWS_DAMAGED,
  shardRange,
  UNFINISHED,
} from '@iklab/study';
import { type Catalogue, fileName } from 'iklab/scenario';
import { inputFault } from '../errors.ts';
import { systemReason } from '../input.ts';
import { readHead, rowsHead } from './manifest.ts';
import { readNumbers } from './readNumbers.ts';

const AT_ONCE = 1 << 17; // Numbers per write.

export function writeRows(source: NumbersSource, file: number): void {
  const hash = createHash('sha256');
  const write = (bytes: Uint8Array) => {
    hash.update(bytes);
    writeWhole(file, bytes);
  };
  write(rowsHead('rows', source.manifest));
  for (const { index } of source.study.cells)
    for (const { rows } of source.chunks(index))
      write(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength));
  writeWhole(file, hash.digest());
}

/** Repeats writes, because a full disk accepts only a part. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** Opens a complete, undamaged file; throws an InputError otherwise. */
export function openRows(path: string, catalogue: Catalogue): NumbersSource {
  const name = fileName(path);
  const file = opened(path);
  try {
    return checked(file, path, name, catalogue);
  } finally {
    // A merge may read more files than can be open at once.
    closeSync(file);
  }
}

function checked(file: number, path: string, name: string, catalogue: Catalogue): NumbersSource {
  const head = readHead(file, path, catalogue);
  const { kind, manifest, study, size } = head;
  if (kind === 'part') throw inputFault(name, UNFINISHED);
  const range = shardRange(study.count, manifest.shard);
  const rows = study.cells.length * range.count;
  const layout = layoutOf(head, { head: size, rows, bytes: fstatSync(file).size });
  if (typeof layout === 'string') throw inputFault(name, layout);
  const { stride } = layout;
  const atOnce = Math.max(1, Math.floor(AT_ONCE / stride));
  checkSum(file, layout.end, name);
  const { count } = range;
  return {
    manifest,
    study,
    count,
    *chunks(cell) {
      const again = opened(path);
      try {
        for (let done = 0; done < count; done += atOnce) {
          const rows = Math.min(atOnce, count - done);
          const place = size + (cell * count + done) * 8 * stride;
          const numbers = readNumbers(again, place, rows * stride);
          yield { first: range.first + done, rows: layout.widened(numbers) };
        }
      } finally {
        closeSync(again);
      }
    },
  };
}

export function opened(path: string): number {
  try {
    const file = openSync(path, 'r');
    if (!fstatSync(file).isDirectory()) return file;
    closeSync(file);
  } catch (error) {
    throw inputFault(fileName(path), systemReason(error));
  }
  throw inputFault(fileName(path), 'is a directory, not a file');
}

function checkSum(file: number, end: number, name: string): void {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(1 << 20);
  for (let at = 0; at < end; ) {
    const got = readSync(file, chunk, 0, Math.min(chunk.length, end - at), at);
    hash.update(chunk.subarray(0, got));
    at += got;
  }
  readSync(file, chunk, 0, CHECKSUM, end);
  if (!hash.digest().equals(chunk.subarray(0, CHECKSUM))) throw inputFault(name, ROWS_DAMAGED);
}
