/** Studies that follow a path, by the command line. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { followManifest, parseFollow, strideOf, type ToldRuns, WHOLE_STUDY } from '@iklab/study';
import { parquetMetadata } from 'hyparquet';
import { testEngine } from 'iklab/engine/testing';
import { describe, expect, test } from 'vitest';
import { commandResult } from '../testCalls.ts';
import { openRows } from './rowsFile.ts';
import { RowsLog } from './rowsLog.ts';
import { testFolder } from './testRows.ts';

const at = testFolder();
const { catalogue } = await testEngine();

function toldOf(file: string): ToldRuns {
  const read = parseFollow(JSON.parse(readFileSync(file, 'utf8')), catalogue);
  if (!read.ok) throw new Error('the study has faults');
  return { study: read.value, manifest: followManifest(read.value, WHOLE_STUDY, catalogue) };
}

const study = (sampling: object = {}, more: object = {}) => ({
  iklabStudy: 1,
  name: 'a circle',
  scenario: {
    preset: 'ur5e',
    methods: [{ id: 'dls', params: { lambda: 0.1 } }, { id: 'sdls' }],
  },
  sampling: {
    kind: 'follow',
    path: { shape: 'circle', radius: 0.05 },
    points: 40,
    rounds: 2,
    starts: 5,
    ...sampling,
  },
  seed: 3,
  ...more,
});

function write(name: string, document: unknown): string {
  writeFileSync(at(name), JSON.stringify(document));
  return at(name);
}

/** What `iklab study` says, which must go well. */
async function done(file: string, ...more: string[]): Promise<string> {
  const { status, out, err } = await commandResult(['study', file, ...more]);
  expect([status, err]).toEqual([
    0,
    expect.stringMatching(/^(note: a study of version 1: .*\n)?\d+ runs in [\d.]+ s, [\d.]+\/s\n$/),
  ]);
  return out;
}

/** Lines of a CSV without its two columns of times, which stand last. */
const untimed = (csv: string): string[] =>
  csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',').slice(0, -2).join(','));

test('whole, by any number of threads, in shards: the same bits but for times', async () => {
  const file = write('study.json', study());
  const whole = untimed(await done(file, '--format', 'csv', '--jobs', '1'));
  expect(whole).toHaveLength(11);
  expect(untimed(await done(file, '--format', 'csv', '--jobs', '3'))).toEqual(whole);
  const parts = [];
  for (const shard of ['1/3', '2/3', '3/3']) {
    const [head, ...rows] = untimed(await done(file, '--format', 'csv', '--shard', shard));
    expect(head).toBe(whole[0]);
    parts.push(...rows);
  }
  expect(parts.sort()).toEqual(whole.slice(1).sort());
});

test('the table tells each method, and what its numbers are of', async () => {
  const out = await done(write('table.json', study({}, { name: '' })));
  expect(out).toMatch(
    /5 runs of each method, seed 3\ncircle, 40 points, 2 rounds, at most 1 update/,
  );
  expect(out).toMatch(/^method +runs +error m: rms +95 % +largest/m);
  expect(out).toMatch(/^DLS +5 +[\de.-]+ /m);
  expect(out).toMatch(/^SDLS +5 +[\de.-]+ /m);
  expect(out).toContain('Times are of this machine.');
});

test('a course has a row each point, and files say where they are from', async () => {
  const file = write('course.json', study({ starts: 2 }));
  await done(file, '--out', at('runs.parquet'), '--course', at('course.csv'));
  const lines = readFileSync(at('course.csv'), 'utf8').trimEnd().split('\n');
  expect(lines[0]).toBe('method,label,run,point,error,angle,sigma,turn,limits,updates,jump');
  expect(lines).toHaveLength(1 + 2 * 2 * 40);
  expect(lines[1]).toMatch(/^dls,DLS,0,0,/);
  const runs = JSON.parse(await done(file, '--format', 'json', '--course', at('course.parquet')));
  expect(runs.manifest).toMatchObject({ kind: 'follow', seed: 3, shard: { index: 1, of: 1 } });
  expect(runs.fields.slice(0, 4)).toEqual(['method', 'label', 'run', 'rms']);
  expect(runs.rows).toHaveLength(4);
  for (const [name, count] of [
    ['runs', 4],
    ['course', 160],
  ] as const) {
    const { buffer, byteOffset, byteLength } = readFileSync(at(`${name}.parquet`));
    const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    const { num_rows, key_value_metadata = [] } = parquetMetadata(file);
    expect(Number(num_rows)).toBe(count);
    expect(JSON.parse(key_value_metadata[0]?.value ?? '')).toMatchObject({ kind: 'follow' });
  }
});

