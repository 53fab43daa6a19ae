import { MAX_REPORTED_FAULTS, quoteInOneLine } from '@iklab/core/scenario/checks';
import type { ReadingRemedy, ReadResult, Remark, RobotFault, SourceLocation } from './robot.ts';

export class ReaderNotes {
  readonly faults: RobotFault[] = [];
  readonly remarks: Remark[] = [];

  /** `reason` may be a function, which is only called if the fault is kept. */
  addFault({ file, line }: SourceLocation, element: string, reason: string | (() => string)): void {
    if (this.faults.length >= MAX_REPORTED_FAULTS) return;
    const text = typeof reason === 'string' ? reason : reason();
    this.faults.push({ file, line, element, reason: text });
  }

  addLeftOut(
    location: SourceLocation,
    element: string,
    reason: string,
    grave = false,
    remedies: readonly ReadingRemedy[] = [],
  ): void {
    this.#remark('left-out', location, element, reason, grave, remedies);
  }

  addChanged(
    location: SourceLocation,
    element: string,
    reason: string,
    grave = false,
    remedies: readonly ReadingRemedy[] = [],
  ): void {
    this.#remark('changed', location, element, reason, grave, remedies);
  }

  #remark(
    kind: Remark['kind'],
    { file, line }: SourceLocation,
    element: string,
    reason: string,
    grave: boolean,
    remedies: readonly ReadingRemedy[] = [],
  ): void {
    const offered = remedies.length > 0 ? { remedies } : {};
    this.remarks.push({ kind, file, line, element, reason, grave, ...offered });
  }

  result<T>(value: T): ReadResult<T> {
    if (this.faults.length > 0) return { ok: false, faults: this.faults };
    return { ok: true, value, remarks: this.remarks };
  }
}

export const quoteFirstNames = (names: readonly string[], most = 6): string =>
  [
    ...names.slice(0, most).map((name) => quoteInOneLine(name)),
    ...(names.length > most ? ['…'] : []),
  ].join(', ');

export const makeReadRefusal = (
  location: SourceLocation,
  element: string,
  reason: string,
): ReadResult<never> => ({
  ok: false,
  faults: [{ file: location.file, line: location.line, element, reason }],
});
