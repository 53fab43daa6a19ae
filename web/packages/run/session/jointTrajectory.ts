import type { Engine } from '@iklab/core/engine';
import { hasStationaryTargets } from '@iklab/core/engine';
import type { Scenario, Scene } from '@iklab/core/scenario';
import { resolveScenario } from '@iklab/core/scenario';
import { type PanelRecord, runScenarioPanel } from '../history/updateRecords.ts';

export interface JointTrajectory {
  /** Time between two poses in seconds; the first pose is at 0. */
  readonly timeStep: number;
  /**
   * Poses of the run, each with a value per independent joint, in radians or lengths of the scene.
   */
  readonly poses: readonly (readonly number[])[];
}

const MOST_POSES = 200_000;

/**
 * Collects the poses of a run for playback: the start pose, then one pose per frame. In mode
 * `converge` with stationary targets: one pose per update. `add` throws a RangeError if there are
 * too many poses.
 */
export class TrajectoryRecorder {
  readonly #timeStep: number;
  readonly #perUpdate: boolean;
  readonly #poses: (readonly number[])[];

  constructor(scene: Scene) {
    const { run } = scene.scenario;
    this.#timeStep = run.timeStep;
    this.#perUpdate = run.mode === 'converge' && hasStationaryTargets(scene);
    this.#poses = [scene.start];
  }

  add({ update, frame, angles }: Pick<PanelRecord, 'update' | 'frame' | 'angles'>): void {
    const place = this.#perUpdate ? update : frame;
    if (place >= MOST_POSES) throw new RangeError(`has more than ${MOST_POSES} poses`);
    const last = this.#poses.at(-1) ?? [];
    // In frames without an update, the pose stays.
    while (this.#poses.length < place) this.#poses.push(last);
    this.#poses[place] = angles;
  }

  get trajectory(): JointTrajectory {
    return { timeStep: this.#timeStep, poses: this.#poses };
  }
}

export function* recordTrajectory(
  scenario: Scenario,
  index: number,
  updates: number | null,
  engine: Engine,
): Generator<void, JointTrajectory> {
  const recorder = new TrajectoryRecorder(resolveScenario(scenario));
  for (const record of runScenarioPanel(scenario, index, updates, engine)) {
    recorder.add(record);
    yield;
  }
  return recorder.trajectory;
}
