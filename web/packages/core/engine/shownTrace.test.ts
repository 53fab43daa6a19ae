/** The single numbers that methods show, per update, in the trace. */
import { expect, test } from 'vitest';
import type { UpdateRecord } from './engine.ts';
import { makePresetTestScene, testEngine } from './testEngine.ts';
import { OBSERVED_TEST_METHODS } from './testObservedMethods.ts';

const engine = await testEngine();
const norm = (step: readonly number[]): number => Math.hypot(...step);

test('records have the shown numbers: ‖Δθ‖ of the applied step, k of the update, λ of DLS', () => {
  const run = { mode: 'track', updatesPerFrame: 7 };
  const lab = engine.open(
    makePresetTestScene('double-y', engine, { methods: OBSERVED_TEST_METHODS, run }),
  );
  expect(lab.observableCounts).toEqual([0, 3, 1, 3]);
  const records: UpdateRecord[] = [];
  for (let frame = 0; frame < 12; frame++) {
    lab.advance();
    lab.drain((record) => records.push(record));
  }
  expect(records).toHaveLength(4 * 84);
  const before = new Map<number, number>();
  for (const { instance, update, step, errors, lambda, shown } of records) {
    if (instance === 0) expect(shown).toEqual([]);
    else if (instance === 2) expect(shown).toEqual([lambda]);
    else {
      const [size = null, k, away] = shown;
      expect(Math.abs((size ?? 0) / norm(step) - 1)).toBeLessThan(1e-12);
      expect(k).toBe(update);
      if (update > 1 && (update - 1) % 7 !== 0) expect(away).toBe(before.get(instance));
      before.set(instance, errors[0] ?? 0);
    }
  }
  lab.close();
});
