import type { Engine, Lab } from '@iklab/core/engine';
import type { Scene } from '@iklab/core/scenario';
import { type CancelCallback, threadTime } from '@iklab/core/time';
import type { Session } from '../session/session.ts';
import { measureClockResolution, UpdateStopwatch, type UpdateTime } from './updateStopwatch.ts';

const EDIT_PAUSE = 700; // Milliseconds without an edit.
const SLICE = 8; // Milliseconds.
const MAX_SLICES = 400; // An instance that needs more slices is not measured.

export type WaitUntilIdle = () => Promise<unknown>;

/**
 * Measures the time per update of each instance of a session while the page is idle. Each instance
 * runs in its own lab, in turns. The session is not affected.
 */
export class UpdateTimeMeasurement {
  readonly #engine: Engine;
  readonly #idle: WaitUntilIdle;
  readonly #now: () => number;
  #generation = 0;
  #cancelTimer: CancelCallback | undefined;

  constructor(engine: Engine, idle: WaitUntilIdle, now = threadTime.now) {
    this.#engine = engine;
    this.#idle = idle;
    this.#now = now;
  }

  restart(session: Session): void {
    this.stop();
    this.#cancelTimer = threadTime.schedule(EDIT_PAUSE, () => this.measure(session), 'background');
  }

  stop(): void {
    this.#generation++;
    this.#cancelTimer?.();
  }

  async measure(session: Session): Promise<void> {
    this.stop();
    const generation = this.#generation;
    const wanted = () => generation === this.#generation;
    const solved = session.instances.filter(({ externalPanel }) => !externalPanel); // A given panel is last.
    const scenes = solved.map((_, i) => makeTimingScene(session.scene, i));
    const report = (i: number, { best }: UpdateTime): void => {
      const instance = session.instances[i];
      if (instance && wanted()) instance.micros.value = best;
    };
    await measureUpdateTimes(this.#engine, scenes, report, wanted, this.#idle, this.#now);
  }
}

/**
 * Measures the time per update of the first instance of each scene, and reports each result. Scenes
 * alternate, so that other load affects all alike.
 */
export async function measureUpdateTimes(
  engine: Engine,
  scenes: readonly Scene[],
  report: (index: number, time: UpdateTime) => void,
  wanted: () => boolean,
  idle: WaitUntilIdle,
  now = threadTime.now,
): Promise<void> {
  const runs: TimedRun[] = [];
  try {
    for (const scene of scenes) {
      await idle();
      if (!wanted()) return;
      runs.push(new TimedRun(engine, scene, now));
    }
    for (let slice = 0; slice < MAX_SLICES && runs.some(({ done }) => !done); slice++)
      for (const [i, run] of runs.entries()) {
        if (run.done) continue;
        await idle();
        if (!wanted()) return;
        run.runSlice(now);
        if (run.time) report(i, run.time);
      }
  } finally {
    for (const run of runs) run.close();
  }
}

class TimedRun {
  readonly #lab: Lab;
  readonly #watch: UpdateStopwatch;
  readonly #runLength: number;
  #took = 0;

  constructor(engine: Engine, scene: Scene, now: () => number) {
    this.#lab = engine.open(makeTimingScene(scene, 0));
    this.#watch = new UpdateStopwatch(measureClockResolution(now));
    this.#runLength = measureRunLength(this.#lab, now);
  }

  get done(): boolean {
    return this.#watch.done;
  }

  get time(): UpdateTime | null {
    return this.#watch.done ? this.#watch.time : null;
  }

  runSlice(now: () => number): void {
    const before = now();
    if (!this.#lab.timedOut) runUpdates(this.#lab, this.#watch.count, this.#runLength);
    else this.#lab.advance(1, SLICE);
    this.#took += now() - before;
    if (this.#lab.timedOut) return;
    this.#watch.add(this.#took);
    this.#took = 0;
  }

  close(): void {
    this.#lab.close();
  }
}

/**
 * Returns a scene with one instance only, in mode `track`, because an instance that has stopped
 * takes no time.
 */
export function makeTimingScene(scene: Scene, instance: number): Scene {
  const { scenario } = scene;
  const methods = scenario.methods.slice(instance, instance + 1);
  const run = { ...scenario.run, mode: 'track' as const, updatesPerFrame: 1 };
  return { ...scene, scenario: { ...scenario, methods, run } };
}

const MAX_RUN_LENGTH = 256; // Updates.
const MAX_PROBE_TIME = 20; // Milliseconds: a sufficient sample of a slow method.

function measureRunLength(lab: Lab, now: () => number): number {
  const end = now() + MAX_PROBE_TIME;
  let updates = 0;
  while (updates < MAX_RUN_LENGTH && !(updates > 0 && (lab.status(0).within || now() > end))) {
    lab.advance(1, MAX_PROBE_TIME);
    updates++;
  }
  const reached = lab.status(0).within;
  lab.restart();
  return reached || updates === MAX_RUN_LENGTH ? updates : Number.POSITIVE_INFINITY;
}

function runUpdates(lab: Lab, updates: number, runLength: number): void {
  for (let u = 0; u < updates && !lab.timedOut; u++) {
    if (runLength <= MAX_RUN_LENGTH && u % runLength === 0) lab.restart();
    lab.advance(1, updates === 1 ? SLICE : undefined);
  }
}
