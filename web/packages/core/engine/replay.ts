/** The replay hash: one build gives the same hash of a scene in every browser and in Node. */
import { Fnv64Hash } from '../scenario/numbers/fnv64Hash.ts';
import { isStationaryMotion } from '../scenario/targets/isStationaryMotion.ts';
import type { Scene } from '../scenario/types.ts';
import { runGeneratorToEnd } from '../time/index.ts';
import type { Engine } from './engine.ts';

const FRAMES = 240;
// Limits per call: a frame that converges may take thousands of updates, and an update of a large
// scene is slow.
const UPDATES_PER_CALL = 32; // Per instance.
const TIME_PER_CALL = 4; // Milliseconds.

/**
 * Runs a scene from the start and returns the hash of the joint values after each of 240 frames.
 * Only one frame in mode `converge` with stationary targets. Yields the number of completed frames,
 * also during a frame, so that a page can spread the work.
 */
export function* replaySceneInSteps(engine: Engine, scene: Scene): Generator<number, string> {
  const lab = engine.open(scene);
  try {
    const hash = new Fnv64Hash();
    const frames = hasOneFrame(scene) ? 1 : FRAMES;
    for (let frame = 1; frame <= frames; frame++) {
      while (!lab.advance(UPDATES_PER_CALL, TIME_PER_CALL)) yield frame - 1;
      for (let instance = 0; instance < lab.instanceCount; instance++)
        hash.addNumbers(lab.angles(instance));
      yield frame;
    }
    return hash.hex;
  } finally {
    lab.close();
  }
}

/** Runs the scene and returns its replay hash, 16 hexadecimal digits. */
export const replayHash = (engine: Engine, scene: Scene): string =>
  runGeneratorToEnd(replaySceneInSteps(engine, scene));

export const hasStationaryTargets = ({ scenario }: Scene) =>
  scenario.targets.every(({ motion }) => isStationaryMotion(motion));

const hasOneFrame = (scene: Scene) =>
  scene.scenario.run.mode === 'converge' && hasStationaryTargets(scene);
