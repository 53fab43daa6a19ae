/** `iklab study --solver` with a path study: solvers get one point after another. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeTwoLinkStudy } from '@iklab/study/testing';
import { describe, expect, test } from 'vitest';
import { useTestFolder } from '../study/testRows.ts';
import { type CommandResult, runCommandLine } from '../testCalls.ts';

const at = useTestFolder();
const program = fileURLToPath(new URL('./faultySolver.mjs', import.meta.url));
/** Test machines are sometimes busy. */
const PATIENT = ['--solver-time', '10s'];
const solverOption = (name: string, ...more: string[]) => [
  '--solver',
  `${name}=${[process.execPath, program, ...more].join(' ')}`,
];

const POINTS = 30;
const RUNS = 3;

const document = (sampling: object = {}) => ({
  iklabStudy: 1,
  name: 'round a circle',
  scenario: makeTwoLinkStudy(0, { start: [0.1, 1], methods: [{ id: 'dls' }], run: {} }).scenario,
  sampling: {
    kind: 'follow',
    path: { shape: 'circle', centre: [1, 0.4, 0], radius: 0.2 },
    points: POINTS,
    rounds: 2,
    starts: RUNS,
    updates: 30,
    ...sampling,
  },
  seed: 4,
});

function write(sampling: object = {}): string {
  writeFileSync(at('study.json'), JSON.stringify(document(sampling)));
  return at('study.json');
}

/** Returns the rows of a CSV as objects. */
function rowsIn(name: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(at(name), 'utf8').trimEnd().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((each, i) => [each, cells[i] ?? '']));
  });
}
const omit = (fields: readonly string[]) => (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name)));
const TIMES = ['time', 'time99', 'ownTime'];
const SOLVER_FIELDS = ['claimed', 'refused', 'unanswered', 'outside'];

const expectSuccess = (result: CommandResult) =>
  expect([result.status, result.err]).toEqual([0, expect.any(String)]);

describe('an external solver in a path study', () => {
  test('adds its runs after those of the methods, whose rows stay the same', async () => {
    const file = write();
    expectSuccess(await runCommandLine(['study', file, '--out', at('own.csv')]));
    const courses = ['--course', at('course.csv')];
    const both = [
      'study',
      file,
      ...solverOption('it', 'right'),
      ...PATIENT,
      '--out',
      at('both.csv'),
    ];
    expectSuccess(await runCommandLine([...both, ...courses]));
    const [own, all] = [rowsIn('own.csv'), rowsIn('both.csv')];
    expect(all).toHaveLength(2 * RUNS);
    expect(all.slice(0, RUNS).map(omit([...TIMES, ...SOLVER_FIELDS]))).toEqual(
      own.map(omit(TIMES)),
    );
    for (const row of all.slice(RUNS)) {
      expect(row).toMatchObject({ method: 'solver', label: 'it', within: '1', claimed: '1' });
      expect(row).toMatchObject({ refused: '0', unanswered: '0', outside: '0', updates: '1' });
      expect(Number(row.largest)).toBeLessThan(1e-12);
      expect(Number(row.ownTime)).toBe(1e-5);
    }
    expect(rowsIn('course.csv')).toHaveLength(2 * RUNS * POINTS);
  });

  test('forgets its state between runs, with one or two processes', async () => {
    for (const jobs of ['1', '2']) {
      const more = ['--only-solvers', ...PATIENT, '--solver-jobs', jobs, '--out', at('d.csv')];
      expectSuccess(
        await runCommandLine(['study', write(), ...solverOption('it', 'drifting'), ...more]),
      );
      const rows = rowsIn('d.csv').map(({ largest, refused }) => [Number(largest), refused]);
      expect(rows).toHaveLength(RUNS);
      for (const row of rows) expect(row).toEqual(rows[0]);
    }
  });

  test('is shown in the table with the share of wrong, refused and missing answers', async () => {
    const all = ['turned', 'refuses', 'nothing'].flatMap((kind) => solverOption(kind, kind));
    const { status, out, err } = await runCommandLine(['study', write(), ...all, ...PATIENT]);
    expect(status).toBe(0);
    const line = (name: string) =>
      (out.split('\n').find((each) => each.startsWith(name)) ?? '').split(/ {2,}/);
    expect(line('turned').slice(-5)).toEqual(['100.0', '100.0', '0.0', '100.0', '10']);
    expect(line('nothing').slice(-5, -1)).toEqual(['0.0', '0.0', '100.0', '0.0']);
    expect(line('refuses').slice(-5)).toEqual(['-', '-', '-', '-', '-']);
    expect(out).toContain(
      'External solvers had 10 s per point; “within” is verified with our forward kinematics',
    );
    expect(err).toContain('note: refuses refused: not today');
  });

  test('that dies or writes no JSON leaves points unanswered, and the study ends normally', async () => {
    const all = ['die', 'words'].flatMap((kind) => solverOption(kind, kind, '10'));
    const more = ['--solver-restarts', '1', ...PATIENT, '--out', at('broken.csv')];
    const { status, err } = await runCommandLine(['study', write({ starts: 1 }), ...all, ...more]);
    expect(status).toBe(0);
    const [, dead, words] = rowsIn('broken.csv');
    expect(Number(dead?.unanswered)).toBeGreaterThan(0.6);
    expect(Number(words?.unanswered)).toBeGreaterThan(0.6);
    expect(err).toContain('note: die: ');
    expect(err).toMatch(/note: words: .*solving/);
  });

  test('gives the same rows in merged shards, and --resume finds a complete file', {
    tags: 'full',
  }, async () => {
    const file = write();
    const it = [...solverOption('it', 'right'), ...PATIENT];
    const course = (name: string) => ['--course', at(name)];
    expectSuccess(
      await runCommandLine(['study', file, ...it, '--out', at('whole.rows'), ...course('w.csv')]),
    );
    const parts = ['1/2', '2/2'].map((shard, i) => [shard, at(`part-${i}.rows`)] as const);
    for (const [shard, name] of parts)
      expectSuccess(await runCommandLine(['study', file, ...it, '--shard', shard, '--out', name]));
    const files = parts.map(([, name]) => name);
    const merged = ['merge', ...files, '--mix-times', '--out', at('merged.csv')];
    expectSuccess(await runCommandLine([...merged, ...course('m.csv')]));
    expectSuccess(await runCommandLine(['merge', at('whole.rows'), '--out', at('one.csv')]));
    const [one, all] = [rowsIn('one.csv'), rowsIn('merged.csv')];
    expect(all.map(omit(TIMES))).toEqual(one.map(omit(TIMES)));
    expect(readFileSync(at('m.csv'), 'utf8')).toBe(readFileSync(at('w.csv'), 'utf8'));
    const there = await runCommandLine([
      'study',
      file,
      ...it,
      '--out',
      at('whole.rows'),
      '--resume',
    ]);
    expect(there.err).toContain('whole.rows is already complete');
    expect(existsSync(at('whole.rows.part'))).toBe(false);
  });

  test('rejects --solver-batch other than 1', async () => {
    const more = [...solverOption('it', 'right'), '--solver-batch', '4'];
    const { status, err } = await runCommandLine(['study', write(), ...more]);
    expect(status).toBe(2);
    expect(err).toContain('--solver-batch must be 1 if the sampling is "follow"');
  });
});
