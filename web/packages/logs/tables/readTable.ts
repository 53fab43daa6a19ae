/** Reads a log of any format as a table of numbers. */
import { bytesText } from 'iklab/format';
import { csvTable } from './csvTable.ts';
import { jsonTable, opensObject } from './jsonLines.ts';
import { MAX_LOG_BYTES } from './logBounds.ts';
import { LogMistake } from './logMistake.ts';
import type { LogSteps, LogTable } from './logTable.ts';
import { isNpy } from './npyArray.ts';
import { npyTable, npzTable } from './npyTable.ts';

/**
 * The format is detected from the first bytes, not from the name. Pauses regularly; throws only a
 * `LogMistake`.
 */
export function* readTable(bytes: Uint8Array, name: string): LogSteps<LogTable> {
  if (bytes.length > MAX_LOG_BYTES)
    throw new LogMistake(`${bytesText(bytes.length)}; the maximum is 256 MB`);
  const table = yield* tableOf(bytes, name);
  if (table.rows === 0) throw new LogMistake('it has no row of numbers');
  if (table.columns.every(({ missing }) => missing === table.rows))
    throw new LogMistake('it has no column of numbers');
  return table;
}

function tableOf(bytes: Uint8Array, name: string): LogSteps<LogTable> {
  if (isNpy(bytes)) return npyTable(bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return npzTable(bytes, name);
  return opensObject(bytes) ? jsonTable(bytes) : csvTable(bytes);
}

/** Runs a reading to its end. */
export function finished<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
