import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { MAX_DOCUMENT_BYTES, quoteFileName } from '@iklab/core/scenario/checks';
import { documentTooLongFault } from '@iklab/core/scenario/text';
import { InputError, makeInputError } from './errors.ts';

/** Returns the text of a file, or of standard input for `-`; reads at most `most` bytes. */
export async function readInputText(file: string, most = MAX_DOCUMENT_BYTES): Promise<string> {
  const fromInput = file === '-';
  const name = fromInput ? 'standard input' : quoteFileName(file);
  const stream = fromInput ? process.stdin : createReadStream(resolve(getCallerFolder(), file));
  const bytes = await readBytes(stream, name, most);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw makeInputError(name, 'is not UTF-8 text');
  }
}

/**
 * Returns the folder of the caller, to which paths are relative. npm runs scripts in another
 * folder.
 */
export function getCallerFolder(): string {
  const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env;
  return script === 'iklab' && caller ? caller : process.cwd();
}

async function readBytes(stream: Readable, name: string, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > most) throw makeInputError('document', documentTooLongFault);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof InputError ? error : makeInputError(name, explainSystemError(error));
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a directory, not a file',
  ENOTDIR: 'no such file',
  EACCES: 'cannot be read: permission denied',
  ENAMETOOLONG: 'the file name is too long',
};

export function explainSystemError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? `cannot be read: ${message.split(',')[0]}`;
}
