/** `iklab study --solver`: rows of external solvers beside those of methods, in files, shards and tables. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeTwoLinkStudy } from '@iklab/study/testing';
import { describe, expect, test } from 'vitest';
import { useTestFolder } from '../study/testRows.ts';
import { type CommandResult, runCommandLine } from '../testCalls.ts';
import { collectProcessResult, launcherPath, makeNodeCommandWords } from '../testLaunch.ts';

const at = useTestFolder();
const program = fileURLToPath(new URL('./faultySolver.mjs', import.meta.url));
/** Test machines are sometimes busy. */
const PATIENT = ['--solver-time', '10s'];
const words = (...more: string[]) => [process.execPath, program, ...more].join(' ');

function write(count = 40): string {
  writeFileSync(at('study.json'), JSON.stringify(makeTwoLinkStudy(count)));
  return at('study.json');
}

const TIMES = ['ownTime', 'ourTime'];

/** Returns the rows of a CSV as objects, without measured times. */
function rowsIn(name: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(at(name), 'utf8').trimEnd().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const all = names.map((each, i): [string, string] => [each, cells[i] ?? '']);
    return Object.fromEntries(all.filter(([each]) => !TIMES.includes(each)));
  });
}

const expectSuccess = (result: CommandResult) =>
  expect([result.status, result.err]).toEqual([0, expect.any(String)]);

describe('a study with an external solver', () => {
  test('has its rows after those of the methods, which stay the same', async () => {
    const file = write();
    expectSuccess(await runCommandLine(['study', file, '--out', at('own.csv')]));
    const options = ['--solver', `it=${words('modest')}`, ...PATIENT, '--out', at('both.csv')];
    expectSuccess(await runCommandLine(['study', file, ...options]));
    const [own, both] = [rowsIn('own.csv'), rowsIn('both.csv')];
    expect(both).toHaveLength(120);
    const methodRows = both.slice(0, 80).map(({ claimed: _, worstLimit: __, ...row }) => row);
    expect(methodRows).toEqual(own);
    const [first, ...others] = both.slice(80);
    expect(first).toMatchObject({
      method: 'solver',
      label: 'it',
      index: '0',
      solved: '1',
      stop: 'reached',
      claimed: '0',
      updates: '1',
      travel: '',
    });
    expect(others.every(({ solved }) => solved === '1')).toBe(true);
  });

  test('prints claimed and rejected solutions, and the comparison of both solvers', async () => {
    const options = [
      '--solver',
      `right=${words('right')}`,
      '--solver',
      `liar=${words('turned')}`,
      ...PATIENT,
    ];
    const { status, out, err } = await runCommandLine(['study', write(), ...options]);
    expect(status).toBe(0);
    const line = (name: string) => out.split('\n').find((each) => each.startsWith(name)) ?? '';
    expect(line('right').replaceAll(/ +/g, ' ')).toMatch(
      /^right 100\.00 .* 40 0 0 0 0 0\.0100 ms /,
    );
    expect(line('liar').replaceAll(/ +/g, ' ')).toMatch(/^liar 0\.00 .* 40 40 0 0 0 0\.0100 ms /);
    expect(out).toContain('right solves more than liar: 100 against 0 %');
    expect(out).toMatch(
      /right: faulty right, .*; the measured times include a message round trip of \d+ µs/,
    );
    expect(err).toContain('note: liar: Probably inverted sign of elbow');
  });

  test('can run without methods, with several problems per message', async () => {
    const options = [
      '--solver',
      `it=${words('right')}`,
      '--only-solvers',
      '--solver-batch',
      '16',
      ...PATIENT,
    ];
    const { status, out } = await runCommandLine([
      'study',
      write(),
      ...options,
      '--format',
      'json',
    ]);
    expect(status).toBe(0);
    const { manifest, cells } = JSON.parse(out);
    expect(cells).toHaveLength(1);
    expect(cells[0]).toMatchObject({
      method: 'solver',
      label: 'it',
      summary: { n: 40, solved: 40 },
    });
    expect(manifest.solvers).toMatchObject({
      protocol: 1,
      own: false,
      batch: 16,
      time: 10,
      jobs: 1,
      entries: [{ name: 'it', solver: 'faulty right', threads: 1 }],
    });
  });

  test('writes answers with --poses: the error is the distance of the pose to its target', async () => {
    const options = [
      '--solver',
      `it=${words('right')}`,
      ...PATIENT,
      '--poses',
      '--out',
      at('posed.csv'),
    ];
    expectSuccess(await runCommandLine(['study', write(), ...options]));
    for (const row of rowsIn('posed.csv')) {
      const of = (name: string) => Number(row[name]);
      const [a, b] = [of('end.shoulder'), of('end.shoulder') + of('end.elbow')];
      const off = Math.hypot(
        Math.cos(a) + 0.7 * Math.cos(b) - of('target.tip.x'),
        Math.sin(a) + 0.7 * Math.sin(b) - of('target.tip.y'),
      );
      expect(off).toBeCloseTo(of('error'), 12);
    }
  });

  test('gives the same rows in merged shards, and compares the problems given to all solvers', async () => {
    const file = write(600);
    const options = ['--solver', `it=${words('refuses', '590')}`, ...PATIENT];
    expectSuccess(
      await runCommandLine(['study', file, ...options, '--poses', '--out', at('all.csv')]),
    );
    const parts = [1, 2, 3].map((i) => at(`part-${i}.rows`));
    for (const [i, part] of parts.entries())
      expectSuccess(
        await runCommandLine([
          'study',
          file,
          ...options,
          '--poses',
          '--shard',
          `${i + 1}/3`,
          '--out',
          part,
        ]),
      );
    expectSuccess(await runCommandLine(['merge', ...parts, '--poses', '--out', at('merged.csv')]));
    expect(rowsIn('merged.csv')).toEqual(rowsIn('all.csv'));
    expect(rowsIn('all.csv').filter(({ stop }) => stop === 'unasked')).toHaveLength(10);
    const { out } = await runCommandLine(['merge', ...parts]);
    expect(out).toContain('Comparison of the 590 of 600 problems that were given to all solvers.');
  });

  test.each(['halves', 'huge'])(
    'with %s as update count still writes its rows in every format',
    async (kind) => {
      const options = ['--solver', `it=${words(kind, '20')}`, '--only-solvers', ...PATIENT];
      for (const format of ['csv', 'json', 'npz', 'parquet', 'rows']) {
        const file = at(`${kind}.${format}`);
        const result = await runCommandLine(['study', write(), ...options, '--out', file]);
        expectSuccess(result);
        expect(result.err).toContain(
          `note: it: problem 39: updates must be a whole number from 0 to 9007199254740991; got ${kind === 'huge' ? '1e+308' : '1.5'} (the last of 20 broken answers)`,
        );
        expect(existsSync(file)).toBe(true);
      }
      const rows = rowsIn(`${kind}.csv`);
      expect(rows.map(({ stop }) => stop)).toEqual([
        ...Array.from({ length: 20 }, () => 'reached'),
        ...Array.from({ length: 20 }, () => 'broken'),
      ]);
      expect(new Set(rows.slice(20).map(({ updates }) => updates))).toEqual(new Set(['']));
    },
  );
});

