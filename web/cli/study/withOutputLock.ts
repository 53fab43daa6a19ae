import { createHash } from 'node:crypto';
import { lstatSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { quoteFileName } from '@iklab/core/scenario/checks';
import { makeInputError } from '../errors.ts';
import { getCallerFolder } from '../readInputText.ts';
import { toOutputWriteError } from './rowsOutput.ts';

/**
 * Calls `write` with the path of `out`, after symbolic links. Throws an InputError if another run
 * writes to the same path, or if the path is not a file.
 */
export async function withOutputLock(
  out: string | undefined,
  write: (path: string | null) => Promise<void>,
): Promise<void> {
  if (out === undefined) return write(null);
  const named = resolve(getCallerFolder(), out);
  const path = resolveOutput(named);
  const server = await acquireSocket(makeSocketName(path));
  if (server === 'taken') {
    const reason = 'is being written by another iklab; wait for it, or choose another --out';
    throw makeInputError(quoteFileName(named), reason);
  }
  await write(path).finally(() => closeServer(server));
}

function resolveOutput(path: string): string {
  try {
    const existing = statSync(path, { throwIfNoEntry: false });
    if (existing && !existing.isFile())
      throw makeInputError(
        quoteFileName(path),
        `must be a file or a new name; got ${describeKind(existing)}`,
      );
    return existing && lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
  } catch (error) {
    throw toOutputWriteError(path, error);
  }
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

function makeSocketName(path: string): string {
  const folder = dirname(path);
  const real = statSync(folder, { throwIfNoEntry: false }) ? realpathSync(folder) : folder;
  const key = createHash('sha256')
    .update(join(real, basename(path)))
    .digest('hex')
    .slice(0, 32);
  if (process.platform === 'linux') return `\0iklab-${key}`;
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\iklab-${key}`
    : join(tmpdir(), `iklab-${key}`);
}

/** Returns a socket that locks a name, or 'taken'; null if sockets are unavailable. */
async function acquireSocket(name: string): Promise<Server | 'taken' | null> {
  for (const last of [false, true]) {
    const made = await tryListen(name);
    if (typeof made !== 'string') return made;
    if (made !== 'EADDRINUSE') return null;
    // A socket file remains after its process has ended.
    if (last || name.startsWith('\0') || (await isAnswered(name))) return 'taken';
    rmSync(name, { force: true });
  }
  return null;
}

const tryListen = (name: string): Promise<Server | string> =>
  new Promise((resolve) => {
    const server = createServer((guest) => guest.destroy());
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''));
    server.listen(name, () => resolve(server.unref()));
  });

const isAnswered = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const caller = connect(name, () => resolve(true));
    caller.on('error', () => resolve(false)).on('connect', () => caller.destroy());
  });

const closeServer = (server: Server | null): Promise<void> =>
  new Promise((resolve) => {
    if (server) server.close(() => resolve());
    else resolve();
  });
