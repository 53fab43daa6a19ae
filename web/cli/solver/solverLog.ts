import { closeSync, openSync, writeSync } from 'node:fs';
import { escapeToOneLine } from '@iklab/core/scenario/checks';

const MAX_BYTES = 1 << 20; // Bytes per file.
const TAIL_BYTES = 8192;
const TAIL_LINES = 20;

export class SolverLog {
  readonly #path: string;
  #file: number | null = null;
  #written = 0;
  #tail = '';

  constructor(path: string) {
    this.#path = path;
  }

  readonly add = (bytes: Buffer): void => {
    this.#tail = (this.#tail + bytes.toString('latin1')).slice(-TAIL_BYTES);
    const accepted = bytes.subarray(0, Math.max(0, MAX_BYTES - this.#written));
    if (accepted.length === 0) return;
    try {
      this.#file ??= openSync(this.#path, 'w');
      writeSync(this.#file, accepted);
    } catch {
      // A log that cannot be written must not stop a study.
    }
    this.#written += accepted.length;
  };

  lastLines(): string {
    const text = Buffer.from(this.#tail, 'latin1').toString('utf8').trimEnd();
    return text.split('\n').slice(-TAIL_LINES).map(escapeToOneLine).join('\n');
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}
