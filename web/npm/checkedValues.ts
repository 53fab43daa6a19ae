/** Checks the types of arguments, because JavaScript callers can pass anything. */

import {
  makeUnknownKeyError,
  makeUnknownWordError,
  makeWrongSizeError,
  makeWrongTypeError,
} from './callErrors.ts';
import type { Numbers } from './packageTypes.ts';

/** Copies `count` numbers. Throws for another length or an entry that is not a number. */
export function copyNumbers(
  from: Numbers,
  to: Float64Array,
  offset: number,
  count: number,
  path: string,
): void {
  if (typeof from !== 'object' || from === null || typeof from.length !== 'number')
    throw makeWrongTypeError(path, 'a list of numbers', from);
  if (from.length !== count) throw makeWrongSizeError(path, count, from.length);
  for (let i = 0; i < count; i++) {
    const value = from[i];
    if (typeof value !== 'number') throw makeWrongTypeError(`${path}[${i}]`, 'a number', value);
    to[offset + i] = value;
  }
}

/** Writes the start pose into `to`: given numbers, zeros, or the default `usual`. */
export function copyStartPose(
  start: Numbers | string | undefined,
  usual: readonly number[],
  to: Float64Array,
): void {
  if (start === 'zeros') to.fill(0);
  else if (typeof start === 'string')
    throw makeWrongTypeError('start', 'a list of numbers or "zeros"', start);
  else copyNumbers(start ?? usual, to, 0, to.length, 'start');
}

/** Returns the number, or `usual` for undefined; throws for another type. */
export function numberOrDefault(value: number | undefined, usual: number, path: string): number {
  if (value === undefined) return usual;
  if (typeof value !== 'number') throw makeWrongTypeError(path, 'a number', value);
  return value;
}

/** Returns the whole number from 0, or `usual` for undefined; throws for other values. */
export function wholeOrDefault(value: number | undefined, usual: number, path: string): number {
  const number = numberOrDefault(value, usual, path);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw makeWrongTypeError(path, 'a whole number from 0', value);
}

export function findWordIndex(
  value: string | undefined,
  words: readonly string[],
  usual: string,
  path: string,
): number {
  const index = words.indexOf(value === undefined ? usual : value);
  if (index < 0) throw makeUnknownWordError(path, value, words);
  return index;
}

export function checkObjectKeys(value: unknown, allowed: readonly string[], path: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw makeWrongTypeError(path, 'an object', value);
  for (const key in value)
    if (!allowed.includes(key)) throw makeUnknownKeyError(path, key, allowed);
}
