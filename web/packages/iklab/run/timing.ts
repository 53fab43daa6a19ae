import type { Engine, Lab } from '../engine/engine.ts';
import type { Scene } from '../scenario/types.ts';
import { type Cancel, threadTime } from '../time/time.ts';
import type { Session } from './session.ts';
import { resolutionOf, Stopwatch, type UpdateTime } from './stopwatch.ts';

const QUIET = 700; // Milliseconds without an edit.
const SLICE = 8; // Milliseconds.
const SLICES = 400; // An instance that needs more slices is not measured.

/** Yields the thread; resolves when it is idle. */
export type WaitIdle = () => Promise<unknown>;

/**
 * Measures the time per update of each instance of a session while the page is idle: each runs in
 * its own lab, alternating with the others. The session is not affected.
 */
export class Timing {
  readonly #engine: Engine;
  readonly #idle: WaitIdle;
  readonly #now: () => number;
  #turn = 0;
  #due: Cancel | undefined;

  constructor(engine: Engine, idle: WaitIdle, now = threadTime.now) {
    this.#engine = engine;
    this.#idle = idle;
    this.#now = now;
  }

  /** Begins measuring after a pause in editing; cancels a measurement in progress. */
  restart(session: Session): void {
    this.stop();
    this.#due = threadTime.after(QUIET, () => this.measure(session), 'background');
  }

  stop(): void {
    this.#turn++;
    this.#due?.();
  }

  async measure(session: Session): Promise<void> {
    this.stop();
    const turn = this.#turn;
    const wanted = () => turn === this.#turn;
    const solved = session.instances.filter(({ given }) => !given); // A given panel is last.
    const scenes = solved.map((_, i) => soloTrack(session.scene, i));
    const told = (i: number, { best }: UpdateTime): void => {
      const instance = session.instances[i];
      if (instance && wanted()) instance.micros.value = best;
    };
    await timesOf(this.#engine, scenes, told, wanted, this.#idle, this.#now);
  }
}

/**
 * Measures the microseconds per update of the first instance of each scene, and reports each
 * result. Scenes alternate, so that other load affects all of them alike.
 */
export async function timesOf(
  engine: Engine,
  scenes: readonly Scene[],
  told: (index: number, time: UpdateTime) => void,
  wanted: () => boolean,
  idle: WaitIdle,
  now = threadTime.now,
): Promise<void> {
  const runs: Run[] = [];
  try {
    for (const scene of scenes) {
      await idle();
      if (!wanted()) return;
      runs.push(new Run(engine, scene, now));
    }
    for (let slice = 0; slice < SLICES && runs.some(({ done }) => !done); slice++)
      for (const [i, run] of runs.entries()) {
        if (run.done) continue;
        await idle();
        if (!wanted()) return;
        run.take(now);
        if (run.time) told(i, run.time);
      }
  } finally {
    for (const run of runs) run.close();
  }
}

class Run {
  readonly #lab: Lab;
  readonly #watch: Stopwatch;
  readonly #way: number;
  #took = 0;

  constructor(engine: Engine, scene: Scene, now: () => number) {
    this.#lab = engine.open(soloTrack(scene, 0));
    this.#watch = new Stopwatch(resolutionOf(now));
    this.#way = length(this.#lab, now);
  }

  get done(): boolean {
    return this.#watch.done;
  }

  get time(): UpdateTime | null {
    return this.#watch.done ? this.#watch.time : null;
  }

  take(now: () => number): void {
    const before = now();
    if (!this.#lab.outOfTime) run(this.#lab, this.#watch.count, this.#way);
    else this.#lab.advance(1, SLICE);
    this.#took += now() - before;
    if (this.#lab.outOfTime) return;
    this.#watch.add(this.#took);
    this.#took = 0;
  }

  close(): void {
    this.#lab.close();
  }
}

/** One instance as a `track` run, because an instance that has stopped takes no time. */
export function soloTrack(scene: Scene, instance: number): Scene {
  const { scenario } = scene;
  const methods = scenario.methods.slice(instance, instance + 1);
  const run = { ...scenario.run, mode: 'track' as const, updatesPerFrame: 1 };
  return { ...scene, scenario: { ...scenario, methods, run } };
}

const LONGEST = 256; // Updates.
const ENOUGH = 20; // Milliseconds: a sufficient sample of a slow method.

/** Updates until the targets are reached, which limits samples; infinite if too many. */
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

/** An update that takes longer than a slice ends `outOfTime`. */
function run(lab: Lab, updates: number, way: number): void {
  for (let u = 0; u < updates && !lab.outOfTime; u++) {
    if (way <= LONGEST && u % way === 0) lab.restart();
    lab.advance(1, updates === 1 ? SLICE : undefined);
  }
}
