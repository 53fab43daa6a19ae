import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptShare, progress } from './progress.mjs';
import { root, run, SetupError, which } from './tools.mjs';

function fault(what, output, ...patterns) {
  const found = patterns.map((pattern) => output.match(pattern)?.[1].trim()).find(Boolean);
  const why = (found ?? output.trim().split('\n').at(-1)).replace(/[.\s]+$/, '').slice(0, 200);
  const network = /resolv|connect|EAI_AGAIN|ENOTFOUND|timed? ?out/i.test(why);
  const advice = network ? 'Run this again with a network' : 'Put that right and run this again';
  return new SetupError(`${what}: ${why}. ${advice}.`);
}

/** Returns whether we may install packages on this Debian. `sudo` may ask for a password. */
export async function mayInstall() {
  if (!existsSync('/etc/debian_version') || !which('apt-get')) return false;
  if (process.getuid?.() === 0) return true;
  if (!which('sudo')) return false;
  if (process.stdin.isTTY) return true;
  return run('sudo', ['-n', 'true'], { quiet: true }).then(
    () => true,
    () => false,
  );
}

let listed = false;

/** `meanwhile`: true during other work, whose progress is shown instead. */
export async function installDebian(names, meanwhile = false) {
  const become = process.getuid?.() === 0 ? [] : ['sudo'];
  let output = '';
  // apt-get reports its progress to descriptor 3, separately from the output of packages.
  const shell = [
    'sh',
    '-c',
    'DEBIAN_FRONTEND=noninteractive LC_ALL=C exec apt-get "$@" 3>&1',
    'sh',
  ];
  const aptGet = (words, onShare) => {
    const all = [...become, ...shell, '-o', 'APT::Status-Fd=3', ...words];
    const watch = (chunk) => {
      output += chunk;
      onShare?.(aptShare(chunk));
    };
    return run(all[0], all.slice(1), { quiet: true, watch });
  };
  try {
    if (become.length > 0 && process.stdin.isTTY) await run('sudo', ['-v']); // May ask for it.
    console.log(`${meanwhile ? 'Meanwhile gets' : 'Gets'} the Debian packages ${names.join(', ')}`);
    const get = async (onShare) => {
      if (!listed) await aptGet(['update']); // Unreachable sources only cause a warning.
      listed = true;
      await aptGet(['install', '-y', '--no-install-recommends', ...names], onShare);
    };
    await (meanwhile ? get() : progress('Debian packages', get));
  } catch (error) {
    const what = `apt-get could not install ${names.join(', ')}`;
    throw fault(what, output || error.message, /^W: Failed to fetch (.*)/m, /^E: (.*)/m);
  }
}

const inRoot = (name) => join(root, name);

/** Allows optional packages to be missing. */
export function modulesMatchLock() {
  const lockOfModules = inRoot('node_modules/.package-lock.json');
  if (!existsSync(lockOfModules)) return false;
  const have = JSON.parse(readFileSync(lockOfModules, 'utf8')).packages;
  const want = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  return Object.entries(want).every(([path, wanted]) => {
    if (path === '') return true;
    const got = have[path];
    if (!got) return wanted.optional === true;
    return got.version === wanted.version && existsSync(inRoot(path));
  });
}

export async function installModules() {
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm'];
  const words = ['ci', '--no-audit', '--no-fund', '--fetch-retries=1'];
  try {
    await progress('npm packages', () => run(command, [...first, ...words], { quiet: true }));
  } catch (error) {
    const patterns = [
      /^npm \S+ (?:network )?(request to .*)/m,
      /^npm \S+ (?!code|errno|syscall)(\w.*)/m,
    ];
    throw fault('npm ci could not get the packages', error.output || error.message, ...patterns);
  }
}
