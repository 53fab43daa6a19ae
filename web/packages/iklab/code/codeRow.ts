/** What the dialog and the tests have of a row. */
import type { CodeRun } from './codeRun.ts';

/** A file that the code needs, or that comes with it. */
export interface CodeFile {
  readonly name: string;
  readonly text: string;
}

/** A way to write the run down. */
export interface CodeRow {
  readonly id: 'python' | 'numpy' | 'cpp' | 'javascript' | 'command' | 'json';
  readonly name: string;
  readonly needs: string;
  /** Of the file that the code is saved as. */
  readonly file: string;
  /** What it does, as a sentence. */
  readonly does: (run: CodeRun) => string;
  /** Why the run cannot be said so, as a sentence; null: it can. */
  readonly refusal: (run: CodeRun) => string | null;
  /** Of a run that is not refused. `licence`: what the robot's files say of theirs; ''. */
  readonly write: (run: CodeRun, licence: string) => string;
  readonly beside: readonly CodeFile[];
}
