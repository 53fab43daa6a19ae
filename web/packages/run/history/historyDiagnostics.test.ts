import type { InspectedState, Lab } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HistoryDiagnostics } from './historyDiagnostics.ts';
import { RunHistory } from './runHistory.ts';

const engine = await testEngine();
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('slow diagnostics of past entries run in slices with rests, newest entry first', () => {
  const scene = makePresetTestScene('y', engine);
  const lab = engine.open(scene);
  const history = RunHistory.forScene(scene, lab);
  for (let i = 0; i < 3; i++) {
    lab.advance();
    history.record(lab);
  }
  let clock = 0;
  let inspections = 0;
  const slow = {
    instanceCount: lab.instanceCount,
    *inspectSliced(instance: number | null, at: InspectedState) {
      clock += 30;
      inspections++;
      return yield* lab.inspectSliced(instance, at);
    },
  } as Lab;
  const diagnostics = new HistoryDiagnostics({ lab: slow }, history, () => clock);
  expect(diagnostics.fill(0)).toBe(false);
  expect(inspections).toBe(1);
  expect(diagnostics.fill(0)).toBe(false);
  expect(inspections).toBe(1); // rests between slices
  const pass = (rests: number): void => {
    for (let i = 0; i < rests; i++) {
      clock += 120;
      vi.advanceTimersByTime(120);
    }
  };
  pass(lab.instanceCount);
  expect(diagnostics.condition(2, 0)).toBe(
    lab.inspect(null, { angles: history.angles(2, 0) }).condition,
  );
  expect(diagnostics.condition(1, 0)).toBeNaN();
  pass(2 * lab.instanceCount + 1);
  expect(diagnostics.fill(0)).toBe(true);
  expect(inspections).toBe(3 * lab.instanceCount);
  diagnostics.close();
  lab.close();
});
