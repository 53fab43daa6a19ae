/** Soaks the module, then the page, and prints their figures. */
import { readFile } from 'node:fs/promises';
import { loadEngine } from '@iklab/core/engine';
import { type ModuleSoakResult, runModuleSoak, type SoakPair } from '../fuzz/soakRun.ts';
import { openSite } from './harness.ts';
import { type PageSoakResult, soakPage } from './soakPage.ts';

const UPDATES = 1e6;
const SCENES = 1000;
const PAGE_SHARE = 0.15; // maximum share of the time

/**
 * Runs the soak tests of the module and of the page, and prints their figures; returns false if
 * there are findings.
 */
export async function soakAll(minutes: number, seed: number): Promise<boolean> {
  const wasmBinary = await readFile(
    new URL('../packages/core/engine/build/iklab.wasm', import.meta.url),
  );
  const end = performance.now() + 60_000 * minutes;
  const engine = await loadEngine({ wasmBinary });
  console.log(
    `Seed ${seed}: ${minutes} min for ${UPDATES} updates of every method on every preset`,
  );
  const soaked = runModuleSoak(engine, {
    updates: UPDATES,
    milliseconds: 60_000 * minutes * (1 - PAGE_SHARE),
    seed,
    report: (done, of) => process.stderr.write(`${done} of ${of} pairs\r`),
  });
  printModule(soaked);
  const site = await openSite({ blind: true });
  const page = await soakPage(site, SCENES, end).finally(() => site.close());
  printPage(page);
  const clean = soaked.pairs.every(({ found }) => found.length === 0) && !soaked.grew;
  return clean && page.messages.length === 0 && !page.grew;
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const fromTo = ([from, to]: readonly [number, number]): string => `${mb(from)}, then ${mb(to)}`;

function printModule({ pairs, heap, grew }: ModuleSoakResult): void {
  console.log('\nmethod, all updates, fewest on a preset, µs per update with its checks:');
  const methods = new Set(pairs.map(({ method }) => method));
  for (const method of methods) console.log(line(pairs.filter((pair) => pair.method === method)));
  for (const { preset, method, found } of pairs)
    for (const what of found) console.log(`found: ${preset}, ${method}: ${what}`);
  const updates = pairs.reduce((sum, pair) => sum + pair.updates, 0);
  console.log(`\n${pairs.length} pairs, ${updates} updates; memory of the module: ${fromTo(heap)}`);
  if (grew) console.log('found: the memory of the module grew');
  console.log(`memory of the process: ${mb(process.memoryUsage.rss())}`);
}

function line(pairs: readonly SoakPair[]): string {
  const sum = (of: (pair: SoakPair) => number): number =>
    pairs.reduce((all, pair) => all + of(pair), 0);
  const updates = sum((pair) => pair.updates);
  const fewest = Math.min(...pairs.map((pair) => pair.updates));
  const each = (1000 * sum(({ spent }) => spent)) / updates;
  const figures = [
    String(updates).padStart(11),
    String(fewest).padStart(9),
    each.toFixed(2).padStart(9),
  ];
  return `${pairs[0]?.method.padEnd(20)} ${figures.join(' ')}`;
}

function printPage({ scenes, contextLosses, heap, used, grew, messages }: PageSoakResult): void {
  console.log(`\nOne page: ${scenes} scenes opened, WebGL context lost ${contextLosses} times`);
  console.log(`memory of the module: ${fromTo(heap)}; of the script: ${fromTo(used)}`);
  if (grew) console.log('found: the memory of the page grew');
  for (const message of messages) console.log(`found: ${message}`);
}
