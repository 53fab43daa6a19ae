/** Reads rows from the JSON of `iklab study --format json` and of the page's Export. */
import { type Catalogue, isRecord } from 'iklab/scenario';
import { FOLLOW } from './follow/followSampling.ts';
import {
  type LyingFile,
  MAX_ROWS_BYTES,
  type OpenedRows,
  tooLargeFault,
  unshownReason,
} from './openedRows.ts';
import { RUNS_NOT_ROWS, readManifest } from './rowsHead.ts';
import { lackedColumns, problemsIn, TabledRows, type TableValue } from './tabledRows.ts';

/** Some browsers cannot hold a longer text in one string. */
const MOST_TEXT = MAX_ROWS_BYTES / 2;
const SHARED = ['method', 'label'];

/** Returns the rows, or what is wrong with the file. */
export async function readRowsJson(
  file: LyingFile,
  catalogue: Catalogue,
): Promise<OpenedRows | string> {
  if (file.size > MOST_TEXT) return tooLargeFault(file.size);
  const bytes = new Uint8Array(await file.slice(0, file.size).arrayBuffer());
  const value = parsed(bytes);
  if (!isRecord(value)) return 'is truncated or damaged: its JSON is incomplete';
  const { manifest, fields, cells } = value;
  if (isRecord(manifest) && manifest.kind === FOLLOW) return RUNS_NOT_ROWS;
  if (!isRecord(manifest) || !isNames(fields) || !Array.isArray(cells))
    return 'contains no study rows; iklab study FILE --format json writes manifest, fields and cells';
  const told = readManifest(manifest, catalogue);
  if (typeof told === 'string') return told;
  const unshown = unshownReason(told);
  if (unshown !== '') return unshown;
  const tables = cells.map((cell) => (isRecord(cell) ? cell.rows : null));
  const { study } = told;
  if (tables.length !== study.cells.length || !tables.every(Array.isArray))
    return `is damaged: it has ${tables.length} cells, its study ${study.cells.length}`;
  const count = problemsIn(
    told,
    tables.reduce((sum, rows) => sum + (rows as []).length, 0),
  );
  if (typeof count === 'string') return count;
  if (tables.some((rows) => (rows as []).length !== count))
    return 'is damaged: not all cells have as many rows';
  const rows = new TabledRows(told, count);
  const shared = [...SHARED, ...study.sweep.map(({ path }) => path)];
  const wanted = rows.names.filter((name) => !shared.includes(name));
  const lacked = lackedColumns(wanted, new Set(fields), told.manifest.build);
  if (lacked !== '') return lacked;
  return filled(rows, fields, cells, tables as unknown[][]) || rows.opened(true);
}

/** Returns what is wrong with a row, or '' if it is valid. */
function filled(
  rows: TabledRows,
  fields: readonly string[],
  cells: readonly unknown[],
  tables: readonly (readonly unknown[])[],
): string {
  for (const [cell, table] of tables.entries()) {
    const label = (cells[cell] as { label?: unknown }).label;
    for (const [at, row] of table.entries()) {
      if (!Array.isArray(row) || row.length !== fields.length || !row.every(isValue))
        return `is damaged: row ${at} of cell ${cell} does not have ${fields.length} values, one per field`;
      const fault =
        rows.take('label', cell, at, label as TableValue) ||
        fields.reduce((said, name, i) => said || rows.take(name, cell, at, row[i]), '');
      if (fault !== '') return fault;
    }
  }
  return '';
}

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

const isValue = (value: unknown): boolean =>
  value === null || ['number', 'string', 'boolean'].includes(typeof value);

function parsed(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    return JSON.parse(text);
  } catch {
    return null;
  }
}
