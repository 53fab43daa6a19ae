/** Path runs with external solvers, written by the command line and opened as the page does. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { testEngine } from '@iklab/core/engine/testing';
import { studyCellName } from '@iklab/study/document';
import {
  makeFollowedPath,
  PATH_POINT_STRIDE,
  PathStudySolver,
  pathPointFieldIndex,
  pathRunFieldIndex,
} from '@iklab/study/follow';
import {
  comparePathRuns,
  type LoadedPathRuns,
  type PathRunReader,
  pathStudyWithoutSolvers,
  splitPathRunNumbers,
} from '@iklab/study/follow/runs';
import {
  isPathRunsFileOrigin,
  readRowsBytes,
  readRowsJson,
  type SliceableFile,
  valuesPerRow,
} from '@iklab/study/rows';
import { readRowsParquet } from '@iklab/study/rows/readRowsParquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../testCalls.ts';
import { openStoredRowsFile } from './rowsFile.ts';
import { endParquetThread, makeTestParquetReader } from './testParquet.ts';
import { useTestFolder } from './testRows.ts';

const at = useTestFolder();
afterAll(endParquetThread);
const engine = await testEngine();
const { catalogue } = engine;
const program = fileURLToPath(new URL('../solver/faultySolver.mjs', import.meta.url));
const solverOption = (name: string, kind: string) => [
  '--solver',
  `${name}=${process.execPath} ${program} ${kind}`,
];

const document = {
  iklabStudy: 1,
  scenario: {
    tree: { planar: { links: [1, 0.7] } },
    start: [0.1, 1],
    targets: [{ effector: 'tip', position: [1, 0.5, 0] }],
    methods: [{ id: 'dls' }, { id: 'sdls' }],
    limitPolicy: 'ignore',
  },
  sampling: {
    kind: 'follow',
    path: { shape: 'circle', centre: [1, 0.4, 0], radius: 0.2 },
    points: 30,
    rounds: 2,
    starts: 3,
    updates: 3,
  },
};

async function iklab(...words: readonly string[]): Promise<void> {
  const { status, err } = await runCommandLine([...words]);
  if (status !== 0) throw new Error(err);
}

beforeAll(async () => {
  writeFileSync(at('study.json'), JSON.stringify(document));
  const programs = [...solverOption('exact', 'right'), ...solverOption('mirrored', 'turned')];
  const silent = solverOption('silent', 'refuses');
  const patient = ['--solver-time', '10s', '--out', at('runs.rows')];
  await iklab('study', at('study.json'), ...programs, ...silent, ...patient);
  for (const form of ['csv', 'json', 'parquet'])
    await iklab('merge', at('runs.rows'), '--out', at(`runs.${form}`));
});

const fileOf = (bytes: Uint8Array): SliceableFile => ({
  size: bytes.length,
  slice: (from, to) => ({
    arrayBuffer: async () => new Uint8Array(bytes.subarray(from, to)).buffer,
  }),
});
const sha = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const digest = async (bytes: Uint8Array) => sha(bytes).buffer;
const read = (bytes: Uint8Array) => readRowsBytes(fileOf(bytes), catalogue, digest);

async function opened(): Promise<LoadedPathRuns> {
  const runs = await read(readFileSync(at('runs.rows')));
  if (typeof runs === 'string' || !isPathRunsFileOrigin(runs)) throw new Error(`no runs: ${runs}`);
  return runs;
}

/** Returns the file with a changed header and a matching checksum. */
function changed(from: string | RegExp, to: string): Uint8Array {
  const bytes = readFileSync(at('runs.rows'));
  const head = bytes.indexOf(10, bytes.indexOf(10) + 1) + 1;
  const told = bytes.toString('utf8', 0, head).replace(from, to);
  const whole = Buffer.concat([Buffer.from(told), bytes.subarray(head, -32)]);
  return Buffer.concat([whole, sha(whole)]);
}

test('restores every number of the file; a solver that refuses has no runs', async () => {
  const { study, manifest, runs, summed } = await opened();
  expect(summed).toBe(true);
  const names = study.cells.map((cell) => studyCellName(study, cell));
  expect(names).toEqual(['DLS', 'SDLS', 'exact', 'mirrored', 'silent']);
  const source = openStoredRowsFile(at('runs.rows'), catalogue);
  const stride = valuesPerRow({ study, manifest });
  for (const { index: cell } of study.cells)
    for (const { first, rows } of source.chunks(cell))
      for (let i = 0; i * stride < rows.length; i++) {
        const run = runs(cell, first + i);
        if (names[cell] === 'silent') expect(run).toBeUndefined();
        else
          expect(run).toMatchObject(
            splitPathRunNumbers(rows.slice(i * stride, (i + 1) * stride), study),
          );
      }
  expect([runs(5, 0), runs(0, 3)]).toEqual([undefined, undefined]);
});

