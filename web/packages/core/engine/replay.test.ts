import { beforeAll, describe, expect, test } from 'vitest';
import { Fnv64Hash } from '../scenario/numbers/fnv64Hash.ts';
import type { Engine } from './engine.ts';
import { replayHash, replaySceneInSteps } from './replay.ts';
import { makePresetTestScene, testEngine } from './testEngine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

describe('the replay hash', () => {
  test('hashes the joint values after each of 240 frames, instances in order', () => {
    const scene = makePresetTestScene('y', engine);
    const lab = engine.open(scene);
    const hash = new Fnv64Hash();
    for (let frame = 0; frame < 240; frame++) {
      lab.advance();
      for (let instance = 0; instance < lab.instanceCount; instance++)
        hash.addNumbers(lab.angles(instance));
    }
    expect(replayHash(engine, scene)).toBe(hash.hex);
  });

  test('is complete after one frame if the targets are still and all methods converge', () => {
    const scene = makePresetTestScene('tabaczynski-5-link', engine);
    const run = replaySceneInSteps(engine, scene);
    let step = run.next();
    while (step.value === 0) step = run.next(); // within the frame
    expect(step).toEqual({ done: false, value: 1 });
    expect(run.next()).toEqual({ done: true, value: replayHash(engine, scene) });
  });

  test('treats a motion without amplitude as still', () => {
    const kind = 'sine';
    const motion = { kind, amplitude: [0, 0, 0], period: [1, 1, 1] };
    const targets = [{ effector: 'tip', position: [2, 2, 0], motion }];
    const still = makePresetTestScene('tabaczynski-5-link', engine);
    const moved = makePresetTestScene('tabaczynski-5-link', engine, { targets });
    expect(replayHash(engine, moved)).toBe(replayHash(engine, still));
  });

  test('is repeatable, and differs for another scene', () => {
    const scene = makePresetTestScene('y', engine);
    const other = makePresetTestScene('y', engine, { methods: [{ id: 'dls' }] });
    expect(replayHash(engine, scene)).toBe(replayHash(engine, scene));
    expect(replayHash(engine, other)).not.toBe(replayHash(engine, scene));
  });
});
