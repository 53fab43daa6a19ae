/**
 * Tabaczynski 2005, section 4, through the command line: the twelve counts of table 4.4
 * for reachable targets, and every digit of both printed traces.
 */

import { scenarioPreset } from '@iklab/core/scenario/presets';
import { printedDlsTrace, printedTruncatedTrace } from '@iklab/study/published';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from './testCalls.ts';

interface Row {
  readonly method: string;
  readonly errorBefore: number;
  readonly error: number;
  readonly step: readonly number[];
  readonly angles: readonly number[];
  readonly stop: string | null;
}

/** Returns the document of a preset with another tolerance, as JSON. */
function text(preset: string, tolerance: number): string {
  const document = structuredClone(scenarioPreset(preset)?.document) as { run: object };
  document.run = { ...document.run, tolerance };
  return JSON.stringify(document);
}

async function run(document: string, ...words: string[]): Promise<string> {
  const { status, out, err } = await runCommandLine(['run', '-', ...words], document);
  expect([status, err]).toEqual([0, '']);
  return out;
}

async function rows(document: string, method: string): Promise<Row[]> {
  const records = await run(document, '--method', method, '--format', 'jsonl');
  return records
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

// A count is the index of the first update that starts with an error within the tolerance.
const counts = [
  ['tabaczynski-2-link', 0.01, 14, 120, 50],
  ['tabaczynski-2-link', 1e-7, 16, 570, 141],
  ['tabaczynski-5-link', 0.01, 6, 140, 16],
  ['tabaczynski-5-link', 1e-7, 7, 459, 40],
] as const;

describe.each(counts)(
  'table 4.4: %s with tolerance %d',
  (preset, tolerance, truncated, transpose, dls) => {
    it.each([
      ['truncated', truncated],
      ['transpose', transpose],
      ['dls', dls],
    ] as const)('%s reaches the target at count %d', async (method, count) => {
      const records = await rows(text(preset, tolerance), method);
      expect(records.at(-1)?.stop).toBe('reached');
      expect(records.length + 1).toBe(count);
    });
  },
);

/** Formats error and step of each printed row; the last row repeats the previous step, as in the paper. */
function trace(records: readonly Row[]): string[] {
  const text = (error: number, step: readonly number[]) =>
    [error, ...step].map((value) => value.toFixed(4)).join(' ');
  const last = records.at(-1);
  const made = records.map((record) => text(record.errorBefore, record.step));
  return [...made, text(last?.error ?? Number.NaN, last?.step ?? [])];
}

/** Returns error and step of the rows that `iklab run --format table` prints. */
async function table(document: string, method: string): Promise<string[]> {
  const text = await run(document, '--method', method, '--format', 'table');
  const printed = text.split('\n').filter((line) => /^\s*\d+\s+-?\d+\s/.test(line));
  return printed.map((line) => line.trim().split(/\s+/).slice(2).join(' '));
}

describe('the printed traces agree in every digit', () => {
  it.each([
    ['truncated', 1e-7, printedTruncatedTrace],
    ['dls', 0.01, printedDlsTrace],
  ] as const)('%s with tolerance %d', async (method, tolerance, printed) => {
    const document = text('tabaczynski-5-link', tolerance);
    expect(trace(await rows(document, method))).toEqual(printed);
    expect(await table(document, method)).toEqual(printed);
  });

  it('the final position errors of truncated and dls', async () => {
    const final = async (method: string, tolerance: number, unit: number) => {
      const way = await rows(text('tabaczynski-5-link', tolerance), method);
      const { angles } = way.at(-1) as Row;
      let [x, y, turned] = [-2, -2, 0];
      [2, 1, 1.5, 2.5, 0.7].forEach((length, i) => {
        turned += angles[i] as number;
        x += length * Math.cos(turned);
        y += length * Math.sin(turned);
      });
      return `${(x / unit).toFixed(4)} ${(y / unit).toFixed(4)}`;
    };
    expect(await final('truncated', 1e-7, 1e-7)).toBe('-0.1211 0.2040');
    expect(await final('dls', 0.01, 1)).toBe('-0.0047 -0.0041');
  });
});
