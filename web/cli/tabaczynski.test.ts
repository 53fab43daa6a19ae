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

// error and Δθ1..Δθ5 of every row as printed; the value that he wrapped is Δθ5
const truncatedTrace = `
3.1772 -0.2548 -0.3650 -0.4744 -0.2963 0.1077
2.2797 0.5740 0.5341 -0.0189 -0.3098 0.2384
1.3181 0.0453 0.2095 -0.3655 -0.3570 0.3858
0.2902 0.1706 0.0340 -0.1028 -0.0130 0.2009
0.0388 -0.0047 -0.0036 -0.0015 -0.0017 -0.0028
0.0002 0.0001 -0.0000 -0.0001 -0.0000 0.0002
0.0000 0.0001 -0.0000 -0.0001 -0.0000 0.0002`;

const dlsTrace = `
3.1772 -0.0515 -0.0782 -0.0991 -0.0602 0.0216
2.5221 -0.0815 -0.0020 -0.0966 -0.1190 0.0555
1.9160 -0.0714 0.0885 -0.1012 -0.1738 0.0979
1.4197 -0.0331 0.1578 -0.1122 -0.1903 0.1403
1.0371 -0.0063 0.1844 -0.1228 -0.1628 0.1800
0.7239 -0.0061 0.1774 -0.1248 -0.1120 0.2196
0.4460 -0.0166 0.0969 -0.0734 -0.0375 0.1621
0.2767 -0.0173 0.0536 -0.0412 -0.0133 0.1064
0.1722 -0.0138 0.0315 -0.0238 -0.0054 0.0675
0.1072 -0.0098 0.0190 -0.0141 -0.0025 0.0423
0.0667 -0.0067 0.0117 -0.0085 -0.0013 0.0264
0.0415 -0.0044 0.0072 -0.0052 -0.0007 0.0164
0.0258 -0.0028 0.0045 -0.0032 -0.0004 0.0102
0.0161 -0.0018 0.0028 -0.0020 -0.0002 0.0064
0.0100 -0.0011 0.0017 -0.0012 -0.0001 0.0040
0.0062 -0.0011 0.0017 -0.0012 -0.0001 0.0040`;

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
