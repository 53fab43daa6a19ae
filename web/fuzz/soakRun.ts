/**
 * Runs every method on every preset for a long time, with jumping targets and reopened labs. Checks
 * that all numbers stay valid and that the memory of the module does not grow.
 */
import type { Engine } from '@iklab/core/engine';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import { faultsText } from '@iklab/core/scenario/checks';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset, scenarioPresetIds } from '@iklab/core/scenario/presets';
import { Random } from './random.ts';
import { checkPanelStates, moveTarget } from './runs.ts';

const UPDATES_PER_CHECK = 100; // updates between two checks
const CHECKS_PER_LAB = 50; // checks until a lab is closed
const MAX_FINDINGS = 3; // of a pair, after which no more are recorded
// Labs of different sizes fragment the heap. This is the space of one lab, not of all opened ones.
const HEAP_SLACK = 12e6; // bytes

export interface SoakPair {
  readonly preset: string;
  readonly method: string;
  updates: number;
  /** Time spent on the pair so far, in milliseconds. */
  spent: number;
  readonly found: string[];
}

export interface ModuleSoakResult {
  readonly pairs: readonly SoakPair[];
  /** Heap of the module in bytes: after every pair was opened once, and at the end. */
  readonly heap: readonly [number, number];
  readonly grew: boolean;
}

export interface ModuleSoakOptions {
  /** Number of updates of each pair of preset and method, if there is time. */
  readonly updates: number;
  readonly milliseconds: number;
  readonly seed: number;
  /** Called after each pair with the number of finished pairs and of all pairs. */
  readonly report?: (finished: number, total: number) => void;
}

function makeScene(preset: string, method: string, engine: Engine): Scene {
  const document = scenarioPreset(preset)?.document;
  const run = { ...(document?.run as object), mode: 'track', updatesPerFrame: UPDATES_PER_CHECK };
  const parsed = parseScenarioDocument(
    { ...document, methods: [{ id: method }], run },
    engine.catalogue,
  );
  if (!parsed.ok) throw new Error(`${preset}, ${method}: ${faultsText(parsed.faults)}`);
  return resolveScenario(parsed.value);
}

/** Runs a pair in one lab after another, until it has made its updates or its time is up. */
function runPair(
  engine: Engine,
  pair: SoakPair,
  random: Random,
  updates: number,
  until: number,
): void {
  const scene = makeScene(pair.preset, pair.method, engine);
  const start = performance.now();
  let time = start;
  while (pair.updates < updates && time < until) {
    const lab = engine.open(scene);
    const before = pair.updates;
    for (
      let checks = 0;
      checks < CHECKS_PER_LAB && pair.updates < updates && time < until;
      checks++
    ) {
      const goesOn = lab.advance(UPDATES_PER_CHECK, 1000);
      pair.updates = before + lab.status(0).updates;
      const found = checkPanelStates(lab, scene);
      if (pair.found.length < MAX_FINDINGS) pair.found.push(...found);
      // Goals change at once, distances only in the next frame.
      if (goesOn && random.chance(0.3)) moveTarget(lab, random);
      time = performance.now();
    }
    lab.close();
  }
  pair.spent += time - start;
}

export function runModuleSoak(
  engine: Engine,
  { updates, milliseconds, seed, report }: ModuleSoakOptions,
): ModuleSoakResult {
  const methods = engine.catalogue.methods.map(({ id }) => id);
  const pairs = scenarioPresetIds.flatMap((preset) =>
    methods.map((method): SoakPair => ({ preset, method, updates: 0, spent: 0, found: [] })),
  );
  const random = new Random(seed);
  const end = performance.now() + milliseconds;
  for (const { preset, method } of pairs) engine.open(makeScene(preset, method, engine)).close();
  const before = engine.heapTop;
  pairs.forEach((pair, i) => {
    const pairStart = performance.now();
    runPair(engine, pair, random, updates, pairStart + (end - pairStart) / (pairs.length - i));
    report?.(i + 1, pairs.length);
  });
  return { pairs, heap: [before, engine.heapTop], grew: engine.heapTop - before > HEAP_SLACK };
}
