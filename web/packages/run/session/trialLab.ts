import type { Engine, Lab, StopReason } from '@iklab/core/engine';
import type { Scenario, Scene } from '@iklab/core/scenario';
import { deepEqual } from '@iklab/core/scenario';
import { isStationaryMotion } from '@iklab/core/scenario/targets';

export interface TrialResult {
  /**
   * Stop reason; `reached` also for an endless run whose targets stay reached; null if the run
   * continues.
   */
  readonly stop: StopReason | null;
  readonly updates: number;
  /**
   * Sum of the targets' distances at the end, in metres. With moving targets: mean over the second
   * half of the run.
   */
  readonly error: number;
  /**
   * Largest orientation error of a target in radians, averaged like the error; 0 without
   * orientations.
   */
  readonly angle: number;
  /** Objective that the stop rules judge, averaged like the error, in metres. */
  readonly objective: number;
}

export const TRIAL_UPDATES = 400; // Updates per trial.

const MAX_ERROR_RATIO = 0.7; // Largest fraction of the previous error.
const MAX_UPDATES_RATIO = 0.5; // Largest fraction of the previous updates.
export const MIN_SLOW_UPDATES = 50; // Updates: faster runs need no help.

/** Returns whether a run reaches its targets so fast that edits need no trials. */
export const hasReachedTargetsSoon = ({ stop, updates }: TrialResult): boolean =>
  stop === 'reached' && updates < MIN_SLOW_UPDATES;

export function isTrialImprovement(before: TrialResult, after: TrialResult): boolean {
  if (before.stop === 'reached')
    return (
      !hasReachedTargetsSoon(before) &&
      after.stop === 'reached' &&
      after.updates <= MAX_UPDATES_RATIO * before.updates
    );
  return after.stop === 'reached' || after.objective <= MAX_ERROR_RATIO * before.objective;
}

// Between two pauses.
const UPDATES_PER_SLICE = 8; // Updates.
const TIME_PER_SLICE = 4; // Milliseconds.

/**
 * Runs trials of single instances, and reuses one lab for scenes that only differ in the method.
 */
export class TrialLab {
  readonly #engine: Engine;
  #lab: Lab | null = null;
  #openScenario: Scenario | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  *run(scene: Scene, instance: number, most = TRIAL_UPDATES): Generator<number, TrialResult> {
    const lab = this.#open(scene, instance);
    const allStationary = scene.scenario.targets.every(({ motion }) => isStationaryMotion(motion));
    const tracker = allStationary ? new ArrivalTracker() : new MeanTracker();
    for (let made = 0; made < most && !lab.finished; made = lab.status(0).updates) {
      if (lab.advance(Math.min(UPDATES_PER_SLICE, most - made), TIME_PER_SLICE))
        tracker.recordFrame(lab);
      yield made;
    }
    return tracker.toTrial(lab);
  }

  close(): void {
    this.#lab?.close();
    this.#lab = null;
  }

  #open(scene: Scene, instance: number): Lab {
    const one = makeSingleInstanceScene(scene, instance);
    const { scenario } = one;
    const [method] = scenario.methods;
    const alike =
      this.#openScenario &&
      deepEqual(fixedProperties(this.#openScenario), fixedProperties(scenario));
    if (this.#lab && alike && method && this.#lab.hasMethod(method)) {
      this.#lab.setInstance(0, method);
      this.#lab.restart();
      return this.#lab;
    }
    this.close();
    this.#openScenario = scenario;
    this.#lab = this.#engine.open(one);
    return this.#lab;
  }
}

export function makeSingleInstanceScene(scene: Scene, instance: number): Scene {
  const methods = scene.scenario.methods.slice(instance, instance + 1);
  return { ...scene, scenario: { ...scene.scenario, methods } };
}

const fixedProperties = ({ tree, start, limitPolicy, targets, run }: Scenario) => ({
  tree,
  start,
  limitPolicy,
  targets,
  run,
});

class ArrivalTracker {
  #since: number | null = null;

  recordFrame(lab: Lab): void {
    const { within, updates } = lab.status(0);
    if (!within) this.#since = null;
    else this.#since ??= updates;
  }

  toTrial(lab: Lab): TrialResult {
    const { stop, updates, error, orientationError, objective, within } = lab.status(0);
    const reached = within && stop === null && this.#since !== null;
    return {
      stop: reached ? 'reached' : stop,
      updates: reached ? (this.#since ?? updates) : updates,
      error,
      angle: orientationError,
      objective,
    };
  }
}

class MeanTracker {
  readonly #samples: (readonly [number, number, number])[] = [];

  recordFrame(lab: Lab): void {
    const { error, orientationError, objective } = lab.status(0);
    this.#samples.push([error, orientationError, objective]);
  }

  toTrial(lab: Lab): TrialResult {
    if (this.#samples.length === 0) this.recordFrame(lab);
    const half = this.#samples.slice(Math.floor(this.#samples.length / 2));
    const mean = (part: 0 | 1 | 2): number =>
      half.reduce((sum, each) => sum + each[part], 0) / half.length;
    const { updates } = lab.status(0);
    return { stop: null, updates, error: mean(0), angle: mean(1), objective: mean(2) };
  }
}
