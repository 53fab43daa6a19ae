import { Readable, Writable } from 'node:stream';
import type { Engine } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { runCommandWithEngine } from './cli.ts';

export interface CommandResult {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

const launcher = new URL('./iklab.mjs', import.meta.url);

export async function runCommandLine(
  args: readonly string[],
  input: string | Buffer = '',
  load: () => Promise<Engine> = testEngine,
): Promise<CommandResult> {
  const output = { out: '', err: '' };
  const hears = (name: 'out' | 'err') =>
    new Writable({
      decodeStrings: false,
      write(text: string, _, callback) {
        output[name] += text;
        callback();
      },
    });
  const stdin = Readable.from(Buffer.from(input), { objectMode: false });
  const error = (text: string) => {
    output.err += `${text}\n`;
  };
  const backs = [
    replace(process, 'stdin', stdin),
    replace(process, 'stdout', hears('out')),
    replace(process, 'stderr', hears('err')),
    replace(console, 'error', error),
  ];
  try {
    return { status: await runCommandWithEngine(args, launcher, load), ...output };
  } finally {
    for (const back of backs) back();
  }
}

function replace(owner: object, key: string, value: unknown): () => void {
  const original = Object.getOwnPropertyDescriptor(owner, key) ?? {};
  Object.defineProperty(owner, key, { value, configurable: true });
  return () => Object.defineProperty(owner, key, original);
}
