/** One output belongs to one run: what exists under its name, and who else writes it. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from '../testCalls.ts';
import { collectProcessResult, launcherPath, makeNodeCommandWords } from '../testLaunch.ts';
import { getInputErrorMessage, useTestFolder } from './testRows.ts';
import { withOutputLock } from './withOutputLock.ts';

const at = useTestFolder();
const scenario = { preset: 'ur5e', methods: [{ id: 'dls' }] };

function write(name: string, changes: object = {}): string {
  writeFileSync(at(name), JSON.stringify({ iklabStudy: 1, scenario, count: 20, ...changes }));
  return at(name);
}

/** Returns the error for an output that is rejected, or an empty string. */
async function refusal(out: string): Promise<string> {
  const thrown = await withOutputLock(out, async () => {}).catch((error: unknown) => error);
  return thrown === undefined
    ? ''
    : getInputErrorMessage(() => {
        throw thrown;
      });
}

test('of two runs with one output, one writes it and the other fails without damage', async () => {
  const file = write('two.json', { count: 2000 });
  const out = at('two.rows');
  const words = makeNodeCommandWords(
    launcherPath,
    'study',
    file,
    '--out',
    out,
    '--jobs',
    '1',
    '--resume',
  );
  const runs = [0, 1].map(() => collectProcessResult(spawn(process.execPath, words)));
  const [a, b] = await Promise.all(runs);
  const told = [a?.err ?? '', b?.err ?? ''].sort();
  expect([a?.status, b?.status].sort()).toEqual([0, 1]);
  expect(told.filter((text) => /two\.rows: is being written by another iklab/.test(text))).toEqual([
    expect.stringMatching(/; wait for it, or choose another --out\n$/),
  ]);
  await runCommandLine(['study', file, '--out', at('alone.rows')]);
  expect(readFileSync(out).equals(readFileSync(at('alone.rows')))).toBe(true);
  expect(existsSync(`${out}.part`)).toBe(false);
});

test('an output is released when its run ends or fails', async () => {
  const out = at('free');
  let seen = '';
  await withOutputLock(out, async () => {
    seen = await refusal(out);
  });
  expect(seen).toMatch(/^free: is being written by another iklab/);
  const failed = withOutputLock(out, () => Promise.reject(new Error('stop')));
  await expect(failed).rejects.toThrow('stop');
  expect(await refusal(out)).toBe('');
  expect(await refusal(at('other'))).toBe('');
});

test('two names of one file are one output, and a symbolic link is kept', async () => {
  const file = write('linked.json');
  writeFileSync(at('real.csv'), 'old');
  symlinkSync(at('real.csv'), at('link.csv'));
  await withOutputLock(at('real.csv'), async () => {
    expect(await refusal(at('link.csv'))).toMatch(/^link\.csv: is being written/);
  });
  expect(await runCommandLine(['study', file, '--out', at('link.csv')])).toMatchObject({
    status: 0,
  });
  expect(readFileSync(at('real.csv'), 'utf8')).toMatch(/^method,label,index,/);
  expect(readFileSync(at('link.csv'), 'utf8')).toBe(readFileSync(at('real.csv'), 'utf8'));
});

test('a directory, pipe, socket or device is not replaced', async () => {
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('pipe')], { stdio: 'ignore' });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
  const must = 'must be a file or a new name; got';
  expect(await refusal(at('folder'))).toBe(`folder: ${must} a directory`);
  expect(await refusal(at('pipe'))).toBe(`pipe: ${must} a pipe`);
  expect(await refusal(at('socket'))).toBe(`socket: ${must} a socket`);
  server.close();
  symlinkSync('/dev/null', at('null'));
  const file = write('device.json');
  for (const words of [
    ['study', file],
    ['merge', file],
  ]) {
    const { status, err } = await runCommandLine([...words, '--out', at('null')]);
    expect([status, err.includes(`null: ${must} a device`)]).toEqual([1, words[0] === 'study']);
  }
  expect(statSync(at('null')).isCharacterDevice()).toBe(true);
  expect(existsSync('/dev/null.part')).toBe(false);
  expect(existsSync(`${dirname(at('x'))}/null.part`)).toBe(false);
});
