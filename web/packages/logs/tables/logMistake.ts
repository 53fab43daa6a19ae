/** Why a log was not read. */
export interface LogFault {
  /** The name of the file. */
  readonly file: string;
  /** From 1; 0: the file has no lines, or the fault is of all of it. */
  readonly line: number;
  readonly reason: string;
}

/** How a reader stops: caught where it was begun, and nowhere else. */
export class LogMistake extends Error {
  readonly line: number;

  constructor(reason: string, line = 0) {
    super(reason);
    this.line = line;
  }
}
