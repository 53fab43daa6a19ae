import { bytesText } from '@iklab/core/format';
import { MAX_LOG_BYTES } from './logBounds.ts';
import { LogError } from './logError.ts';
import type { LogProgressGenerator, LogTable } from './logTable.ts';
import { isNpy } from './npyArray.ts';
import { readCsv } from './readCsv.ts';
import { readJsonLines, startsWithJsonObject } from './readJsonLines.ts';
import { readNpy, readNpz } from './readNpy.ts';

/**
 * Detects the format by the first bytes, not by the name. Pauses regularly; throws only a
 * `LogError`.
 */
export function* readLogTable(bytes: Uint8Array, name: string): LogProgressGenerator<LogTable> {
  if (bytes.length > MAX_LOG_BYTES)
    throw new LogError(`${bytesText(bytes.length)}; the maximum is 256 MB`);
  const table = yield* detectAndRead(bytes, name);
  if (table.rows === 0) throw new LogError('it has no row of numbers');
  if (table.columns.every(({ missing }) => missing === table.rows))
    throw new LogError('it has no column of numbers');
  return table;
}

function detectAndRead(bytes: Uint8Array, name: string): LogProgressGenerator<LogTable> {
  if (isNpy(bytes)) return readNpy(bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readNpz(bytes, name);
  return startsWithJsonObject(bytes) ? readJsonLines(bytes) : readCsv(bytes);
}
