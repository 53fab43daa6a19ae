/** Path studies on the command line. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { testEngine } from '@iklab/core/engine/testing';
import { phrasePlainText } from '@iklab/core/format/words';
import {
  makePathStudyManifest,
  PathStudySolver,
  parsePathStudy,
  pathStudySentences,
  type RunWithEffectors,
  summarizePathStudy,
} from '@iklab/study/follow';
import { addRunEffectorPositions } from '@iklab/study/follow/runs';
import { type PathRunsFileOrigin, valuesPerRow } from '@iklab/study/rows';
import { WHOLE_STUDY_SHARD } from '@iklab/study/tasks';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../testCalls.ts';
import { openStoredRowsFile } from './rowsFile.ts';
import { RowsLog } from './rowsLog.ts';
import { useTestFolder } from './testRows.ts';

const at = useTestFolder();
const engine = await testEngine();
const { catalogue } = engine;

function toldOf(file: string): PathRunsFileOrigin {
  const read = parsePathStudy(JSON.parse(readFileSync(file, 'utf8')), catalogue);
  if (!read.ok) throw new Error('the study has faults');
  return {
    study: read.value,
    manifest: makePathStudyManifest(read.value, WHOLE_STUDY_SHARD, catalogue),
  };
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

/** Returns the output of `iklab study`, which must succeed. */
async function done(file: string, ...more: string[]): Promise<string> {
  const { status, out, err } = await runCommandLine(['study', file, ...more]);
  expect([status, err]).toEqual([
    0,
    expect.stringMatching(/^(note: a study of version 1: .*\n)?\d+ runs in [\d.]+ s, [\d.]+\/s\n$/),
  ]);
  return out;
}

/** Returns the lines of a CSV without its last two columns, which are times. */
const untimed = (csv: string): string[] =>
  csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',').slice(0, -2).join(','));

