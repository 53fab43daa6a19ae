/** Makes errors of invalid calls in the solver's form: `FIELD must be ALLOWED; got VALUE`. */
import { EngineError } from '@iklab/core/engine';
import {
  listWords,
  nearestWordSuggestion,
  quoteInOneLine,
  receivedValueText,
} from '@iklab/core/scenario/checks';
import { type ErrorCode, IklabError } from './iklabError.ts';

export const makeWrongTypeError = (path: string, allowed: string, value: unknown): IklabError =>
  new IklabError('type', `${path} must be ${allowed}; ${receivedValueText(value)}`, {
    path,
    value,
    allowed,
  });

export const makeWrongSizeError = (path: string, values: number, actual: number): IklabError => {
  const allowed = `${values} values`;
  return new IklabError('size', `${path} must have ${allowed}; got ${actual}`, {
    path,
    value: actual,
    allowed,
  });
};

export function makeOutOfRangeError(
  path: string,
  min: number,
  max: number,
  value: number,
): IklabError {
  const allowed = `from ${formatNumber(min)} to ${formatNumber(max)}`;
  const message = `${path} must be ${allowed}; got ${formatNumber(value)}`;
  return new IklabError('range', message, { path, value, allowed });
}

/** Formats a number as the solver does: 12 significant digits, without trailing zeros. */
const formatNumber = (number: number): string =>
  Number.isFinite(number)
    ? number.toPrecision(12).replace(/\.(\d*?)0+(?=e|$)/, (_, digits) => digits && `.${digits}`)
    : String(number).toLowerCase().replace('infinity', 'inf');

export function makeUnknownWordError(
  path: string,
  value: unknown,
  words: readonly string[],
): IklabError {
  const allowed = `one of ${listWords(words, 40)}`;
  const near = typeof value === 'string' ? nearestWordSuggestion(value, words) : '';
  const message = `${path} must be ${allowed}; ${receivedValueText(value)}${near}`;
  return new IklabError('unknown', message, { path, value, allowed });
}

export function makeUnknownKeyError(
  path: string,
  key: string,
  allowed: readonly string[],
): IklabError {
  const has = allowed.length > 0 ? `known: ${listWords(allowed, 40)}` : 'it has none';
  const message = `${path} has no ${quoteInOneLine(key)}${nearestWordSuggestion(key, allowed)}; ${has}`;
  return new IklabError('unknown', message, { path: key, allowed: allowed.join(', ') });
}

/** Makes the error of an unknown name: the message `sentence` with a suggestion. */
export function makeUnknownNameError(
  sentence: string,
  path: string,
  name: string,
  names: readonly string[],
): IklabError {
  const message = `${sentence}${nearestWordSuggestion(name, names)}`;
  return new IklabError('unknown', message, { path, value: name, allowed: names.join(', ') });
}

export function makeDocumentError(faults: readonly { path: string; reason: string }[]): IklabError {
  const lines = faults.map(({ path, reason }) => `${path || 'document'}: ${reason}`);
  return new IklabError('document', lines.join('\n'), { path: faults[0]?.path ?? '' });
}

// `goals[0].position[1] must be from -1 to 1; got 2`
const SENTENCE = /^(.+?) must (be|have) (.+); got (\S+)$/;

/**
 * Converts an error of the solver. `row` is a row of `solveMany`. `startName` is the caller's name
 * of the start pose.
 */
export function toIklabError(
  error: unknown,
  { row, startName = 'start' }: { readonly row?: number; readonly startName?: string } = {},
): unknown {
  if (!(error instanceof EngineError)) return error;
  const text = error.message
    .replace(/(goals\[\d+\])\.orientation/, '$1.quaternion')
    .replace(/^start\b/, startName);
  const message = row === undefined ? text : `row ${row}: ${text}`;
  const [, path = '', verb, allowed = '', value = ''] = SENTENCE.exec(text) ?? [];
  if (path === '') return new IklabError(findCode(text), message);
  const code = verb === 'have' && allowed.endsWith('values') ? 'size' : 'range';
  return new IklabError(code, message, { path, value: parseValue(value), allowed });
}

function findCode(text: string): ErrorCode {
  if (/not enough memory|did not load/.test(text)) return 'module';
  return /is freed$/.test(text) ? 'freed' : 'refused';
}

const parseValue = (text: string): unknown => {
  if (text === 'nan') return Number.NaN;
  if (/^-?inf$/.test(text)) return text === 'inf' ? Number.POSITIVE_INFINITY : -Infinity;
  const value = Number(text);
  return Number.isNaN(value) ? text : value;
};
