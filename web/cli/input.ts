import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileName, MAX_BYTES, tooLongFault } from 'iklab/scenario';
import { InputError, inputFault } from './errors.ts';

/** The text of a file, or of standard input for `-`; at most so many bytes of it are ever read. */
export async function readInput(file: string, most = MAX_BYTES): Promise<string> {
  const fromInput = file === '-';
  const name = fromInput ? 'standard input' : fileName(file);
  const stream = fromInput ? process.stdin : createReadStream(resolve(callersFolder(), file));
  const bytes = await readBytes(stream, name, most);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw inputFault(name, 'must be UTF-8 text, is not');
  }
}

/** npm runs a script in the project's folder; a path is meant from where npm was called. */
export function callersFolder(): string {
  const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env;
  return script === 'iklab' && caller ? caller : process.cwd();
}

async function readBytes(stream: Readable, name: string, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > most) throw inputFault('document', tooLongFault);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof InputError ? error : inputFault(name, systemReason(error));
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a directory, not a file',
  ENOTDIR: 'there is no such file',
  EACCES: 'may not be read: permission denied',
  ENAMETOOLONG: 'the name is too long for a file',
};

export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? `cannot be read: ${message.split(',')[0]}`;
}
