/**
 * Every method on every preset for a long time, with targets that jump and labs that are closed and
 * opened again: all numbers stay what they must be, and the module's memory does not grow.
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

const AT_ONCE = 100; // updates between two looks
const LOOKS = 50; // of a lab, until it is closed
const MOST_FINDINGS = 3; // of a pair
// labs of different sizes leave holes: the room of one more, not of all that were opened
const HOLES = 12e6; // bytes

export interface Pair {
  readonly preset: string;
  readonly method: string;
  updates: number;
  /** ms */
  spent: number;
  readonly found: string[];
}

export interface Soaked {
  readonly pairs: readonly Pair[];
  /** Bytes of the module: once every pair had been open, and in the end. */
  readonly heap: readonly [number, number];
  readonly grew: boolean;
}

export interface SoakCourse {
  /** Of each pair, if there is time. */
  readonly updates: number;
  readonly milliseconds: number;
  readonly seed: number;
  /** After each pair. */
  readonly report?: (done: number, of: number) => void;
}

function sceneOf(preset: string, method: string, engine: Engine): Scene {
  const document = scenarioPreset(preset)?.document;
  const run = { ...(document?.run as object), mode: 'track', updatesPerFrame: AT_ONCE };
  const parsed = parse({ ...document, methods: [{ id: method }], run }, engine.catalogue);
  if (!parsed.ok) throw new Error(`${preset}, ${method}: ${faultsText(parsed.faults)}`);
  return resolve(parsed.value);
}

/** One pair until it has had its updates or its time, lab after lab. */
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
      if (goesOn && random.chance(0.3)) jump(lab, random); // goals go there at once, distances do not
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
