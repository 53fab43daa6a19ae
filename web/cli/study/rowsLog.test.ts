import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { makeRowColumnReader } from '@iklab/study/rows';
import { makeProblemSlices } from '@iklab/study/tasks';
import { expect, test } from 'vitest';
import { RowsLog } from './rowsLog.ts';
import {
  getInputErrorMessage,
  makeTestManifest,
  makeTestRowsSource,
  makeTestSliceRows,
  makeTwoMethodStudy,
  useTestFolder,
  writeTestRowsFile,
} from './testRows.ts';

const at = useTestFolder();
const study = makeTwoMethodStudy();
const manifest = makeTestManifest(study);
const slices = [...makeProblemSlices(study)];

/** Writes a log of `count` slices, the last slice first. */
function logOf(path: string, count: number): void {
  const log = RowsLog.create(path, { study, manifest });
  for (const slice of slices.toReversed().slice(0, count))
    log.add(slice, makeTestSliceRows(study, slice));
  log.close();
}

const reopen = (path: string, asked = manifest, of = study) =>
  RowsLog.reopen(path, { study: of, manifest: asked }, sampleCatalogue);

test('restores added slices in the order of the rows', () => {
  const path = at('whole');
  logOf(path, slices.length);
  const log = reopen(path);
  expect(slices.every((slice) => log.has(slice))).toBe(true);
  const [found, wanted] = [
    makeRowColumnReader(log.source()),
    makeRowColumnReader(makeTestRowsSource(study)),
  ];
  for (const { index } of study.cells) {
    expect(found(index, 'error')).toEqual(wanted(index, 'error'));
    expect(found(index, 'updates')).toHaveLength(study.count);
  }
  log.close();
});

test.each([1, 20, 33, 5000])(
  'drops a block that lacks its last %d bytes, and the slice can be added again',
  (bytes) => {
    const path = at(`short-${bytes}`);
    logOf(path, 5);
    truncateSync(path, statSync(path).size - bytes);
    const log = reopen(path);
    expect(slices.filter((slice) => log.has(slice))).toHaveLength(4);
    const lost = slices.at(-5);
    if (lost) log.add(lost, makeTestSliceRows(study, lost));
    log.close();
    expect(slices.filter((slice) => reopen(path).has(slice))).toHaveLength(5);
  },
);

test('keeps only the blocks before a damaged one', () => {
  const path = at('damaged');
  logOf(path, 5);
  const bytes = readFileSync(path);
  const middle = bytes.length - 3 * Math.floor((bytes.length - 4000) / 5);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const kept = slices.filter((slice) => reopen(path).has(slice));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(5);
});

test('cuts off bytes that were appended by others', () => {
  const path = at('behind');
  logOf(path, 2);
  const { size } = statSync(path);
  appendFileSync(path, 'x'.repeat(100));
  reopen(path).close();
  expect(statSync(path).size).toBe(size);
});

test.each([
  ['an empty file', ''],
  ['zeros', '\0'.repeat(5000)],
  ['half of its first line', 'iklab p'],
  ['half of its second line', 'iklab part 1\n{"version":"0.1.0","build":"0123'],
  ['a second line that ends in zeros', `iklab part 1\n{"version":${'\0'.repeat(4000)}`],
])('reports no rows in a file that a crash left without any: %s', (_, text) => {
  const path = at('torn');
  writeFileSync(path, text);
  expect(RowsLog.mayHaveRows(path)).toBe(false);
});

test.each([
  ['other text', 'iklab is a program'],
  ['zeros and then a character', `${'\0'.repeat(5000)}x`],
  ['another format', 'iklab part 4\n'],
  ['two lines', 'iklab part 1\n{}\n'],
])('does not overwrite a file that may contain data: %s', (_, text) => {
  const path = at('worth');
  writeFileSync(path, text);
  expect(RowsLog.mayHaveRows(path)).toBe(true);
  expect(getInputErrorMessage(() => reopen(path))).toMatch(/^worth: /);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

test('detects rows that another program changed during the run', () => {
  const path = at('over');
  logOf(path, slices.length);
  const log = reopen(path);
  const bytes = readFileSync(path);
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const read = () => study.cells.map(({ index }) => [...log.source().chunks(index)]);
  expect(getInputErrorMessage(read)).toBe(
    'over: was changed by another program while it was written; continue with --resume',
  );
  log.close();
});

test('rejects rows of another study, shard or build, and a finished file', () => {
  const path = at('other');
  logOf(path, 1);
  const other = makeTwoMethodStudy({ seed: 9 });
  const advice = 'remove it, or choose another --out';
  expect(getInputErrorMessage(() => reopen(path, makeTestManifest(other), other))).toMatch(
    new RegExp(
      `^other: contains rows of another study \\([0-9a-f]{16}; this is [0-9a-f]{16}\\); ${advice}$`,
    ),
  );
  expect(
    getInputErrorMessage(() => reopen(path, makeTestManifest(study, { index: 2, of: 3 }))),
  ).toBe(`other: contains rows of shard 1/1, not 2/3; ${advice}`);
  expect(
    getInputErrorMessage(() => reopen(path, makeTestManifest(study, { index: 1, of: 1 }, 'ffff'))),
  ).toBe(`other: was created by another build (0123abcd; this is ffff); ${advice}`);
  const finished = writeTestRowsFile(makeTestRowsSource(study), at('finished'));
  expect(getInputErrorMessage(() => reopen(finished))).toBe(
    `finished: is a finished file, not a part of a study; ${advice}`,
  );
});
