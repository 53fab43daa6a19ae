/** Why a log was rejected. */
export interface LogFault {
  /** Name of the file. */
  readonly file: string;
  /** Counted from 1; 0 if the file has no lines or the fault concerns the whole file. */
  readonly line: number;
  readonly reason: string;
}

/** Exception of a reader; caught where the reading was started, nowhere else. */
export class LogError extends Error {
  readonly line: number;

  constructor(reason: string, line = 0) {
    super(reason);
    this.line = line;
  }
}
