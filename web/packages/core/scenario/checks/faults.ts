import type { Fault, Result, ViolatedBound } from '../types.ts';
import { MAX_REPORTED_FAULTS } from './bounds.ts';
import { quoteInOneLine } from './words.ts';

export type DocumentPathKey = string | number;

// Includes the letters of parameter names.
const PLAIN_KEY = /^[\p{sc=Latin}\p{sc=Greek}_$][\w\p{sc=Latin}\p{sc=Greek}₀-₉$.-]{0,80}$/u;

/** Returns a path as text, such as `methods[1].params.lambda`; '' is the document itself. */
export function documentPathText(keys: readonly DocumentPathKey[]): string {
  let text = '';
  for (const key of keys) {
    if (typeof key === 'number') text += `[${key}]`;
    else if (!PLAIN_KEY.test(key)) text += `[${quoteInOneLine(key)}]`;
    else text += text === '' ? key : `.${key}`;
  }
  return text;
}

export const violatedBoundText = (
  { sign, bound, is }: ViolatedBound,
  format: (value: number) => string = String,
  input = format(is),
): string => `must be ${sign} ${format(bound)}; got ${input}`;

export function faultsText(faults: readonly Fault[]): string {
  return faults.map(({ path, reason }) => `${path || 'document'}: ${reason}`).join('\n');
}

/** Collects the faults of a document. `list` puts faults about item counts last. */
export class FaultCollector {
  private readonly found: Fault[] = [];
  private readonly counts: Fault[] = [];

  add(keys: readonly DocumentPathKey[], reason: string, bound?: ViolatedBound): void {
    this.found.push({ path: documentPathText(keys), reason, ...(bound && { bound }) });
  }

  addCount(keys: readonly DocumentPathKey[], reason: string): void {
    this.counts.push({ path: documentPathText(keys), reason });
  }

  get any(): boolean {
    return this.found.length + this.counts.length > 0;
  }

  list(): Fault[] {
    return [...this.found, ...this.counts].slice(0, MAX_REPORTED_FAULTS);
  }
}

export function refusedResult(reason: string, path = ''): { ok: false; faults: Fault[] } {
  return { ok: false, faults: [{ path, reason }] };
}

export function acceptedResult<T>(value: T): Result<T> {
  return { ok: true, value };
}
