import { expect, test } from 'vitest';
import { presetScene, testEngine } from '../engine/testEngine.ts';
import { plain, why } from './why.ts';

test('a question, an answer, and the directions that are left', async () => {
  const engine = await testEngine();
  const methods = [{ id: 'transpose' }];
  const scene = presetScene('double-y', engine, { methods, run: { mode: 'converge' } });
  const lab = engine.open(scene);
  lab.advance();
  const found = why({ scene, lab, panel: 0, trend: 'steady' });
  expect(found.question).toMatch(/^Why is .*\?$/);
  expect(plain(found.answer)).not.toBe('');
  const all = Math.hypot(...found.directions.map(({ missing }) => missing));
  expect(found.directions).toHaveLength(12);
  expect(all).toBeGreaterThan(0);
  lab.close();
});
