/** What JavaScript could hand over in the place of numbers, before any of it reaches the solver. */

import type { Numbers } from './packageTypes.ts';
import { unknownKey, unknownWord, wrongSize, wrongType } from './refusals.ts';

/** Copies so many numbers; an error names the place that holds none. */
export function copyNumbers(
  from: Numbers,
  to: Float64Array,
  at: number,
  count: number,
  path: string,
): void {
  if (typeof from !== 'object' || from === null || typeof from.length !== 'number')
    throw wrongType(path, 'a list of numbers', from);
  if (from.length !== count) throw wrongSize(path, count, from.length);
  for (let i = 0; i < count; i++) {
    const value = from[i];
    if (typeof value !== 'number') throw wrongType(`${path}[${i}]`, 'a number', value);
    to[at + i] = value;
  }
}

/** Where a solve starts: these numbers, `zeros`, or what is usual. */
export function copyStart(
  start: Numbers | string | undefined,
  usual: readonly number[],
  to: Float64Array,
): void {
  if (start === 'zeros') to.fill(0);
  else if (typeof start === 'string')
    throw wrongType('start', 'a list of numbers or "zeros"', start);
  else copyNumbers(start ?? usual, to, 0, to.length, 'start');
}

/** The number; `usual` where none is given. */
export function numberOr(value: number | undefined, usual: number, path: string): number {
  if (value === undefined) return usual;
  if (typeof value !== 'number') throw wrongType(path, 'a number', value);
  return value;
}

/** The place of a word; that of `usual` where none is given. */
export function placeOf(
  value: string | undefined,
  words: readonly string[],
  usual: string,
  path: string,
): number {
  const place = words.indexOf(value === undefined ? usual : value);
  if (place < 0) throw unknownWord(path, value, words);
  return place;
}

/** An object that has no other keys than these. */
export function checkKeys(value: unknown, known: readonly string[], what: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongType(what, 'an object', value);
  for (const key in value) if (!known.includes(key)) throw unknownKey(what, key, known);
}
