import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './tools.mjs';

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
  writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`);
}

export const quantile = (values, q) =>
  values.toSorted((a, b) => a - b)[Math.round(q * (values.length - 1))];

export const median = (values) => (values.length > 0 ? quantile(values, 0.5) : Number.NaN);

export function cell(values, digits) {
  if (values.length === 0) return '';
  const [low, high] = [0.25, 0.75].map((q) => quantile(values, q).toFixed(digits));
  return `${median(values).toFixed(digits)} (${low}-${high})`;
}

/** Aligns a table; the first `words` columns are left-aligned. */
export function aligned(head, lines, words) {
  const widths = head.map((_, i) => Math.max(...[head, ...lines].map((line) => line[i].length)));
  const pad = (text, i) => (i < words ? text.padEnd(widths[i]) : text.padStart(widths[i]));
  return [head, ...lines].map((line) => line.map(pad).join('  ')).join('\n');
}