test.each([1, 2])(
  'reads a file without the column largeSteps and computes its values (%d rounds)',
  async (rounds) => {
    const path = { shape: 'circle', centre: [1, 0.4, 0], radius: 0.5 };
    const coarse = { ...document, sampling: { ...document.sampling, path, points: 9, rounds } };
    writeFileSync(at('coarse.json'), JSON.stringify(coarse));
    const programs = solverOption('silent', 'refuses');
    await iklab('study', at('coarse.json'), ...programs, '--out', at(`coarse${rounds}.rows`));
    const bytes = readFileSync(at(`coarse${rounds}.rows`));
    const now = await read(bytes);
    if (typeof now === 'string' || !isPathRunsFileOrigin(now)) throw new Error(`no runs: ${now}`);
    const head = bytes.indexOf(10, bytes.indexOf(10) + 1) + 1;
    const [stride, added] = [8 * valuesPerRow(now), 8 * pathRunFieldIndex('largeSteps')];
    const parts: Uint8Array[] = [bytes.subarray(0, head)];
    for (let from = head; from < bytes.length - 32; from += stride)
      parts.push(
        bytes.subarray(from, from + added),
        bytes.subarray(from + added + 8, from + stride),
      );
    const whole = Buffer.concat(parts);
    const older = Buffer.concat([whole, sha(whole)]);
    writeFileSync(at('older.rows'), older);
    const again = await read(older);
    if (typeof again === 'string' || !isPathRunsFileOrigin(again))
      throw new Error(`no runs: ${again}`);
    for (const { index: cell } of now.study.cells)
      for (const index of [0, 1, 2]) expect(again.runs(cell, index)).toEqual(now.runs(cell, index));
    const large = now.runs(1, 0)?.row[pathRunFieldIndex('largeSteps')] ?? 0;
    expect(large > 0 && large < 1).toBe(true);
    await iklab('merge', at('older.rows'), '--out', at('widened.rows'));
    expect(readFileSync(at('widened.rows')).equals(bytes)).toBe(true);
  },
);

test('errors agree with forward kinematics in closed form, also for external solvers', async () => {
  const { study, runs } = await opened();
  const { points } = makeFollowedPath(study.scenario, study.sampling);
  for (const cell of [0, 1, 2, 3])
    for (const index of [0, 1, 2]) {
      const { poses, tips, course } = runs(cell, index) ?? { poses: [], tips: [], course: [] };
      points.forEach(([goal], k) => {
        // Forward kinematics of the two links.
        const [a = 0, b = 0] = [poses[2 * k], poses[2 * k + 1]];
        const x = Math.cos(a) + 0.7 * Math.cos(a + b);
        const y = Math.sin(a) + 0.7 * Math.sin(a + b);
        expect([tips[3 * k], tips[3 * k + 1]]).toEqual([
          expect.closeTo(x, 12),
          expect.closeTo(y, 12),
        ]);
        const [gx = 0, gy = 0] = goal?.position ?? [];
        const error = course[k * PATH_POINT_STRIDE + pathPointFieldIndex('error')];
        expect(error).toBeCloseTo(Math.hypot(x - gx, y - gy), 12);
      });
    }
});

test('recomputed runs are compared bit for bit, except for times', async () => {
  const file = await opened();
  const solver = new PathStudySolver(engine, pathStudyWithoutSolvers(file.study));
  const made = [0, 1].map((cell) => [0, 1, 2].map((index) => solver.solve(cell, index)));
  solver.close();
  const again: PathRunReader = (cell, index) => made[cell]?.[index];
  expect(comparePathRuns(file, again)).toBe(
    '3 runs of each of 2 methods, recomputed here: identical bit for bit.',
  );
  const pose = made[1]?.[2]?.poses ?? new Float64Array(1);
  pose[7] = (pose[7] ?? 0) + 1e-15;
  expect(comparePathRuns(file, again)).toBe(
    '3 runs of each of 2 methods, recomputed here: 1 of 6 differs. The first difference is in run 3 of SDLS.',
  );
});

describe('rejects a file that cannot be opened, with the reason:', () => {
  test('damage, a truncated file, a part, a shard, a study of another build', async () => {
    const bytes = new Uint8Array(readFileSync(at('runs.rows')));
    const damaged = bytes.slice();
    damaged[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
    expect(await read(damaged)).toMatch(/^is damaged: its checksum/);
    expect(await read(bytes.subarray(0, -5))).toMatch(/^is truncated: it has \d+ of/);
    expect(await read(changed('iklab rows', 'iklab part'))).toMatch(/^is not finished/);
    expect(await read(changed('iklab rows 3', 'iklab rows 2'))).toMatch(
      /^is damaged: its first lines/,
    );
    await iklab('study', at('study.json'), '--shard', '2/3', '--out', at('shard.rows'));
    expect(await read(readFileSync(at('shard.rows')))).toMatch(
      /^is shard 2\/3; combine all 3 with iklab merge/,
    );
    const strange = changed(/"build":"\w+","kind":"follow","study":"\w+"/, STRANGE);
    expect(await read(strange)).toMatch(/^was created with another build \("fedcba98"/);
  });

  test('more points than the limit', async () => {
    const sampling = { ...document.sampling, points: 10_000, starts: 60 };
    writeFileSync(at('large.json'), JSON.stringify({ ...document, sampling }));
    const shard = ['--shard', '1/60', '--out', at('large.rows')];
    await iklab('study', at('large.json'), ...shard);
    const file = readFileSync(at('large.rows'));
    const head = file.indexOf(10, file.indexOf(10) + 1) + 1;
    const told = Buffer.from(
      file.toString('utf8', 0, head).replace('"shard":{"index":1,"of":60}', WHOLE),
    );
    const size = told.length + 60 * (file.length - head - 32) + 32;
    expect(await readRowsBytes({ ...fileOf(told), size }, catalogue, digest)).toMatch(
      /^has 1200000 points; the maximum in the browser is 1000000. iklab merge FILE/,
    );
  });

  test('a table of runs, which points to the .rows file', async () => {
    const drop =
      /^is a table of path runs without joint values; use the \.rows file of the same study/;
    expect(await readRowsJson(fileOf(readFileSync(at('runs.json'))), catalogue)).toMatch(drop);
    const file = fileOf(readFileSync(at('runs.parquet')));
    expect(await readRowsParquet(file, catalogue, makeTestParquetReader())).toMatch(drop);
  });
});

const STRANGE = '"build":"fedcba98","kind":"follow","study":"0000000000000000"';
const WHOLE = '"shard":{"index":1,"of":1}';
