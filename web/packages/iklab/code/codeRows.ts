/** The forms of code for a run, in the order of the dialog. */
import type { CodeRow } from './codeRow.ts';
import { commandRow } from './commandCode.ts';
import { cppRow } from './cppCode.ts';
import { javascriptRow } from './javascriptCode.ts';
import { jsonRow } from './neutralCode.ts';
import { numpyRow } from './numpyCode.ts';
import { pythonRow } from './pythonCode.ts';

export const codeRows: readonly CodeRow[] = [
  pythonRow,
  numpyRow,
  cppRow,
  javascriptRow,
  commandRow,
  jsonRow,
];
