import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { STOPS } from '@iklab/core/engine/protocol';
import { smallDocument } from '@iklab/core/scenario/testing';
import { rowFieldIndex, rowStride } from '@iklab/study/rows';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { UsageError } from '../errors.ts';
import { chooseStudyFormat, saveRowsAtomically } from './rowsOutput.ts';
import {
  getInputErrorMessage,
  makeTestRowsSource,
  makeTestSliceRows,
  makeTwoMethodStudy,
  useTestFolder,
} from './testRows.ts';

const at = useTestFolder();
const study = makeTwoMethodStudy({ conditions: true });
const source = makeTestRowsSource(study);
const save = (name: string, format: Parameters<typeof saveRowsAtomically>[1], of = source) => {
  saveRowsAtomically(of, format, at(name));
  return at(name);
};

/** Returns some values of row `index` of a cell, as the study made them. */
function made(cell: number, index: number) {
  const rows = makeTestSliceRows(study, { cell, first: 0, count: study.count });
  const of = (field: Parameters<typeof rowFieldIndex>[0]) =>
    rows[index * rowStride(study) + rowFieldIndex(field)] ?? 0;
  return {
    solved: of('solved') === 1,
    stop: STOPS[of('stop')],
    updates: of('updates'),
    error: of('error'),
  };
}

test('CSV has one line per row, with all digits of every number', () => {
  const lines = readFileSync(save('a.csv', 'csv'), 'utf8').trimEnd().split('\n');
  expect(lines[0]).toBe(
    'method,label,methods[0].params.lambda,index,solved,inLimits,stop,updates,evaluations,restarts,error,angle,objective,travel,limitHits,startError,best,condition,goalCondition',
  );
  expect(lines).toHaveLength(1 + 4 * study.count);
  const cells = (lines[1 + 1300 + 5] ?? '').split(',');
  const { solved, stop, updates, error } = made(1, 5);
  expect(cells.slice(0, 5)).toEqual(['dls', 'DLS', '1', '5', solved ? '1' : '0']);
  expect([cells[6], Number(cells[7]), Number(cells[10])]).toEqual([stop, updates, error]);
  expect(cells[17], 'not known').toBe('');
  expect(lines.at(-1)).toMatch(/^sdls,"S, ""dls""",,1299,/);
});

test('JSON has the manifest, the summary and rows of each cell, and the conclusions', () => {
  const read = JSON.parse(readFileSync(save('a.json', 'json'), 'utf8'));
  expect(read.manifest).toMatchObject({ seed: 1, shard: { index: 1, of: 1 }, build: '0123abcd' });
  expect(read.manifest.document.count).toBe(1300);
  expect(read.cells.map(({ values }: { values: object }) => Object.values(values)[0])).toEqual([
    0.1,
    1,
    10,
    null,
  ]);
  expect(read.cells[3].summary).toMatchObject({ n: 1300, solved: 975 });
  const row = read.cells[2].rows[7];
  const { solved, updates, error } = made(2, 7);
  const at = (name: string) => row[read.fields.indexOf(name)];
  expect([at('index'), at('solved'), at('updates'), at('error')]).toEqual([
    7,
    solved,
    updates,
    error,
  ]);
  expect(at('condition')).toBe(null);
  expect(read.conclusions[0]).toContain(
    'do not differ significantly in success rate: 75 against 75 %',
  );
  expect(read.cells[0].summary.toHorizon.horizon).toBe(4000);
});

test('Parquet has the same rows, in row groups of limited size', async () => {
  const many = makeTwoMethodStudy({ count: 40_000, sweep: [] });
  const bytes = readFileSync(save('a.parquet', 'parquet', makeTestRowsSource(many)));
  const file = bytes.buffer.slice(
    bytes.byteOffset,
    bytes.byteOffset + bytes.byteLength,
  ) as ArrayBuffer;
  const { row_groups, num_rows, key_value_metadata } = parquetMetadata(file);
  expect([row_groups.length, num_rows]).toEqual([2, 80_000n]);
  expect(JSON.parse(key_value_metadata?.[0]?.value ?? '')).toMatchObject({ seed: 1 });
  const rows = await parquetReadObjects({ file, rowStart: 40_000, rowEnd: 40_010 });
  const wanted = makeTestSliceRows(many, { cell: 1, first: 0, count: 10 });
  rows.forEach((row, i) => {
    const of = (field: Parameters<typeof rowFieldIndex>[0]) =>
      wanted[i * rowStride(many) + rowFieldIndex(field)];
    expect(row).toMatchObject({ method: 'sdls', index: i, solved: of('solved') === 1 });
    expect([row.error, Number(row.updates)]).toEqual([of('error'), of('updates')]);
  });
});

