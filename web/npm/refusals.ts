/** Errors of invalid calls, in the form of the solver's messages: `FIELD must be ALLOWED; got VALUE`. */
import { EngineError } from 'iklab/engine';
import { didYouMean, gotText, listed, quote } from 'iklab/scenario';
import { type ErrorCode, IklabError } from './iklabError.ts';

/** Returns the error of a value of the wrong type. */
export const wrongType = (path: string, allowed: string, value: unknown): IklabError =>
  new IklabError('type', `${path} must be ${allowed}; ${gotText(value)}`, {
    path,
    value,
    allowed,
  });

/** Returns the error of a list of the wrong length. `values`: the expected length; `few`: the actual one. */
export const wrongSize = (path: string, values: number, few: number): IklabError => {
  const allowed = `${values} values`;
  return new IklabError('size', `${path} must have ${allowed}; got ${few}`, {
    path,
    value: few,
    allowed,
  });
};

/** Returns the error of a number outside its range. */
export function outOfRange(path: string, min: number, max: number, value: number): IklabError {
  const allowed = `from ${said(min)} to ${said(max)}`;
  const message = `${path} must be ${allowed}; got ${said(value)}`;
  return new IklabError('range', message, { path, value, allowed });
}

/** Formats a number as the solver does: 12 significant digits, without trailing zeros. */
const said = (number: number): string =>
  Number.isFinite(number)
    ? number.toPrecision(12).replace(/\.(\d*?)0+(?=e|$)/, (_, digits) => digits && `.${digits}`)
    : String(number).toLowerCase().replace('infinity', 'inf');

/** Returns the error of an unknown word. */
export function unknownWord(path: string, value: unknown, known: readonly string[]): IklabError {
  const allowed = `one of ${listed(known, 40)}`;
  const near = typeof value === 'string' ? didYouMean(value, known) : '';
  const message = `${path} must be ${allowed}; ${gotText(value)}${near}`;
  return new IklabError('unknown', message, { path, value, allowed });
}

/** Returns the error of an unknown key of an object. */
export function unknownKey(of: string, key: string, known: readonly string[]): IklabError {
  const has = known.length > 0 ? `known: ${listed(known, 40)}` : 'it has none';
  const message = `${of} has no ${quote(key)}${didYouMean(key, known)}; ${has}`;
  return new IklabError('unknown', message, { path: key, allowed: known.join(', ') });
}

/** Returns the error of an unknown method or parameter: the library's `sentence` and a suggestion. */
export function unknownName(
  sentence: string,
  path: string,
  name: string,
  known: readonly string[],
): IklabError {
  const message = `${sentence}${didYouMean(name, known)}`;
  return new IklabError('unknown', message, { path, value: name, allowed: known.join(', ') });
}

/** Returns the error of an invalid document, with one line per fault. */
export function documentError(faults: readonly { path: string; reason: string }[]): IklabError {
  const lines = faults.map(({ path, reason }) => `${path || 'document'}: ${reason}`);
  return new IklabError('document', lines.join('\n'), { path: faults[0]?.path ?? '' });
}

// `goals[0].position[1] must be from -1 to 1; got 2`
const SENTENCE = /^(.+?) must (be|have) (.+); got (\S+)$/;

/** Converts the solver's error. `row`: index of the row of `solveMany`; `as`: the caller's name of the start pose. */
export function refusalOf(
  error: unknown,
  { row, as = 'start' }: { readonly row?: number; readonly as?: string } = {},
): unknown {
  if (!(error instanceof EngineError)) return error;
  const said = error.message
    .replace(/(goals\[\d+\])\.orientation/, '$1.quaternion')
    .replace(/^start\b/, as);
  const message = row === undefined ? said : `row ${row}: ${said}`;
  const [, path = '', verb, allowed = '', value = ''] = SENTENCE.exec(said) ?? [];
  if (path === '') return new IklabError(codeOf(said), message);
  const code = verb === 'have' && allowed.endsWith('values') ? 'size' : 'range';
  return new IklabError(code, message, { path, value: numberOf(value), allowed });
}

function codeOf(said: string): ErrorCode {
  if (/not enough memory|did not load/.test(said)) return 'module';
  return /is freed$/.test(said) ? 'freed' : 'refused';
}

const numberOf = (text: string): unknown => {
  if (text === 'nan') return Number.NaN;
  if (/^-?inf$/.test(text)) return text === 'inf' ? Number.POSITIVE_INFINITY : -Infinity;
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
};
