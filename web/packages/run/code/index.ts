/** Writes a run as code in several languages; independent of the page. */

export type { CodeExportRow } from './codeRow.ts';
export { codeExportRows } from './codeRows.ts';
export { type CodeRun, makeCodeRun } from './codeRun.ts';
