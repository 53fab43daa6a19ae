/** The method table against the module: every failure that it tells of happens, and is seen. */
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { sceneOf, testEngine } from '../engine/testEngine.ts';
import { FRAMES, Witness } from './witness.ts';

const engine: Engine = await testEngine();
const failures = engine.catalogue.methods.flatMap(({ id, failures }) =>
  failures.map((failure) => ({ id, ...failure })),
);

beforeAll(() => expect(failures.length).toBeGreaterThan(0));

test.each(failures)('$id: $text', ({ id, document, sign }) => {
  const scene = sceneOf(JSON.parse(document), engine);
  expect(scene.scenario.methods[0]?.id, 'the first panel').toBe(id);
  const witness = new Witness(scene);
  const lab = engine.open(scene);
  const frames = scene.scenario.run.mode === 'converge' ? 1 : FRAMES;
  while (lab.frame < frames && !lab.finished) {
    lab.advance(1);
    lab.drain((record) => record.panel === 0 && witness.record(record));
  }
  lab.close();
  expect(witness.shows(sign), `${sign}; seen: ${witness}`).toBe(true);
});

test('a sign that is not there is not seen', () => {
  const scene = sceneOf(JSON.parse(failures[0]?.document ?? ''), engine);
  const witness = new Witness(scene);
  expect(witness.shows('reached')).toBe(false);
});
