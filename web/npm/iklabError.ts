export type ErrorCode =
  /** A number out of range, or not a number. */
  | 'range'
  /** A list of the wrong length. */
  | 'size'
  /** A value of the wrong type. */
  | 'type'
  /** An unknown name. */
  | 'unknown'
  /** A robot description, scenario or formula with a fault. */
  | 'document'
  /** The solver module is missing or out of memory. */
  | 'module'
  /** Use of a freed object. */
  | 'freed'
  /** Any other call that the solver rejects. */
  | 'refused';

export interface ErrorDetails {
  readonly path?: string;
  readonly value?: unknown;
  readonly allowed?: string;
}

/** The error of a failed call. The call has changed nothing. */
export class IklabError extends Error {
  override name = 'IklabError';
  readonly code: ErrorCode;
  /** Name of the field at fault, such as `goals[0].position[1]`; '' if there is none. */
  readonly path: string;
  readonly value: unknown;
  /** Allowed values, such as `from 0 to 1`; '' if not applicable. */
  readonly allowed: string;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.path = details.path ?? '';
    this.value = details.value;
    this.allowed = details.allowed ?? '';
  }
}
