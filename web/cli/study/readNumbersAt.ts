import { readSync } from 'node:fs';

export function readNumbersAt(file: number, position: number, count: number): Float64Array {
  const numbers = new Float64Array(count);
  const bytes = new Uint8Array(numbers.buffer);
  const got = readSync(file, bytes, 0, bytes.length, position);
  return numbers.subarray(0, Math.floor(got / 8));
}
