/** Rows opened from a file, compared with rows that are computed again. */

import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import type { Study } from '../document/study.ts';
import { makeStudyManifest } from '../document/studyManifest.ts';
import { parseTestStudy } from '../document/testStudies.ts';
import { withExternalSolvers } from '../document/withExternalSolvers.ts';
import { WHOLE_STUDY_SHARD } from '../tasks/studySlices.ts';
import { compareStudyRows, rowsComparisonText, studyWithoutSolvers } from './compareStudyRows.ts';
import type { LoadedStudyRows } from './loadedStudyRows.ts';
import { type AnyRowField, anyRowFieldIndex, rowStride } from './rowLayout.ts';
import { StudyRows } from './studyRows.ts';

const count = 10;
const brought = withExternalSolvers(parseTestStudy({ count }), {
  protocol: 1,
  entries: [
    { name: 'KDL', command: ['./it'], solver: '', options: null, threads: null, transport: 1e-5 },
  ],
  own: true,
  answers: 0,
  time: 0.05,
  batch: 1,
  jobs: 1,
  machine: { processor: 'a processor', cores: 4 },
});

/** Returns rows with fixed numbers, whatever additional fields the study has. */
function rowsOf(study: Study, change: (set: (field: AnyRowField, to: number) => void) => void) {
  const rows = new StudyRows(study);
  const stride = rowStride(study);
  for (const { index: cell } of study.cells) {
    const numbers = new Float64Array(count * stride);
    for (let i = 0; i < count; i++)
      for (const field of ['updates', 'error', 'angle'] as const)
        numbers[i * stride + anyRowFieldIndex(field, study)] =
          field === 'angle' ? Number.NaN : i / 7 + cell;
    rows.add({ cell, first: 0, count }, numbers);
  }
  change((field, to) => {
    rows.cellRows(1)[3 * stride + anyRowFieldIndex(field, study)] = to;
  });
  return rows;
}

const opened = (
  asText: boolean,
  change: Parameters<typeof rowsOf>[1] = () => {},
): LoadedStudyRows => ({
  manifest: makeStudyManifest(brought, WHOLE_STUDY_SHARD, sampleCatalogue),
  study: brought,
  rows: rowsOf(brought, change),
  count,
  asText,
  summed: null,
});
const again = rowsOf(studyWithoutSolvers(brought), () => {});

test('equal rows are reported as identical, ignoring fields of external solvers and times', () => {
  const file = opened(false, (set) => set('ourTime', 5));
  expect(rowsComparisonText(compareStudyRows(file, again))).toBe(
    '10 rows of each of 2 methods, recomputed here: identical bit for bit.',
  );
});

test('a difference of one bit is found, and the first difference is named', () => {
  const file = opened(false, (set) => set('error', 3 / 7 + 1 + 2 ** -52));
  expect(rowsComparisonText(compareStudyRows(file, again))).toMatch(
    /^10 rows of each of 2 methods, recomputed here: 1 of 20 rows differs\. The first is problem 3 of SDLS: error 1\.428\d+ there, 1\.428\d+ here\.$/,
  );
});

test('−0 differs from 0, except in text files, which cannot represent it', () => {
  const minus: Parameters<typeof rowsOf>[1] = (set) => set('travel', -0);
  expect(compareStudyRows(opened(false, minus), again).differing).toBe(1);
  expect(compareStudyRows(opened(true, minus), again).differing).toBe(0);
});
