import { expect, test } from 'vitest';
import { Registry } from '../engine/registry.ts';
import { presetScene, testEngine } from '../engine/testEngine.ts';
import { Session } from './session.ts';

test('a session uses the catalogue of the registry that it is given', async () => {
  const engine = await testEngine();
  const own = new Registry(engine.glue);
  const session = new Session(engine, presetScene('y', engine), own);
  expect(session.catalogue).toBe(own.catalogue);
  expect(session.catalogue).not.toBe(engine.catalogue);
  session.close();
  own.delete();
});
