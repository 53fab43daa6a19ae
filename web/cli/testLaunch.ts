import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { config } from '../../package.json';
import type { CommandResult } from './testCalls.ts';

export const launcherPath = fileURLToPath(new URL('./iklab.mjs', import.meta.url));

export const makeNodeCommandWords = (...words: readonly string[]): string[] => [
  ...config.nodeFlags,
  ...words,
];

export function launchCli(
  args: readonly string[],
  input: string | Buffer = '',
  stopReading = false,
): Promise<CommandResult> {
  return launchCliFromFile(launcherPath, args, input, stopReading);
}

export function launchCliFromFile(
  file: string,
  args: readonly string[],
  input: string | Buffer,
  stopReading = false,
): Promise<CommandResult> {
  const child = spawn(process.execPath, makeNodeCommandWords(file, ...args), { timeout: 60_000 });
  if (stopReading) child.stdout.on('data', () => child.stdout.destroy());
  // A program that rejects its input early closes its standard input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return collectProcessResult(child);
}

export function collectProcessResult(
  child: ChildProcessWithoutNullStreams,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const output = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.err += text;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...output }));
  });
}

export const makePresetDocumentText = (id: string, changes: object = {}): string =>
  JSON.stringify({ iklab: 1, preset: id, ...changes });

export const splitNonEmptyLines = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '');
