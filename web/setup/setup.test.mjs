/** Messages of the setup on machines without some program, simulated by a PATH of stand-ins. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runningText } from './processes.mjs';
import { aptShare, formatDuration, madeShare } from './progress.mjs';
import { root, run, runNode } from './tools.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'iklab-setup-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script with a PATH of only these programs (sh scripts) besides Node. */
function runScript(script, programs = {}, more = {}) {
  const PATH = mkdtempSync(join(folder, 'programs-'));
  if (!programs.node) symlinkSync(process.execPath, join(PATH, 'node'));
  symlinkSync('/bin/sh', join(PATH, 'sh'));
  symlinkSync('/bin/cat', join(PATH, 'cat'));
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(PATH, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const words = ['--input-type=module', '-e', script];
  const options = { cwd: root, env: { PATH, ...more }, encoding: 'utf8' };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, options);
  return { status, out: stdout.trim(), err: stderr.trim() };
}

const asUser = (id) => `process.getuid = () => ${id};`;
const calling = (what) => `
  import { ${what.split('(')[0]} } from './web/setup/${what.startsWith('provide') ? 'needs' : 'packages'}.mjs';
  await ${what}.catch((error) => { console.error(error.message); process.exitCode = 1; });`;

describe('reports in one line what is wrong and what to do:', () => {
  test('a Node that is too old', () => {
    const script = `
      const versions = { ...process.versions, node: '20.18.3' };
      Object.defineProperty(process, 'versions', { value: versions });
      await import('./web/setup/node.cjs');`;
    const { status, err } = runScript(script);
    expect(status).toBe(1);
    expect(err).toMatch(/^Node 20\.19 or newer is needed, and \S+ is 20\.18\.3: install one.*$/);
  });

  test.each([
    ['no apt-get', asUser(0), {}],
    ['no root rights and no sudo', asUser(1000), { 'apt-get': 'exit 0' }],
    [
      'sudo that asks for a password',
      asUser(1000),
      { 'apt-get': 'exit 0', sudo: 'echo password? >&2; exit 1' },
    ],
  ])('%s', (_, user, programs) => {
    const { status, err, out } = runScript(
      user + calling("provide(['emscripten', 'make'])"),
      programs,
    );
    expect(status).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(
      /^Missing: Emscripten \(emsdk.*\), make\. On Debian 12.*: apt-get install /,
    );
    expect(err).toMatch(/ --no-install-recommends emscripten make$/);
  });

  const answer = (text, status) => `cat <<'END'\n${text}\nEND\nexit ${status}`;

  test('no network for apt-get', () => {
    const text = `Err:1 http://deb.debian.org/debian bookworm InRelease
W: Failed to fetch http://deb.debian.org/InRelease  Temporary failure resolving 'deb.debian.org'
W: Some index files failed to download.
E: Unable to locate package no-package`;
    const apt = answer(text, 100);
    const { err } = runScript(asUser(0) + calling("installDebian(['no-package'])"), {
      'apt-get': apt,
    });
    expect(err).toBe(
      "apt-get could not install no-package: http://deb.debian.org/InRelease  Temporary failure resolving 'deb.debian.org'. Run this again with a network.",
    );
  });

  test('a locked apt database', () => {
    const text = 'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt)';
    const apt = answer(text, 100);
    const { err } = runScript(asUser(0) + calling("installDebian(['no-package'])"), {
      'apt-get': apt,
    });
    expect(err).toMatch(
      /^apt-get could not install no-package: Could not get lock .* held by process 7/,
    );
    expect(err).toMatch(/\. Put that right and run this again\.$/);
  });

  test('required packages come first; the failure of others is reported when they are awaited', () => {
    const apt = `echo "$*"
case "$*" in *install*make*) for one in emcc make; do echo >"$PATH/$one"; chmod +x "$PATH/$one"; done;; esac`;
    const script = `
      import { provide } from './web/setup/needs.mjs';
      process.getuid = () => 0;
      const { rest } = await provide(['emscripten', 'make'], undefined, ['make', 'doxygen']);
      console.log('begins');
      await rest.catch((error) => console.error(error.message));`;
    const { out, err } = runScript(script, { 'apt-get': apt, chmod: 'exec /bin/chmod "$@"' });
    expect(out.split('\n')).toEqual([
      'Gets the Debian packages emscripten, make',
      'Meanwhile gets the Debian packages doxygen',
      'begins',
    ]);
    expect(err).toMatch(/^Missing: Doxygen .*: apt-get install --no-install-recommends doxygen$/);
  });

  test('npm modules do not wait for apt-get', () => {
    const apt = `case "$*" in *install*) ;; *) exit 0;; esac
tries=0
until [ -e "$PATH/modules-ready" ]; do tries=$((tries + 1)); [ $tries = 1000000 ] && exit 100; done
for one in emcc make; do echo >"$PATH/$one"; chmod +x "$PATH/$one"; done`;
    const script = `
      import { writeFileSync } from 'node:fs';
      import { startInstall } from './web/setup/needs.mjs';
      process.getuid = () => 0;
      const { modules, first } = await startInstall(['emscripten', 'make']);
      await modules;
      writeFileSync(process.env.PATH + '/modules-ready', '');
      await first.then(() => console.log('all there'), (error) => console.error(error.message));`;
    const { out, err } = runScript(script, { 'apt-get': apt, chmod: 'exec /bin/chmod "$@"' });
    expect(out.split('\n')).toEqual(['Gets the Debian packages emscripten, make', 'all there']);
    expect(err).toBe('');
  });

  test('no network for npm', () => {
    const text = `npm error code EAI_AGAIN
npm error syscall getaddrinfo
npm error request to https://registry.npmjs.org/three failed, reason: getaddrinfo EAI_AGAIN
npm error A complete log of this run can be found in: /tmp/x.log`;
    const npm = join(folder, 'npm.cjs'); // by its path, so that the real npm never runs
    writeFileSync(npm, `console.error(${JSON.stringify(text)}); process.exit(1);`);
    const { err } = runScript(calling('installModules()'), {}, { npm_execpath: npm });
    expect(err).toBe(
      'npm ci could not get the packages: request to https://registry.npmjs.org/three failed, reason: getaddrinfo EAI_AGAIN. Run this again with a network.',
    );
  });
});