test('rows of shards are merged, with their courses, to what the whole gives', async () => {
  const file = write('shards.json', study());
  const course = (name: string) => ['--course', at(name)];
  await done(file, '--out', at('all.csv'), ...course('all-course.csv'));
  const parts = ['1/3', '2/3', '3/3'].map((shard, i) => [shard, at(`p${i}.rows`)] as const);
  for (const [shard, name] of parts) await done(file, '--shard', shard, '--out', name);
  const merge = (...more: string[]) =>
    commandResult(['merge', ...parts.map(([, name]) => name), ...more]);
  const merged = await merge('--out', at('merged.csv'), ...course('merged-course.csv'));
  expect([merged.status, merged.err]).toEqual([0, '']);
  const [made, all] = ['merged.csv', 'all.csv'].map((name) => readFileSync(at(name), 'utf8'));
  expect(untimed(made ?? '')).toEqual(untimed(all ?? ''));
  const courses = ['merged-course.csv', 'all-course.csv'].map((name) => readFileSync(at(name)));
  expect(courses[0]?.equals(courses[1] as Buffer)).toBe(true);
  expect((await merge('--poses', '--format', 'csv')).err).toContain('--poses is not of a study');
  const few = await commandResult(['merge', at('p0.rows'), at('p2.rows')]);
  expect(few.err).toContain('1 shard is missing: 2/3');
});

test('an interrupted run goes on with what was made', { tags: 'full' }, async () => {
  const file = write('on.json', study());
  await done(file, '--out', at('on.rows'));
  const whole = readFileSync(at('on.rows'));
  // as it is left: the head of a part, and the first two runs
  const log = RowsLog.create(at('left.rows.part'), toldOf(file));
  const source = openRows(at('on.rows'), catalogue);
  const stride = strideOf(toldOf(file));
  const [chunk] = source.chunks(0);
  for (const first of [0, 1])
    log.add(
      { cell: 0, first, count: 1 },
      (chunk?.rows ?? new Float64Array()).slice(first * stride, (first + 1) * stride),
    );
  log.close();
  expect(whole.toString('latin1', 0, 13)).toBe('iklab rows 3\n');
  const { status, err } = await commandResult([
    'study',
    file,
    '--out',
    at('left.rows'),
    '--resume',
  ]);
  expect(status).toBe(0);
  expect(err).toMatch(/^8 runs in /m);
  const made = readFileSync(at('left.rows'));
  expect(made.length).toBe(whole.length);
  expect(existsSync(at('left.rows.part'))).toBe(false);
});

test('a file of poses is the path', async () => {
  const tips = [0, 1, 2, 3].map((k) => `${k},${0.3 + 0.02 * k},0.2,0.4,0,1,0,0`);
  writeFileSync(at('path.csv'), ['t,x,y,z,qx,qy,qz,qw', ...tips].join('\n'));
  const file = write('file.json', study({ updates: 40, starts: 1 }));
  const out = await done(file, '--path', at('path.csv'), '--format', 'json');
  const { manifest } = JSON.parse(out);
  expect(manifest.document.sampling.path).toEqual({
    shape: 'poses',
    poses: tips.map((_, k) => ({
      time: k,
      position: [0.3 + 0.02 * k, 0.2, 0.4],
      orientation: [0, 1, 0, 0],
    })),
  });
  writeFileSync(at('bad.csv'), 't,q0\n0,1\n');
  const bad = await commandResult(['study', file, '--path', at('bad.csv')]);
  expect(bad).toMatchObject({ status: 1 });
  expect(bad.err).toContain('bad.csv: has no goals of tool0: columns x, y, z');
  const none = await commandResult(['study', file, '--path', at('none.csv')]);
  expect(none.err).toContain('none.csv: there is no such file');
});

describe('refuses', () => {
  test.each([
    [['--poses', '--format', 'csv'], '--poses is not of a study whose sampling is "follow"'],
    [['--course', 'a.txt'], '--course must end in .csv, .json, .parquet or .npz, is "a.txt"'],
  ])('%s', async (args, reason) => {
    const file = write('refused.json', study());
    const { status, err } = await commandResult(['study', file, ...args]);
    expect(err).toContain(reason);
    expect(status).toBe(2);
    expect(existsSync('a.csv')).toBe(false);
  });

  test('a course of problems, and documents with faults', async () => {
    const { sampling: _, ...plain } = study({}, { count: 3 });
    const problems = await commandResult([
      'study',
      write('plain.json', plain),
      '--course',
      at('no.csv'),
    ]);
    expect(problems.err).toContain('--course is of a study whose sampling is "follow"');
    const bad = await commandResult(['study', write('bad.json', study({ rounds: 0 }))]);
    expect(bad).toMatchObject({ status: 1, err: 'sampling.rounds: must be ≥ 1, is 0\n' });
  });
});
