/** What a reader finds wrong or leaves out, as it goes. */
import { MAX_FAULTS } from 'iklab/scenario';
import type { Place, Read, Remark, RobotFault } from './robot.ts';

export class Notes {
  /** The first of them, MAX_FAULTS at most. */
  readonly faults: RobotFault[] = [];
  readonly remarks: Remark[] = [];

  /** `reason` may be worked out when it is told: of thousands, few are. */
  fault({ file, line }: Place, element: string, reason: string | (() => string)): void {
    if (this.faults.length >= MAX_FAULTS) return;
    const told = typeof reason === 'string' ? reason : reason();
    this.faults.push({ file, line, element, reason: told });
  }

  /** Not in the robot that is made. */
  leftOut(place: Place, element: string, reason: string, grave = false): void {
    this.#remark('left-out', place, element, reason, grave);
  }

  /** Taken otherwise than written. */
  changed(place: Place, element: string, reason: string, grave = false): void {
    this.#remark('changed', place, element, reason, grave);
  }

  #remark(
    kind: Remark['kind'],
    { file, line }: Place,
    element: string,
    reason: string,
    grave: boolean,
  ): void {
    this.remarks.push({ kind, file, line, element, reason, grave });
  }

  /** The value, unless there was a fault. */
  result<T>(value: T): Read<T> {
    if (this.faults.length > 0) return { ok: false, faults: this.faults };
    return { ok: true, value, remarks: this.remarks };
  }
}

/** A reading that has come to nothing, with its one fault. */
export const refusalOf = (place: Place, element: string, reason: string): Read<never> => ({
  ok: false,
  faults: [{ file: place.file, line: place.line, element, reason }],
});
