/** Reads an NPY file, or the arrays of an NPZ archive, as a table of numbers. */
import { unzip } from '@iklab/robots/zip';
import { groupedText } from 'iklab/format';
import { fileName, listed } from 'iklab/scenario';
import { MAX_LOG_BYTES, MAX_LOG_COLUMNS, MAX_LOG_NUMBERS, MAX_LOG_ROWS } from './logBounds.ts';
import { LogMistake } from './logMistake.ts';
import {
  columnOf,
  type LogColumn,
  type LogFormat,
  type LogSteps,
  type LogTable,
} from './logTable.ts';
import { NAMES_KEY } from './namedArrays.ts';
import { type NpyArray, npyArray, npyReader, npySize, npyTexts } from './npyArray.ts';

/** Common names of arrays with joint values. */
export const MATRIX_NAME =
  /(^|\.)(q|qpos|positions?|joint_?(positions?|angles?|values?)|angles?)$/i;

/** `bytes`: the whole file. */
export function* npyTable(bytes: Uint8Array): LogSteps<LogTable> {
  return yield* tableOf('NPY', new Map([['', npyArray(bytes)]]), []);
}

/** `bytes`: the whole archive; `name`: its name in faults. */
export function* npzTable(bytes: Uint8Array, name: string): LogSteps<LogTable> {
  const read = unzip(bytes, name, MAX_LOG_BYTES);
  if (!read.ok) throw new LogMistake(read.faults[0]?.reason ?? 'it is not an archive');
  const arrays = new Map<string, NpyArray>();
  const remarks: string[] = [];
  for (const path of read.value.paths) {
    if (!path.endsWith('.npy')) continue;
    const array = path.slice(0, -'.npy'.length);
    try {
      arrays.set(array, npyArray(read.value.read(path) as Uint8Array));
    } catch (error) {
      if (!(error instanceof LogMistake)) throw error;
      remarks.push(`Array ${fileName(array)} was ignored: ${error.message}.`);
    }
  }
  if (arrays.size === 0) throw new LogMistake(remarks[0] ?? 'no array (.npy) in the archive');
  return yield* tableOf('NPZ', arrays, remarks);
}

function* tableOf(
  format: LogFormat,
  arrays: ReadonlyMap<string, NpyArray>,
  remarks: string[],
): LogSteps<LogTable> {
  const rows = rowsOf(arrays);
  if (rows > MAX_LOG_ROWS)
    throw new LogMistake(`${groupedText(rows)} rows; the maximum is ${groupedText(MAX_LOG_ROWS)}`);
  const columns: LogColumn[] = [];
  const other: string[] = [];
  const bytes = [...arrays.values()].reduce((all, array) => all + array.bytes.length, 0);
  let read = 0;
  for (const [name, array] of arrays) {
    read += array.bytes.length;
    if (npyTexts(array)) continue;
    const fits = array.shape.length > 0 && array.shape.length <= 2 && array.shape[0] === rows;
    if (!fits && format === 'NPZ') other.push(name);
    else columns.push(...columnsOf(name, array, namesFor(name, array, arrays)));
    checkNumbers(rows, columns.length);
    yield { rows, read, bytes };
  }
  if (other.length > 0)
    remarks.push(`Ignored, because they do not have ${groupedText(rows)} rows: ${listed(other)}.`);
  return { format, rows, columns, remarks };
}

function checkNumbers(rows: number, columns: number): void {
  if (columns > MAX_LOG_COLUMNS) throw new LogMistake(`more than ${MAX_LOG_COLUMNS} columns`);
  if (rows * columns > MAX_LOG_NUMBERS)
    throw new LogMistake(`more than ${groupedText(MAX_LOG_NUMBERS)} numbers`);
}

/**
 * Number of rows of the joint values; otherwise that of most arrays, the largest if there are
 * several.
 */
function rowsOf(arrays: ReadonlyMap<string, NpyArray>): number {
  const counts = new Map<number, number>();
  for (const [name, array] of arrays) {
    if (npyTexts(array) || array.shape.length === 0) continue;
    const rows = array.shape[0] as number;
    if (array.shape.length === 2 && MATRIX_NAME.test(name)) return rows;
    counts.set(rows, (counts.get(rows) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return most?.[0] ?? 0;
}

/**
 * The names of the columns of an array of joint values, from an array with a name for each; null if
 * there is none.
 */
function namesFor(
  name: string,
  array: NpyArray,
  arrays: ReadonlyMap<string, NpyArray>,
): readonly string[] | null {
  if (!MATRIX_NAME.test(name)) return null;
  for (const [key, each] of arrays) {
    const texts = NAMES_KEY.test(key) ? npyTexts(each) : null;
    if (texts && texts.length === npySize(array).columns) return texts;
  }
  return null;
}

function columnsOf(name: string, array: NpyArray, names: readonly string[] | null): LogColumn[] {
  const { rows, columns } = npySize(array);
  checkNumbers(rows, columns);
  return Array.from({ length: columns }, (_, index) => {
    const values = valuesOf(array, index, rows, columns);
    if (names) return columnOf(names[index] as string, values);
    if (array.shape.length === 1) return columnOf(name || 'column 1', values);
    return columnOf(`${name}[${index}]`, values, { of: name, index });
  });
}

function valuesOf(array: NpyArray, column: number, rows: number, columns: number): Float64Array {
  const read = npyReader(array);
  const { start, size, byRows } = array;
  const [first, step] = byRows ? [column, columns] : [column * rows, 1];
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const value = read(start + (first + row * step) * size);
    values[row] = Number.isFinite(value) ? value : Number.NaN;
  }
  return values;
}