test('continues with --resume after SIGINT', { tags: 'full', timeout: 90_000 }, async () => {
  const file = write(3000);
  const options = [
    '--solver',
    `it=${words('late', '0', '2')}`,
    '--only-solvers',
    '--solver-time',
    '0',
    '--out',
    at('slow.csv'),
  ];
  const child = spawn(
    process.execPath,
    makeNodeCommandWords(launcherPath, 'study', file, ...options),
  );
  const result = collectProcessResult(child);
  // Waits until some rows are written, but not all.
  const rowsThere = () =>
    existsSync(at('slow.csv.part')) && statSync(at('slow.csv.part')).size > 20_000;
  await expect.poll(rowsThere, { timeout: 30_000 }).toBe(true);
  child.kill('SIGINT');
  const ended = await result;
  expect([ended.status, ended.err]).toEqual([
    130,
    expect.stringContaining('continue with --resume'),
  ]);
  expect(running('late 0 2')).toBe(0);
  const quick = options.slice(0, -2);
  expectSuccess(
    await runCommandLine(['study', file, ...quick, '--resume', '--out', at('slow.csv')]),
  );
  const rows = rowsIn('slow.csv');
  expect(rows).toHaveLength(3000);
  expect(rows.every(({ solved }) => solved === '1')).toBe(true);
});

