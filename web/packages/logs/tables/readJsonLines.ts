import { groupedCountText } from '@iklab/core/format';
import { isRecord } from '@iklab/core/scenario/checks';
import { decodeUtf8 } from './csvCellReader.ts';
import { LOG_ROWS_PER_STEP, MAX_LOG_ROWS } from './logBounds.ts';
import { LogError } from './logError.ts';
import { type LogProgressGenerator, type LogTable, LogTableBuilder } from './logTable.ts';
import { ARRAY_OF_NAMES_PATTERN, NAMED_VALUES_PATTERN } from './namedArrayCells.ts';

const LINE = 10;
const MAX_LINE = 16 * 1024 * 1024;
const MAX_DEPTH = 16;

export function startsWithJsonObject(bytes: Uint8Array): boolean {
  return /^\ufeff?\s*\{/.test(decodeUtf8(bytes.subarray(0, 1024)));
}

export function* readJsonLines(bytes: Uint8Array): LogProgressGenerator<LogTable> {
  const table = new LogTableBuilder('JSON lines');
  let [unread, firstUnread, line, empty] = [0, 0, 0, 0];
  for (let offset = 0; offset < bytes.length; ) {
    const found = bytes.indexOf(LINE, offset);
    const end = found < 0 ? bytes.length : found;
    line++;
    if (end === offset) empty++;
    else if (line - empty - table.rows > MAX_LOG_ROWS)
      throw new LogError(`more than ${groupedCountText(MAX_LOG_ROWS)} lines without a JSON object`);
    const object = parseObject(bytes.subarray(offset, end));
    offset = end + 1;
    if (object === null) {
      firstUnread = unread === 0 ? line : firstUnread;
      unread++;
    } else if (object) {
      fillRow(table, object, '', null, 0);
      table.endRow();
    }
    if (line % LOG_ROWS_PER_STEP === 0)
      yield { rows: table.rows, read: offset, bytes: bytes.length };
  }
  if (table.rows === 0 && unread > 0)
    throw new LogError('no line contains a JSON object', firstUnread);
  if (unread > 0)
    table.addRemark(
      `Ignored ${unread === 1 ? '1 line that is' : `${groupedCountText(unread)} lines that are`} not a JSON object, the first at line ${groupedCountText(firstUnread)}.`,
    );
  return table.finish();
}

/** Returns undefined for an empty line, null for a line that is not an object. */
function parseObject(line: Uint8Array): Record<string, unknown> | null | undefined {
  if (line.length === 0) return undefined;
  if (line.length > MAX_LINE) return null;
  const text = decodeUtf8(line).trim();
  if (text === '') return undefined;
  // Exceptions are ten times as slow.
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null; // Such lines are only counted; the reason is of no use for one of a million.
  }
}

/**
 * Stores the numbers of an object in the current row of the table. `path`: prefix of the column
 * names; `names`: names for the elements of arrays in the object.
 */
function fillRow(
  table: LogTableBuilder,
  object: Record<string, unknown>,
  path: string,
  names: readonly string[] | null,
  depth: number,
): void {
  const arrayNames = findNames(object) ?? names;
  for (const [key, value] of Object.entries(object)) {
    const name = path + key;
    if (typeof value === 'number') table.setValue(table.columnIndex(name), finiteOrNaN(value));
    else if (Array.isArray(value)) fillArray(table, key, name, value, arrayNames);
    else if (isRecord(value) && depth < MAX_DEPTH)
      fillRow(table, value, `${name}.`, arrayNames, depth + 1);
  }
}

const finiteOrNaN = (value: number): number => (Number.isFinite(value) ? value : Number.NaN);

function findNames(object: Record<string, unknown>): readonly string[] | null {
  for (const [key, value] of Object.entries(object))
    if (
      ARRAY_OF_NAMES_PATTERN.test(key) &&
      Array.isArray(value) &&
      value.every((x) => typeof x === 'string')
    )
      return value;
  return null;
}

function fillArray(
  table: LogTableBuilder,
  key: string,
  name: string,
  values: readonly unknown[],
  names: readonly string[] | null,
): void {
  if (!values.some((value) => typeof value === 'number')) return;
  const named = names !== null && names.length === values.length && NAMED_VALUES_PATTERN.test(key);
  values.forEach((value, index) => {
    const column = named
      ? table.columnIndex(`${name}.${names[index]}`)
      : table.columnIndex(`${name}[${index}]`, { array: name, index });
    if (typeof value === 'number') table.setValue(column, finiteOrNaN(value));
  });
}
