/**
 * Tabaczynski 2005, section 4, from scenario files through the command line: the twelve counts of
 * his table 4.4 for reachable targets, and every digit of both printed traces.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scenarioPreset } from '../scenario/presets.ts';
import { dlsTrace, truncatedTrace } from '../study/published/tabaczynskiTraces.ts';

const iklab = fileURLToPath(new URL('./iklab.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'iklab-'));

interface Row {
  readonly method: string;
  readonly errorBefore: number;
  readonly error: number;
  readonly step: readonly number[];
  readonly angles: readonly number[];
  readonly stop: string | null;
}

/** The scenario with this tolerance, as a file. */
function file(preset: string, tolerance: number): string {
  const document = structuredClone(scenarioPreset(preset)?.document) as { run: object };
  document.run = { ...document.run, tolerance };
  const path = join(folder, `${preset}-${tolerance}.json`);
  writeFileSync(path, JSON.stringify(document));
  return path;
}

function run(...words: string[]): string {
  return execFileSync(process.execPath, [iklab, 'run', ...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
}

function rows(path: string, method: string): Row[] {
  const lines = run(path, '--method', method, '--format', 'jsonl').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

// a count is the index of the update at whose start the error is within tolerance
const counts = [
  ['tabaczynski-2-link', 0.01, 14, 120, 50],
  ['tabaczynski-2-link', 1e-7, 16, 570, 141],
  ['tabaczynski-5-link', 0.01, 6, 140, 16],
  ['tabaczynski-5-link', 1e-7, 7, 459, 40],
] as const;

describe.each(counts)('table 4.4: %s to %d', (preset, tolerance, truncated, transpose, dls) => {
  it.each([
    ['truncated', truncated],
    ['transpose', transpose],
    ['dls', dls],
  ] as const)('%s in %d', (method, count) => {
    const records = rows(file(preset, tolerance), method);
    expect(records.at(-1)?.stop).toBe('reached');
    expect(records.length + 1).toBe(count);
  });
});

/** Error and step of each printed row: the last repeats the previous step, as his program does. */
function trace(records: readonly Row[]): string {
  const text = (error: number, step: readonly number[]) =>
    [error, ...step].map((value) => value.toFixed(4)).join(' ');
  const last = records.at(-1);
  const made = records.map((record) => text(record.errorBefore, record.step));
  return `\n${[...made, text(last?.error ?? Number.NaN, last?.step ?? [])].join('\n')}`;
}

/** The rows of the printed table: k, rank, then error and step. */
function table(path: string, method: string): string {
  const lines = run(path, '--method', method, '--format', 'table').split('\n');
  const printed = lines.filter((line) => /^\s*\d+\s+-?\d+\s/.test(line));
  return `\n${printed.map((line) => line.trim().split(/\s+/).slice(2).join(' ')).join('\n')}`;
}

describe('the printed traces, digit by digit', () => {
  it.each([
    ['truncated', 1e-7, truncatedTrace],
    ['dls', 0.01, dlsTrace],
  ] as const)('%s to %d', (method, tolerance, printed) => {
    const path = file('tabaczynski-5-link', tolerance);
    expect(trace(rows(path, method))).toBe(printed);
    expect(table(path, method)).toBe(printed);
  });

  it('and both final errors, tip minus goal', () => {
    const final = (method: string, tolerance: number, unit: number) => {
      const { angles } = rows(file('tabaczynski-5-link', tolerance), method).at(-1) as Row;
      let [x, y, turned] = [-2, -2, 0];
      [2, 1, 1.5, 2.5, 0.7].forEach((length, i) => {
        turned += angles[i] as number;
        x += length * Math.cos(turned);
        y += length * Math.sin(turned);
      });
      return `${(x / unit).toFixed(4)} ${(y / unit).toFixed(4)}`;
    };
    expect(final('truncated', 1e-7, 1e-7)).toBe('-0.1211 0.2040');
    expect(final('dls', 0.01, 1)).toBe('-0.0047 -0.0041');
  });
});
