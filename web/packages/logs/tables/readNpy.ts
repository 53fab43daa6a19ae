import { groupedCountText } from '@iklab/core/format';
import { listWords, quoteFileName } from '@iklab/core/scenario/checks';
import { unzip } from '@iklab/robots/zip';
import { MAX_LOG_BYTES, MAX_LOG_COLUMNS, MAX_LOG_ROWS, MAX_LOG_VALUES } from './logBounds.ts';
import { LogError } from './logError.ts';
import {
  type LogColumn,
  type LogFormat,
  type LogProgressGenerator,
  type LogTable,
  makeLogColumn,
} from './logTable.ts';
import { ARRAY_OF_NAMES_PATTERN } from './namedArrayCells.ts';
import {
  makeNpyElementReader,
  type NpyArray,
  npyTableSize,
  parseNpy,
  readNpyTexts,
} from './npyArray.ts';

export const JOINT_ARRAY_PATTERN =
  /(^|\.)(q|qpos|positions?|joint_?(positions?|angles?|values?)|angles?)$/i;

export function* readNpy(bytes: Uint8Array): LogProgressGenerator<LogTable> {
  return yield* readArrays('NPY', new Map([['', parseNpy(bytes)]]), []);
}

export function* readNpz(bytes: Uint8Array, name: string): LogProgressGenerator<LogTable> {
  const read = unzip(bytes, name, MAX_LOG_BYTES);
  if (!read.ok) throw new LogError(read.faults[0]?.reason ?? 'it is not an archive');
  const arrays = new Map<string, NpyArray>();
  const remarks: string[] = [];
  for (const path of read.value.paths) {
    if (!path.endsWith('.npy')) continue;
    const array = path.slice(0, -'.npy'.length);
    try {
      arrays.set(array, parseNpy(read.value.read(path) as Uint8Array));
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      remarks.push(`Array ${quoteFileName(array)} was ignored: ${error.message}.`);
    }
  }
  if (arrays.size === 0) throw new LogError(remarks[0] ?? 'no array (.npy) in the archive');
  return yield* readArrays('NPZ', arrays, remarks);
}

function* readArrays(
  format: LogFormat,
  arrays: ReadonlyMap<string, NpyArray>,
  remarks: string[],
): LogProgressGenerator<LogTable> {
  const rows = findRowCount(arrays);
  if (rows > MAX_LOG_ROWS)
    throw new LogError(
      `${groupedCountText(rows)} rows; the maximum is ${groupedCountText(MAX_LOG_ROWS)}`,
    );
  const columns: LogColumn[] = [];
  const ignored: string[] = [];
  const bytes = [...arrays.values()].reduce((all, array) => all + array.bytes.length, 0);
  let read = 0;
  for (const [name, array] of arrays) {
    read += array.bytes.length;
    if (readNpyTexts(array)) continue;
    const hasAllRows = array.shape.length > 0 && array.shape.length <= 2 && array.shape[0] === rows;
    if (!hasAllRows && format === 'NPZ') ignored.push(name);
    else columns.push(...readColumns(name, array, findColumnNames(name, array, arrays)));
    checkNumbers(rows, columns.length);
    yield { rows, read, bytes };
  }
  if (ignored.length > 0)
    remarks.push(
      `Ignored, because they do not have ${groupedCountText(rows)} rows: ${listWords(ignored)}.`,
    );
  return { format, rows, columns, remarks };
}

function checkNumbers(rows: number, columns: number): void {
  if (columns > MAX_LOG_COLUMNS) throw new LogError(`more than ${MAX_LOG_COLUMNS} columns`);
  if (rows * columns > MAX_LOG_VALUES)
    throw new LogError(`more than ${groupedCountText(MAX_LOG_VALUES)} numbers`);
}

/**
 * Returns the row count of the array of joint values. Without such an array, returns the most
 * frequent row count (the largest of several).
 */
function findRowCount(arrays: ReadonlyMap<string, NpyArray>): number {
  const counts = new Map<number, number>();
  for (const [name, array] of arrays) {
    if (readNpyTexts(array) || array.shape.length === 0) continue;
    const rows = array.shape[0] as number;
    if (array.shape.length === 2 && JOINT_ARRAY_PATTERN.test(name)) return rows;
    counts.set(rows, (counts.get(rows) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return most?.[0] ?? 0;
}

function findColumnNames(
  name: string,
  array: NpyArray,
  arrays: ReadonlyMap<string, NpyArray>,
): readonly string[] | null {
  if (!JOINT_ARRAY_PATTERN.test(name)) return null;
  for (const [key, each] of arrays) {
    const texts = ARRAY_OF_NAMES_PATTERN.test(key) ? readNpyTexts(each) : null;
    if (texts && texts.length === npyTableSize(array).columns) return texts;
  }
  return null;
}

function readColumns(name: string, array: NpyArray, names: readonly string[] | null): LogColumn[] {
  const { rows, columns } = npyTableSize(array);
  checkNumbers(rows, columns);
  return Array.from({ length: columns }, (_, index) => {
    const values = readValues(array, index, rows, columns);
    if (names) return makeLogColumn(names[index] as string, values);
    if (array.shape.length === 1) return makeLogColumn(name || 'column 1', values);
    return makeLogColumn(`${name}[${index}]`, values, { array: name, index });
  });
}

function readValues(array: NpyArray, column: number, rows: number, columns: number): Float64Array {
  const read = makeNpyElementReader(array);
  const { start, size, byRows } = array;
  const [first, step] = byRows ? [column, columns] : [column * rows, 1];
  const values = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const value = read(start + (first + row * step) * size);
    values[row] = Number.isFinite(value) ? value : Number.NaN;
  }
  return values;
}