test('leaves no solver process behind when killed', { tags: 'full', timeout: 40_000 }, async () => {
  const options = [
    '--solver',
    `it=${words('hang', '0', 'killed')}`,
    '--only-solvers',
    '--solver-time',
    '0',
  ];
  const child = spawn(
    process.execPath,
    makeNodeCommandWords(launcherPath, 'study', write(), ...options),
  );
  const ended = collectProcessResult(child);
  await expect.poll(() => running('hang 0 killed'), { timeout: 20_000 }).toBe(1);
  child.kill('SIGKILL');
  await ended;
  await expect.poll(() => running('hang 0 killed'), { timeout: 5000 }).toBe(0);
});

/** Returns the number of running processes of the faulty solver with these arguments. */
function running(last: string): number {
  const wanted = `faultySolver.mjs ${last} `;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const dead = /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
        return words.endsWith(wanted) && !words.includes('iklab.mjs') && !dead;
      } catch {
        return false; // The process has just ended.
      }
    }).length;
}

describe('an external solver that is never ready', () => {
  test('is left out of the rows, and the study exits with status 1', async () => {
    const options = ['--solver', `bad=${words('fails')}`, '--solver', `it=${words('right')}`];
    const table = ['--out', at('one.txt')]; // The log of the solver is next to it.
    const { status, err } = await runCommandLine(['study', write(), ...options, ...table]);
    expect(status).toBe(1);
    const out = readFileSync(at('one.txt'), 'utf8');
    expect(out).toContain('\nit ');
    expect(out).not.toContain('\nbad');
    expect(err).toMatch(
      /note: bad \(.*\) was never ready: ended with status 7\nend of its standard error:\nno licence/,
    );
  });

  test('and is the only one prints no rows', async () => {
    const options = ['--solver', 'bad=./there-is-none', '--only-solvers'];
    const { status, out, err } = await runCommandLine(['study', write(), ...options]);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('no executable program "./there-is-none"');
  });
});

describe('rejects wrong usage:', () => {
  test.each([
    [['--solver', 'python3 x.py'], 2, '--solver must be NAME=COMMAND; got "python3 x.py"'],
    [['--solver', 'a='], 2, '--solver must be NAME=COMMAND; got "a="'],
    [['--solver', "a='b"], 2, 'missing closing quote'],
    [['--solver', 'a=b', '--solver', 'a=c'], 2, '--solver: the name "a" is used twice'],
    [['--only-solvers'], 2, '--only-solvers needs --solver NAME=COMMAND'],
    [
      ['--solver', 'a=b', '--solver-time', '50'],
      2,
      '--solver-time must be a time such as 50ms or 2s, from 0 to 3600 s; got "50"',
    ],
    [
      ['--solver', 'a=b', '--solver-batch', '0'],
      2,
      '--solver-batch must be a whole number from 1 to 4096; got "0"',
    ],
    [
      ['--solver', 'a=b', '--solver-jobs', 'x'],
      2,
      '--solver-jobs must be a whole number from 1 to 64; got "x"',
    ],
    [['--solver', 'DLS=b'], 2, '--solver "DLS" has the name of a method of the study'],
  ])('%j', async (more, status, said) => {
    const result = await runCommandLine(['study', write(), ...more]);
    expect(result.status).toBe(status);
    expect(result.err).toContain(said);
  });

  test('a sweep of anything other than method parameters', async () => {
    const swept = {
      ...makeTwoLinkStudy(40),
      sweep: [{ path: 'run.maxUpdates', from: 10, to: 20, count: 2 }],
    };
    writeFileSync(at('swept.json'), JSON.stringify(swept));
    const result = await runCommandLine([
      'study',
      at('swept.json'),
      '--solver',
      `it=${words('right')}`,
    ]);
    expect([result.status, result.err]).toEqual([
      1,
      expect.stringContaining(
        'sweep: may only vary parameters of methods if --solver is given; got run.maxUpdates',
      ),
    ]);
  });
});

test('merging rows does not run the solver that is named in them', async () => {
  expectSuccess(
    await runCommandLine([
      'study',
      write(),
      '--solver',
      `it=${words('right')}`,
      '--out',
      at('read.rows'),
    ]),
  );
  const [, manifest] = readFileSync(at('read.rows')).toString('latin1').split('\n');
  expect(manifest).toContain('faultySolver.mjs');
  const { out, err } = await runCommandLine(['merge', at('read.rows')]);
  expect(out).toContain('faultySolver.mjs right');
  expect(err).toBe('');
});
