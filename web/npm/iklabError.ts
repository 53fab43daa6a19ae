/** What kind of mistake a call is. */
export type ErrorCode =
  /** A number out of its range, or none. */
  | 'range'
  /** A list of another length. */
  | 'size'
  /** A value of another kind. */
  | 'type'
  /** A name that there is not. */
  | 'unknown'
  /** A robot's description, a scenario or a formula with a fault. */
  | 'document'
  /** The solver module is not there, or has no memory. */
  | 'module'
  /** What was freed is used. */
  | 'freed'
  /** Anything else that the solver refuses. */
  | 'refused';

/** What an error tells beside its message. */
export interface ErrorDetails {
  readonly path?: string;
  readonly value?: unknown;
  readonly allowed?: string;
}

/** A call that could not be done, and has changed nothing. */
export class IklabError extends Error {
  override name = 'IklabError';
  readonly code: ErrorCode;
  /** The field: `goals[0].position[1]`; '': none. */
  readonly path: string;
  readonly value: unknown;
  /** What it may be: `from 0 to 1`; '': it is not a matter of that. */
  readonly allowed: string;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.path = details.path ?? '';
    this.value = details.value;
    this.allowed = details.allowed ?? '';
  }
}
