import type { Engine } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { PlainObject } from '@iklab/core/scenario';
import { runGeneratorToEnd } from '@iklab/core/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordTrajectory, TrajectoryRecorder } from './jointTrajectory.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const still = { effector: 'tip', position: [0.5, 1, 0] };
const moving = {
  ...still,
  motion: { kind: 'sine', amplitude: [0.5, 0.2, 0], period: [1, 1, 1], phase: [0, 0, 0] },
};
const scene = (target: object, run: object) =>
  makeTestScene(
    {
      iklab: 2,
      tree: { planar: { links: [1, 1] } },
      start: [0.3, 0.4],
      targets: [target],
      methods: [{ id: 'dls' }],
      run: { timeStep: 0.1, ...run },
    } as PlainObject,
    engine,
  );
const record = (update: number, frame: number) => ({ update, frame, angles: [update, frame] });

describe('TrajectoryRecorder', () => {
  test('keeps the last pose of each frame, and the pose in frames without an update', () => {
    const recorder = new TrajectoryRecorder(scene(moving, { mode: 'track', updatesPerFrame: 2 }));
    for (const each of [record(1, 1), record(2, 1), record(3, 4)]) recorder.add(each);
    expect(recorder.trajectory).toEqual({
      timeStep: 0.1,
      poses: [
        [0.3, 0.4],
        [2, 1],
        [2, 1],
        [2, 1],
        [3, 4],
      ],
    });
  });

  test('keeps one pose per update if a run with stationary targets converges', () => {
    const recorder = new TrajectoryRecorder(scene(still, { mode: 'converge' }));
    for (const each of [record(1, 1), record(2, 1)]) recorder.add(each);
    expect(recorder.trajectory.poses).toEqual([
      [0.3, 0.4],
      [1, 1],
      [2, 1],
    ]);
  });

  test('keeps one pose per frame if a run with moving targets converges', () => {
    const recorder = new TrajectoryRecorder(scene(moving, { mode: 'converge' }));
    for (const each of [record(1, 1), record(2, 1)]) recorder.add(each);
    expect(recorder.trajectory.poses).toEqual([
      [0.3, 0.4],
      [2, 1],
    ]);
  });

  test('rejects more than 200000 poses', () => {
    const recorder = new TrajectoryRecorder(scene(moving, { mode: 'track' }));
    expect(() => recorder.add(record(1, 200_000))).toThrow('has more than 200000 poses');
  });
});

test('trajectorySteps has the poses that the module reports frame by frame', () => {
  const opened = scene(moving, { mode: 'track', updatesPerFrame: 3 });
  const trajectory = runGeneratorToEnd(recordTrajectory(opened.scenario, 0, 15, engine));
  const lab = engine.open(opened);
  const reported = [[...lab.angles(0)]];
  for (let frame = 1; frame <= 5; frame++) {
    while (!lab.advance(32));
    reported.push([...lab.angles(0)]);
  }
  lab.close();
  expect(trajectory).toEqual({ timeStep: 0.1, poses: reported });
});
