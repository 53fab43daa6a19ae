import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ObservablesChart } from './observablesChart.ts';
import { recordTestRun, TestCanvas } from './testCanvas.ts';

const engine = await testEngine();
beforeEach(() => void vi.useFakeTimers()); // the clock stands still
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const drawn = (text: string) => {
  const methods = [{ id: 'formula', slot: 1, label: 'Mine', params: { text } }];
  const scene = makePresetTestScene('y', engine, { methods });
  const { parts } = recordTestRun(engine, scene, 3);
  const canvas = new TestCanvas();
  new ObservablesChart(canvas.host, parts).update([true]);
  return { canvas, said: canvas.host.ariaLabel, scene };
};

test('a list of values is drawn as bars with a label, a scalar is described in words', () => {
  const { canvas, said, scene } = drawn(
    'Δθ = Jᵀe\nshow 90° ones(joints) "Turn" rad\nshow 0.5 "Damping" m',
  );
  const bars = canvas.drawn.fills.filter(({ color }) => color === 'slot 1');
  expect(bars.length).toBe(scene.start.length);
  expect(new Set(bars.map(({ points }) => points[0]?.[1])).size).toBe(1); // of one height
  expect(canvas.drawn.texts.map(({ text }) => text)).toContain('Turn, per joint');
  expect(said).toBe(
    `Values reported by Mine: Damping 0.5 m; Turn of ${scene.start.length} joints, 90° to 90°.`,
  );
});

test('a method without reported values says so', () => {
  expect(drawn('Δθ = Jᵀe').said).toBe('Mine reports no internal values.');
});