test('gives identical rows for any number of threads and in shards, except for times', async () => {
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

test('the table has a row per method, and states runs, seed, path and rounds', async () => {
  const out = await done(write('table.json', study({}, { name: '' })));
  expect(out).toMatch(
    /5 runs of each method, seed 3\ncircle, 40 points, 2 rounds, at most 1 update/,
  );
  expect(out).toMatch(/^method +runs +error m: rms +95 % +largest/m);
  expect(out).toMatch(/^DLS +5 +[\de.-]+ /m);
  expect(out).toMatch(/^SDLS +5 +[\de.-]+ /m);
  expect(out).toContain('Times are from this machine.');
});

test('a course has one row per point, and its files contain the manifest', async () => {
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

test('the table has the same summary as the page, but not in a shard', async () => {
  const document = study({});
  const file = write('told.json', document);
  const read = parsePathStudy(document, engine.catalogue);
  if (!read.ok) throw new Error('the study cannot be read');
  const [of, page] = [read.value, new Map<string, RunWithEffectors>()];
  const solver = new PathStudySolver(engine, of);
  for (const cell of of.cells)
    for (let index = 0; index < of.count; index++)
      page.set(
        `${cell.index}/${index}`,
        addRunEffectorPositions(of, cell, solver.solve(cell.index, index)),
      );
  solver.close();
  const sums = summarizePathStudy(of, (cell, index) => page.get(`${cell}/${index}`));
  const story = phrasePlainText(pathStudySentences(of, sums));
  expect(story).toMatch(/never jump|gets round without a jump/);
  expect(await done(file)).toContain(`\n${story}\n`);
  expect(await done(file, '--shard', '1/2')).not.toContain(story);
});

/** Returns the tool frame of a UR5e from the Denavit-Hartenberg table of its data sheet. */
function ur5eTip(q: readonly number[]) {
  const table = [
    [0.1625, 0, Math.PI / 2],
    [0, -0.425, 0],
    [0, -0.3922, 0],
    [0.1333, 0, Math.PI / 2],
    [0.0997, 0, -Math.PI / 2],
    [0.0996, 0, 0],
  ];
  let frame = [
    [-1, 0, 0, 0], // The base of the table is rotated by 180 degrees about z.
    [0, -1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ];
  table.forEach(([d = 0, a = 0, alpha = 0], i) => {
    const [c, s, ca, sa] = [
      Math.cos(q[i] ?? 0),
      Math.sin(q[i] ?? 0),
      Math.cos(alpha),
      Math.sin(alpha),
    ];
    const step = [
      [c, -s * ca, s * sa, a * c],
      [s, c * ca, -c * sa, a * s],
      [0, sa, ca, d],
      [0, 0, 0, 1],
    ];
    frame = frame.map((row) =>
      [0, 1, 2, 3].map((j) => row.reduce((sum, x, k) => sum + x * (step[k]?.[j] ?? 0), 0)),
    );
  });
  return frame;
}

/** Returns the angle between a rotation matrix and a unit quaternion, in radians. */
function angleBetween(
  frame: readonly (readonly number[])[],
  quaternion: readonly number[],
): number {
  const [x = 0, y = 0, z = 0, w = 0] = quaternion;
  const other = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
  const chord = Math.hypot(
    ...other.flatMap((row, i) => row.map((v, j) => v - (frame[i]?.[j] ?? 0))),
  );
  return 2 * Math.asin(Math.min(1, chord / Math.sqrt(8))); // |R - S| = √8 |sin(angle / 2)|
}

const JOINTS = [
  ...['shoulder_pan_joint', 'shoulder_lift_joint', 'elbow_joint'],
  ...['wrist_1_joint', 'wrist_2_joint', 'wrist_3_joint'],
];
type Row = Readonly<Record<string, unknown>>;

/** Returns the rows of a course file of any format, as numbers. */
async function courseRows(path: string): Promise<Row[]> {
  const bytes = readFileSync(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  if (path.endsWith('.parquet'))
    return numbered(await parquetReadObjects({ file: buffer as ArrayBuffer }));
  if (path.endsWith('.json')) {
    const { fields, rows } = JSON.parse(bytes.toString());
    return numbered(rows.map((row: unknown[]) => rowOf(fields, row)));
  }
  const [head = '', ...lines] = bytes.toString().trimEnd().split('\n');
  return numbered(lines.map((line) => rowOf(head.split(','), line.split(','))));
}

const rowOf = (names: readonly string[], values: readonly unknown[]): Row =>
  Object.fromEntries(names.map((name, i) => [name, values[i]]));

const numbered = (rows: readonly Row[]): Row[] =>
  rows.map((row) => {
    const { method: _, label: __, ...rest } = row;
    return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, Number(value)]));
  });

test('errors of course points agree with the kinematics of the data sheet, in all formats', async () => {
  const file = write('checked.json', study({ starts: 2 }));
  await done(file, '--out', at('checked.rows'));
  for (const end of ['csv', 'json', 'npz', 'parquet']) {
    const course = ['--course', at(`checked.${end}`), '--poses'];
    expect(await runCommandLine(['merge', at('checked.rows'), ...course])).toMatchObject({
      err: '',
    });
  }
  const csv = await courseRows(at('checked.csv'));
  expect(csv).toHaveLength(2 * 2 * 40);
  for (const row of csv) {
    const of = (...names: string[]) => names.map((name) => Number(row[name]));
    const frame = ur5eTip(of(...JOINTS.map((id) => `end.${id}`)));
    const place = of('target.tool0.x', 'target.tool0.y', 'target.tool0.z');
    const [error = 0, angle = 0] = of('error', 'angle');
    expect(Math.hypot(...place.map((x, i) => x - (frame[i]?.[3] ?? 0)))).toBeCloseTo(error, 10); // pi has ten digits.
    const turn = of(...['qx', 'qy', 'qz', 'qw'].map((part) => `target.tool0.${part}`));
    expect(angleBetween(frame, turn)).toBeCloseTo(angle, 7);
  }
  expect(await courseRows(at('checked.json'))).toEqual(csv);
  expect(await courseRows(at('checked.parquet'))).toEqual(csv);
  expect(readFileSync(at('checked.npz')).includes('end.elbow_joint.npy')).toBe(true);
  const free = write('free.json', study({ starts: 1, turn: 'free' }));
  await done(free, '--course', at('free.csv'), '--poses');
  expect(Object.keys((await courseRows(at('free.csv')))[0] ?? {}).slice(-9)).toEqual([
    ...['x', 'y', 'z'].map((part) => `target.tool0.${part}`),
    ...JOINTS.map((id) => `end.${id}`),
  ]);
});

test('merged shards and their courses equal those of the unsharded study', async () => {
  const file = write('shards.json', study());
  const course = (name: string) => ['--course', at(name)];
  await done(file, '--out', at('all.csv'), ...course('all-course.csv'));
  const parts = ['1/3', '2/3', '3/3'].map((shard, i) => [shard, at(`p${i}.rows`)] as const);
  for (const [shard, name] of parts) await done(file, '--shard', shard, '--out', name);
  const merge = (...more: string[]) =>
    runCommandLine(['merge', ...parts.map(([, name]) => name), ...more]);
  const merged = await merge('--out', at('merged.csv'), ...course('merged-course.csv'));
  expect([merged.status, merged.err]).toEqual([0, '']);
  const [made, all] = ['merged.csv', 'all.csv'].map((name) => readFileSync(at(name), 'utf8'));
  expect(untimed(made ?? '')).toEqual(untimed(all ?? ''));
  const courses = ['merged-course.csv', 'all-course.csv'].map((name) => readFileSync(at(name)));
  expect(courses[0]?.equals(courses[1] as Buffer)).toBe(true);
  expect((await merge('--poses', '--format', 'csv')).err).toContain('needs --course FILE');
  await merge('--poses', '--out', at('posed.csv'), ...course('posed-course.csv'));
  const [head] = readFileSync(at('posed-course.csv'), 'utf8').split('\n');
  expect(head).toContain(',jump,target.tool0.x,');
  const few = await runCommandLine(['merge', at('p0.rows'), at('p2.rows')]);
  expect(few.err).toContain('1 shard is missing: 2/3');
});

test('--resume continues an interrupted run with its first two runs', {
  tags: 'full',
}, async () => {
  const file = write('on.json', study());
  await done(file, '--out', at('on.rows'));
  const whole = readFileSync(at('on.rows'));
  // As an interruption leaves it: the header of a part, and the first two runs.
  const log = RowsLog.create(at('left.rows.part'), toldOf(file));
  const source = openStoredRowsFile(at('on.rows'), catalogue);
  const stride = valuesPerRow(toldOf(file));
  const [chunk] = source.chunks(0);
  for (const first of [0, 1])
    log.add(
      { cell: 0, first, count: 1 },
      (chunk?.rows ?? new Float64Array()).slice(first * stride, (first + 1) * stride),
    );
  log.close();
  expect(whole.toString('latin1', 0, 13)).toBe('iklab rows 3\n');
  const { status, err } = await runCommandLine([
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

test('--path reads the path from a CSV file, and reports a bad or missing file', async () => {
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
  const bad = await runCommandLine(['study', file, '--path', at('bad.csv')]);
  expect(bad).toMatchObject({ status: 1 });
  expect(bad.err).toContain('bad.csv: has no goals of tool0: expected columns x, y, z');
  const none = await runCommandLine(['study', file, '--path', at('none.csv')]);
  expect(none.err).toContain('none.csv: no such file');
});

describe('rejects', () => {
  test.each([
    [['--poses'], '--poses needs --format csv, json, parquet or npz, or --course FILE for a path'],
    [['--poses', '--format', 'csv'], '--poses needs --course FILE in a study that follows a path'],
    [['--course', 'a.txt'], '--course must end in .csv, .json, .parquet or .npz; got "a.txt"'],
  ])('%s', async (args, reason) => {
    const file = write('refused.json', study());
    const { status, err } = await runCommandLine(['study', file, ...args]);
    expect(err).toContain(reason);
    expect(status).toBe(2);
    expect(existsSync('a.csv')).toBe(false);
  });

  test('a course of a study without a path, and a document with an error', async () => {
    const { sampling: _, ...plain } = study({}, { count: 3 });
    const problems = await runCommandLine([
      'study',
      write('plain.json', plain),
      '--course',
      at('no.csv'),
    ]);
    expect(problems.err).toContain('--course is only for studies with the sampling "follow"');
    const bad = await runCommandLine(['study', write('bad.json', study({ rounds: 0 }))]);
    expect(bad).toMatchObject({ status: 1, err: 'sampling.rounds: must be ≥ 1; got 0\n' });
  });
});
