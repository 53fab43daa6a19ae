/** What an update of every method takes on this machine, on the scene that a paper timed. */

import type { Engine } from 'iklab/engine';
import { sceneWith, soloTrack, type UpdateTime } from 'iklab/run';
import { threadTime } from 'iklab/time';
import { inTurn, Lap } from './paces.ts';
import type { RunPlan } from './taskRun.ts';

export interface SpeedRequest {
  readonly kind: 'speed';
  /** Of the methods, all on the same scene. */
  readonly methods: readonly string[];
}

/** Buss & Kim 2004: 25 joints, four targets that move. */
export const SPEED_SCENE = 'double-y';

/** The plan that times these methods; `turn`: of several that are asked for, which. */
export const speedPlan = (methods: readonly string[], turn: number): RunPlan => ({
  key: `speed-${turn}`,
  title: 'Speed on this computer',
  tasks: [{ group: 'Times', request: { kind: 'speed', methods }, weight: 1 }],
  hidden: true,
});

/** Microseconds an update of each of the methods. */
export function* speedSteps(
  { methods }: SpeedRequest,
  engine: Engine,
  now = threadTime.now,
): Generator<void, readonly UpdateTime[]> {
  const laps: Lap[] = [];
  try {
    for (const method of methods) {
      laps.push(new Lap(engine, [soloTrack(sceneWith(engine, SPEED_SCENE, method), 0)], now));
      yield;
    }
    return yield* inTurn(laps, now);
  } finally {
    for (const lap of laps) lap.close();
  }
}
