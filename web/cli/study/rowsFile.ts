/** All rows of a shard in a file: the head, the rows cell after cell, and the checksum of both. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { ROW_STRIDE, type RowsSource, shardRange } from '@iklab/study';
import { type Catalogue, fileName } from 'iklab/scenario';
import { inputFault } from '../errors.ts';
import { systemReason } from '../input.ts';
import { readHead, rowsHead } from './manifest.ts';
import { ROW_BYTES, readNumbers } from './readNumbers.ts';

const CHECKSUM = 32; // bytes of a SHA-256
const AT_ONCE = 4096; // rows

export function writeRows(source: RowsSource, file: number): void {
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

/** A full disk takes only a part. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** A finished file, whole and undamaged; an InputError says what it is not. */
export function openRows(path: string, catalogue: Catalogue): RowsSource {
  const name = fileName(path);
  const file = opened(path);
  try {
    return checked(file, path, name, catalogue);
  } finally {
    // a merge may have more files than may be open at once
    closeSync(file);
  }
}

function checked(file: number, path: string, name: string, catalogue: Catalogue): RowsSource {
  const { kind, manifest, study, size } = readHead(file, path, catalogue);
  if (kind === 'part') throw inputFault(name, 'is not finished: go on with iklab study … --resume');
  const range = shardRange(study.count, manifest.shard);
  const end = size + study.cells.length * range.count * ROW_BYTES;
  const bytes = fstatSync(file).size;
  if (bytes < end + CHECKSUM)
    throw inputFault(name, `is cut short: has ${bytes} bytes of ${end + CHECKSUM}`);
  if (bytes > end + CHECKSUM)
    throw inputFault(name, `has ${bytes - end - CHECKSUM} bytes behind its end`);
  checkSum(file, end, name);
  const { count } = range;
  return {
    manifest,
    study,
    count,
    *chunks(cell) {
      const again = opened(path);
      try {
        for (let done = 0; done < count; done += AT_ONCE) {
          const rows = Math.min(AT_ONCE, count - done);
          const place = size + (cell * count + done) * ROW_BYTES;
          yield { first: range.first + done, rows: readNumbers(again, place, rows * ROW_STRIDE) };
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
  if (!hash.digest().equals(chunk.subarray(0, CHECKSUM)))
    throw inputFault(name, 'is damaged: its checksum does not fit what it holds');
}
