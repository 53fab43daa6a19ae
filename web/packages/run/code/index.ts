/** Writes a run as code in several languages; independent of the page. */

export type { CodeRow } from './codeRow.ts';
export { codeRows } from './codeRows.ts';
export { type CodeRun, makeCodeRun } from './codeRun.ts';
