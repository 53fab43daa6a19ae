/** The command line: as it is built, in a process of its own, where that is looked at (`launched`). */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scenarioPresetIds } from '../scenario/presets.ts';
import { shelf } from '../scenario/robotShelf.ts';
import { called, type Ended } from './inProcess.ts';

const launcher = fileURLToPath(new URL('./iklab.mjs', import.meta.url));
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'iklab-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the launcher; `stopReading`: closes its output after the first piece. */
function launched(args: readonly string[], input: string | Buffer = '', stopReading = false) {
  return start(launcher, args, input, stopReading);
}

function start(file: string, args: readonly string[], input: string | Buffer, stopReading = false) {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { timeout: 60_000 });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      if (stopReading) child.stdout.destroy();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, out, err }));
    // a program that refuses its input early closes it
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  const text = typeof content === 'string' || Buffer.isBuffer(content);
  writeFileSync(path, text ? content : JSON.stringify(content));
  return path;
}

const short = (id: string, changes: object = {}) =>
  JSON.stringify({ iklab: 1, preset: id, ...changes });
const lines = (text: string) => text.split('\n').filter((line) => line !== '');

describe('iklab run', () => {
  test('prints a table as it comes, in memory that does not grow with the run', async () => {
    const { status, out } = await launched(
      ['run', '-', '--updates', '999999999'],
      short('double-y'),
      true,
    );
    expect(status).toBe(0);
    expect(lines(out)[2]?.trim()).toMatch(/^1 /);
  });

  test('prints a table: k, rank used, error at the start, step, and why it ended', async () => {
    const document = short('tabaczynski-5-link', { methods: [{ id: 'truncated' }] });
    const { status, out, err } = await launched(['run', '-'], document);
    expect([status, err]).toEqual([0, '']);
    const rows = lines(out).map((line) => line.trim().replaceAll(/ +/g, ' '));
    expect(rows[0]).toBe('k rank used error dTheta ----->');
    expect(rows[1]).toBe('1 2 3.1772 -0.2548 -0.3650 -0.4744 -0.2963 0.1077');
    expect(rows.slice(1, -1).map((row) => row[0])).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(rows.at(-1)).toBe('stop: reached after 6 updates, error 2.37297e-8 m');
  });

  test('prints a record per update and panel', async () => {
    const { status, out } = await called(
      ['run', '-', '--format', 'jsonl', '--updates', '3'],
      short('double-y'),
    );
    const records = lines(out).map((line) => JSON.parse(line));
    expect(status).toBe(0);
    expect(records.map(({ update, panel }) => [update, panel])).toEqual(
      [1, 2, 3].flatMap((update) => [0, 1, 2, 3].map((panel) => [update, panel])),
    );
    expect(records.map(({ stop }) => stop)).toEqual([
      ...Array(8).fill(null),
      ...Array(4).fill('update-limit'),
    ]);
    expect(Object.keys(records[0])).toEqual([
      'panel',
      'method',
      'label',
      'update',
      'time',
      'errorBefore',
      'error',
      'errors',
      'orientationErrors',
      'angles',
      'step',
      'rank',
      'sigma',
      'lambda',
      'stop',
      'restarts',
    ]);
    const [first, , , sdls] = records;
    expect([first.angles.length, first.step.length, first.sigma.length]).toEqual([25, 25, 12]);
    expect([first.errors.length, first.orientationErrors]).toEqual([4, [null, null, null, null]]);
    expect(first.time).toBe(0.005);
    expect(first.sigma).toEqual([...first.sigma].sort((a, b) => b - a));
    expect([sdls.method, sdls.label, sdls.rank, sdls.lambda]).toEqual(['sdls', 'SDLS', 11, null]);
    expect(first.error).toBeCloseTo(
      first.errors.reduce((sum: number, x: number) => sum + x, 0),
      12,
    );
  });

  test('runs 100 updates where nothing stops, and until the stop in mode converge', async () => {
    const track = await called(['run', '-', '--format', 'csv'], short('y'));
    expect(lines(track.out)).toHaveLength(1 + 4 * 100);
    const converge = await called(['run', '-', '--format', 'csv'], short('tabaczynski-2-link'));
    expect(lines(converge.out)).toHaveLength(1 + 15 + 569 + 140);
    expect(lines(converge.out).filter((line) => /,reached,0$/.test(line))).toHaveLength(3);
  });

  test('ends with the first frame where targets move in mode converge', async () => {
    const { out } = await called(
      ['run', '-', '--format', 'jsonl'],
      short('y', { run: { mode: 'converge' } }),
    );
    const records = lines(out).map((line) => JSON.parse(line));
    expect(new Set(records.map(({ time }) => time))).toEqual(new Set([1 / 60]));
    const last = [0, 1, 2, 3].map((p) => records.findLast(({ panel }) => panel === p).stop);
    expect(last).not.toContain(null);
  });

  test.each([
    [['dls'], ['2 DLS′']],
    [['SDLS'], ['3 SDLS']],
    [['dls-clamped'], ['2 DLS′']],
    [
      ['sdls', 'transpose'],
      ['0 Transpose', '3 SDLS'],
    ],
    [['dls-star'], ['4 DLS*']],
    [
      ['sdls', 'filtered', 'dls-then-sdls'],
      ['3 SDLS', '4 Filtered', '5 DLS′ then SDLS'],
    ],
  ])('--method %j keeps or adds panels', async (methods, panels) => {
    const words = methods.flatMap((id) => ['--method', id]);
    const args = ['run', '-', '--updates', '1', '--format', 'jsonl', ...words];
    const { status, out } = await called(args, short('double-y'));
    expect(status).toBe(0);
    const records = lines(out).map((line) => JSON.parse(line));
    expect(records.map(({ panel, label }) => `${panel} ${label}`)).toEqual(panels);
  });

  test('a panel run alone makes the numbers that it makes among others', async () => {
    const args = ['run', '-', '--updates', '5', '--format', 'jsonl'];
    const all = await called(args, short('double-y'));
    const one = await called([...args, '--method', 'sdls'], short('double-y'));
    expect(lines(one.out)).toEqual(lines(all.out).filter((line) => line.startsWith('{"panel":3,')));
  });

  test('stops in silence when nobody reads on', async () => {
    const args = ['run', '-', '--format', 'jsonl', '--updates', '999999999'];
    const { status, err } = await launched(args, short('double-y'), true);
    expect([status, err]).toEqual([0, '']);
  });

  test.each([...scenarioPresetIds])('runs %s', async (id) => {
    const { status, out, err } = await called(['run', '-', '--updates', '2'], short(id));
    expect([status, err]).toEqual([0, '']);
    expect(lines(out).filter((line) => line.startsWith('stop: '))).not.toHaveLength(0);
  });
});

