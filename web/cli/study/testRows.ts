import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlainObject } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { requireValue, sampleCatalogue, smallDocument } from '@iklab/core/scenario/testing';
import {
  makeStudyManifest,
  parseStudy,
  type Study,
  type StudyManifest,
  withExternalSolvers,
} from '@iklab/study/document';
import { type RowsSource, rowFieldIndex, rowStride } from '@iklab/study/rows';
import { type ProblemSlice, type Shard, shardRange, WHOLE_STUDY_SHARD } from '@iklab/study/tasks';
import { afterAll, beforeAll } from 'vitest';
import { InputError } from '../errors.ts';
import { writeRowsFile } from './rowsFile.ts';

export function makeTwoMethodStudy(changes: PlainObject = {}): Study {
  return requireValue(
    parseStudy(
      {
        iklabStudy: 1,
        name: 'made up',
        scenario: smallDocument({ methods: [{ id: 'dls' }, { id: 'sdls', label: 'S, "dls"' }] }),
        sweep: [{ path: 'methods[0].params.lambda', from: 0.1, to: 10, count: 3, scale: 'log' }],
        count: 1300,
        ...changes,
      },
      sampleCatalogue,
    ),
  );
}

export const addExternalSolver = (study: Study, answers = 0): Study =>
  withExternalSolvers(study, {
    protocol: 1,
    entries: [
      {
        name: 'KDL',
        command: ['./kdl', '--limits'],
        solver: 'orocos-kdl 1.5.1',
        options: null,
        threads: 1,
        transport: 1e-5,
      },
    ],
    own: true,
    answers,
    time: 0.05,
    batch: 1,
    jobs: 1,
    machine: { processor: 'a processor', cores: 4 },
  });

export function makeTestSliceRows(
  { seed, ...study }: Pick<Study, 'seed' | 'shown' | 'solvers'>,
  { cell, first, count }: ProblemSlice,
): Float64Array {
  const stride = rowStride(study);
  const rows = new Float64Array(count * stride);
  for (let i = 0; i < count; i++) {
    for (let field = 0; field < stride; field++) {
      const mixed = Math.imul(first + i + 1, 2654435761 + 40503 * (field + 31 * cell + seed));
      rows[i * stride + field] = ((mixed >>> 8) % 1000) / 7;
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
      rows[i * stride + rowFieldIndex(field as keyof typeof counts)] = value;
    rows[i * stride + rowFieldIndex('condition')] = Number.NaN;
  }
  return rows;
}

export const makeTestManifest = (
  study: Study,
  shard: Shard = WHOLE_STUDY_SHARD,
  build = sampleCatalogue.build,
): StudyManifest => makeStudyManifest(study, shard, { ...sampleCatalogue, build });

export function makeTestRowsSource(
  study: Study,
  shard: Shard = WHOLE_STUDY_SHARD,
  build?: string,
): RowsSource {
  const { first, count } = shardRange(study.count, shard);
  return {
    manifest: makeTestManifest(study, shard, build),
    study,
    count,
    *chunks(cell) {
      yield { first, rows: makeTestSliceRows(study, { cell, first, count }) };
    },
  };
}

export function useTestFolder(): (name: string) => string {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'iklab-rows-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name) => join(folder, name);
}

export function writeTestRowsFile(source: RowsSource, path: string): string {
  const file = openSync(path, 'w');
  writeRowsFile(source, file);
  closeSync(file);
  return path;
}

export function getInputErrorMessage(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return faultsText(error.faults).replaceAll(/\/\S*\//g, '');
    throw error;
  }
  return '';
}
