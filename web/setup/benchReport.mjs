import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './tools.mjs';

export const STEADY = 1.2; // The upper quartile may be this many times the lower one.

export function makeReport(results) {
  const [{ model }] = cpus();
  const machine = `${model.trim()}, ${cpus().length} cores, Node ${process.version}`;
  return { date: new Date().toISOString().slice(0, 10), machine, ...results };
}

/** Returns the path of a file; a second report of a day replaces the first. */
export function resultFile({ date, machine }) {
  const hardware = machine.replace(/, Node .*/, '').toLowerCase();
  const name = hardware.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return join(root, 'wasm/bench/results', `${date}-${name}.json`);
}

export function writeReport(report, file) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, reportText(report));
}

/** Returns a report as JSON with one line per case. */
export function reportText(report) {
  const text = (value) =>
    Array.isArray(value) && value.length > 0
      ? `[\n${value.map((item) => `  ${JSON.stringify(item)}`).join(',\n')}\n ]`
      : JSON.stringify(value);
  const fields = Object.entries(report).map(([key, value]) => ` "${key}": ${text(value)}`);
  return `{\n${fields.join(',\n')}\n}\n`;
}

/** Interpolates between the two nearest values; NaN without values. */
export function quantile(values, q) {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const low = sorted[Math.floor(at)];
  return low + (at % 1) * (sorted[Math.ceil(at)] - low);
}

export const median = (values) => quantile(values, 0.5);

/** Returns the least value, the lower quartile, the median and the upper quartile. */
export const summary = (values) => [0, 0.25, 0.5, 0.75].map((q) => quantile(values, q));

/** Returns the ratios a/b within each round. */
export const ratios = (a, b) => a.map((x, round) => x / b[round]);

export const spread = (values) => quantile(values, 0.75) / quantile(values, 0.25);

/**
 * Returns the summaries of a line's columns, and of their ratios to the column `base`. `columns`:
 * one value per round, or none. `unsteady` is true if one of them spreads too much.
 */
export function summarize(columns, base) {
  const measured = Object.entries(columns).filter(([, values]) => values.length > 0);
  const against = measured
    .filter(([name]) => columns[base]?.length > 0 && name !== base)
    .map(([name, values]) => [name, ratios(values, columns[base])]);
  const of = (entries) =>
    Object.fromEntries(entries.map(([name, values]) => [name, summary(values)]));
  const unsteady = [...measured, ...against].some(([, values]) => !(spread(values) <= STEADY));
  return {
    columns: of(measured),
    ...(against.length > 0 && { ratios: of(against) }),
    ...(unsteady && { unsteady }),
  };
}

export const mark = ({ unsteady }) => (unsteady ? 'unsteady' : '');

/** Returns the number of unsteady lines in all parts. */
export const countUnsteady = (results) =>
  Object.values(results)
    .flatMap((part) => (Array.isArray(part) ? part : []))
    .filter(({ unsteady }) => unsteady).length;

export function cell(values, digits) {
  if (values.length === 0) return '';
  const [low, high] = [0.25, 0.75].map((q) => quantile(values, q).toFixed(digits));
  return `${median(values).toFixed(digits)} (${low}-${high})`;
}

/** Aligns a table; the first `words` columns are left-aligned. */
export function aligned(head, lines, words) {
  const widths = head.map((_, i) => Math.max(...[head, ...lines].map((line) => line[i].length)));
  const pad = (text, i) => (i < words ? text.padEnd(widths[i]) : text.padStart(widths[i]));
  return [head, ...lines].map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
}
