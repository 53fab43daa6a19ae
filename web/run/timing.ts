import type { Engine, Lab } from '../engine/engine.ts';
import type { Scene } from '../scenario/types.ts';
import type { Session } from './session.ts';
import { resolutionOf, Stopwatch } from './stopwatch.ts';

const QUIET = 700; // ms without an edit
const SLICE = 8; // ms
const SLICES = 400; // an instance that is not measured by then is left alone

/** Gives the thread away, and comes back when it is idle. */
export type Idle = () => Promise<void>;

/**
 * Time per update of each instance of a session, measured aside: the scene with one at a time is
 * run in a lab of its own while the page is idle. The session is not touched.
 */
export class Timing {
  readonly #engine: Engine;
  readonly #idle: Idle;
  readonly #now: () => number;
  #turn = 0;
  #due: ReturnType<typeof setTimeout> | undefined;

  constructor(engine: Engine, idle: Idle, now = () => performance.now()) {
    this.#engine = engine;
    this.#idle = idle;
    this.#now = now;
  }

  /** Measures when nothing has been asked for a while; what is at work is dropped. */
  restart(session: Session): void {
    this.stop();
    this.#due = setTimeout(() => this.measure(session), QUIET);
  }

  stop(): void {
    this.#turn++;
    clearTimeout(this.#due);
  }

  async measure(session: Session): Promise<void> {
    this.stop();
    const turn = this.#turn;
    const { scene } = session;
    for (const [i, instance] of session.instances.entries()) {
      await this.#idle();
      if (turn !== this.#turn) return;
      const wanted = () => turn === this.#turn;
      const micros = await timeOf(this.#engine, scene, i, wanted, this.#idle, this.#now);
      if (!wanted()) return;
      if (micros !== null) instance.micros.value = micros;
    }
  }
}

/** Microseconds per update of one instance of a scene; null: no longer wanted, or not to be had. */
export async function timeOf(
  engine: Engine,
  scene: Scene,
  instance: number,
  wanted: () => boolean,
  idle: Idle,
  now = () => performance.now(),
): Promise<number | null> {
  const lab = engine.open(alone(scene, instance));
  try {
    const watch = new Stopwatch(resolutionOf(now));
    const way = length(lab, now);
    for (let slice = 0, took = 0; !watch.done && slice < SLICES; slice++) {
      await idle();
      if (!wanted()) return null;
      const before = now();
      if (!lab.midway) run(lab, watch.count, way);
      else lab.advance(1, SLICE);
      took += now() - before;
      if (lab.midway) continue;
      watch.add(took);
      took = 0;
    }
    return watch.done ? watch.median : null;
  } finally {
    lab.close();
  }
}

/** One instance of a scene, as a track: one that has stopped takes no time. */
function alone(scene: Scene, instance: number): Scene {
  const { scenario } = scene;
  const methods = scenario.methods.slice(instance, instance + 1);
  const run = { ...scenario.run, mode: 'track' as const, updatesPerFrame: 1 };
  return { ...scene, scenario: { ...scenario, methods, run } };
}

const LONGEST = 256; // updates
const ENOUGH = 20; // ms: as much of a slow method is sample enough

/** Updates until it is there: what comes after would not be a fair sample. Infinite: far. */
function length(lab: Lab, now: () => number): number {
  const end = now() + ENOUGH;
  let updates = 0;
  while (updates < LONGEST && !(updates > 0 && (lab.status(0).within || now() > end))) {
    lab.advance(1, ENOUGH);
    updates++;
  }
  const there = lab.status(0).within;
  lab.restart();
  return there || updates === LONGEST ? updates : Number.POSITIVE_INFINITY;
}

/** One update that takes longer than a slice ends `midway`. */
function run(lab: Lab, updates: number, way: number): void {
  for (let u = 0; u < updates && !lab.midway; u++) {
    if (way <= LONGEST && u % way === 0) lab.restart();
    lab.advance(1, updates === 1 ? SLICE : undefined);
  }
}
