/** What a file of rows says of itself: whose rows they are. The head of the file, two lines of text. */
import { fstatSync, readSync } from 'node:fs';
import { MAX_SHARDS, type Manifest, parseStudy, type Study, studyHash } from '@iklab/study';
import { type Catalogue, fileName, isRecord, quote } from 'iklab/scenario';
import { inputFault } from '../errors.ts';

/** `rows`: all of a shard, in order. `part`: what is done of it, as it came. */
export type RowsKind = 'rows' | 'part';

export const rowsHead = (kind: RowsKind, manifest: Manifest): Buffer =>
  Buffer.from(`iklab ${kind} 1\n${JSON.stringify(manifest)}\n`);

export interface RowsHead {
  readonly kind: RowsKind;
  readonly manifest: Manifest;
  readonly study: Study;
  /** Bytes. */
  readonly size: number;
}

const LONGEST = 4 * 1024 * 1024;

/** Of an open file; an InputError where it is no file of rows. */
export function readHead(file: number, path: string, catalogue: Catalogue): RowsHead {
  const name = fileName(path);
  const { first, second, size } = twoLines(file);
  const [, kind, format] = /^iklab (rows|part) (\d+)$/.exec(first ?? '') ?? [];
  if (!kind)
    throw inputFault(name, 'is no file of rows: iklab study FILE --out NAME.rows writes one');
  if (format !== '1')
    throw inputFault(name, `is of format ${format}, made by a newer IK Lab; this one reads 1`);
  if (second === null) throw inputFault(name, 'is cut short in its first lines');
  const manifest = manifestIn(second);
  const study = manifest && studyIn(manifest, catalogue);
  if (!manifest || !study) throw inputFault(name, damageOf(manifest, catalogue));
  return { kind: kind as RowsKind, manifest, study, size };
}

/** The shards of a study say the same: it is read once. */
let last: { readonly text: string; readonly study: Study } | null = null;

function studyIn({ document, study: hash }: Manifest, catalogue: Catalogue): Study | null {
  const text = `${catalogue.build} ${hash} ${JSON.stringify(document)}`;
  if (last?.text === text) return last.study;
  const read = parseStudy(document, catalogue);
  if (!read.ok || studyHash(read.value) !== hash) return null;
  last = { text, study: read.value };
  return read.value;
}

function damageOf(manifest: Manifest | null, { build }: Catalogue): string {
  if (manifest === null || manifest.build === build)
    return 'is damaged: its first lines do not tell whose rows it holds';
  return `was made by another build (${quote(manifest.build)}, this is ${build}), whose study this one does not know`;
}

/**
 * A part in which no row can be, as a crash leaves one that has just begun: nothing, zeros where the
 * text was to come, or a beginning of the head.
 */
export function isUnbegun(file: number): boolean {
  const { size: bytes } = fstatSync(file);
  if (bytes === 0) return true;
  const { first, second, start } = twoLines(file);
  if (first === null && start.length === bytes)
    return KINDS.some((line) => line.startsWith(start.toString('latin1'))) || isZeros(file, bytes);
  if (first === null) return isZeros(file, bytes);
  return second === null && bytes < LONGEST && KINDS.includes(first);
}

const KINDS = ['iklab rows 1', 'iklab part 1'];

function isZeros(file: number, bytes: number): boolean {
  const chunk = Buffer.alloc(1 << 20);
  for (let at = 0; at < bytes; ) {
    const got = readSync(file, chunk, 0, chunk.length, at);
    if (got === 0 || chunk.subarray(0, got).some((byte) => byte !== 0)) return false;
    at += got;
  }
  return true;
}

function twoLines(file: number) {
  const chunks: Buffer[] = [];
  let first: string | null = null;
  let second: string | null = null;
  for (let read = 0; read < LONGEST; ) {
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

function manifestIn(text: string): Manifest | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
    JSON.stringify(value); // too deep for what follows
  } catch {
    return null;
  }
  if (!isRecord(value) || !isRecord(value.shard) || !isRecord(value.document)) return null;
  const { version: made, build, study, seed, shard } = value;
  const words = [made, build, study].every((word) => typeof word === 'string' && WORD.test(word));
  const whole = [seed, shard.index, shard.of].every((number) => Number.isSafeInteger(number));
  const [index, of] = [Number(shard.index), Number(shard.of)];
  const within = index >= 1 && index <= of && of <= MAX_SHARDS;
  return words && whole && within ? (value as unknown as Manifest) : null;
}

/** They are said where shards do not fit. */
const WORD = /^[\w.+-]{1,40}$/;
