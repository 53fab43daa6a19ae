/** Collects the faults and remarks of a reader. */
import { MAX_FAULTS, quote } from 'iklab/scenario';
import type { Place, Read, Remark, Remedy, RobotFault } from './robot.ts';

export class Notes {
  /** The first MAX_FAULTS faults. */
  readonly faults: RobotFault[] = [];
  readonly remarks: Remark[] = [];

  /** `reason` may be a function, so that the text is only built if it is reported. */
  fault({ file, line }: Place, element: string, reason: string | (() => string)): void {
    if (this.faults.length >= MAX_FAULTS) return;
    const told = typeof reason === 'string' ? reason : reason();
    this.faults.push({ file, line, element, reason: told });
  }

  /** Reports an element that the robot lacks. */
  leftOut(
    place: Place,
    element: string,
    reason: string,
    grave = false,
    remedies: readonly Remedy[] = [],
  ): void {
    this.#remark('left-out', place, element, reason, grave, remedies);
  }

  /** Reports an element that was interpreted differently from the file. */
  changed(
    place: Place,
    element: string,
    reason: string,
    grave = false,
    remedies: readonly Remedy[] = [],
  ): void {
    this.#remark('changed', place, element, reason, grave, remedies);
  }

  #remark(
    kind: Remark['kind'],
    { file, line }: Place,
    element: string,
    reason: string,
    grave: boolean,
    remedies: readonly Remedy[] = [],
  ): void {
    const offered = remedies.length > 0 ? { remedies } : {};
    this.remarks.push({ kind, file, line, element, reason, grave, ...offered });
  }

  /** Returns the value, or the faults if there are any. */
  result<T>(value: T): Read<T> {
    if (this.faults.length > 0) return { ok: false, faults: this.faults };
    return { ok: true, value, remarks: this.remarks };
  }
}

/** The first names, in quotation marks, and `…` if there are more. */
export const firstNames = (names: readonly string[], most = 6): string =>
  [...names.slice(0, most).map((name) => quote(name)), ...(names.length > most ? ['…'] : [])].join(
    ', ',
  );

export const refusalOf = (place: Place, element: string, reason: string): Read<never> => ({
  ok: false,
  faults: [{ file: place.file, line: place.line, element, reason }],
});
