/** The single numbers that methods show, per update, as recorded in a history. */

import { makePresetTestScene, OBSERVED_TEST_METHODS, testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { RunHistory } from '../history/runHistory.ts';

const engine = await testEngine();

test('an entry has the shown numbers of its last update; the start has none', () => {
  const scene = makePresetTestScene('double-y', engine, {
    methods: OBSERVED_TEST_METHODS,
    run: { updatesPerFrame: 5 },
  });
  const lab = engine.open(scene);
  const history = RunHistory.forScene(scene, lab);
  history.record(lab);
  expect([0, 1, 2, 3].map((panel) => history.observable(0, panel, 0))).toEqual(
    Array(4).fill(Number.NaN),
  );
  for (let frame = 1; frame <= 20; frame++) {
    lab.advance();
    history.record(lab);
  }
  for (const entry of [1, 7, 20])
    for (const panel of [1, 3]) {
      const size = Math.hypot(...history.step(entry, panel));
      expect(Math.abs(history.observable(entry, panel, 0) / size - 1)).toBeLessThan(1e-12);
      expect(history.observable(entry, panel, 1)).toBe(5 * entry);
      expect(history.observable(entry, panel, 3)).toBeNaN();
    }
  expect(history.observable(9, 2, 0)).toBe(history.lambda(9, 2));
  expect(history.observable(9, 0, 0)).toBeNaN();
  lab.close();
});
