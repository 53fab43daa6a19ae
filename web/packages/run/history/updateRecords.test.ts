import type { StopReason, UpdateRecord } from '@iklab/core/engine';
import { describe, expect, test } from 'vitest';
import {
  interleavedRecords,
  panelRecords,
  type ReportedRecord,
  type RunLimits,
  type RunnableLab,
} from './updateRecords.ts';

const record = (instance: number, update: number, stop: StopReason | null): UpdateRecord => ({
  instance,
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
  restarts: 0,
  shown: [],
});

/** A lab of one panel that makes `calls[i]` updates in call i of `advance`. */
function scriptedLab(calls: readonly number[], stopAt = 0): RunnableLab {
  let [made, call] = [0, 0];
  return {
    advance: () => ++call >= calls.length,
    drain(each) {
      for (let i = calls[call - 1] ?? 0; i > 0; i--) {
        made++;
        each(record(0, made, made === stopAt ? 'reached' : null));
      }
    },
  };
}

const reportedLines = (limits: RunLimits, ...labs: readonly RunnableLab[]) =>
  [...interleavedRecords(labs.map((lab) => panelRecords(lab, limits)))].map(
    ({ panel, update, stop }: ReportedRecord) => `${update}.${panel}${stop ? ` ${stop}` : ''}`,
  );

describe('the records of a run', () => {
  test('are ordered by update, then by panel; the last ones have a stop reason', () => {
    const labs = [scriptedLab([1, 1]), scriptedLab([1, 1]), scriptedLab([1, 1])];
    expect(reportedLines({ updates: 2, stopsForGood: false }, ...labs)).toEqual([
      '1.0',
      '1.1',
      '1.2',
      '2.0 update-limit',
      '2.1 update-limit',
      '2.2 update-limit',
    ]);
  });

  test('keep that order if a panel makes fewer updates per frame', () => {
    const labs = [scriptedLab([3]), scriptedLab([1, 1, 1])];
    expect(reportedLines({ updates: 3, stopsForGood: false }, ...labs)).toEqual([
      '1.0',
      '1.1',
      '2.0',
      '2.1',
      '3.0 update-limit',
      '3.1 update-limit',
    ]);
  });

  test('end when all panels have stopped and the targets stay still', () => {
    const labs = [scriptedLab([2], 2), scriptedLab([3], 3)];
    expect(reportedLines({ updates: 9, stopsForGood: false }, ...labs)).toEqual([
      '1.0',
      '1.1',
      '2.0 reached',
      '2.1',
      '3.1 reached',
    ]);
  });

  test('continue without a panel that has stopped', () => {
    const labs = [scriptedLab([2, 0], 2), scriptedLab([2, 2], 4)];
    expect(reportedLines({ updates: null, stopsForGood: true }, ...labs)).toEqual([
      '1.0',
      '1.1',
      '2.0 reached',
      '2.1',
      '3.1',
      '4.1 reached',
    ]);
  });

  test('end at the update limit even if a panel would continue', () => {
    const labs = [scriptedLab([5], 2), scriptedLab([5], 9)];
    expect(reportedLines({ updates: 3, stopsForGood: true }, ...labs)).toEqual([
      '1.0',
      '1.1',
      '2.0 reached',
      '2.1',
      '3.1 update-limit',
    ]);
  });

  test('keep the stops of earlier frames if the targets keep moving', () => {
    expect(reportedLines({ updates: 3, stopsForGood: false }, scriptedLab([1, 2], 1))).toEqual([
      '1.0 reached',
      '2.0',
      '3.0 update-limit',
    ]);
  });

  test('are yielded as they come: no panel runs ahead of the others by more than one frame', () => {
    const calls = [0, 0];
    const endless = (panel: number): RunnableLab => ({
      advance: () => {
        calls[panel] = (calls[panel] ?? 0) + 1;
        return true;
      },
      // Panel 1 makes an update every thousandth frame.
      drain(each) {
        const made = panel === 0 ? (calls[0] ?? 0) : (calls[1] ?? 0) / 1000;
        if (Number.isInteger(made)) each(record(panel, made, null));
      },
    });
    const limits = { updates: 1e9, stopsForGood: false };
    const run = interleavedRecords([0, 1].map((panel) => panelRecords(endless(panel), limits)));
    for (let i = 0; i < 20; i++) expect(run.next().value?.update).toBe(Math.floor(i / 2) + 1);
    expect(calls).toEqual([11, 11_000]);
  });
});
