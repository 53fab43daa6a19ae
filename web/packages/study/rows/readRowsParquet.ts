import type { Catalogue } from '@iklab/core/scenario/methods';
import {
  countTableProblems,
  LoadedRowsBuilder,
  missingColumnsFault,
  type ParquetOrJsonValue,
} from './loadedRowsBuilder.ts';
import {
  type LoadedStudyRows,
  MAX_ROWS_FILE_BYTES,
  rowsFileSizeFault,
  rowsNotShownReason,
  type SliceableFile,
} from './loadedStudyRows.ts';
import { PARQUET_TIMEOUT, type ParquetFault, type ParquetReader } from './parquetReader.ts';
import type { ParquetColumnChunk } from './parquetServer.ts';
import { MAX_ROWS_HEADER_BYTES, readRowsManifest } from './rowsHeader.ts';

const FAULTS = {
  damaged: 'is truncated or damaged: its Parquet data is incomplete',
  late: `is damaged, or too large for this computer: reading a part took longer than ${PARQUET_TIMEOUT / 1000} s`,
  lost: 'could not be read: the reader crashed or did not start',
} as const satisfies Record<ParquetFault, string>;

/** Closes `reader`. Returns an error text for an invalid file. */
export async function readRowsParquet(
  file: SliceableFile,
  catalogue: Catalogue,
  reader: ParquetReader,
): Promise<LoadedStudyRows | string> {
  try {
    return await loadRows(file, catalogue, reader);
  } finally {
    reader.close();
  }
}

async function loadRows(
  file: SliceableFile,
  catalogue: Catalogue,
  reader: ParquetReader,
): Promise<LoadedStudyRows | string> {
  if (file.size > MAX_ROWS_FILE_BYTES) return rowsFileSizeFault(file.size);
  const head = await reader.open(await file.slice(0, file.size).arrayBuffer());
  if (typeof head === 'string') return FAULTS[head];
  if (head.manifest === undefined)
    return 'is a Parquet file without an IK Lab manifest; only files from iklab study, iklab merge and Export identify their study';
  const origin = readRowsManifest(parseManifest(head.manifest), catalogue);
  if (typeof origin === 'string') return origin;
  const unshown = rowsNotShownReason(origin);
  if (unshown !== '') return unshown;
  const count = countTableProblems(origin, head.rows);
  if (typeof count === 'string') return count;
  if (!head.bounded) return FAULTS.damaged;
  const rows = new LoadedRowsBuilder(origin, count);
  const lacked = missingColumnsFault(rows.names, new Set(head.names), origin.manifest.build);
  if (lacked !== '') return lacked;
  for (const name of head.names.filter((each) => rows.hasColumn(each))) {
    const pieces = await reader.column(name);
    const fault =
      typeof pieces === 'string'
        ? FAULTS[pieces]
        : fillColumn(rows, name, count, pieces, head.rows);
    if (fault !== '') return fault;
  }
  return rows.toLoadedRows(false);
}

function fillColumn(
  rows: LoadedRowsBuilder,
  name: string,
  count: number,
  pieces: readonly ParquetColumnChunk[],
  all: number,
): string {
  let received = 0;
  for (const { from, values } of pieces) {
    received += values.length;
    for (let i = 0; i < values.length && from + i < all; i++) {
      const row = from + i;
      const fault = rows.setValue(
        name,
        Math.floor(row / count),
        row % count,
        values[i] as ParquetOrJsonValue,
      );
      if (fault !== '') return fault;
    }
  }
  return received === all ? '' : FAULTS.damaged;
}

function parseManifest(text: string): unknown {
  try {
    return text.length > MAX_ROWS_HEADER_BYTES ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
