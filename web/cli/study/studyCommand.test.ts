/**
 * Studies on the command line: threads, merged shards, interruption and --resume;
 * in processes of their own where signals or limits matter (`iklab`).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CommandResult, runCommandLine } from '../testCalls.ts';
import { collectProcessResult, launcherPath, makeNodeCommandWords } from '../testLaunch.ts';
import { useTestFolder } from './testRows.ts';

const at = useTestFolder();

const study = (changes: object = {}) => ({
  iklabStudy: 1,
  name: 'arms',
  scenario: {
    preset: 'ur5e',
    methods: [{ id: 'dls', params: { lambda: 0.1 } }, { id: 'sdls' }],
    run: { mode: 'converge', maxUpdates: 60, maxSlow: 20 },
  },
  sweep: [{ path: 'methods[0].params.lambda', from: 0.02, to: 0.1, count: 2 }],
  restarts: { most: 2, outside: 'turn' },
  count: 700,
  seed: 5,
  ...changes,
});

function write(name: string, document: unknown): string {
  writeFileSync(at(name), JSON.stringify(document));
  return at(name);
}

/** Runs the command in a process; `meanwhile` gets that process. */
function iklab(
  args: readonly string[],
  meanwhile = (_: ChildProcess) => {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, makeNodeCommandWords(launcherPath, ...args));
  meanwhile(child);
  return collectProcessResult(child);
}

test('gives identical bytes for any number of threads and in eight merged shards', async () => {
  const file = write('study.json', study());
  const rows = async (
    name: string,
    more: readonly string[],
    run: (args: readonly string[]) => Promise<CommandResult> = runCommandLine,
  ) => {
    const { status, err } = await run(['study', file, '--out', at(name), ...more]);
    expect([status, err]).toEqual([
      0,
      expect.stringMatching(
        /^(note: a study of version 1: .*\n)?\d+ problems in [\d.]+ s, \d+\/s\n$/,
      ),
    ]);
    return readFileSync(at(name));
  };
  const whole = await rows('whole.rows', ['--jobs', '1'], iklab);
  expect((await rows('threads.rows', ['--jobs', '3'])).equals(whole)).toBe(true);
  const shards = Array.from({ length: 8 }, (_, i) => `${i + 1}/8`);
  for (const shard of shards)
    await rows(`part-${shard[0]}.rows`, ['--shard', shard, '--jobs', '1']);
  const parts = shards.map((shard) => at(`part-${shard[0]}.rows`)).reverse();
  const merged = await runCommandLine(['merge', ...parts, '--out', at('merged.rows')]);
  expect(merged).toEqual({ status: 0, out: '', err: '' });
  expect(readFileSync(at('merged.rows')).equals(whole)).toBe(true);
  const [table, again] = [
    await runCommandLine(['study', file]),
    await runCommandLine(['merge', at('whole.rows')]),
  ];
  expect(table.status).toBe(0);
  expect(again.out).toBe(table.out);
  expect(table.out).toMatch(/^arms: 700 problems of each method, seed 5\n/);
  expect(table.out).toMatch(/^DLS, lambda 0\.02 +\d/m);
});

test('the table states that restarts come from the table of poses, and the rows differ', async () => {
  const outputs = [];
  for (const from of ['random', 'table']) {
    const file = write(`${from}.json`, study({ count: 40, restarts: { most: 5, from } }));
    outputs.push((await runCommandLine(['study', file])).out);
  }
  const [random, table] = outputs;
  expect(random).toMatch(/^arms: 40 problems of each method, seed 5\n/);
  expect(table).toMatch(
    /^arms: 40 problems of each method, seed 5, restarts from the table of 256 poses\n/,
  );
  const rows = (text = '') => text.split('\n').slice(2).join('\n');
  expect(rows(table)).not.toBe(rows(random));
});

