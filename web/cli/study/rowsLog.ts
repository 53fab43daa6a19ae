/**
 * What is done of a study, slice by slice as it comes, so that it goes on after any end: a block
 * that is cut short or damaged is the last one, and left out.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import {
  type Manifest,
  ROW_STRIDE,
  type RowsSource,
  type Slice,
  type Study,
  shardRange,
  slicesOf,
} from '@iklab/study';
import { type Catalogue, fileName } from 'iklab/scenario';
import { inputFault } from '../errors.ts';
import { isUnbegun, readHead, rowsHead } from './manifest.ts';
import { readNumbers } from './readNumbers.ts';
import { writeWhole } from './rowsFile.ts';

/** Of a block: cell, first, count, and the checksum of these and its rows. */
const BLOCK_HEAD = 32;

interface Place {
  /** Bytes. */
  readonly at: number;
  readonly sum: number;
}

const keyOf = ({ cell, first }: Pick<Slice, 'cell' | 'first'>) => `${cell}:${first}`;

export class RowsLog {
  readonly #file: number;
  readonly #study: Study;
  readonly #manifest: Manifest;
  readonly #path: string;
  /** Where the rows of a slice are, and their checksum. */
  readonly #places = new Map<string, Place>();
  #end: number;

  private constructor(file: number, path: string, study: Study, manifest: Manifest, end: number) {
    this.#file = file;
    this.#path = path;
    this.#study = study;
    this.#manifest = manifest;
    this.#end = end;
  }

  /** A new one, empty. */
  static create(path: string, study: Study, manifest: Manifest): RowsLog {
    const file = openSync(path, 'w+');
    const head = rowsHead('part', manifest);
    writeWhole(file, head);
    fsyncSync(file); // what is found behind a crash has its head
    return new RowsLog(file, path, study, manifest, head.length);
  }

  /** Whether one was left that has rows, or may have. */
  static hasRowsLeft(path: string): boolean {
    if (!existsSync(path)) return false;
    const file = openSync(path, 'r');
    try {
      return !isUnbegun(file);
    } finally {
      closeSync(file);
    }
  }

  /** One that was left, with all of its whole blocks; an InputError where it is of other rows. */
  static reopen(path: string, study: Study, manifest: Manifest, catalogue: Catalogue): RowsLog {
    const file = openSync(path, 'r+');
    const head = readHead(file, path, catalogue);
    if (head.kind !== 'part')
      throw inputFault(fileName(path), `is no part of a study, but a finished one: ${ADVICE}`);
    checkSame(head.manifest, manifest, path);
    const log = new RowsLog(file, path, study, manifest, head.size);
    log.#readBlocks();
    ftruncateSync(file, log.#end);
    return log;
  }

  #readBlocks(): void {
    const lengths = new Map<string, number>();
    for (const slice of slicesOf(this.#study, this.#manifest.shard))
      lengths.set(keyOf(slice), slice.count);
    for (;;) {
      const [cell = -1, first = -1, count = -1, sum] = readNumbers(this.#file, this.#end, 4);
      const key = keyOf({ cell, first });
      if (sum === undefined || lengths.get(key) !== count) return;
      const rows = readNumbers(this.#file, this.#end + BLOCK_HEAD, count * ROW_STRIDE);
      if (rows.length !== count * ROW_STRIDE || sum !== sumOf({ cell, first, count }, rows)) return;
      this.#places.set(key, { at: this.#end + BLOCK_HEAD, sum });
      this.#end += BLOCK_HEAD + rows.byteLength;
    }
  }

  has(slice: Slice): boolean {
    return this.#places.has(keyOf(slice));
  }

  add(slice: Slice, rows: Float64Array): void {
    const { cell, first, count } = slice;
    const sum = sumOf(slice, rows);
    const head = Float64Array.of(cell, first, count, sum);
    const block = Buffer.concat([bytesOf(head), bytesOf(rows)]);
    for (let done = 0; done < block.length; )
      done += writeSync(this.#file, block, done, block.length - done, this.#end + done);
    this.#places.set(keyOf(slice), { at: this.#end + BLOCK_HEAD, sum });
    this.#end += block.length;
  }

  /** All of its rows in order; every slice must be there. */
  source(): RowsSource {
    const shard = this.#manifest.shard;
    const slices = new Map<number, Slice[]>();
    for (const slice of slicesOf(this.#study, shard)) {
      const own = slices.get(slice.cell);
      if (own) own.push(slice);
      else slices.set(slice.cell, [slice]);
    }
    const read = (slice: Slice) => this.#read(slice);
    return {
      manifest: this.#manifest,
      study: this.#study,
      count: shardRange(this.#study.count, shard).count,
      *chunks(cell) {
        for (const slice of slices.get(cell) ?? []) yield { first: slice.first, rows: read(slice) };
      },
    };
  }

  /** As they were written: a run of another machine may have the same output. */
  #read(slice: Slice): Float64Array {
    const { at, sum } = this.#places.get(keyOf(slice)) ?? { at: 0, sum: Number.NaN };
    const rows = readNumbers(this.#file, at, slice.count * ROW_STRIDE);
    if (rows.length === slice.count * ROW_STRIDE && sumOf(slice, rows) === sum) return rows;
    const name = fileName(this.#path);
    throw inputFault(
      name,
      'was changed by something else while it was written: go on with --resume',
    );
  }

  close(): void {
    closeSync(this.#file);
  }
}

const bytesOf = (numbers: Float64Array) =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

const sumOf = ({ cell, first, count }: Slice, rows: Float64Array) =>
  crc32(bytesOf(rows), crc32(bytesOf(Float64Array.of(cell, first, count))));

const ADVICE = 'remove it, or choose another --out';

/** Throws an InputError where the rows of a file are not those that are asked for. */
export function checkSame(manifest: Manifest, asked: Manifest, path: string): void {
  const other = otherRows(manifest, asked);
  if (other !== null) throw inputFault(fileName(path), `${other}: ${ADVICE}`);
}

function otherRows(manifest: Manifest, asked: Manifest): string | null {
  if (manifest.build !== asked.build)
    return `was made by another build (${manifest.build}, this is ${asked.build})`;
  if (manifest.study !== asked.study)
    return `holds rows of another study (${manifest.study}, this is ${asked.study})`;
  const [has, wants] = [manifest.shard, asked.shard];
  if (has.index === wants.index && has.of === wants.of) return null;
  return `holds rows of shard ${has.index}/${has.of}, not ${wants.index}/${wants.of}`;
}