describe('bad input ends with status 1, its faults, and nothing else', () => {
  const faulty = { preset: 'y', methods: [{ id: 'sdls' }, { id: 'dls', params: { lambda: -3 } }] };
  test.each<[string, string | Buffer, string]>([
    [
      'a fault',
      JSON.stringify({ iklab: 1, ...faulty }),
      'methods[1].params.lambda: must be ≥ 0, is -3',
    ],
    [
      'two faults',
      short('y', { start: [1], run: { maxRises: 0 } }),
      'run.maxRises: must be ≥ 1, is 0\nstart: must have 7 values, one per joint that moves by itself, has 1',
    ],
    [
      'no JSON',
      '{"iklab": 1,\n',
      'document: must be JSON: line 2, column 1: a key in double quotes is due, not the end',
    ],
    ['nothing', '', 'document: must be JSON: line 1, column 1: the text ends where a value is due'],
    ['no text', Buffer.from([0x80, 0xff]), 'standard input: must be UTF-8 text, is not'],
    [
      'too much',
      ' '.repeat(3 * 1024 * 1024),
      'document: must be at most 1 MiB (1048576 bytes), is longer',
    ],
  ])('%s', async (_, input, faults) => {
    for (const command of ['run', 'link', 'hash']) {
      expect(await called([command, '-'], input)).toEqual({
        status: 1,
        out: '',
        err: `${faults}\n`,
      });
    }
  });

  test('a file that cannot be read', async () => {
    const nowhere = join(folder, 'nowhere.json');
    expect(await called(['run', nowhere])).toEqual({
      status: 1,
      out: '',
      err: `${nowhere}: there is no such file\n`,
    });
    const { status, err } = await called(['run', folder]);
    expect([status, err]).toEqual([1, `${folder}: is a directory, not a file\n`]);
  });

  test.each([
    ['no text', Buffer.from([0x80, 0xff]), 1, 'standard input: must be UTF-8 text, is not\n'],
    [
      'too much, which is not read to its end',
      ' '.repeat(3 * 1024 * 1024),
      1,
      'document: must be at most 1 MiB (1048576 bytes), is longer\n',
    ],
    ['wrong use', '', 2, expect.stringMatching(/^iklab: /)],
  ])('of a process, too: %s', async (what, input, status, err) => {
    const args = what === 'wrong use' ? [] : ['hash', '-'];
    expect(await launched(args, input)).toEqual({ status, out: '', err });
  });

  test('a link', async () => {
    const { status, out, err } = await called(['open', '#s=1.abcd']);
    expect([status, out, err]).toEqual([1, '', 'link: is cut short or damaged\n']);
  });
});

