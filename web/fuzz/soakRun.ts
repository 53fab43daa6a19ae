/**
 * Runs every method on every preset for a long time, with jumping targets and reopened labs. Checks
 * that all numbers stay valid and that the memory of the module does not grow.
 */
import type { Engine } from 'iklab/engine';
import {
  faultsText,
  parse,
  resolve,
  type Scene,
  scenarioPreset,
  scenarioPresetIds,
} from 'iklab/scenario';
import { Random } from './random.ts';
import { jump, panelFindings } from './runs.ts';

const AT_ONCE = 100; // updates between two checks
const LOOKS = 50; // checks until a lab is closed
const MOST_FINDINGS = 3; // of a pair, after which no more are recorded
// Labs of different sizes fragment the heap. This is the space of one lab, not of all opened ones.
const HOLES = 12e6; // bytes

export interface Pair {
  readonly preset: string;
  readonly method: string;
  updates: number;
  /** Milliseconds. */
  spent: number;
  readonly found: string[];
}

export interface Soaked {
  readonly pairs: readonly Pair[];
  /** Heap of the module in bytes: after every pair was opened once, and at the end. */
  readonly heap: readonly [number, number];
  readonly grew: boolean;
}

export interface SoakCourse {
  /** Updates per pair, if there is time. */
  readonly updates: number;
  readonly milliseconds: number;
  readonly seed: number;
  /** Called after each pair. */
  readonly report?: (done: number, of: number) => void;
}

function sceneOf(preset: string, method: string, engine: Engine): Scene {
  const document = scenarioPreset(preset)?.document;
  const run = { ...(document?.run as object), mode: 'track', updatesPerFrame: AT_ONCE };
  const parsed = parse({ ...document, methods: [{ id: method }], run }, engine.catalogue);
  if (!parsed.ok) throw new Error(`${preset}, ${method}: ${faultsText(parsed.faults)}`);
  return resolve(parsed.value);
}

/** Runs a pair in one lab after another, until it has made its updates or its time is up. */
function soakPair(
  engine: Engine,
  pair: Pair,
  random: Random,
  updates: number,
  until: number,
): void {
  const scene = sceneOf(pair.preset, pair.method, engine);
  const start = performance.now();
  let now = start;
  while (pair.updates < updates && now < until) {
    const lab = engine.open(scene);
    const before = pair.updates;
    for (let look = 0; look < LOOKS && pair.updates < updates && now < until; look++) {
      const goesOn = lab.advance(AT_ONCE, 1000);
      pair.updates = before + lab.status(0).updates;
      const found = panelFindings(lab, scene);
      if (pair.found.length < MOST_FINDINGS) pair.found.push(...found);
      // Goals change at once, distances only in the next frame.
      if (goesOn && random.chance(0.3)) jump(lab, random);
      now = performance.now();
    }
    lab.close();
  }
  pair.spent += now - start;
}

export function soak(engine: Engine, { updates, milliseconds, seed, report }: SoakCourse): Soaked {
  const methods = engine.catalogue.methods.map(({ id }) => id);
  const pairs = scenarioPresetIds.flatMap((preset) =>
    methods.map((method): Pair => ({ preset, method, updates: 0, spent: 0, found: [] })),
  );
  const random = new Random(seed);
  const end = performance.now() + milliseconds;
  for (const { preset, method } of pairs) engine.open(sceneOf(preset, method, engine)).close();
  const before = engine.heapTop;
  pairs.forEach((pair, i) => {
    const now = performance.now();
    soakPair(engine, pair, random, updates, now + (end - now) / (pairs.length - i));
    report?.(i + 1, pairs.length);
  });
  return { pairs, heap: [before, engine.heapTop], grew: engine.heapTop - before > HOLES };
}
