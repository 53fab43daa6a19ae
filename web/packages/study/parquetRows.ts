/** Reads rows from the Parquet of `iklab study` and of the page's Export, column by column. */
import type { Catalogue } from 'iklab/scenario';
import {
  type LyingFile,
  MAX_ROWS_BYTES,
  type OpenedRows,
  tooLargeFault,
  unshownReason,
} from './openedRows.ts';
import type { ColumnPiece } from './parquetAnswers.ts';
import { PARQUET_PATIENCE, type ParquetReader, type PartFault } from './parquetReader.ts';

import { LONGEST_HEAD, readManifest } from './rowsHead.ts';
import { lackedColumns, problemsIn, TabledRows, type TableValue } from './tabledRows.ts';

const FAULTS = {
  damaged: 'is truncated or damaged: its Parquet data is incomplete',
  late: `is damaged, or too large for this computer: reading a part took longer than ${PARQUET_PATIENCE / 1000} s`,
  lost: 'could not be read: the reader crashed or did not start',
} as const satisfies Record<PartFault, string>;

/** Returns the rows, or what is wrong with the file. Closes the reader. */
export async function readRowsParquet(
  file: LyingFile,
  catalogue: Catalogue,
  reader: ParquetReader,
): Promise<OpenedRows | string> {
  try {
    return await opened(file, catalogue, reader);
  } finally {
    reader.close();
  }
}

async function opened(
  file: LyingFile,
  catalogue: Catalogue,
  reader: ParquetReader,
): Promise<OpenedRows | string> {
  if (file.size > MAX_ROWS_BYTES) return tooLargeFault(file.size);
  const head = await reader.open(await file.slice(0, file.size).arrayBuffer());
  if (typeof head === 'string') return FAULTS[head];
  if (head.manifest === undefined)
    return 'is a Parquet file without an IK Lab manifest; only files from iklab study, iklab merge and Export identify their study';
  const told = readManifest(manifestIn(head.manifest), catalogue);
  if (typeof told === 'string') return told;
  const unshown = unshownReason(told);
  if (unshown !== '') return unshown;
  const count = problemsIn(told, head.rows);
  if (typeof count === 'string') return count;
  if (!head.bounded) return FAULTS.damaged;
  const rows = new TabledRows(told, count);
  const lacked = lackedColumns(rows.names, new Set(head.names), told.manifest.build);
  if (lacked !== '') return lacked;
  for (const name of head.names.filter((each) => rows.has(each))) {
    const pieces = await reader.column(name);
    const fault =
      typeof pieces === 'string' ? FAULTS[pieces] : take(rows, name, count, pieces, head.rows);
    if (fault !== '') return fault;
  }
  return rows.opened(false);
}

/** Returns what is wrong with a column, or '' if it is valid. */
function take(
  rows: TabledRows,
  name: string,
  count: number,
  pieces: readonly ColumnPiece[],
  all: number,
): string {
  let seen = 0;
  for (const { from, values } of pieces) {
    seen += values.length;
    for (let i = 0; i < values.length && from + i < all; i++) {
      const at = from + i;
      const fault = rows.take(name, Math.floor(at / count), at % count, values[i] as TableValue);
      if (fault !== '') return fault;
    }
  }
  return seen === all ? '' : FAULTS.damaged;
}

/** Returns null if the text is not a manifest. */
function manifestIn(text: string): unknown {
  try {
    return text.length > LONGEST_HEAD ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