describe('wrong use ends with status 2:', () => {
  test.each([
    [[], 'a command is due: run, study, merge, link, open, hash, import, pose, methods, presets'],
    [
      ['rum'],
      'there is no command "rum" (did you mean "run"?); known: run, study, merge, link, open, hash, import, pose, methods, presets',
    ],
    [
      ['run'],
      'run: usage: iklab run FILE|- [--method ID]… [--updates N] [--format table|jsonl|csv]',
    ],
    [['hash', 'a', 'b'], 'hash: unexpected "b"; usage: iklab hash FILE|-'],
    [['run', '-', '--fast'], "Unknown option '--fast'"],
    [['hash', '-', '--full'], 'hash has no option --full; usage: iklab hash FILE|-'],
    [['run', '-', '--format', 'xml'], '--format must be one of table, jsonl, csv; is "xml"'],
    [['import', 'a.urdf', '--up', 'w'], '--up must be x, y or z, is "w"'],
    [['methods', '--format', 'csv'], '--format must be one of table, json; is "csv"'],
    [
      ['run', '-', '--updates', '0'],
      '--updates must be a whole number from 1 to 999999999, is "0"',
    ],
    [
      ['run', '-', '--updates', '1e3'],
      '--updates must be a whole number from 1 to 999999999, is "1e3"',
    ],
    [
      ['run', '-', '--updates', '1', '--method', 'sdsl'],
      expect.stringMatching(
        /^--method: there is no method "sdsl" \(did you mean "sdls"\?\); known: /,
      ),
    ],
    [['presets', 'z'], expect.stringMatching(/^there is no preset "z"/)],
  ])('%j', async (args, message) => {
    const { status, out, err } = await called(args, short('y'));
    expect([status, out]).toEqual([2, '']);
    const [first, second] = err.split('\n');
    expect(first?.replace('iklab: ', '')).toEqual(message);
    expect(second).toBe('see iklab --help');
  });

  test('a checkout that is not built', async () => {
    const away = join(folder, 'web/cli');
    mkdirSync(away, { recursive: true });
    cpSync(launcher, join(away, 'iklab.mjs'));
    const { status, out, err } = await start(join(away, 'iklab.mjs'), ['--version'], '');
    expect([status, out]).toEqual([2, '']);
    expect(err).toBe('iklab: IK Lab is not built yet: run `npm run build` first\n');
  });
});

