/** Runs each kind of fuzzing for some minutes and prints its figures. */
import { readFile } from 'node:fs/promises';
import { loadEngine } from '@iklab/core/engine';
import { type FuzzCaseTally, type FuzzRunOptions, runFuzz } from '../fuzz/cases.ts';
import { makeCliFuzzKind } from '../fuzz/commandLine.ts';
import { listModuleFuzzKinds } from '../fuzz/kinds.ts';
import { openSite } from './harness.ts';
import { makePageFuzzKind } from './hostilePage.ts';

const SHOWN = 20; // findings of a kind

export interface FuzzOptions {
  readonly minutes: number;
  readonly seed: number;
  /** Runs only this kind; with `only`, only the case with this seed. */
  readonly kind?: string;
  readonly only?: number;
  readonly report?: FuzzRunOptions['report'];
}

/**
 * Runs each kind of fuzzing and prints what was tried and found; returns false if there are
 * findings.
 */
export async function fuzzAll(call: FuzzOptions): Promise<boolean> {
  const wasm = await readFile(new URL('../packages/core/engine/build/iklab.wasm', import.meta.url));
  const engine = await loadEngine({ wasmBinary: wasm });
  const command = makeCliFuzzKind(engine);
  const site = await openSite({ blind: true });
  try {
    const page = await makePageFuzzKind(site, engine);
    const kinds = [...listModuleFuzzKinds(engine), command.kind, page];
    const chosen = kinds.filter(({ name }) => call.kind === undefined || name === call.kind);
    if (chosen.length === 0)
      throw new Error(
        `unknown kind ${call.kind}; expected one of ${kinds.map(({ name }) => name).join(', ')}`,
      );
    if (call.only !== undefined) {
      const findings = await Promise.all(chosen.map((kind) => kind.check(call.only ?? 0)));
      console.log(findings.flat().join('\n') || 'no findings');
      return findings.flat().length === 0;
    }
    return await course(chosen, call, () => engine.heapTop);
  } finally {
    await site.close();
    command.close();
  }
}

async function course(
  kinds: FuzzCaseTally['kind'][],
  call: FuzzOptions,
  heap: () => number,
): Promise<boolean> {
  const end = performance.now() + 60_000 * call.minutes;
  let memory = 0;
  const enough = (): boolean => {
    memory = Math.max(memory, process.memoryUsage.rss());
    return performance.now() > end;
  };
  const tallies = await runFuzz(kinds, { seed: call.seed, enough, report: call.report });
  console.log(`Seed ${call.seed}, ${call.minutes} min. Kind, cases, time, slowest case:\n`);
  for (const tally of tallies) console.log(line(tally));
  const found = tallies.flatMap(({ found: of }) => of).length;
  const cases = tallies.reduce((sum, tally) => sum + tally.cases, 0);
  console.log(`\n${cases} cases, ${found} with findings; memory at most ${mb(memory)}`);
  console.log(`memory of the module: ${mb(heap())}`);
  return found === 0;
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

function line({ kind, cases, spent, slowest, found }: FuzzCaseTally): string {
  const figures = [
    kind.name.padEnd(10),
    String(cases).padStart(8),
    `${(spent / 1000).toFixed(1)} s`.padStart(9),
    `${slowest.took.toFixed(0)} ms (case ${slowest.seed})`.padStart(28),
  ];
  const lines = found.slice(0, SHOWN).flatMap(({ seed, findings }) => {
    const again = `  npm run fuzz -- --kind ${kind.name} --case ${seed}`;
    return [again, ...findings.map((what) => `    ${what}`)];
  });
  return [figures.join(' '), ...lines].join('\n');
}
