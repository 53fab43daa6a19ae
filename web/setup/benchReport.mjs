/** What a run of the benchmark has found, with its day and its machine, as a file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './tools.mjs';

/** Of today, on this machine. */
export function reportOf(found) {
  const [{ model }] = cpus();
  const machine = `${model.trim()}, ${cpus().length} cores, Node ${process.version}`;
  return { date: new Date().toISOString().slice(0, 10), machine, ...found };
}

/** Where it is kept beside those of other days and machines; one of a day replaces the one before. */
export function keptFile({ date, machine }) {
  const hardware = machine.replace(/, Node .*/, '').toLowerCase();
  const name = hardware.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return join(root, 'wasm/bench/results', `${date}-${name}.json`);
}

export function writeReport(report, file) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`);
}
