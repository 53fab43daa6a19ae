/**
 * What an update of each method takes here: one definition for all of them. Each has labs of its own on
 * the same problems of the study, so that none has another's path; they take turns, and their best
 * rounds count.
 */

import { type Engine, type Lab, openBatch, sceneOfRow } from 'iklab/engine';
import { BUSY_TEXT, isBusy, resolutionOf, soloTrack, type UpdateTime, updateTime } from 'iklab/run';
import { resolve, type Scenario, type Scene } from 'iklab/scenario';
import { threadTime } from 'iklab/time';
import { parseStudy } from './parseStudy.ts';
import type { Study } from './study.ts';
import type { RunPlan } from './taskRun.ts';
import { fullStudy } from './writeStudy.ts';

export interface PaceRequest {
  readonly kind: 'pace';
  readonly document: object;
}

const PROBLEMS = 8;
/** Of a problem, updates: of a slow method fewer. */
const LONGEST = 64;
const SLOW = 2; // ms
const ROUNDS = 12;
const ROUND = 3; // ms at least
const TICKS = 20; // of the clock, at least
const WARM = 20; // ms before the first round: the module is compiled for speed meanwhile
/** Methods that take turns; of more none is timed. */
export const MOST_TIMED = 32;

/** The plan that times an update of each method of a study. */
export const pacePlan = (study: Study, key: string): RunPlan => ({
  key: `${key}-paces`,
  title: 'Times',
  tasks: [{ group: 'Times', request: paceRequest(study), weight: 1 }],
  hidden: true,
});

export const paceRequest = (study: Study): PaceRequest => ({
  kind: 'pace',
  document: fullStudy(study),
});

/** Microseconds an update of each cell; none where there are too many. */
export function* paceSteps(
  { document }: PaceRequest,
  engine: Engine,
  now = threadTime.now,
): Generator<void, readonly UpdateTime[]> {
  const read = parseStudy(document, engine.catalogue);
  if (!read.ok) throw new Error(`${read.faults[0]?.path}: ${read.faults[0]?.reason}`);
  if (read.value.cells.length > MOST_TIMED) return [];
  const laps: Lap[] = [];
  try {
    for (const scenes of scenesOf(read.value, engine)) {
      laps.push(new Lap(engine, scenes, now));
      yield;
    }
    return yield* inTurn(laps, now);
  } finally {
    for (const lap of laps) lap.close();
  }
}

/** Microseconds an update of each: they take turns, once the module is compiled for speed. */
export function* inTurn(
  laps: readonly Lap[],
  now: () => number,
): Generator<void, readonly UpdateTime[]> {
  const least = Math.max(ROUND, TICKS * resolutionOf(now));
  for (const lap of laps) {
    lap.round(WARM);
    yield;
  }
  const samples = laps.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [cell, lap] of laps.entries()) {
      samples[cell]?.push(lap.round(least));
      yield;
    }
  return samples.map(updateTime);
}

/** Milliseconds an update, of what has come of a request. */
export const updateMillis = (times: unknown): readonly number[] =>
  ((times ?? []) as readonly UpdateTime[]).map(({ best }) => best / 1000);

export const pacesOf = (request: PaceRequest, engine: Engine): readonly UpdateTime[] =>
  ended(paceSteps(request, engine));

/** What steps come to that nobody waits between. */
export function ended<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Of each cell its method alone, on the first problems. */
function* scenesOf(study: Study, engine: Engine): Generator<Scene[]> {
  const known = new Map<Scenario, Scene[]>();
  for (const { scenario, panel } of study.cells) {
    const drawn = known.get(scenario) ?? drawnOf(study, scenario, engine);
    known.set(scenario, drawn);
    yield drawn.map((scene) =>
      soloTrack({ ...scene, scenario: { ...scene.scenario, methods: [panel] } }, 0),
    );
  }
}

function drawnOf(study: Study, scenario: Scenario, engine: Engine): Scene[] {
  const scene = resolve(scenario);
  const batch = openBatch(engine, scene, study);
  try {
    const count = Math.min(PROBLEMS, study.count);
    return Array.from({ length: count }, (_, i) => sceneOfRow(scene, batch.draw(i)));
  } finally {
    batch.delete();
  }
}

/** The problems of a method one after the other: every round is the same work. */
export class Lap {
  readonly #now: () => number;
  readonly #labs: Lab[] = [];
  /** Updates until it is there: what comes after would not be a fair sample. */
  readonly #ways: number[] = [];

  constructor(engine: Engine, scenes: readonly Scene[], now: () => number) {
    this.#now = now;
    try {
      for (const scene of scenes) {
        const lab = engine.open(scene);
        this.#labs.push(lab);
        this.#ways.push(wayOf(lab, now));
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Microseconds an update, over whole laps of so many milliseconds at least. */
  round(least: number): number {
    const begun = this.#now();
    let [updates, elapsed] = [0, 0];
    while (elapsed < least) {
      for (const [i, lab] of this.#labs.entries()) {
        lab.restart();
        const way = this.#ways[i] ?? 0;
        for (let u = 0; u < way; u++) lab.advance(1);
        updates += way;
      }
      elapsed = this.#now() - begun;
    }
    return (1000 * elapsed) / updates;
  }

  close(): void {
    for (const lab of this.#labs) lab.close();
  }
}

function wayOf(lab: Lab, now: () => number): number {
  const end = now() + SLOW;
  let updates = 0;
  while (updates < LONGEST && !(updates > 0 && (lab.status(0).within || now() > end))) {
    lab.advance(1);
    updates++;
  }
  return updates;
}

/** What a time is, to stand where one does. */
export const TIMES_HELP = `time per problem: number of updates × time per update on this computer, measured on ${PROBLEMS} of the problems, interleaved with the other methods: best run (median in brackets).`;

/** What times are, and whether they were slowed. */
export const timesText = (times: readonly UpdateTime[]): string =>
  isBusy(times) ? `${TIMES_HELP} ${BUSY_TEXT}` : TIMES_HELP;
