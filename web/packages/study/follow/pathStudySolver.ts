import { type Engine, openPathFollower, type PathFollower } from '@iklab/core/engine';
import type { Scenario } from '@iklab/core/scenario';
import { computePathRun, type PathRun } from './computePathRun.ts';
import { findPathRunStarts } from './findPathRunStarts.ts';
import { type FollowedPath, makeFollowedPath } from './followedPath.ts';
import type { PathStudy } from './pathStudy.ts';
import { ExternalSolverRun } from './runs/externalSolverRun.ts';

const POINTS_PER_CALL = 1000; // Points per call of the module.

interface OpenPath {
  readonly scenario: Scenario;
  readonly path: FollowedPath;
  readonly starts: readonly (readonly number[])[];
  readonly follower: PathFollower;
}

export class PathStudySolver {
  readonly #engine: Engine;
  readonly #study: PathStudy;
  #open: OpenPath | null = null;

  constructor(engine: Engine, study: PathStudy) {
    this.#engine = engine;
    this.#study = study;
  }

  /**
   * Runs a method of the study along the path from one start. `clock`, in milliseconds, times the
   * points. Throws an EngineError if the module rejects the scene.
   */
  solve(cell: number, index: number, clock?: () => number): PathRun {
    const { panel, path, start, follower } = this.#openRun(cell, index);
    const { updates, rounds, period, points } = this.#study.sampling;
    follower.begin({ panel, start, updates, rounds });
    advance(follower, points * (rounds - 1));
    const seconds = clock ? timePoints(follower, points, clock) : null;
    while (!follower.advance(POINTS_PER_CALL));
    const { followed } = follower;
    return computePathRun(path, followed, start, period, seconds);
  }

  /** Opens a run of an external solver. The run is valid until the next run is solved or opened. */
  openAnsweredRun(cell: number, index: number): ExternalSolverRun {
    const { path, start, follower } = this.#openRun(cell, index);
    return new ExternalSolverRun(path, follower, start, this.#study.sampling);
  }

  #openRun(cell: number, index: number) {
    const found = this.#study.cells[cell];
    if (!found) throw new Error(`the study has no cell ${cell}`);
    const { path, starts, follower } = this.#openPath(found.scenario);
    const start = starts[index];
    if (!start) throw new Error(`the study has no run ${index}`);
    return { panel: found.panel, path, start, follower };
  }

  /**
   * Returns the pose before the last round of a run: the start of the run, or the last pose of the
   * previous round.
   */
  before(cell: number, index: number): readonly number[] {
    const { updates, rounds, points } = this.#study.sampling;
    const found = this.#study.cells[cell];
    const start = this.startPoses(cell)[index];
    if (!found || !start) throw new Error(`the study has no run ${index} of cell ${cell}`);
    if (rounds === 1) return start;
    const { follower } = this.#openPath(found.scenario);
    follower.begin({ panel: found.panel, start, updates, rounds });
    advance(follower, points * (rounds - 1));
    return [...follower.followed.poses.slice(-start.length)];
  }

  /** Returns the start poses of the runs of a cell, the same for all methods of a study. */
  startPoses(cell: number): readonly (readonly number[])[] {
    const found = this.#study.cells[cell];
    return found ? this.#openPath(found.scenario).starts : [];
  }

  #openPath(scenario: Scenario): OpenPath {
    if (this.#open?.scenario === scenario) return this.#open;
    this.close();
    const { sampling, seed } = this.#study;
    const path = makeFollowedPath(scenario, sampling);
    const starts = findPathRunStarts(this.#engine, path.scene, seed, sampling.starts);
    const follower = openPathFollower(this.#engine, path.scene);
    this.#open = { scenario, path, starts, follower };
    follower.setPath(path.points);
    return this.#open;
  }

  close(): void {
    this.#open?.follower.delete();
    this.#open = null;
  }
}

function advance(follower: PathFollower, points: number): void {
  for (let left = points; left > 0; left -= POINTS_PER_CALL)
    follower.advance(Math.min(POINTS_PER_CALL, left));
}

function timePoints(follower: PathFollower, points: number, clock: () => number): Float64Array {
  let last = clock();
  return Float64Array.from({ length: points }, () => {
    follower.advance(1);
    const time = clock();
    const seconds = (time - last) / 1000;
    last = time;
    return seconds;
  });
}
