import { Registry } from '@iklab/core/engine';
import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { Session } from './session.ts';

test('a session uses the catalogue of the registry that it is given', async () => {
  const engine = await testEngine();
  const own = new Registry(engine.glue);
  const session = new Session(engine, makePresetTestScene('y', engine), own);
  expect(session.catalogue).toBe(own.catalogue);
  expect(session.catalogue).not.toBe(engine.catalogue);
  session.close();
  own.delete();
});
