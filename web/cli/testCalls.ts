/** Runs the command line in the process of a test, which is ten times as fast as its own. */
import { Readable, Writable } from 'node:stream';
import type { Engine } from 'iklab/engine';
import { testEngine } from 'iklab/engine/testing';
import { perform } from './cli.ts';

export interface CommandResult {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

const launcher = new URL('./iklab.mjs', import.meta.url);

/** Runs `iklab ARGS` with `input` as standard input; one call at a time. */
export async function commandResult(
  args: readonly string[],
  input: string | Buffer = '',
  load: () => Promise<Engine> = testEngine,
): Promise<CommandResult> {
  const told = { out: '', err: '' };
  const hears = (name: 'out' | 'err') =>
    new Writable({
      decodeStrings: false,
      write(text: string, _, done) {
        told[name] += text;
        done();
      },
    });
  const stdin = Readable.from(Buffer.from(input), { objectMode: false });
  const error = (text: string) => {
    told.err += `${text}\n`;
  };
  const backs = [
    replace(process, 'stdin', stdin),
    replace(process, 'stdout', hears('out')),
    replace(process, 'stderr', hears('err')),
    replace(console, 'error', error),
  ];
  try {
    return { status: await perform(args, launcher, load), ...told };
  } finally {
    for (const back of backs) back();
  }
}

function replace(of: object, key: string, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(of, key) ?? {};
  Object.defineProperty(of, key, { value, configurable: true });
  return () => Object.defineProperty(of, key, own);
}