describe('links', () => {
  test('carry a document there and back', async () => {
    const document = {
      iklab: 1,
      name: 'two',
      tree: { planar: { links: [1, 2] } },
      start: [0.1, -0.2],
      targets: [{ effector: 'tip', position: [1, 1.5, 0] }],
      methods: [{ id: 'dls', params: { lambda: 0.3 } }],
      run: { mode: 'converge' },
    };
    const link = await called(['link', file('two.json', document)]);
    expect(link.out).toMatch(/^#s=1\.[\w-]+\n$/);
    const { status, out, err } = await called(['open', link.out.trim()]);
    expect([status, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual(document);
    const whole = await called(['open', `https://example.org/lab/${link.out.trim()}`, '--full']);
    expect(JSON.parse(whole.out)).toMatchObject({ ...document, limitPolicy: 'ignore', note: '' });
    const again = await called(['link', '-'], whole.out);
    expect(again.out).toBe(link.out);
  });

  test('are not made where they could not be opened', async () => {
    const digits = (seed: number) => Math.abs(Math.sin(seed));
    const joints = Array.from({ length: 256 }, (_, i) => ({
      id: `joint${i}`,
      parent: i === 0 ? null : `joint${i - 1}`,
      xyz: [1, 2, 3].map((k) => digits(15 * i + k)),
      rpy: [4, 5, 6].map((k) => digits(15 * i + k)),
      axis: [7, 8, 9].map((k) => digits(15 * i + k)),
      limits: [-digits(15 * i + 10), 1 + digits(15 * i + 11)],
      comfort: digits(15 * i + 12),
      weight: digits(15 * i + 13),
    }));
    const tree = { joints, effectors: [{ id: 'tip', parent: 'joint255' }] };
    const targets = [{ effector: 'tip', position: [0, 0, 1] }];
    const document = { iklab: 1, tree, targets, methods: [{ id: 'sdls' }] };
    const { status, out, err } = await called(['link', '-'], JSON.stringify(document));
    expect([status, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^link: must be at most 32 KiB \(32768 characters\), would have \d+: pass the file on instead\n$/,
    );
  });

  test('of the readable form open too', async () => {
    const { out } = await called(['open', '#preset=y&methods=dls-clamped']);
    expect(JSON.parse(out)).toMatchObject({
      tree: { preset: 'y' },
      methods: [{ id: 'dls', label: 'DLS′' }],
    });
  });

  test('of another build are told on standard error, and open', async () => {
    const { deflateRawSync } = await import('node:zlib');
    const packed = deflateRawSync(short('y', { build: 'ffffffff' })).toString('base64url');
    const { status, err } = await called(['open', `#s=1.${packed}`]);
    expect(status).toBe(0);
    expect(err).toMatch(/^note: made by another version \("ffffffff", this is [0-9a-f]{8}\)\n$/);
  });
});

describe('the other commands', () => {
  test('hash gives 16 hex digits, the same for the short and the full document', async () => {
    const { out } = await called(['hash', '-'], short('y'));
    expect(out).toMatch(/^[0-9a-f]{16}\n$/);
    const open = await called(['open', '#preset=y', '--full']);
    expect((await called(['hash', '-'], open.out)).out).toBe(out);
  });

  test('methods lists the table, for people and for programs', async () => {
    const table = await called(['methods']);
    expect(table.out).toMatch(/^transpose: Transpose\. /);
    expect(table.out).toMatch(/^ {2}lambda +1\.1 +from 0 to 1000 m {2}\(Damping λ\)$/m);
    expect(table.out).toMatch(/^ {2}dls-clamped +Buss & Kim: damping 0\.7, targets clamped$/m);
    const { methods, presets, build } = JSON.parse(
      (await launched(['methods', '--format', 'json'])).out,
    );
    expect(build).toMatch(/^[0-9a-f]{8}$/);
    const sdls = methods.find(({ id }: { id: string }) => id === 'sdls');
    expect(sdls.params.find(({ key }: { key: string }) => key === 'clampForm')).toMatchObject({
      default: 'hard',
      options: ['hard', 'soft'],
    });
    expect(sdls).toMatchObject({ parent: 'truncated', failures: [{ sign: expect.any(String) }] });
    expect(sdls.equation).toContain('\\gamma_{\\max}');
    expect(presets.map(({ id }: { id: string }) => id)).toContain('tabaczynski-dls');
  });

  test('presets lists them, and prints one that runs', async () => {
    const { out } = await called(['presets']);
    expect(lines(out)).toHaveLength(scenarioPresetIds.length + shelf.length);
    expect(out).toMatch(/^double-y +Double Y \(25 joints, 4 targets\)$/m);
    const document = await called(['presets', 'planar-3-link']);
    expect((await called(['hash', '-'], document.out)).status).toBe(0);
  });

  test('--version and --help', async () => {
    expect((await launched(['--version'])).out).toMatch(
      /^iklab \d+\.\d+\.\d+ \(build [0-9a-f]{8}\)\n$/,
    );
    const help = await called(['--help']);
    for (const name of ['run', 'study', 'merge', 'link', 'open', 'hash', 'methods', 'presets']) {
      expect(help.out).toContain(`iklab ${name}`);
      const own = await called([name, '--help']);
      expect(own.status).toBe(0);
      expect(own.out).toMatch(new RegExp(`^iklab ${name}.*\\n\\n[\\s\\S]*\\n  iklab ${name}`));
    }
  });
});
