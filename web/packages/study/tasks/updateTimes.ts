/**
 * Measures the time per update of each method. Methods take turns on the same problems of the
 * study. The best rounds count.
 */

import { type Engine, type Lab, makeProblemScene, openProblemBatch } from '@iklab/core/engine';
import { resolveScenario, type Scenario, type Scene } from '@iklab/core/scenario';
import { runGeneratorToEnd, threadTime } from '@iklab/core/time';
import {
  BUSY_MACHINE_TEXT,
  computeUpdateTime,
  isMachineBusy,
  measureClockResolution,
  type UpdateTime,
} from '@iklab/run/playback';
import { makeTimingScene } from '@iklab/run/playback/timing';
import { parseStudy } from '../document/parseStudy.ts';
import type { Study } from '../document/study.ts';
import { fullStudyDocument } from '../document/writeStudy.ts';
import type { TaskRunPlan } from './taskRun.ts';

export interface UpdateTimesRequest {
  readonly kind: 'pace';
  readonly document: object;
}

const PROBLEM_COUNT = 8;
const MAX_UPDATES = 64;
const SLOW_UPDATE_TIME = 2; // Milliseconds per update.
const ROUNDS = 12;
const MIN_ROUND_TIME = 3; // Minimum, milliseconds.
const MIN_CLOCK_STEPS = 20; // Minimum, steps of the clock.
// Warm-up before the first round, ms: the module is compiled with optimisation meanwhile.
const WARM_UP_TIME = 20;
/** Greatest number of timed cells. A larger study is not timed. */
export const MAX_TIMED_CELLS = 32;

export const planUpdateTimesTask = (study: Study, key: string): TaskRunPlan => ({
  key: `${key}-paces`,
  title: 'Times',
  tasks: [{ group: 'Times', request: makeUpdateTimesRequest(study), weight: 1 }],
  hidden: true,
});

export const makeUpdateTimesRequest = (study: Study): UpdateTimesRequest => ({
  kind: 'pace',
  document: fullStudyDocument(study),
});

/** Measures microseconds per update of each cell; empty above `MAX_TIMED_CELLS` cells. */
export function* updateTimesSteps(
  { document }: UpdateTimesRequest,
  engine: Engine,
  now = threadTime.now,
): Generator<void, readonly UpdateTime[]> {
  const read = parseStudy(document, engine.catalogue);
  if (!read.ok) throw new Error(`${read.faults[0]?.path}: ${read.faults[0]?.reason}`);
  if (read.value.cells.length > MAX_TIMED_CELLS) return [];
  const laps: MethodTimer[] = [];
  try {
    for (const scenes of soloScenes(read.value, engine)) {
      laps.push(new MethodTimer(engine, scenes, now));
      yield;
    }
    return yield* measureTimesInTurns(laps, now);
  } finally {
    for (const timer of laps) timer.close();
  }
}

/** Measures microseconds per update of several methods, which take turns after a warm-up. */
export function* measureTimesInTurns(
  laps: readonly MethodTimer[],
  now: () => number,
): Generator<void, readonly UpdateTime[]> {
  const least = Math.max(MIN_ROUND_TIME, MIN_CLOCK_STEPS * measureClockResolution(now));
  for (const timer of laps) {
    timer.round(WARM_UP_TIME);
    yield;
  }
  const samples = laps.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [cell, timer] of laps.entries()) {
      samples[cell]?.push(timer.round(least));
      yield;
    }
  return samples.map(computeUpdateTime);
}

/** Converts measured update times to milliseconds per update of each cell. */
export const updateTimesInMilliseconds = (times: unknown): readonly number[] =>
  ((times ?? []) as readonly UpdateTime[]).map(({ best }) => best / 1000);

export const measureUpdateTimes = (
  request: UpdateTimesRequest,
  engine: Engine,
): readonly UpdateTime[] => runGeneratorToEnd(updateTimesSteps(request, engine));

function* soloScenes(study: Study, engine: Engine): Generator<Scene[]> {
  const scenesByScenario = new Map<Scenario, Scene[]>();
  for (const { scenario, panel } of study.cells) {
    const drawn = scenesByScenario.get(scenario) ?? drawProblems(study, scenario, engine);
    scenesByScenario.set(scenario, drawn);
    yield drawn.map((scene) =>
      makeTimingScene({ ...scene, scenario: { ...scene.scenario, methods: [panel] } }, 0),
    );
  }
}

function drawProblems(study: Study, scenario: Scenario, engine: Engine): Scene[] {
  const scene = resolveScenario(scenario);
  const batch = openProblemBatch(engine, scene, study);
  try {
    const count = Math.min(PROBLEM_COUNT, study.count);
    return Array.from({ length: count }, (_, i) => makeProblemScene(scene, batch.draw(i)));
  } finally {
    batch.delete();
  }
}

/** Measures the time of a method on several problems. Every round does the same work. */
export class MethodTimer {
  readonly #now: () => number;
  readonly #labs: Lab[] = [];
  /** Number of updates to the target, per problem. Later updates are not representative. */
  readonly #updateCounts: number[] = [];

  constructor(engine: Engine, scenes: readonly Scene[], now: () => number) {
    this.#now = now;
    try {
      for (const scene of scenes) {
        const lab = engine.open(scene);
        this.#labs.push(lab);
        this.#updateCounts.push(countUpdates(lab, now));
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Runs the method over all problems for at least `least` milliseconds; returns microseconds per
   * update.
   */
  round(least: number): number {
    const started = this.#now();
    let [updates, elapsed] = [0, 0];
    while (elapsed < least) {
      for (const [i, lab] of this.#labs.entries()) {
        lab.restart();
        const updateCount = this.#updateCounts[i] ?? 0;
        for (let u = 0; u < updateCount; u++) lab.advance(1);
        updates += updateCount;
      }
      elapsed = this.#now() - started;
    }
    return (1000 * elapsed) / updates;
  }

  close(): void {
    for (const lab of this.#labs) lab.close();
  }
}

function countUpdates(lab: Lab, now: () => number): number {
  const end = now() + SLOW_UPDATE_TIME;
  let updates = 0;
  while (updates < MAX_UPDATES && !(updates > 0 && (lab.status(0).within || now() > end))) {
    lab.advance(1);
    updates++;
  }
  return updates;
}

export const UPDATE_TIMES_HELP = `time per problem: number of updates × time per update on this computer, measured on ${PROBLEM_COUNT} of the problems, interleaved with the other methods: best run (median in brackets).`;

export const updateTimesText = (times: readonly UpdateTime[]): string =>
  isMachineBusy(times) ? `${UPDATE_TIMES_HELP} ${BUSY_MACHINE_TEXT}` : UPDATE_TIMES_HELP;
