import type { CodeRun } from './codeRun.ts';

export interface CodeFile {
  readonly name: string;
  readonly text: string;
}

export interface CodeExportRow {
  readonly id: 'python' | 'numpy' | 'cpp' | 'javascript' | 'command' | 'json';
  readonly name: string;
  readonly needs: string;
  readonly file: string;
  readonly does: (run: CodeRun) => string;
  /** Returns why the language cannot express a run, as a sentence; null if it can. */
  readonly refusal: (run: CodeRun) => string | null;
  /**
   * Writes the code of a run that is not refused. `licence`: licence of the robot's files; '' if
   * there is none.
   */
  readonly write: (run: CodeRun, licence: string) => string;
  readonly extraFiles: readonly CodeFile[];
}