test('unknown values are null in Parquet', async () => {
  const bytes = readFileSync(save('b.parquet', 'parquet'));
  const file = bytes.buffer.slice(
    bytes.byteOffset,
    bytes.byteOffset + bytes.byteLength,
  ) as ArrayBuffer;
  const rows = await parquetReadObjects({
    file,
    columns: ['condition', 'methods[0].params.lambda'],
  });
  expect(rows[0]).toEqual({ condition: null, 'methods[0].params.lambda': 0.1 });
  expect(rows.at(-1)).toEqual({ condition: null, 'methods[0].params.lambda': null });
});

test('the table has results by method and the conclusion', () => {
  const lines = readFileSync(save('a.txt', 'table'), 'utf8').split('\n');
  expect(lines[0]).toBe('made up: 1300 problems of each method, seed 1');
  expect(lines[1]).toMatch(/^study [0-9a-f]{16}, build 0123abcd$/);
  expect(lines[3]).toMatch(/^method +solved % +95 % interval +in limits %/);
  expect(lines[4]).toMatch(
    /^DLS, lambda 0\.1 +75\.00 +72\.55 to 77\.33 +100\.00 +1005\.25 +3 +7 +11 +11/,
  );
  expect(lines.slice(4, 8).map((line) => line.split('  ')[0])).toEqual([
    'DLS, lambda 0.1',
    'DLS, lambda 1',
    'DLS, lambda 10',
    'S, "dls"',
  ]);
  // 4000 is the cost of the quarter of the problems that no method solves.
  expect(lines[3]).toMatch(/updates to 4000: mean +of the solved: 5 % +median/);
  expect(lines[9]).toMatch(
    / do not differ significantly in success rate: 75 against 75 %, at most/,
  );
});

test('methods with the same label are distinguished by their index', () => {
  const scenario = smallDocument({ methods: [{ id: 'dls' }, { id: 'dls' }] });
  const twins = makeTwoMethodStudy({ scenario, sweep: [] });
  const lines = readFileSync(save('twins.txt', 'table', makeTestRowsSource(twins)), 'utf8').split(
    '\n',
  );
  expect(lines.slice(4, 6).map((line) => line.split('  ')[0])).toEqual([
    'DLS, methods[0]',
    'DLS, methods[1]',
  ]);
});

test('a file that cannot be written leaves no files behind', () => {
  expect(getInputErrorMessage(() => saveRowsAtomically(source, 'csv', at('nowhere/a.csv')))).toBe(
    'a.csv: cannot be written: no such folder',
  );
  const broken = {
    ...source,
    chunks: () => {
      throw new Error('stop');
    },
  };
  expect(() => saveRowsAtomically(broken, 'rows', at('half.rows'))).toThrow('stop');
  expect(readdirSync(dirname(at('x'))).filter((name) => name.startsWith('half'))).toEqual([]);
  expect(existsSync(at('nowhere'))).toBe(false);
});

test.each([
  [undefined, undefined, 'table'],
  [undefined, 'a/b.csv', 'csv'],
  [undefined, 'a.PARQUET', 'parquet'],
  [undefined, 'results', 'rows'],
  [undefined, 'a.txt', 'table'],
  ['json', 'a.csv', 'json'],
  ['json', undefined, 'json'],
])('--format %s with --out %s selects %s', (format, out, wanted) => {
  expect(chooseStudyFormat(format, out)).toBe(wanted);
});

test('rejects an unknown format, and a binary format without --out', () => {
  expect(() => chooseStudyFormat('xml', undefined)).toThrow(
    new UsageError('--format must be one of table, csv, json, parquet, npz, rows; got "xml"'),
  );
  expect(() => chooseStudyFormat('parquet', undefined)).toThrow(
    new UsageError('--format parquet needs --out FILE'),
  );
});
