/** Shared code of the setup scripts. Runs before anything is installed. */
import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endAll, runningText } from './processes.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const jobs = availableParallelism();

/**
 * Flags of Node for programs that compute for some time. Without flags, Node 20 can deadlock at
 * exit between a background compiler and a garbage collection.
 */
export const NODE_FLAGS = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).config
  .nodeFlags;

/** Error of the setup scripts with a complete message. Printed without a stack. */
export class SetupError extends Error {}

/** Returns null if none of the programs is on PATH. */
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

export const installed = (name) => join(root, 'node_modules/.bin', name);

/** Returns PATH with the running Node in front, because Debian's Node may come first. */
function path() {
  const first = which('node');
  const ours = first && realpathSync(first) === realpathSync(process.execPath);
  const folders = process.env.PATH ?? '';
  return ours ? folders : [dirname(process.execPath), folders].join(delimiter);
}

const ANSWER = 2000; // Milliseconds for a program to report what it is doing.

export const watchedRuns = {
  onProgress: undefined,
  children: new Set(),
  /**
   * Asks running programs with `answers` what they are doing. SIGUSR2 would kill other programs.
   */
  ask() {
    for (const child of this.children) if (child.answers) child.process.kill('SIGUSR2');
  },
};

/**
 * Runs a program and resolves to the output.
 * `stdout`: resolves to standard output alone.
 * `quiet`: does not print the output; a failure has it in `error.output`.
 * `input`: text for standard input. `watch(chunk)`: called with output as it arrives.
 * `progress(chunk)`: returns a few words on the program's progress, or undefined.
 * `message(data)`: called with each IPC message of the program.
 * `answers`: the program reports what it is doing on SIGUSR2.
 * `limit`: minutes until the program is ended. The output then lists what was still running.
 */
export function run(command, args, options = {}) {
  const {
    quiet = false,
    stdout = false,
    input,
    watch,
    progress,
    message,
    answers = false,
  } = options;
  const { env = {}, cwd = root, limit } = options;
  return new Promise((resolve, reject) => {
    const piped = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'];
    const child = spawn(command, args, {
      cwd,
      stdio: message ? [...piped, 'ipc'] : quiet ? piped : 'inherit',
      env: { ...process.env, PATH: path(), ...env },
    });
    const watched = { process: child, answers };
    watchedRuns.children.add(watched);
    let output = '';
    let printed = '';
    const keep = (chunk) => {
      output += chunk;
      watch?.(chunk);
      const words = watchedRuns.onProgress && progress?.(chunk);
      if (words) watchedRuns.onProgress(words);
    };
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      if (stdout) printed += chunk;
      keep(chunk);
    });
    child.stderr?.setEncoding('utf8').on('data', keep);
    if (message) child.on('message', message);
    if (input !== undefined) child.stdin.on('error', () => {}).end(input); // It may have ended.
    const program = args.find((word) => !NODE_FLAGS.includes(word));
    const fail = (how) => {
      const error = new SetupError(`${basename(command)} ${program ?? ''} ${how}`);
      reject(Object.assign(error, { output }));
    };
    let late = false;
    const giveUp = async () => {
      late = true;
      if (answers) {
        child.kill('SIGUSR2');
        await sleep(ANSWER);
      }
      keep(`\n${runningText(child.pid)}\n`);
      await endAll(child.pid);
      fail(`did not end within ${limit} minutes`);
    };
    const patience = limit && setTimeout(giveUp, limit * 60_000);
    const ended = () => {
      clearTimeout(patience);
      watchedRuns.children.delete(watched);
    };
    child.on('error', (error) => {
      ended();
      reject(error);
    });
    child.on('close', (code, signal) => {
      ended();
      if (late) return;
      if (code === 0) resolve(stdout ? printed : output);
      else fail(signal ? `was stopped by ${signal}` : `ended with status ${code}`);
    });
  });
}

/** Runs a Node program that computes for some time; options as for `run`. */
export const runNode = (words, options) =>
  run(process.execPath, [...NODE_FLAGS, ...words], options);

/** Runs `main` if this file is the program. Exits with status 1 on a fault. */
export function asProgram(url, main) {
  if (!process.argv[1] || realpathSync(process.argv[1]) !== fileURLToPath(url)) return;
  main(process.argv.slice(2)).catch((error) => {
    if (error.output) console.error(error.output);
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  });
}
