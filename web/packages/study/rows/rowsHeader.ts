/** The head of a file of rows, two lines of text: which study the rows belong to. */

import { resolveScenario } from '@iklab/core/scenario';
import { isRecord, MAX_NAME_CHARACTERS, quoteInOneLine } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { type ExternalStudySolvers, solverOptionsFault } from '../document/externalSolverEntry.ts';
import { parseStudy } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import { MAX_SHARDS } from '../document/studyLimits.ts';
import type { StudyManifest } from '../document/studyManifest.ts';
import { withExternalSolvers } from '../document/withExternalSolvers.ts';
import { studyHash } from '../document/writeStudy.ts';
import { storedPathRunStride } from '../follow/pathRunFields.ts';
import { FOLLOW_KIND } from '../follow/pathSampling.ts';
import { type PathStudy, parsePathStudy, pathStudyHash } from '../follow/pathStudy.ts';
import type { PathStudyManifest } from '../follow/pathStudyManifest.ts';
import { olderPathRunStride, upgradeOlderPathRuns } from '../follow/runs/upgradeOlderPathRuns.ts';
import { MAX_SLICE_PROBLEMS } from '../tasks/studySlices.ts';
import { rowStride } from './rowLayout.ts';

/**
 * Kind of a file of rows. `rows`: all rows of a shard, in order. `part`: completed slices, in order
 * of completion.
 */
export type RowsFileKind = 'rows' | 'part';

export const MAX_ROWS_HEADER_BYTES = 4 * 1024 * 1024;
/** Size of the checksum at the end of a file of rows, a SHA-256 of all bytes before it. */
export const CHECKSUM_BYTES = 32;
export const ROWS_FIRST_LINES = [1, 2, 3].flatMap((format) =>
  (['rows', 'part'] as const).map((kind) => firstLine(kind, format)),
);

/**
 * Returns the first two lines of a file of rows. Format 1: methods only. 2: with external solvers.
 * 3: runs along a path.
 */
export function rowsHeaderText(kind: RowsFileKind, manifest: StudyManifest): string {
  const format = isRunsManifest(manifest) ? 3 : manifest.solvers ? 2 : 1;
  return `${firstLine(kind, format)}\n${JSON.stringify(manifest)}\n`;
}

function firstLine(kind: RowsFileKind, format: number): string {
  return `iklab ${kind} ${format}`;
}

export interface RowsFileOrigin {
  readonly manifest: StudyManifest;
  readonly study: Study;
}

export interface PathRunsFileOrigin {
  readonly manifest: PathStudyManifest;
  readonly study: PathStudy;
}

export const isPathRunsFileOrigin = (
  origin: RowsFileOrigin | PathRunsFileOrigin,
): origin is PathRunsFileOrigin => isRunsManifest(origin.manifest);
const isRunsManifest = (manifest: StudyManifest): manifest is PathStudyManifest =>
  'kind' in manifest && manifest.kind === FOLLOW_KIND;

export const valuesPerRow = (origin: RowsFileOrigin | PathRunsFileOrigin): number =>
  isPathRunsFileOrigin(origin) ? storedPathRunStride(origin.study) : rowStride(origin.study);
export const maxRowsPerSlice = (origin: RowsFileOrigin | PathRunsFileOrigin): number =>
  isPathRunsFileOrigin(origin) ? 1 : MAX_SLICE_PROBLEMS;

/** `first`, `second`: lines of text; null if missing. Returns an error text for invalid lines. */
export function parseRowsHeader(
  first: string | null,
  second: string | null,
  catalogue: Catalogue,
): ((RowsFileOrigin | PathRunsFileOrigin) & { readonly kind: RowsFileKind }) | string {
  const [, kind, format] = /^iklab (rows|part) (\d+)$/.exec(first ?? '') ?? [];
  if (!kind) return 'is not a rows file; create one with iklab study FILE --out NAME.rows';
  if (!ROWS_FIRST_LINES.includes(first ?? ''))
    return `is of format ${format}, created with a newer IK Lab; this version reads 1, 2 (solvers) and 3 (paths)`;
  if (second === null) return 'is truncated in its first lines';
  const origin = readAnyManifest(parseJson(second), catalogue);
  if (typeof origin !== 'string' && isPathRunsFileOrigin(origin) !== (format === '3'))
    return manifestFault(origin.manifest, catalogue);
  return typeof origin === 'string' ? origin : { ...origin, kind: kind as RowsFileKind };
}

/** Returns an error text for an invalid manifest. */
export function readRowsManifest(value: unknown, catalogue: Catalogue): RowsFileOrigin | string {
  const origin = readAnyManifest(value, catalogue);
  return typeof origin !== 'string' && isPathRunsFileOrigin(origin)
    ? PATH_RUNS_TABLE_FAULT
    : (origin as RowsFileOrigin | string);
}

export const PATH_RUNS_TABLE_FAULT =
  'is a table of path runs without joint values; use the .rows file of the same study (iklab study FILE --out NAME.rows)';

function readAnyManifest(
  value: unknown,
  catalogue: Catalogue,
): RowsFileOrigin | PathRunsFileOrigin | string {
  const manifest = checkManifest(value);
  if (manifest && isRunsManifest(manifest)) {
    const follow = parseFollowIn(manifest, catalogue);
    if (!follow) return manifestFault(manifest, catalogue);
    const { solvers } = manifest;
    return { manifest, study: solvers ? withExternalSolvers(follow, solvers) : follow };
  }
  const study = manifest && parseStudyIn(manifest, catalogue);
  const isConsistent =
    manifest?.solvers === undefined || (study && hasValidAnswers(study, manifest.solvers));
  if (!manifest || !study || !isConsistent) return manifestFault(manifest, catalogue);
  return {
    manifest,
    study: manifest.solvers ? withExternalSolvers(study, manifest.solvers) : study,
  };
}