test('run uses the Node of this process, even if PATH has another one first', () => {
  const script = `
    import { run } from './web/setup/tools.mjs';
    console.log(await run('node', ['-p', '6 * 7'], { quiet: true }));`;
  expect(runScript(script, { node: 'echo another' }).out).toBe('42');
});

test('runNode starts Node without a background compiler, and names the program that fails', async () => {
  const options = { quiet: true };
  const flags = await runNode(['-p', 'process.execArgv.join()'], options);
  expect(flags).toContain('--no-concurrent-recompilation');
  const failing = runNode(['no-such-program.mjs'], options);
  await expect(failing).rejects.toThrow('node no-such-program.mjs ended with status 1');
});

// Running processes are only listed on Linux.
const onLinux = test.runIf(process.platform === 'linux');
onLinux(
  'ends a program at its time limit with all its children, and reports what was running',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const words = ['-c', 'trap "echo asked" USR2; echo begins; sleep 654; true'];
      const asleep = /\d+ sh -c .*\n {2}S sh.*\n\d+ sleep 654\n {2}S sleep/;
      let output = '';
      const watch = (chunk) => {
        output += chunk;
      };
      const child = run('sh', words, { quiet: true, watch, limit: 20 }).catch((reason) => reason);
      while (output !== 'begins\n' || !asleep.test(runningText(process.pid))) await immediate();
      vi.advanceTimersByTime(20 * 60_000);
      const error = await child;
      expect(error.message).toBe('sh -c did not end within 20 minutes');
      expect(error.output).toMatch(new RegExp(`^begins\n\n${asleep.source}`));
      expect(runningText(process.pid)).not.toContain('sleep 654');
    } finally {
      vi.useRealTimers();
    }
  },
);

describe('progress', () => {
  test('of make and of apt-get is read from their last line', () => {
    expect(madeShare('[  9%] Building a\nwarning: [99%]\n[ 42%] Building b\n')).toBe(0.42);
    expect(madeShare('-- Configuring done\n')).toBe(0);
    expect(aptShare('Get:1 …\ndlstatus:7:50.0:Retrieving\n')).toBe(0.25);
    expect(aptShare('dlstatus:9:100:x\npmstatus:cmake:31.5:Unpacking\n')).toBeCloseTo(0.6575);
    expect(aptShare('Reading package lists...\n')).toBe(0);
  });

  test('durations are rounded and written with units', () => {
    expect([200, 12_300, 89_000, 170_000].map(formatDuration)).toEqual([
      '1 s',
      '12 s',
      '89 s',
      '3 min',
    ]);
  });
});
