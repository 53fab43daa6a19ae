import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { drawRunSketch } from './drawRunSketch.ts';

test('keeps the first and the last pose of a run with more poses than it draws', async () => {
  const engine = await testEngine();
  const scene = makePresetTestScene('double-y', engine);
  const most = 157;
  const { angles } = drawRunSketch(engine, scene, 'first', { most });
  expect(angles.length).toBeLessThan(most);
  const lab = engine.open(scene);
  expect(angles[0]).toEqual(lab.angles(0));
  for (let update = 0; update < most && !lab.finished; update++) lab.advance(1);
  expect(angles.at(-1)).toEqual(lab.angles(0));
  lab.close();
});
