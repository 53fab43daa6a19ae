/** Runs one instance of a scene from the start, alone and independently of the session. */
import type { Engine, Lab, StopReason } from '../engine/engine.ts';
import { isStill } from '../scenario/still.ts';
import type { Scenario, Scene } from '../scenario/types.ts';
import { deepEqual } from '../scenario/write.ts';

export interface Trial {
  /** `reached` also for endless runs, once the targets stay reached. Null: it continues. */
  readonly stop: StopReason | null;
  readonly updates: number;
  /** Sum of the distances at the end; its mean over the second half if targets move; metres. */
  readonly error: number;
  /** Largest orientation error, averaged likewise, in radians; 0 without orientation. */
  readonly angle: number;
  /** The value that the stop rules judge, averaged likewise, in metres. */
  readonly objective: number;
}

export const TRIAL_UPDATES = 400; // Updates per trial.

const CLEARLY = 0.7; // Largest fraction of the previous error.
const SOONER = 0.5; // Largest fraction of the previous updates.
export const SLOW_UPDATES = 50; // Updates: faster runs need no help.

/** Whether a run succeeds so soon that no changes need be tried. */
export const needsNoCure = ({ stop, updates }: Trial): boolean =>
  stop === 'reached' && updates < SLOW_UPDATES;

export function helps(before: Trial, after: Trial): boolean {
  if (before.stop === 'reached')
    return (
      !needsNoCure(before) && after.stop === 'reached' && after.updates <= SOONER * before.updates
    );
  return after.stop === 'reached' || after.objective <= CLEARLY * before.objective;
}

// Between two pauses.
const SLICE = 8; // Updates.
const TIME = 4; // Milliseconds.

/** Runs instances of similar scenes in one lab, and others in their own. */
export class TrialLab {
  readonly #engine: Engine;
  #lab: Lab | null = null;
  #opened: Scenario | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  *run(scene: Scene, instance: number, most = TRIAL_UPDATES): Generator<number, Trial> {
    const lab = this.#open(scene, instance);
    const still = scene.scenario.targets.every(({ motion }) => isStill(motion));
    const seen = still ? new Arrival() : new Means();
    for (let made = 0; made < most && !lab.finished; made = lab.status(0).updates) {
      if (lab.advance(Math.min(SLICE, most - made), TIME)) seen.frame(lab);
      yield made;
    }
    return seen.trial(lab);
  }

  close(): void {
    this.#lab?.close();
    this.#lab = null;
  }

  #open(scene: Scene, instance: number): Lab {
    const one = soloScene(scene, instance);
    const { scenario } = one;
    const [method] = scenario.methods;
    const alike = this.#opened && deepEqual(lasting(this.#opened), lasting(scenario));
    if (this.#lab && alike && method && this.#lab.knows(method)) {
      this.#lab.setInstance(0, method);
      this.#lab.restart();
      return this.#lab;
    }
    this.close();
    this.#opened = scenario;
    this.#lab = this.#engine.open(one);
    return this.#lab;
  }
}

export function soloScene(scene: Scene, instance: number): Scene {
  const methods = scene.scenario.methods.slice(instance, instance + 1);
  return { ...scene, scenario: { ...scene.scenario, methods } };
}

/** The properties of a scene that an open lab cannot change. */
const lasting = ({ tree, start, limitPolicy, targets, run }: Scenario) => ({
  tree,
  start,
  limitPolicy,
  targets,
  run,
});

/** For stationary targets: whether they are reached, and since which update. */
class Arrival {
  #since: number | null = null;

  frame(lab: Lab): void {
    const { within, updates } = lab.status(0);
    if (!within) this.#since = null;
    else this.#since ??= updates;
  }

  trial(lab: Lab): Trial {
    const { stop, updates, error, orientationError, objective, within } = lab.status(0);
    const there = within && stop === null && this.#since !== null;
    return {
      stop: there ? 'reached' : stop,
      updates: there ? (this.#since ?? updates) : updates,
      error,
      angle: orientationError,
      objective,
    };
  }
}

/** For moving targets: means over the frames. */
class Means {
  readonly #seen: (readonly [number, number, number])[] = [];

  frame(lab: Lab): void {
    const { error, orientationError, objective } = lab.status(0);
    this.#seen.push([error, orientationError, objective]);
  }

  trial(lab: Lab): Trial {
    if (this.#seen.length === 0) this.frame(lab);
    const half = this.#seen.slice(Math.floor(this.#seen.length / 2));
    const mean = (part: 0 | 1 | 2): number =>
      half.reduce((sum, each) => sum + each[part], 0) / half.length;
    const { updates } = lab.status(0);
    return { stop: null, updates, error: mean(0), angle: mean(1), objective: mean(2) };
  }
}
