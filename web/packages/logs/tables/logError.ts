export interface LogFault {
  readonly file: string;
  /**
   * Number of the faulty line, from 1; 0 if the file has no lines or the fault concerns the whole
   * file.
   */
  readonly line: number;
  readonly reason: string;
}

export class LogError extends Error {
  readonly line: number;

  constructor(reason: string, line = 0) {
    super(reason);
    this.line = line;
  }
}