describe('interrupting a study', { tags: 'full' }, () => {
  let file = '';
  let straight: Buffer;
  beforeAll(async () => {
    file = write('long.json', study({ count: 4000, sweep: [] }));
    await runCommandLine(['study', file, '--out', at('straight.rows')]);
    straight = readFileSync(at('straight.rows'));
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'with %s keeps the finished rows, and --resume continues to the same bytes',
    async (signal) => {
      const out = at(`long-${signal}.rows`);
      const part = `${out}.part`;
      const stopped = await iklab(['study', file, '--out', out, '--jobs', '1'], (child) => {
        const watcher = watch(dirname(part), () => {
          if (!existsSync(part) || statSync(part).size < 100_000) return;
          watcher.close();
          child.kill(signal);
        });
        child.on('close', () => watcher.close());
      });
      expect(stopped.status).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(stopped.err).toMatch(/iklab: interrupted: continue with --resume\n$/);
      expect([existsSync(out), existsSync(part)]).toEqual([false, true]);

      const again = await runCommandLine(['study', file, '--out', out]);
      expect(again).toMatchObject({ status: 1, out: '' });
      expect(again.err).toMatch(/\.part: already exists; continue with --resume, or remove it\n$/);
      const other = write('other.json', study({ count: 4000, sweep: [], seed: 6 }));
      const foreign = await runCommandLine(['study', other, '--out', out, '--resume']);
      expect(foreign.status).toBe(1);
      expect(foreign.err).toMatch(
        /contains rows of another study .*; remove it, or choose another --out\n$/,
      );

      const resumed = await iklab(['study', file, '--out', out, '--resume', '--jobs', '2']);
      expect(resumed.status).toBe(0);
      expect(resumed.err).toMatch(/^\d+ problems in .*, \d+ from earlier runs\n$/m);
      expect(existsSync(part)).toBe(false);
      expect(readFileSync(out).equals(straight)).toBe(true);
    },
  );
});

test('reports a full disk and keeps the finished rows, so that --resume completes the study', {
  tags: 'full',
}, async () => {
  const file = write('full.json', study({ sweep: [] }));
  const out = at('full.rows');
  const words = ['study', file, '--out', out, '--jobs', '1'];
  // 128 KiB hold two of the four slices: those of the first method.
  const limited = `ulimit -f 128; exec "$0" "$@"`;
  const full = await collectProcessResult(
    spawn('bash', [
      '-c',
      limited,
      process.execPath,
      ...makeNodeCommandWords(launcherPath, ...words),
    ]),
  );
  expect(full.status).toBe(1);
  expect(full.err).toMatch(/full\.rows\.part: cannot be written: the file is too large\n$/);
  const resumed = await runCommandLine([...words, '--resume']);
  expect(resumed.err).toMatch(/^700 problems in .*, 700 from earlier runs\n$/m);
  await runCommandLine(['study', file, '--out', at('unlimited.rows')]);
  expect(readFileSync(out).equals(readFileSync(at('unlimited.rows')))).toBe(true);
});

test('--resume does not touch a complete file, and rejects one of another study', async () => {
  const out = at('there.rows');
  const file = write('there.json', study({ count: 20 }));
  await runCommandLine(['study', file, '--out', out]);
  const { mtimeMs } = statSync(out);
  const again = await runCommandLine(['study', file, '--out', out, '--resume']);
  expect(again).toMatchObject({
    status: 0,
    err: expect.stringMatching(/is already complete\n$/),
  });
  expect(statSync(out).mtimeMs).toBe(mtimeMs);
  const other = write('else.json', study({ count: 20, seed: 99 }));
  const refused = await runCommandLine(['study', other, '--out', out, '--resume']);
  expect(refused).toMatchObject({ status: 1, err: expect.stringContaining('another study') });
});

describe('rejects', () => {
  const usage = (err: string, status: number) => ({ status, out: '', err: `${err}\n` });
  const asked = (reason: string) => usage(`iklab: ${reason}\nRun iklab --help for usage.`, 2);
  const shard = '--shard must be I/N with I from 1 to N, and N at most 1000000';

  test.each([
    [['--shard', '9/8'], `${shard}; got "9/8"`],
    [['--shard', '0/8'], `${shard}; got "0/8"`],
    [['--shard', '3'], `${shard}; got "3"`],
    [['--jobs', '0'], '--jobs must be a whole number from 1 to 1024; got "0"'],
    [['--jobs', '-2'], '--jobs must be a whole number from 1 to 1024; got "-2"'],
    [['--resume'], '--resume needs --out FILE'],
    [['--format', 'rows'], '--format rows needs --out FILE'],
    [
      ['--format', 'xls'],
      '--format must be one of table, csv, json, parquet, npz, rows; got "xls"',
    ],
  ])('%j', async (words, reason) => {
    expect(await runCommandLine(['study', '-', ...words])).toEqual(asked(reason));
  });

  test('a scenario, an invalid study, and an output in a missing folder', async () => {
    const scenario = write('scenario.json', { iklab: 1, preset: 'y' });
    expect(await runCommandLine(['study', scenario])).toEqual(
      usage(
        'document: is a scenario; run it with iklab run FILE, or put it into a study: {"iklabStudy": 2, "scenario": …, "count": 1000}',
        1,
      ),
    );
    const faulty = JSON.stringify(study({ count: 0, seed: 'x' }));
    expect(await runCommandLine(['study', '-'], faulty)).toEqual(
      usage('count: must be ≥ 1; got 0\nseed: must be a number; got "x"', 1),
    );
    const out = at('nowhere/rows');
    expect(
      await runCommandLine(['study', '-', '--out', out], JSON.stringify(study())),
    ).toMatchObject({
      status: 1,
      err: expect.stringMatching(/cannot be written: no such folder\n$/),
    });
  });
});

test('a study can name the file of its scenario; version 1 defaults are noted once', async () => {
  const scenario = { iklab: 2, preset: 'planar-3-link', methods: [{ id: 'dls' }] };
  write('arm.json', scenario);
  const named = write('named.json', { iklabStudy: 2, scenario: 'arm.json', count: 5 });
  const inside = write('inside.json', { iklabStudy: 2, scenario, count: 5 });
  const rows = async (file: string) =>
    (await runCommandLine(['study', file, '--format', 'csv'])).out;
  expect(await rows(named)).toBe(await rows(inside));
  const { iklab: _, ...bare } = scenario;
  const old = write('old.json', { iklabStudy: 1, scenario: bare, count: 5 });
  const { err } = await runCommandLine(['study', old]);
  expect(err).toMatch(
    /^note: a study of version 1: version 2 has other defaults for .*\n5 problems in /,
  );
  expect(err).toContain('lengths of methods (DLS: lambda 1.1 m (published))');
  expect(err).toContain('stop rules (maxRises 3, minImprovement 0.00001)');
  expect((await runCommandLine(['study', inside])).err).not.toContain('note');
  expect((await runCommandLine(['run', inside])).err).toContain(
    'is a study; run it with iklab study FILE',
  );
  const upgraded = await runCommandLine(['upgrade', named]);
  expect(JSON.parse(upgraded.out)).toMatchObject({ iklabStudy: 2, scenario: { iklab: 2 } });
  expect((await runCommandLine(['link', named])).out).toMatch(/^#study=1\./);
});

test('notes a version 1 scenario in a version 2 study; the version of the scenario decides', async () => {
  const scenario = { preset: 'ur5e', methods: [{ id: 'dls' }] };
  const noted = async (iklabStudy: number, iklab: number) => {
    const file = write('mixed.json', { iklabStudy, scenario: { iklab, ...scenario }, count: 5 });
    return (await runCommandLine(['study', file])).err.split('\n')[0] ?? '';
  };
  expect(await noted(2, 1)).toBe(
    'note: a scenario of version 1: version 2 has other defaults for lengths of methods (DLS: lambda 1.1 m (published)), stop rules (maxRises 3, minImprovement 0.00001); iklab upgrade writes them out',
  );
  expect(await noted(1, 2)).toMatch(/^5 problems in /);
  // The preset sets its parameters; only stop rules are left to defaults.
  const preset = { iklabStudy: 1, scenario: { preset: 'ur5e' }, count: 5 };
  const { err } = await runCommandLine(['study', write('preset.json', preset)]);
  expect(err).toMatch(
    /^note: a study of version 1: version 2 has other defaults for stop rules \(/,
  );
});

test.each([
  ['a missing file', 'none.json', /^scenario: cannot read file .*none\.json: no such file\n$/],
  ['a preset', 'ur5e', /no such file; to use the preset, write \{"preset": "ur5e"\}\n$/],
  ['a study', 'other.json', /^scenario: must name a scenario file; "other\.json" is a study\n$/],
  [
    'an empty path',
    '',
    /^scenario: must be a scenario document or the path of its file; got ""\n$/,
  ],
])(
  'a study that names %s as its scenario is rejected with the reason',
  async (_, scenario, reason) => {
    write('other.json', { iklabStudy: 2, scenario: { preset: 'ur5e' }, count: 5 });
    const file = write('naming.json', { iklabStudy: 2, scenario, count: 5 });
    expect(await runCommandLine(['study', file])).toMatchObject({
      status: 1,
      err: expect.stringMatching(reason),
    });
  },
);

test('rejects a scenario given as a study, and reports a missing version', async () => {
  const told = async (document: unknown) =>
    (await runCommandLine(['study', write('told.json', document)])).err;
  expect(await told({ preset: 'ur5e' })).toContain('is a scenario; run it with iklab run FILE');
  expect(await told({ scenario: { preset: 'ur5e' }, count: 5 })).toBe(
    'iklabStudy: must be 1 or 2, the version of the document; it is missing\n',
  );
});

test('a study is restored from a link', async () => {
  const link = await runCommandLine(['link', write('linked.json', study())]);
  expect(link.out).toMatch(/^#study=1\.[\w-]+\n$/);
  const document = await runCommandLine(['open', link.out.trim()]);
  expect(JSON.parse(document.out)).toEqual(study());
  const whole = await runCommandLine(['open', `https://example.org/${link.out.trim()}`, '--full']);
  expect(JSON.parse(whole.out)).toMatchObject({ levels: false, seed: 5, scenario: { iklab: 2 } });
});

test('--poses adds columns of poses to CSV, the same in merged shards; a table has none', async () => {
  const file = write('posed.json', study({ count: 60, sweep: [], restarts: null }));
  const lines = async (...more: string[]): Promise<string[]> => {
    const { status, out } = await runCommandLine(['study', file, '--format', 'csv', ...more]);
    expect(status).toBe(0);
    return out.trim().split('\n');
  };
  const [plain, posed] = [await lines(), await lines('--poses')];
  expect(posed).toHaveLength(1 + 2 * 60);
  expect(posed.map((line, i) => line.startsWith(`${plain[i]},`))).not.toContain(false);
  expect(posed[0]).toMatch(
    /,start\.shoulder_pan_joint,.*,target\.tool0\.qw,.*,end\.wrist_3_joint$/,
  );
  const part = await lines('--poses', '--shard', '2/3');
  expect(part[1]).toBe(posed[21]);
  const shards = [1, 2, 3].map((i) => at(`posed-${i}.rows`));
  for (const [i, rows] of shards.entries())
    await runCommandLine(['study', file, '--shard', `${i + 1}/3`, '--out', rows]);
  const merged = await runCommandLine(['merge', ...shards, '--poses', '--format', 'csv']);
  expect(merged.out.trim().split('\n')).toEqual(posed);
  const none = await runCommandLine(['merge', ...shards, '--poses']);
  expect(none).toMatchObject({
    status: 2,
    err: expect.stringContaining('--poses needs --format csv, json, parquet or npz'),
  });
  const { status, err } = await runCommandLine(['study', file, '--poses']);
  expect(status).toBe(2);
  expect(err).toContain('--poses needs --format csv, json, parquet or npz');
});

test('--solutions adds columns and sentences like the field of the document, the same in merged shards', async () => {
  const asked = study({ count: 60, sweep: [], restarts: null, iklabStudy: 2 });
  const [file, field] = [
    write('plain.json', asked),
    write('solutions.json', { ...asked, solutions: true }),
  ];
  const table = await runCommandLine(['study', field]);
  expect(await runCommandLine(['study', file, '--solutions'])).toMatchObject({ out: table.out });
  expect(table.out).toMatch(
    /^(DLS|SDLS) ended in the nearest of up to 8 solutions in \d+ % of \d+ reached poses, /m,
  );
  expect(table.out).toMatch(
    /^method +reached +nearest % +95 % interval +extra rotation ° +certified( +none %)?( +no\. [1-8] %)+$/m,
  );
  const csv = await runCommandLine(['study', field, '--format', 'csv']);
  expect(csv.out).toMatch(
    /,branch,branches,branchesInLimits,nearestBranch,nearestTurn,turn,certified,certifiedInLimits/,
  );
  const shards = [1, 2].map((i) => at(`solutions-${i}.rows`));
  for (const [i, rows] of shards.entries())
    await runCommandLine(['study', field, '--shard', `${i + 1}/2`, '--out', rows]);
  const merged = await runCommandLine(['merge', ...shards, '--format', 'csv']);
  expect(merged.out).toBe(csv.out);
});

test('--solutions is rejected before anything is solved if the robot has no closed form', async () => {
  const file = write('panda.json', study({ scenario: { preset: 'panda' }, sweep: [], count: 5 }));
  const { status, out, err } = await runCommandLine(['study', file, '--solutions']);
  expect([status, out]).toEqual([1, '']);
  expect(err).toMatch(/^solutions: must be false for a robot without a closed form; got true \(/m);
});
