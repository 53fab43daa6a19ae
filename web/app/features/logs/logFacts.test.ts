import { sampleCatalogue } from '@iklab/core/scenario/testing';
import type { LogMeasures } from '@iklab/logs';
import { expect, test } from 'vitest';
import { listLogFileFacts, logRowsText } from './logFacts.ts';
import type { MeasuredLog } from './logMessages.ts';
import { PlayedLog } from './playedLog.ts';

const { NaN: none } = Number;

/** Returns a parsed log with the given times; measures are NaN, as for a log of one row. */
function read(...times: number[]): MeasuredLog {
  const measures = new Proxy({}, { get: () => none }) as LogMeasures['measures'];
  return {
    log: { rows: times.length, times: Float64Array.from(times), joints: [] },
    found: { measures, report: [] },
    errors: { rms: 0.1, largest: 0.1 },
    turns: null,
    step: times.length > 1 ? (times[1] as number) - (times[0] as number) : none,
  } as unknown as MeasuredLog;
}

test('a log with one row is one pose: it has no duration, no rate and no figures of a motion', () => {
  const one = read(0);
  expect(logRowsText(one.log)).toBe('1 row, shown as one pose');
  expect(new PlayedLog({} as never, one, {}, sampleCatalogue).caption).toBe('log');
  expect(listLogFileFacts(one, 'm').map(([name]) => name)).toEqual(['RMS error', 'largest error']);
  expect(listLogFileFacts(one, 'm').join()).not.toContain('NaN');
});

test('a log with several rows has a duration, and a rate if there is one', () => {
  expect(logRowsText(read(0, 0.5).log)).toBe('2 rows over 0.5 s');
  expect(new PlayedLog({} as never, read(0, 0.5), {}, sampleCatalogue).caption).toBe('log, 2 Hz');
  expect(new PlayedLog({} as never, read(0, 5e-324), {}, sampleCatalogue).caption).toBe('log');
});
