import { describe, expect, test } from 'vitest';
import type { StopReason, UpdateRecord } from '../engine/engine.ts';
import { type RunLimits, type Runnable, runRecords, type ToldRecord } from './records.ts';

const record = (panel: number, update: number, stop: StopReason | null): UpdateRecord => ({
  panel,
  update,
  stop,
  frame: 1,
  time: 0,
  errorBefore: 1,
  error: 1,
  errors: [1],
  orientationErrors: [null],
  angles: [0],
  step: [0],
  rank: 1,
  sigma: [1],
  lambda: null,
});

/** A lab that makes these updates: per call of `advance`, per panel, how many. */
function scripted(calls: readonly (readonly number[])[], stopAt: readonly number[] = []): Runnable {
  const made = (calls[0] ?? []).map(() => 0);
  let call = 0;
  return {
    panelCount: made.length,
    advance: () => ++call >= calls.length,
    drain(each) {
      (calls[call - 1] ?? []).forEach((count, panel) => {
        for (let i = 0; i < count; i++) {
          const update = (made[panel] ?? 0) + 1;
          made[panel] = update;
          each(record(panel, update, update === stopAt[panel] ? 'reached' : null));
        }
      });
    },
  };
}

const told = (lab: Runnable, limits: RunLimits) =>
  [...runRecords(lab, limits)].map(
    ({ panel, update, stop }: ToldRecord) => `${update}.${panel}${stop ? ` ${stop}` : ''}`,
  );

describe('the records of a run', () => {
  test('come update by update, the panels in order, the last with a reason', () => {
    const lab = scripted([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    expect(told(lab, { updates: 2, stopsForGood: false })).toEqual([
      '1.0',
      '1.1',
      '1.2',
      '2.0 update-limit',
      '2.1 update-limit',
      '2.2 update-limit',
    ]);
  });

  test('wait for a panel that makes fewer updates a frame', () => {
    const lab = scripted([
      [3, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(told(lab, { updates: 3, stopsForGood: false })).toEqual([
      '1.0',
      '1.1',
      '2.0',
      '2.1',
      '3.0 update-limit',
      '3.1 update-limit',
    ]);
  });

  test('end where panels have stopped and the targets do not move again', () => {
    const lab = scripted([[2, 3]], [2, 3]);
    expect(told(lab, { updates: 9, stopsForGood: false })).toEqual([
      '1.0',
      '1.1',
      '2.0 reached',
      '2.1',
      '3.1 reached',
    ]);
  });

  test('go on without a panel that has stopped', () => {
    const lab = scripted(
      [
        [2, 2],
        [0, 2],
      ],
      [2, 4],
    );
    expect(told(lab, { updates: null, stopsForGood: true })).toEqual([
      '1.0',
      '1.1',
      '2.0 reached',
      '2.1',
      '3.1',
      '4.1 reached',
    ]);
  });

  test('end at the limit even where a panel would go on', () => {
    const lab = scripted([[5, 5]], [2, 9]);
    expect(told(lab, { updates: 3, stopsForGood: true })).toEqual([
      '1.0',
      '1.1',
      '2.0 reached',
      '2.1',
      '3.1 update-limit',
    ]);
  });

  test('keep the stops of earlier frames where the targets move on', () => {
    const lab = scripted([[1], [2]], [1]);
    expect(told(lab, { updates: 3, stopsForGood: false })).toEqual([
      '1.0 reached',
      '2.0',
      '3.0 update-limit',
    ]);
  });

  test('are told as they come, not at the end', () => {
    const run = runRecords(scripted([[1], [1], [1]]), { updates: 3, stopsForGood: false });
    expect(run.next().value?.update).toBe(1);
  });
});
