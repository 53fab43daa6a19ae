/**
 * The finished slices of a study, in the order in which they finished, so that a study can continue
 * after a crash: a truncated or damaged block ends the log and is ignored.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import {
  type Manifest,
  type NumbersSource,
  type Slice,
  shardRange,
  sliceSizeOf,
  slicesOf,
  strideOf,
  type ToldRows,
  type ToldRuns,
} from '@iklab/study';
import { type Catalogue, fileName } from 'iklab/scenario';
import { inputFault } from '../errors.ts';
import { isUnbegun, readHead, rowsHead, sameSolvers, solverNames } from './manifest.ts';
import { readNumbers } from './readNumbers.ts';
import { writeWhole } from './rowsFile.ts';

/** Bytes of a block's head: cell, first row, count, and a checksum of these and the rows. */
const BLOCK_HEAD = 32;

interface Place {
  /** Offset in bytes. */
  readonly at: number;
  readonly sum: number;
}

const keyOf = ({ cell, first }: Pick<Slice, 'cell' | 'first'>) => `${cell}:${first}`;

export class RowsLog<T extends ToldRows | ToldRuns = ToldRows> {
  readonly #file: number;
  readonly #told: T;
  readonly #stride: number;
  readonly #path: string;
  readonly #places = new Map<string, Place>();
  #end: number;

  private constructor(file: number, path: string, told: T, end: number) {
    [this.#file, this.#path, this.#told, this.#end] = [file, path, told, end];
    this.#stride = strideOf(told);
  }

  static create<T extends ToldRows | ToldRuns>(path: string, told: T): RowsLog<T> {
    const file = openSync(path, 'w+');
    const head = rowsHead('part', told.manifest);
    writeWhole(file, head);
    fsyncSync(file); // After a crash, a file that exists must have its head.
    return new RowsLog(file, path, told, head.length);
  }

  /** Whether an earlier run left a log that has rows or might have. */
  static hasRowsLeft(path: string): boolean {
    if (!existsSync(path)) return false;
    const file = openSync(path, 'r');
    try {
      return !isUnbegun(file);
    } finally {
      closeSync(file);
    }
  }

  /** Opens the log of an earlier run; throws an InputError if its rows are not those of `told`. */
  static reopen<T extends ToldRows | ToldRuns>(
    path: string,
    told: T,
    catalogue: Catalogue,
  ): RowsLog<T> {
    const file = openSync(path, 'r+');
    const head = readHead(file, path, catalogue);
    if (head.kind !== 'part')
      throw inputFault(fileName(path), `is a finished file, not a part of a study; ${ADVICE}`);
    checkSame(head.manifest, told.manifest, path);
    const log = new RowsLog(file, path, told, head.size);
    log.#readBlocks();
    ftruncateSync(file, log.#end);
    return log;
  }

  #readBlocks(): void {
    const lengths = new Map<string, number>();
    for (const slice of this.#slices()) lengths.set(keyOf(slice), slice.count);
    for (;;) {
      const [cell = -1, first = -1, count = -1, sum] = readNumbers(this.#file, this.#end, 4);
      const key = keyOf({ cell, first });
      if (sum === undefined || lengths.get(key) !== count) return;
      const length = count * this.#stride;
      const rows = readNumbers(this.#file, this.#end + BLOCK_HEAD, length);
      if (rows.length !== length || sum !== sumOf({ cell, first, count }, rows)) return;
      this.#places.set(key, { at: this.#end + BLOCK_HEAD, sum });
      this.#end += BLOCK_HEAD + rows.byteLength;
    }
  }

  /** All slices of this shard, in order. */
  #slices(): Iterable<Slice> {
    const { study, manifest } = this.#told;
    return slicesOf(study, manifest.shard, sliceSizeOf(this.#told));
  }

  get open(): readonly Slice[] {
    return [...this.#slices()].filter((slice) => !this.has(slice));
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

  /** All rows in order; every slice must be finished. */
  source(): NumbersSource<T> {
    const { study, manifest } = this.#told;
    const slices = new Map<number, Slice[]>();
    for (const slice of this.#slices()) {
      const own = slices.get(slice.cell);
      if (own) own.push(slice);
      else slices.set(slice.cell, [slice]);
    }
    const read = (slice: Slice) => this.#read(slice);
    return {
      manifest,
      study,
      count: shardRange(study.count, manifest.shard).count,
      *chunks(cell) {
        for (const slice of slices.get(cell) ?? []) yield { first: slice.first, rows: read(slice) };
      },
    };
  }

  /** Checks the checksum, because a run on another machine may write to the same output. */
  #read(slice: Slice): Float64Array {
    const { at, sum } = this.#places.get(keyOf(slice)) ?? { at: 0, sum: Number.NaN };
    const length = slice.count * this.#stride;
    const rows = readNumbers(this.#file, at, length);
    if (rows.length === length && sumOf(slice, rows) === sum) return rows;
    const name = fileName(this.#path);
    throw inputFault(
      name,
      'was changed by another program while it was written; continue with --resume',
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

/** Throws an InputError if the rows of a file are not the requested ones. */
export function checkSame(manifest: Manifest, asked: Manifest, path: string): void {
  const other = otherRows(manifest, asked);
  if (other !== null) throw inputFault(fileName(path), `${other}; ${ADVICE}`);
}

function otherRows(manifest: Manifest, asked: Manifest): string | null {
  if (manifest.build !== asked.build)
    return `was created by another build (${manifest.build}; this is ${asked.build})`;
  if (manifest.study !== asked.study)
    return `contains rows of another study (${manifest.study}; this is ${asked.study})`;
  if (!sameSolvers(manifest, asked))
    return `contains rows of ${solverNames(manifest)}, not of ${solverNames(asked)}`;
  const [has, wants] = [manifest.shard, asked.shard];
  if (has.index === wants.index && has.of === wants.of) return null;
  return `contains rows of shard ${has.index}/${has.of}, not ${wants.index}/${wants.of}`;
}
