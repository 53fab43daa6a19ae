/** Saves benchmark results with date and machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './tools.mjs';

export function reportOf(found) {
  const [{ model }] = cpus();
  const machine = `${model.trim()}, ${cpus().length} cores, Node ${process.version}`;
  return { date: new Date().toISOString().slice(0, 10), machine, ...found };
}

/** The file for a report; a second report of the same day replaces the first. */
export function keptFile({ date, machine }) {
  const hardware = machine.replace(/, Node .*/, '').toLowerCase();
  const name = hardware.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return join(root, 'wasm/bench/results', `${date}-${name}.json`);
}

export function writeReport(report, file) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`);
}
