import { isRecord } from '@iklab/core/scenario/checks';
import type { Catalogue } from '@iklab/core/scenario/methods';
import { FOLLOW_KIND } from '../follow/pathSampling.ts';
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
import { PATH_RUNS_TABLE_FAULT, readRowsManifest } from './rowsHeader.ts';

/** Greatest size of a JSON file, bytes; some browsers cannot hold a longer text in one string. */
const MAX_JSON_BYTES = MAX_ROWS_FILE_BYTES / 2;
const CELL_FIELDS = ['method', 'label'];

/** Returns an error text for an invalid file. */
export async function readRowsJson(
  file: SliceableFile,
  catalogue: Catalogue,
): Promise<LoadedStudyRows | string> {
  if (file.size > MAX_JSON_BYTES) return rowsFileSizeFault(file.size);
  const bytes = new Uint8Array(await file.slice(0, file.size).arrayBuffer());
  const value = parseJson(bytes);
  if (!isRecord(value)) return 'is truncated or damaged: its JSON is incomplete';
  const { manifest, fields, cells } = value;
  if (isRecord(manifest) && manifest.kind === FOLLOW_KIND) return PATH_RUNS_TABLE_FAULT;
  if (!isRecord(manifest) || !isStringArray(fields) || !Array.isArray(cells))
    return 'contains no study rows; iklab study FILE --format json writes manifest, fields and cells';
  const origin = readRowsManifest(manifest, catalogue);
  if (typeof origin === 'string') return origin;
  const unshown = rowsNotShownReason(origin);
  if (unshown !== '') return unshown;
  const tables = cells.map((cell) => (isRecord(cell) ? cell.rows : null));
  const { study } = origin;
  if (tables.length !== study.cells.length || !tables.every(Array.isArray))
    return `is damaged: it has ${tables.length} cells, its study ${study.cells.length}`;
  const count = countTableProblems(
    origin,
    tables.reduce((sum, rows) => sum + (rows as []).length, 0),
  );
  if (typeof count === 'string') return count;
  if (tables.some((rows) => (rows as []).length !== count))
    return 'is damaged: not all cells have as many rows';
  const rows = new LoadedRowsBuilder(origin, count);
  const shared = [...CELL_FIELDS, ...study.sweep.map(({ path }) => path)];
  const wanted = rows.names.filter((name) => !shared.includes(name));
  const lacked = missingColumnsFault(wanted, new Set(fields), origin.manifest.build);
  if (lacked !== '') return lacked;
  return fillRows(rows, fields, cells, tables as unknown[][]) || rows.toLoadedRows(true);
}

function fillRows(
  rows: LoadedRowsBuilder,
  fields: readonly string[],
  cells: readonly unknown[],
  tables: readonly (readonly unknown[])[],
): string {
  for (const [cell, table] of tables.entries()) {
    const label = (cells[cell] as { label?: unknown }).label;
    for (const [index, row] of table.entries()) {
      if (!Array.isArray(row) || row.length !== fields.length || !row.every(isScalar))
        return `is damaged: row ${index} of cell ${cell} does not have ${fields.length} values, one per field`;
      const fault =
        rows.setValue('label', cell, index, label as ParquetOrJsonValue) ||
        fields.reduce(
          (previous, name, i) => previous || rows.setValue(name, cell, index, row[i]),
          '',
        );
      if (fault !== '') return fault;
    }
  }
  return '';
}

const isStringArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

const isScalar = (value: unknown): boolean =>
  value === null || ['number', 'string', 'boolean'].includes(typeof value);

function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    return JSON.parse(text);
  } catch {
    return null;
  }
}
