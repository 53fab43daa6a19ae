import { readSync } from 'node:fs';

/** The numbers at a place of an open file, as many as there are. */
export function readNumbers(file: number, place: number, count: number): Float64Array {
  const numbers = new Float64Array(count);
  const bytes = new Uint8Array(numbers.buffer);
  const got = readSync(file, bytes, 0, bytes.length, place);
  return numbers.subarray(0, Math.floor(got / 8));
}
