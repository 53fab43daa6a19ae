/** Saves the standard error of a program to a file, and its last lines for error messages. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { oneLine } from 'iklab/scenario';

const MOST = 1 << 20; // Bytes per file.
const TAIL = 8192;
const LINES = 20;

export class SolverLog {
  readonly #path: string;
  #file: number | null = null;
  #written = 0;
  #tail = '';

  /** Creates the file with the first byte. */
  constructor(path: string) {
    this.#path = path;
  }

  readonly add = (bytes: Buffer): void => {
    this.#tail = (this.#tail + bytes.toString('latin1')).slice(-TAIL);
    const taken = bytes.subarray(0, Math.max(0, MOST - this.#written));
    if (taken.length === 0) return;
    try {
      this.#file ??= openSync(this.#path, 'w');
      writeSync(this.#file, taken);
    } catch {
      // A log that cannot be written must not stop a study.
    }
    this.#written += taken.length;
  };

  /** The last lines, with control characters removed. */
  end(): string {
    const text = Buffer.from(this.#tail, 'latin1').toString('utf8').trimEnd();
    return text.split('\n').slice(-LINES).map(oneLine).join('\n');
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}
