/** Bad calls as errors, in the form of the solver's own sentences: `FIELD must be ALLOWED, is VALUE`. */
import { EngineError } from 'iklab/engine';
import { didYouMean, gotText, listed, quote } from 'iklab/scenario';
import { type ErrorCode, IklabError } from './iklabError.ts';

/** A value of another kind than its field takes. */
export const wrongType = (path: string, allowed: string, value: unknown): IklabError =>
  new IklabError('type', `${path} must be ${allowed}; ${gotText(value)}`, {
    path,
    value,
    allowed,
  });

/** A list of another length; `few`: what it has. */
export const wrongSize = (path: string, values: number, few: number): IklabError => {
  const allowed = `${values} values`;
  return new IklabError('size', `${path} must have ${allowed}; got ${few}`, {
    path,
    value: few,
    allowed,
  });
};

/** A number that is not between two others. */
export function outOfRange(path: string, min: number, max: number, value: number): IklabError {
  const allowed = `from ${said(min)} to ${said(max)}`;
  const message = `${path} must be ${allowed}; got ${said(value)}`;
  return new IklabError('range', message, { path, value, allowed });
}

/** As the solver writes it: twelve digits, without zeros behind the point. */
const said = (number: number): string =>
  Number.isFinite(number)
    ? number.toPrecision(12).replace(/\.(\d*?)0+(?=e|$)/, (_, digits) => digits && `.${digits}`)
    : String(number).toLowerCase().replace('infinity', 'inf');

/** A word that is none of those known. */
export function unknownWord(path: string, value: unknown, known: readonly string[]): IklabError {
  const allowed = `one of ${listed(known, 40)}`;
  const near = typeof value === 'string' ? didYouMean(value, known) : '';
  const message = `${path} must be ${allowed}; ${gotText(value)}${near}`;
  return new IklabError('unknown', message, { path, value, allowed });
}

/** A key that its object does not have. */
export function unknownKey(of: string, key: string, known: readonly string[]): IklabError {
  const has = known.length > 0 ? `known: ${listed(known, 40)}` : 'it has none';
  const message = `${of} has no ${quote(key)}${didYouMean(key, known)}; ${has}`;
  return new IklabError('unknown', message, { path: key, allowed: known.join(', ') });
}

/** A method or a parameter that there is not, as the library says it, and what may have been meant. */
export function unknownName(
  sentence: string,
  path: string,
  name: string,
  known: readonly string[],
): IklabError {
  const message = `${sentence}${didYouMean(name, known)}`;
  return new IklabError('unknown', message, { path, value: name, allowed: known.join(', ') });
}

/** Faults of a document, a line each. */
export function documentError(faults: readonly { path: string; reason: string }[]): IklabError {
  const lines = faults.map(({ path, reason }) => `${path || 'document'}: ${reason}`);
  return new IklabError('document', lines.join('\n'), { path: faults[0]?.path ?? '' });
}

// `goals[0].position[1] must be from -1 to 1; got 2`
const SENTENCE = /^(.+?) must (be|have) (.+); got (\S+)$/;

/** What the solver says, as an error with its parts. `row`: of many; `as`: what its start is called. */
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
