/** Input that the command line rejects, with message and exit status. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from './testCalls.ts';
import {
  launchCli,
  launchCliFromFile,
  launcherPath,
  makePresetDocumentText,
} from './testLaunch.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'iklab-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('bad input gives status 1, its errors, and no output:', () => {
  const faulty = { preset: 'y', methods: [{ id: 'sdls' }, { id: 'dls', params: { lambda: -3 } }] };
  test.each<[string, string | Buffer, string]>([
    [
      'one error',
      JSON.stringify({ iklab: 1, ...faulty }),
      'methods[1].params.lambda: must be ≥ 0; got -3',
    ],
    [
      'two errors',
      makePresetDocumentText('y', { start: [1], run: { maxRises: 0 } }),
      'run.maxRises: must be ≥ 1; got 0\nstart: must have 7 values, one per independent joint; got 1',
    ],
    [
      'invalid JSON',
      '{"iklab": 1,\n',
      'document: must be JSON: line 2, column 1: expected a key in double quotes; got the end',
    ],
    [
      'an empty document',
      '',
      'document: must be JSON: line 1, column 1: unexpected end of text; expected a value',
    ],
    ['invalid UTF-8', Buffer.from([0x80, 0xff]), 'standard input: is not UTF-8 text'],
    [
      'more than 1 MiB',
      ' '.repeat(3 * 1024 * 1024),
      'document: must be at most 1 MiB (1048576 bytes); got more',
    ],
  ])('%s', async (_, input, faults) => {
    for (const command of ['run', 'link', 'hash']) {
      expect(await runCommandLine([command, '-'], input)).toEqual({
        status: 1,
        out: '',
        err: `${faults}\n`,
      });
    }
  });

  test('a missing file, and a directory instead of a file', async () => {
    const nowhere = join(folder, 'nowhere.json');
    expect(await runCommandLine(['run', nowhere])).toEqual({
      status: 1,
      out: '',
      err: `${nowhere}: no such file\n`,
    });
    const { status, err } = await runCommandLine(['run', folder]);
    expect([status, err]).toEqual([1, `${folder}: is a directory, not a file\n`]);
  });

  test.each([
    ['invalid UTF-8', Buffer.from([0x80, 0xff]), 1, 'standard input: is not UTF-8 text\n'],
    [
      'more than 1 MiB, which is not read to its end',
      ' '.repeat(3 * 1024 * 1024),
      1,
      'document: must be at most 1 MiB (1048576 bytes); got more\n',
    ],
    ['wrong use', '', 2, expect.stringMatching(/^iklab: /)],
  ])('in a process of its own: %s', async (what, input, status, err) => {
    const args = what === 'wrong use' ? [] : ['hash', '-'];
    expect(await launchCli(args, input)).toEqual({ status, out: '', err });
  });

  test('a damaged link', async () => {
    const { status, out, err } = await runCommandLine(['open', '#s=1.abcd']);
    expect([status, out, err]).toEqual([1, '', 'link: is cut short or damaged\n']);
  });
});

describe('wrong usage gives status 2 and one line of explanation:', () => {
  test.each([
    [
      [],
      'missing command; expected one of: solve, solutions, run, study, merge, link, open, upgrade, hash, import, pose, urdf, solver-check, methods, formula, presets',
    ],
    [
      ['rum'],
      'unknown command "rum" (did you mean "run"?); expected one of: solve, solutions, run, study, merge, link, open, upgrade, hash, import, pose, urdf, solver-check, methods, formula, presets',
    ],
    [
      ['run'],
      'run: usage: iklab run FILE|- [--method ID]… [--formula FILE]… [--updates N] [--format table|jsonl|csv] [--motion FILE [--skeleton BVH]]',
    ],
    [['hash', 'a', 'b'], 'hash: unexpected "b"; usage: iklab hash FILE|-'],
    [['run', '-', '--fast'], "Unknown option '--fast'"],
    [['hash', '-', '--full'], 'hash has no option --full; usage: iklab hash FILE|-'],
    [['run', '-', '--format', 'xml'], '--format must be one of table, jsonl, csv; got "xml"'],
    [['import', 'a.urdf', '--up', 'w'], '--up must be x, y or z; got "w"'],
    [['methods', '--format', 'csv'], '--format must be one of table, json; got "csv"'],
    [
      ['run', '-', '--updates', '0'],
      '--updates must be a whole number from 1 to 999999999; got "0"',
    ],
    [
      ['run', '-', '--updates', '1e3'],
      '--updates must be a whole number from 1 to 999999999; got "1e3"',
    ],
    [
      ['run', '-', '--updates', '1', '--method', 'sdsl'],
      expect.stringMatching(
        /^--method: unknown method "sdsl" \(did you mean "sdls"\?\); expected one of: /,
      ),
    ],
    [['run', '-', '--formula', '-'], '--formula: standard input can only be read once'],
    [['formula', '-', '--scene', '-'], '--scene: standard input can only be read once'],
    [['hash', '-', '--formula', 'a.ik'], 'hash has no option --formula; usage: iklab hash FILE|-'],
    [['presets', 'z'], expect.stringMatching(/^unknown preset "z"/)],
  ])('%j', async (args, message) => {
    const { status, out, err } = await runCommandLine(args, makePresetDocumentText('y'));
    expect([status, out]).toEqual([2, '']);
    const [first, second] = err.split('\n');
    expect(first?.replace('iklab: ', '')).toEqual(message);
    expect(second).toBe('Run iklab --help for usage.');
  });

  test('a checkout that has not been built', async () => {
    const away = join(folder, 'web/cli');
    mkdirSync(away, { recursive: true });
    cpSync(launcherPath, join(away, 'iklab.mjs'));
    const { status, out, err } = await launchCliFromFile(
      join(away, 'iklab.mjs'),
      ['--version'],
      '',
    );
    expect([status, out]).toEqual([2, '']);
    expect(err).toBe('iklab: IK Lab is not built yet: run `npm run build` first\n');
  });
});
