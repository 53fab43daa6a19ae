/** For the tests of the command line: it as it is built, in a process of its own, and small documents. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CommandResult } from './testCalls.ts';

export const launcher = fileURLToPath(new URL('./iklab.mjs', import.meta.url));

/** Runs the launcher; `stopReading`: closes its output after the first piece. */
export function launchedProgram(
  args: readonly string[],
  input: string | Buffer = '',
  stopReading = false,
): Promise<CommandResult> {
  return start(launcher, args, input, stopReading);
}

/** The same with another file as the launcher. */
export function start(
  file: string,
  args: readonly string[],
  input: string | Buffer,
  stopReading = false,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [file, ...args], { timeout: 60_000 });
  if (stopReading) child.stdout.on('data', () => child.stdout.destroy());
  // a program that refuses its input early closes it
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return processResult(child);
}

/** What a process has said when it ends. */
export function processResult(child: ChildProcessWithoutNullStreams): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const told = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      told.err += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...told }));
  });
}

/** The document of a preset, with changes. */
export const short = (id: string, changes: object = {}): string =>
  JSON.stringify({ iklab: 1, preset: id, ...changes });

export const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
