import type { StopReason } from '@iklab/core/engine';
import type { RunSettings } from '@iklab/core/scenario';
import type { RunHistory } from '@iklab/run/history';
import { describe, expect, test } from 'vitest';
import {
  type ChartLine,
  computeCurveMarkInterval,
  computeCurveMarkOffset,
  findCurveRangeExit,
  findLastCurvePoint,
  makeRunAxis,
  SampledCurves,
} from './sampledCurves.ts';

type Entry = readonly [error: number, stop?: StopReason];

/**
 * A history with one entry per column and one row per panel; `first` is the number of the first
 * entry.
 */
function historyOf(panels: readonly (readonly Entry[])[], first = 0): RunHistory {
  const of = (entry: number, panel: number) => panels[panel]?.[entry - first] as Entry;
  return {
    first,
    approachStart: first,
    instances: panels.length,
    last: first + (panels[0]?.length ?? 0) - 1,
    error: (entry: number, panel: number) => of(entry, panel)[0],
    stop: (entry: number, panel: number) => of(entry, panel)[1] ?? null,
    update: (entry: number) => 3 * entry,
    time: (entry: number) => 0.01 * entry,
  } as unknown as RunHistory;
}

const run = (mode: RunSettings['mode']) => ({ mode }) as RunSettings;
const filled = (history: RunHistory, log = false, shown = [true]): SampledCurves => {
  const curves = new SampledCurves();
  const at = makeRunAxis(history, run('converge'), 'update');
  const lines = shown.map(
    (_, panel): ChartLine => ({
      slot: 1,
      label: '',
      panel,
      value: (entry) => history.error(entry, panel),
    }),
  );
  curves.fill(history, at, history.first, lines, shown, log);
  return curves;
};

test('the x axis counts updates, frames or time, depending on the mode', () => {
  const history = historyOf([[[1], [1], [1]]]);
  const at = (mode: RunSettings['mode'], across: 'update' | 'time') => {
    const { unit, x } = makeRunAxis(history, run(mode), across);
    return `${x(2)} ${unit}`;
  };
  expect(at('track', 'update')).toBe('6 updates');
  expect(at('track', 'time')).toBe('0.02 s');
  expect(at('hybrid', 'update')).toBe('2 frames');
  expect(at('hybrid', 'time')).toBe('0.02 s');
  expect(at('converge', 'update')).toBe('2 updates');
  expect(at('converge', 'time')).toBe('2 updates');
});

describe('the curve of a panel', () => {
  test('ends where the method stopped, and continues when the target moves', () => {
    const history = historyOf([
      [[4], [2], [1, 'reached'], [1, 'reached'], [3], [1, 'stalled'], [1, 'stalled']],
    ]);
    expect(filled(history).ys).toEqual([[4, 2, 1, null, 3, 1, null]]);
  });

  test('starts with a point even if the method had stopped before', () => {
    const history = historyOf(
      [
        [
          [1, 'reached'],
          [1, 'reached'],
        ],
      ],
      5,
    );
    const { xs, ys, entries } = filled(history);
    expect([xs, ys, entries]).toEqual([[0, 1], [[1, null]], [5, 6]]);
  });

  test('combines entries into fewer points, and keeps their envelope', () => {
    const history = historyOf([[[9], [1], [5], [2], [6], [3], [4]]]);
    const curves = new SampledCurves();
    const line: ChartLine = {
      slot: 1,
      label: '',
      panel: 0,
      value: (entry) => history.error(entry, 0),
    };
    const at = makeRunAxis(history, run('converge'), 'update');
    curves.fill(history, at, 0, [line], [true], false, 3);
    expect([curves.step, curves.entries, curves.ys]).toEqual([3, [0, 5, 6], [[9, 3, 4]]]);
    expect(curves.bands[0]).toEqual({ low: [9, 1, 4], high: [9, 6, 4] });
    expect([0, 1, 5, 6, 7].map((entry) => curves.pointIndex(entry))).toEqual([0, 1, 1, 2, -1]);
    expect([curves.smallest, curves.largest]).toEqual([1, 9]);
  });

  test('is logarithmic even for zero, and has a gap at NaN', () => {
    const { ys, smallest, largest } = filled(historyOf([[[100], [0.1], [0], [Number.NaN]]]), true);
    expect(ys[0]?.slice(0, 2)).toEqual([2, -1]);
    expect(ys[0]?.[2]).toBe(-30);
    expect(ys[0]?.[3]).toBeNull();
    expect([smallest, largest]).toEqual([0, 100]);
  });

  test('is empty for a hidden panel, which does not affect the range', () => {
    const history = historyOf([
      [[9], [9]],
      [[1], [2]],
    ]);
    const { ys, largest } = filled(history, false, [false, true]);
    expect(ys).toEqual([
      [null, null],
      [1, 2],
    ]);
    expect(largest).toBe(2);
  });

  test('shortens with the history', () => {
    const curves = filled(historyOf([[[1], [2], [3]]]));
    const short = historyOf([[[7]]]);
    const line: ChartLine = { slot: 1, label: '', panel: 0, value: () => 7 };
    curves.fill(short, makeRunAxis(short, run('converge'), 'update'), 0, [line], [true], false);
    expect([curves.xs, curves.ys]).toEqual([[0], [[7]]]);
  });
});

test('lastPoint is the index of the last number', () => {
  expect(findLastCurvePoint([1, 2, null])).toBe(1);
  expect(findLastCurvePoint([null, null])).toBe(-1);
});

test('a curve leaves the range where it crosses its edge', () => {
  expect(findCurveRangeExit([2, 0, -2, -6], 3, [-4, 2])).toEqual({ i: 2, share: 0.5, edge: -4 });
  expect(findCurveRangeExit([1, -8, -9, -9], 3, [-3, 2])).toEqual({ i: 0, share: 4 / 9, edge: -3 });
  expect(findCurveRangeExit([0, 4], 1, [-3, 2])).toEqual({ i: 0, share: 0.5, edge: 2 });
  expect(findCurveRangeExit([-9, -8], 1, [-3, 2])).toBeNull();
  expect(findCurveRangeExit([0, null, -9], 2, [-3, 2])).toBeNull();
});

test('marks are spaced by the number of points and shifted by slot', () => {
  expect([1, 40, 60, 61, 240, 3600].map(computeCurveMarkInterval)).toEqual([9, 9, 9, 18, 36, 576]);
  const shifts = [1, 2, 3, 4, 5, 6, 7, 8].map((slot) => computeCurveMarkOffset(slot, 9) % 9);
  expect(new Set(shifts).size).toBe(8);
});
