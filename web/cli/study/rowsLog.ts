/**
 * Log of the finished slices of a study, so that a study can continue after a crash. A damaged
 * block ends the log.
 */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { quoteFileName } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import type { StudyManifest } from '@iklab/study/document';
import {
  maxRowsPerSlice,
  type PathRunsFileOrigin,
  type RowsFileOrigin,
  type RowsOrRunsSource,
  valuesPerRow,
} from '@iklab/study/rows';
import { makeProblemSlices, type ProblemSlice, shardRange } from '@iklab/study/tasks';
import { makeInputError } from '../errors.ts';
import { readNumbersAt } from './readNumbersAt.ts';
import { writeAllBytes } from './rowsFile.ts';
import {
  describeStudySolvers,
  encodeRowsHeader,
  haveSameSolvers,
  isRowsFileEmpty,
  readStoredRowsHeader,
} from './storedRowsHeader.ts';

/** Size of a block's head in bytes: cell, first row, count, checksum. */
const BLOCK_HEAD = 32;

interface BlockPosition {
  readonly offset: number;
  readonly sum: number;
}

const makeKey = ({ cell, first }: Pick<ProblemSlice, 'cell' | 'first'>) => `${cell}:${first}`;

export class RowsLog<T extends RowsFileOrigin | PathRunsFileOrigin = RowsFileOrigin> {
  readonly #file: number;
  readonly #origin: T;
  readonly #stride: number;
  readonly #path: string;
  readonly #blocks = new Map<string, BlockPosition>();
  #end: number;

  private constructor(file: number, path: string, origin: T, end: number) {
    [this.#file, this.#path, this.#origin, this.#end] = [file, path, origin, end];
    this.#stride = valuesPerRow(origin);
  }

  static create<T extends RowsFileOrigin | PathRunsFileOrigin>(
    path: string,
    origin: T,
  ): RowsLog<T> {
    const file = openSync(path, 'w+');
    const head = encodeRowsHeader('part', origin.manifest);
    writeAllBytes(file, head);
    fsyncSync(file); // After a crash, a file that exists must have its head.
    return new RowsLog(file, path, origin, head.length);
  }

  /** Returns whether the log at `path` may contain rows. */
  static mayHaveRows(path: string): boolean {
    if (!existsSync(path)) return false;
    const file = openSync(path, 'r');
    try {
      return !isRowsFileEmpty(file);
    } finally {
      closeSync(file);
    }
  }

  /** Throws an InputError if the log belongs to another study. */
  static reopen<T extends RowsFileOrigin | PathRunsFileOrigin>(
    path: string,
    origin: T,
    catalogue: Catalogue,
  ): RowsLog<T> {
    const file = openSync(path, 'r+');
    const head = readStoredRowsHeader(file, path, catalogue);
    if (head.kind !== 'part')
      throw makeInputError(
        quoteFileName(path),
        `is a finished file, not a part of a study; ${ADVICE}`,
      );
    checkSameManifest(head.manifest, origin.manifest, path);
    const log = new RowsLog(file, path, origin, head.size);
    log.#readBlocks();
    ftruncateSync(file, log.#end);
    return log;
  }

  #readBlocks(): void {
    const lengths = new Map<string, number>();
    for (const slice of this.#slices()) lengths.set(makeKey(slice), slice.count);
    for (;;) {
      const [cell = -1, first = -1, count = -1, sum] = readNumbersAt(this.#file, this.#end, 4);
      const key = makeKey({ cell, first });
      if (sum === undefined || lengths.get(key) !== count) return;
      const length = count * this.#stride;
      const rows = readNumbersAt(this.#file, this.#end + BLOCK_HEAD, length);
      if (rows.length !== length || sum !== computeChecksum({ cell, first, count }, rows)) return;
      this.#blocks.set(key, { offset: this.#end + BLOCK_HEAD, sum });
      this.#end += BLOCK_HEAD + rows.byteLength;
    }
  }

  #slices(): Iterable<ProblemSlice> {
    const { study, manifest } = this.#origin;
    return makeProblemSlices(study, manifest.shard, maxRowsPerSlice(this.#origin));
  }

  get open(): readonly ProblemSlice[] {
    return [...this.#slices()].filter((slice) => !this.has(slice));
  }

  has(slice: ProblemSlice): boolean {
    return this.#blocks.has(makeKey(slice));
  }

  add(slice: ProblemSlice, rows: Float64Array): void {
    const { cell, first, count } = slice;
    const sum = computeChecksum(slice, rows);
    const head = Float64Array.of(cell, first, count, sum);
    const block = Buffer.concat([toBytes(head), toBytes(rows)]);
    for (let written = 0; written < block.length; )
      written += writeSync(this.#file, block, written, block.length - written, this.#end + written);
    this.#blocks.set(makeKey(slice), { offset: this.#end + BLOCK_HEAD, sum });
    this.#end += block.length;
  }

  /** Returns all rows in order; every slice must be finished. */
  source(): RowsOrRunsSource<T> {
    const { study, manifest } = this.#origin;
    const slices = new Map<number, ProblemSlice[]>();
    for (const slice of this.#slices()) {
      const cellSlices = slices.get(slice.cell);
      if (cellSlices) cellSlices.push(slice);
      else slices.set(slice.cell, [slice]);
    }
    const read = (slice: ProblemSlice) => this.#read(slice);
    return {
      manifest,
      study,
      count: shardRange(study.count, manifest.shard).count,
      *chunks(cell) {
        for (const slice of slices.get(cell) ?? []) yield { first: slice.first, rows: read(slice) };
      },
    };
  }

  /**
   * Reads the rows of a slice and checks their checksum. Another machine may have written to the
   * file.
   */
  #read(slice: ProblemSlice): Float64Array {
    const { offset, sum } = this.#blocks.get(makeKey(slice)) ?? { offset: 0, sum: Number.NaN };
    const length = slice.count * this.#stride;
    const rows = readNumbersAt(this.#file, offset, length);
    if (rows.length === length && computeChecksum(slice, rows) === sum) return rows;
    const name = quoteFileName(this.#path);
    throw makeInputError(
      name,
      'was changed by another program while it was written; continue with --resume',
    );
  }

  close(): void {
    closeSync(this.#file);
  }
}

const toBytes = (numbers: Float64Array) =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);

const computeChecksum = ({ cell, first, count }: ProblemSlice, rows: Float64Array) =>
  crc32(toBytes(rows), crc32(toBytes(Float64Array.of(cell, first, count))));

const ADVICE = 'remove it, or choose another --out';

export function checkSameManifest(
  manifest: StudyManifest,
  wanted: StudyManifest,
  path: string,
): void {
  const difference = findDifference(manifest, wanted);
  if (difference !== null) throw makeInputError(quoteFileName(path), `${difference}; ${ADVICE}`);
}

function findDifference(manifest: StudyManifest, wanted: StudyManifest): string | null {
  if (manifest.build !== wanted.build)
    return `was created by another build (${manifest.build}; this is ${wanted.build})`;
  if (manifest.study !== wanted.study)
    return `contains rows of another study (${manifest.study}; this is ${wanted.study})`;
  if (!haveSameSolvers(manifest, wanted))
    return `contains rows of ${describeStudySolvers(manifest)}, not of ${describeStudySolvers(wanted)}`;
  const [has, wants] = [manifest.shard, wanted.shard];
  if (has.index === wants.index && has.of === wants.of) return null;
  return `contains rows of shard ${has.index}/${has.of}, not ${wants.index}/${wants.of}`;
}
