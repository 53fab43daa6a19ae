/** A program that answers each line with a line. It runs in its own process group. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { quoteInOneLine } from '@iklab/core/scenario/checks';
import type { SolverLog } from './solverLog.ts';

const MAX_LINE_BYTES = 16 << 20;
const EXIT_TIMEOUT = 2000; // Milliseconds until a program that was asked to exit is killed.
const LAST_BYTES_DELAY = 100; // Milliseconds to read what a program wrote before it exited.

/**
 * Error of an external solver. `late`: no answer in time. `lost`: the program ended or broke the
 * protocol.
 */
export class SolverFault extends Error {
  readonly kind: 'late' | 'lost';

  constructor(kind: 'late' | 'lost', reason: string) {
    super(reason);
    this.kind = kind;
  }
}

export interface ReceivedLine {
  readonly text: string;
  /** Time from the first byte written to the last byte read, in seconds. */
  readonly took: number;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const runningProcesses = new Set<SolverProcess>();
process.on('exit', () => {
  for (const each of runningProcesses) each.kill();
});

export class SolverProcess {
  readonly #child: Child;
  readonly #log: SolverLog;
  #pieces: Buffer[] = [];
  #size = 0;
  /** Reason why answers no longer match messages; null if they do. */
  #astray: string | null = null;
  #endReason: string | null = null;
  #startTime = 0;
  #wait: { fulfill(line: ReceivedLine): void; reject(fault: SolverFault): void } | null = null;

  /** Throws a SolverFault if the program does not exist. */
  constructor(words: readonly string[], folder: string, log: SolverLog) {
    const [program = '', ...rest] = bindToParent(words, folder);
    this.#log = log;
    this.#child = spawn(program, rest, {
      cwd: folder,
      detached: true, // Creates a process group, so that child processes can be killed too.
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    runningProcesses.add(this);
    const { stdin, stdout, stderr } = this.#child;
    stdin.on('error', () => {}); // Reported when the process ends.
    stdout.on('data', (bytes: Buffer) => this.#read(bytes));
    stderr.on('data', log.add);
    this.#child.on('error', ({ message }) => this.#end(`could not be started: ${message}`));
    this.#child.on('exit', (status, signal) => {
      const how = signal ? `ended by ${signal}` : `ended with status ${status}`;
      setTimeout(() => this.#end(how), LAST_BYTES_DELAY).unref();
      this.#child.on('close', () => this.#end(how));
    });
  }

  /** Returns the answer to a line. `timeLimit`: in seconds, 0 for no limit. */
  ask(line: string, timeLimit: number): Promise<ReceivedLine> {
    return new Promise((fulfill, reject) => {
      if (this.#endReason !== null) return reject(new SolverFault('lost', this.#endReason));
      if (this.#astray !== null || this.#size > 0)
        return reject(new SolverFault('lost', this.#astray ?? 'wrote a line without a message'));
      const timer =
        timeLimit > 0
          ? setTimeout(() => this.#fail('late', timeoutText(timeLimit)), 1000 * timeLimit)
          : undefined;
      const settle = () => {
        clearTimeout(timer);
        this.#wait = null;
      };
      this.#wait = {
        fulfill: (answer) => {
          settle();
          fulfill(answer);
        },
        reject: (fault) => {
          settle();
          reject(fault);
        },
      };
      // Before writing: if this process has to wait, the program may have answered before the call
      // returns.
      this.#startTime = performance.now();
      this.#child.stdin.write(`${line}\n`);
    });
  }

  #read(bytes: Buffer): void {
    if (this.#astray !== null || this.#endReason !== null) return;
    const end = bytes.indexOf(10);
    const piece = end < 0 ? bytes : bytes.subarray(0, end);
    this.#size += piece.length;
    if (this.#size > MAX_LINE_BYTES) {
      this.#astray = `wrote a line of more than ${MAX_LINE_BYTES >> 20} MB`;
      this.#pieces = [];
      this.kill();
      this.#fail('lost', this.#astray);
      return;
    }
    this.#pieces.push(piece);
    if (end < 0) return;
    const took = (performance.now() - this.#startTime) / 1000;
    const text = Buffer.concat(this.#pieces).toString('utf8');
    [this.#pieces, this.#size] = [[], 0];
    const wait = this.#wait;
    if (!wait) this.#astray = 'wrote a line without a message';
    else if (end + 1 < bytes.length) this.#astray = 'wrote more than one line per message';
    wait?.fulfill({ text, took });
  }

  #fail(kind: SolverFault['kind'], reason: string): void {
    this.#wait?.reject(new SolverFault(kind, reason));
  }

  #end(how: string): void {
    this.#endReason ??= how;
    runningProcesses.delete(this);
    this.#fail('lost', this.#endReason);
  }

  async close(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    if (this.#endReason === null && exitCode === null && signalCode === null) {
      const exited = new Promise((resolve) => this.#child.once('exit', resolve));
      const timer = setTimeout(() => this.kill(), EXIT_TIMEOUT);
      this.#child.stdin.end('{"end": true}\n');
      await exited.finally(() => clearTimeout(timer));
    }
    this.kill(); // Also kills its child processes.
    this.#log.close();
  }

  kill(): void {
    const { pid } = this.#child;
    runningProcesses.delete(this);
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
    this.#child.stdin.destroy();
  }
}

const timeoutText = (timeLimit: number): string =>
  `no answer within ${Number(timeLimit.toPrecision(3))} s`;

/** Adds `setpriv`, if available, so that the program ends with this process. */
function bindToParent(words: readonly string[], folder: string): readonly string[] {
  const [program = ''] = words;
  if (!findExecutable(program, folder))
    throw new SolverFault('lost', `no executable program ${quoteInOneLine(program)}`);
  const tool = process.platform === 'linux' && findExecutable('setpriv', folder);
  return tool ? ['setpriv', '--pdeathsig', 'KILL', '--', ...words] : words;
}

function findExecutable(program: string, folder: string): boolean {
  if (process.platform === 'win32') return program !== '';
  const candidates = program.includes('/')
    ? [resolve(folder, program)]
    : (process.env.PATH ?? '').split(delimiter).map((each) => join(each || folder, program));
  return program !== '' && candidates.some(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
