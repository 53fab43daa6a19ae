/** Writes a run as code in several languages; independent of the page. */

export type { CodeExportRow } from './codeExportRow.ts';
export { codeExportRows } from './codeExportRows.ts';
export { type CodeRun, makeCodeRun } from './codeRun.ts';
