/** What the set-up scripts share. Node's own modules only: they run before anything is installed. */
import { spawn } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endAll, runningText } from './processes.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const jobs = availableParallelism();

/** A fault whose message says all: printed without a stack. */
export class SetupError extends Error {}

/** Path of the first of these programs found on PATH, else null. */
export function which(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const file = join(folder, name);
      if (isProgram(file)) return file;
    }
  }
  return null;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Path of a program that npm has installed. */
export const installed = (name) => join(root, 'node_modules/.bin', name);

/** PATH with the Node that runs us as the first: Debian's own may have come to stand before it. */
function path() {
  const first = which('node');
  const ours = first && realpathSync(first) === realpathSync(process.execPath);
  const folders = process.env.PATH ?? '';
  return ours ? folders : [dirname(process.execPath), folders].join(delimiter);
}

const ANSWER = 2000; // ms for what it has to say

/**
 * Runs a program in `cwd`, the top of the checkout, and gives its output. Quiet: the output is
 * kept, told to `watch` as it comes, and is `error.output` on a failure; else it goes to the
 * terminal. What has not ended after `limit` minutes is ended: it is asked by SIGUSR2 what it is at,
 * where it is one that answers, and what runs of it is told.
 */
export function run(command, args, { quiet = false, watch, env = {}, cwd = root, limit } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command, args, {
      cwd,
      stdio,
      env: { ...process.env, PATH: path(), ...env },
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
      watch?.(chunk);
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    const fail = (how) => {
      clearTimeout(patience);
      const error = new SetupError(`${basename(command)} ${args[0] ?? ''} ${how}`);
      reject(Object.assign(error, { output }));
    };
    const giveUp = async () => {
      child.kill('SIGUSR2');
      await sleep(ANSWER);
      keep(`\n${runningText(child.pid)}\n`);
      endAll(child.pid);
      fail(`did not end within ${limit} minutes`);
    };
    const patience = limit && setTimeout(giveUp, limit * 60_000);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code !== 0)
        return fail(signal ? `was stopped by ${signal}` : `ended with status ${code}`);
      clearTimeout(patience);
      resolve(output);
    });
  });
}

/** Runs `main` if this file is the program, and ends with status 1 on a fault. */
export function asProgram(url, main) {
  if (!process.argv[1] || realpathSync(process.argv[1]) !== fileURLToPath(url)) return;
  main(process.argv.slice(2)).catch((error) => {
    if (error.output) console.error(error.output);
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  });
}
