/** What a program writes on its standard error: kept in a file, and its end for who asks why. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { oneLine } from 'iklab/scenario';

const MOST = 1 << 20; // bytes of the file
const TAIL = 8192;
const LINES = 20;

export class SolverLog {
  readonly #path: string;
  #file: number | null = null;
  #written = 0;
  #tail = '';

  /** The file is made with the first byte. */
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
      // it is a help, not a result
    }
    this.#written += taken.length;
  };

  /** The last lines, safe to print. */
  end(): string {
    const text = Buffer.from(this.#tail, 'latin1').toString('utf8').trimEnd();
    return text.split('\n').slice(-LINES).map(oneLine).join('\n');
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}
