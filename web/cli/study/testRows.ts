/** For the tests of this folder: a study with made-up rows, in files of a folder of their own. */
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fieldAt,
  type Manifest,
  manifestOf,
  parseStudy,
  ROW_STRIDE,
  type RowsSource,
  type Shard,
  type Slice,
  type Study,
  shardRange,
  WHOLE_STUDY,
} from '@iklab/study';
import { faultsText, type PlainObject } from 'iklab/scenario';
import { catalogue, smallDocument } from 'iklab/scenario/testing';
import { afterAll, beforeAll } from 'vitest';
import { InputError } from '../errors.ts';
import { writeRows } from './rowsFile.ts';

/** Two methods, the first with three values of λ. */
export function testStudy(changes: PlainObject = {}): Study {
  const read = parseStudy(
    {
      iklabStudy: 1,
      name: 'made up',
      scenario: smallDocument({ methods: [{ id: 'dls' }, { id: 'sdls', label: 'S, "dls"' }] }),
      sweep: [{ path: 'methods[0].params.lambda', from: 0.1, to: 10, count: 3, scale: 'log' }],
      count: 1300,
      ...changes,
    },
    catalogue,
  );
  if (!read.ok) throw new Error(faultsText(read.faults));
  return read.value;
}

/** Rows that hang on seed, cell and index alone: three of four solved. */
export function rowsOf({ seed }: Pick<Study, 'seed'>, { cell, first, count }: Slice): Float64Array {
  const rows = new Float64Array(count * ROW_STRIDE);
  for (let i = 0; i < count; i++) {
    for (let field = 0; field < ROW_STRIDE; field++) {
      const mixed = Math.imul(first + i + 1, 2654435761 + 40503 * (field + 31 * cell + seed));
      rows[i * ROW_STRIDE + field] = ((mixed >>> 8) % 1000) / 7;
    }
    const solved = (first + i) % 4 === cell % 4 ? 0 : 1;
    const counts = {
      solved,
      inLimits: 1,
      stop: solved === 1 ? 1 : 7,
      updates: 3 + ((first + i) % 9),
      evaluations: 5,
      restarts: 0,
      limitHits: 1,
    };
    for (const [field, value] of Object.entries(counts))
      rows[i * ROW_STRIDE + fieldAt(field as keyof typeof counts)] = value;
    rows[i * ROW_STRIDE + fieldAt('condition')] = Number.NaN;
  }
  return rows;
}

export const manifestFor = (
  study: Study,
  shard: Shard = WHOLE_STUDY,
  build = catalogue.build,
): Manifest => manifestOf(study, shard, { ...catalogue, build });

export function sourceOf(study: Study, shard: Shard = WHOLE_STUDY, build?: string): RowsSource {
  const { first, count } = shardRange(study.count, shard);
  return {
    manifest: manifestFor(study, shard, build),
    study,
    count,
    *chunks(cell) {
      yield { first, rows: rowsOf(study, { cell, first, count }) };
    },
  };
}

/** A folder that is removed behind the tests of a file. */
export function testFolder(): (name: string) => string {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'iklab-rows-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name) => join(folder, name);
}

export function writeSource(source: RowsSource, path: string): string {
  const file = openSync(path, 'w');
  writeRows(source, file);
  closeSync(file);
  return path;
}

/** What an InputError says; what else is thrown goes on. */
export function inputFaultOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return faultsText(error.faults).replaceAll(/\/\S*\//g, '');
    throw error;
  }
  return '';
}
