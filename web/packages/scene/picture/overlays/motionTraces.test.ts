import { makePresetTestScene, testEngine } from '@iklab/core/engine/testing';
import { expect, test } from 'vitest';
import { SceneResources } from '../sceneResources.ts';
import { MotionTraces } from './motionTraces.ts';

const engine = await testEngine();

function recordedTraces() {
  const scene = makePresetTestScene('y', engine);
  const traces = new MotionTraces(new SceneResources(scene, [], false));
  const bent = scene.start.map((angle) => angle + 0.5);
  traces.redraw([scene.start, bent]);
  const isShown = (isPosed: boolean): boolean[] => {
    traces.update(isPosed);
    return traces.parts.trails.map(({ visible }) => visible);
  };
  return { traces, isShown };
}

test('hides the paths while the user sets the pose, and when the scene has none', () => {
  const { traces, isShown } = recordedTraces();
  expect(isShown(false)).toEqual([true, true]);
  expect(isShown(true)).toEqual([false, false]);
  traces.kind = 'strobe';
  expect(isShown(false)).toEqual([true, true]);
  traces.kind = 'none';
  expect(isShown(false)).toEqual([false, false]);
});
