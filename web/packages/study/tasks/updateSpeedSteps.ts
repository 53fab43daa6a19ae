import type { Engine } from '@iklab/core/engine';
import { threadTime } from '@iklab/core/time';
import { makePresetScene } from '@iklab/run/drawing';
import type { UpdateTime } from '@iklab/run/playback';
import { makeTimingScene } from '@iklab/run/playback/timing';
import type { TaskRunPlan } from './taskRun.ts';
import { MethodTimer, measureTimesInTurns } from './updateTimes.ts';

export interface UpdateSpeedRequest {
  readonly kind: 'speed';
  readonly methods: readonly string[];
}

/** Timed preset of Buss & Kim 2004: 25 joints, four moving targets. */
export const TIMED_PRESET = 'double-y';

export const planUpdateSpeedTask = (
  methods: readonly string[],
  repetition: number,
): TaskRunPlan => ({
  key: `speed-${repetition}`,
  title: 'Speed on this computer',
  tasks: [{ group: 'Times', request: { kind: 'speed', methods }, weight: 1 }],
  hidden: true,
});

/** Measures microseconds per update of each method on the timed preset. */
export function* updateSpeedSteps(
  { methods }: UpdateSpeedRequest,
  engine: Engine,
  now = threadTime.now,
): Generator<void, readonly UpdateTime[]> {
  const laps: MethodTimer[] = [];
  try {
    for (const method of methods) {
      laps.push(
        new MethodTimer(
          engine,
          [makeTimingScene(makePresetScene(engine, TIMED_PRESET, method), 0)],
          now,
        ),
      );
      yield;
    }
    return yield* measureTimesInTurns(laps, now);
  } finally {
    for (const timer of laps) timer.close();
  }
}
