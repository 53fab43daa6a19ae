/** The replay hash: the same scene gives the same one in every browser and in Node, for one build. */
import { Fnv64 } from '../scenario/fnv.ts';
import { isStill } from '../scenario/still.ts';
import type { Scene } from '../scenario/types.ts';
import type { Engine } from './engine.ts';

const FRAMES = 240;
// at once: a frame that converges may take thousands of updates, an update of a large scene long
const UPDATES = 32; // of an instance
const TIME = 4; // ms

/**
 * Runs the scene afresh and gives its hash: of the angles at the end of each of 240 frames, or of
 * the one frame that a scene has whose targets are still and held until all instances have stopped.
 * Yields the number of frames done, after each and on its way, so that a page can spread the work.
 */
export function* replay(engine: Engine, scene: Scene): Generator<number, string> {
  const lab = engine.open(scene);
  try {
    const hash = new Fnv64();
    const frames = hasOneFrame(scene) ? 1 : FRAMES;
    for (let frame = 1; frame <= frames; frame++) {
      while (!lab.advance(UPDATES, TIME)) yield frame - 1;
      for (let instance = 0; instance < lab.instanceCount; instance++)
        hash.addNumbers(lab.angles(instance));
      yield frame;
    }
    return hash.hex;
  } finally {
    lab.close();
  }
}

/** 16 hexadecimal digits. */
export function replayHash(engine: Engine, scene: Scene): string {
  const run = replay(engine, scene);
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
}

/** Every target stands still: the clock changes nothing. */
export const allStill = ({ scenario }: Scene) =>
  scenario.targets.every(({ motion }) => isStill(motion));

const hasOneFrame = (scene: Scene) => scene.scenario.run.mode === 'converge' && allStill(scene);