function parseFollowIn(
  { document, study: hash }: StudyManifest,
  catalogue: Catalogue,
): PathStudy | null {
  const read = parsePathStudy(document, catalogue);
  return read.ok && pathStudyHash(read.value) === hash ? read.value : null;
}

export interface RowsFileLayout {
  readonly stride: number;
  /** Offset of the checksum in the file, bytes. */
  readonly end: number;
  /** Converts rows of an older layout to the current layout. */
  toCurrentLayout(rows: Float64Array): Float64Array;
}

/** Finds the layout that matches the file size in bytes; an error text if none does. */
export function findRowsFileLayout(
  origin: RowsFileOrigin | PathRunsFileOrigin,
  file: { readonly head: number; readonly rows: number; readonly bytes: number },
): RowsFileLayout | string {
  const endOf = (stride: number) => file.head + file.rows * 8 * stride;
  const [stride, { bytes }] = [valuesPerRow(origin), file];
  if (isPathRunsFileOrigin(origin) && file.rows > 0) {
    const { study } = origin;
    const older = olderPathRunStride(study);
    const widened = (rows: Float64Array) => upgradeOlderPathRuns(rows, study);
    if (bytes === endOf(older) + CHECKSUM_BYTES)
      return { stride: older, end: endOf(older), toCurrentLayout: widened };
  }
  const fault = sizeFault(bytes, endOf(stride));
  return fault === '' ? { stride, end: endOf(stride), toCurrentLayout: (rows) => rows } : fault;
}

function sizeFault(bytes: number, end: number): string {
  const expected = end + CHECKSUM_BYTES;
  if (bytes < expected) return `is truncated: it has ${bytes} of ${expected} bytes`;
  return bytes > expected ? `has ${bytes - expected} extra bytes at its end` : '';
}

export const UNFINISHED_ROWS_FAULT = 'is not finished; continue with iklab study … --resume';
export const ROWS_CHECKSUM_FAULT = 'is damaged: its checksum does not match';

/** Study that was parsed last, cached because shards have equal manifests. */
let lastParsed: { readonly text: string; readonly study: Study } | null = null;

function parseStudyIn(
  { document, study: hash }: StudyManifest,
  catalogue: Catalogue,
): Study | null {
  const text = `${catalogue.build} ${hash} ${JSON.stringify(document)}`;
  if (lastParsed?.text === text) return lastParsed.study;
  const read = parseStudy(document, catalogue);
  if (!read.ok || studyHash(read.value) !== hash) return null;
  lastParsed = { text, study: read.value };
  return read.value;
}

function manifestFault(manifest: StudyManifest | null, { build }: Catalogue): string {
  if (manifest === null || manifest.build === build)
    return 'is damaged: its first lines do not identify its study';
  return `was created with another build (${quoteInOneLine(manifest.build)}, this is ${build}) and cannot be read`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function checkManifest(value: unknown): StudyManifest | null {
  try {
    JSON.stringify(value); // Throws if the value is nested too deeply for the code below.
  } catch {
    return null;
  }
  if (!isRecord(value) || !isRecord(value.shard) || !isRecord(value.document)) return null;
  const { version: made, build, study, seed, shard } = value;
  const words = [made, build, study].every((word) => typeof word === 'string' && WORD.test(word));
  const areIntegers = [seed, shard.index, shard.of].every((number) => Number.isSafeInteger(number));
  const [index, shardCount] = [Number(shard.index), Number(shard.of)];
  const isInRange = index >= 1 && index <= shardCount && shardCount <= MAX_SHARDS;
  const solvers = value.solvers === undefined || isSolvers(value.solvers);
  return words && areIntegers && isInRange && solvers ? (value as unknown as StudyManifest) : null;
}

/** Pattern of manifest words that messages may quote. */
const WORD = /^[\w.+-]{1,40}$/;

const MAX_SOLVERS = 64;

function isSolvers(value: unknown): value is ExternalStudySolvers {
  if (!isRecord(value) || !Array.isArray(value.entries) || !isRecord(value.machine)) return false;
  const { entries, own, answers, machine } = value;
  const flags = typeof own === 'boolean' && isCount(answers);
  const numbers = [value.time, value.batch, value.jobs].every((number) => Number.isFinite(number));
  const hasMachine = typeof machine.processor === 'string' && isCount(machine.cores);
  const some = entries.length >= 1 && entries.length <= MAX_SOLVERS;
  return flags && numbers && hasMachine && some && entries.every(isEntry);
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const isEntry = (value: unknown): boolean =>
  isRecord(value) &&
  [value.name, value.solver].every((word) => typeof word === 'string') &&
  String(value.name).length <= MAX_NAME_CHARACTERS &&
  Array.isArray(value.command) &&
  value.command.every((word) => typeof word === 'string') &&
  solverOptionsFault(value.options ?? null) === null &&
  (value.transport === null || Number.isFinite(value.transport));

const hasValidAnswers = ({ scenario }: Study, { answers }: ExternalStudySolvers): boolean =>
  answers === 0 ||
  answers === resolveScenario(scenario).tree.joints.filter(isIndependentJoint).length;
