import type { Lab } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Scenario, Scene } from '@iklab/core/scenario';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { expect, test } from 'vitest';
import { RunHistory } from '../history/runHistory.ts';
import type { ExternalPosePanel } from './externalPosePanel.ts';
import { Session } from './session.ts';

const document = (mode: string) => ({
  iklab: 1,
  tree: { planar: { links: [1, 1] } },
  start: [0.4, 0.5],
  targets: [{ effector: 'tip', position: [1, 1, 0] }],
  methods: [{ id: 'dls' }, { id: 'transpose' }],
  run: { mode, timeStep: 0.1, updatesPerFrame: 2 },
});
const poseAt = (time: number): number[] => [0.3 + time, 1 - 2 * time];

/** The second panel has the poses of `poseAt`; its target moves along x. */
class Given implements ExternalPosePanel {
  readonly caption = 'given';
  readonly movesTargets = true;
  readonly times: number[] = [];
  makeScene = (_: Scenario): Scene | null => null;
  hasMade = (): boolean => true;
  feed(lab: Lab, instance: number, time: number): void {
    this.times.push(time);
    lab.setTarget(0, 1 + time, 1, 0);
    lab.setExternalPose(instance, poseAt(time));
  }
}

async function openSession(mode = 'track') {
  const engine = await testEngine();
  const scene = makeTestScene(document(mode), engine);
  const given = new Given();
  const session = new Session(engine, scene, engine.builtIn, given);
  const history = RunHistory.forScene(scene, session.lab);
  history.record(session.lab);
  return { engine, scene, given, session, history };
}

const errorAt = (scene: Scene, time: number): number => {
  const [tip] = computeEffectorTipFrames(scene.tree.joints, scene.tree.effectors, poseAt(time));
  return Math.hypot((tip?.position[0] ?? 0) - 1 - time, (tip?.position[1] ?? 0) - 1);
};

test('a given panel has one given pose per frame; its errors follow from our kinematics', async () => {
  const { scene, session, history } = await openSession();
  for (let frame = 1; frame <= 8; frame++) {
    session.advance();
    history.record(session.lab);
  }
  for (let entry = 0; entry <= 8; entry++) {
    expect([...history.angles(entry, 1)]).toEqual(poseAt(entry * 0.1));
    expect(history.error(entry, 1)).toBeCloseTo(errorAt(scene, entry * 0.1), 12);
    expect(history.goals(entry)[0]).toBe(1 + entry * 0.1);
    expect([history.update(entry, 0), history.update(entry, 1)]).toEqual([2 * entry, entry]);
  }
  expect([...history.step(3, 1)].map((x) => x.toFixed(12))).toEqual([
    '0.100000000000',
    '-0.200000000000',
  ]);
  expect(session.isFollowing).toBe(true);
  expect(
    session.instances.map(({ externalPanel: given, caption }) => [given !== null, caption.peek()]),
  ).toEqual([
    [false, ''],
    [true, 'given'],
  ]);
  session.close();
});

test('restart returns to the first given pose; a frame in two parts takes one pose', async () => {
  const { session, given } = await openSession();
  session.advance(2);
  session.advance(2);
  session.advance(2);
  session.restart();
  expect([...session.lab.angles(1)]).toEqual(poseAt(0));
  expect(session.lab.status(1).updates).toBe(0);
  expect(given.times.at(-1)).toBe(0);
  session.advance(2);
  session.advance(2);
  expect(session.lab.status(1).updates).toBe(1);
  session.close();
});

test('a converging run does not wait for the given panel', async () => {
  const { session } = await openSession('converge');
  for (let i = 0; i < 2000 && session.lab.frame === 0; i++) session.advance();
  expect(session.lab.frame).toBe(1);
  expect(session.lab.status(1).updates).toBe(1);
  session.close();
});

test('a given panel has singular values but no filter; invalid poses and panels are rejected', async () => {
  const { session } = await openSession();
  session.advance();
  const { filter, found } = session.lab.inspectFilter(1, ({ sigma }) => sigma);
  expect([...filter].every(Number.isNaN)).toBe(true);
  expect(found.smallest).toBeGreaterThan(0);
  expect([...session.lab.inspectFilter(0, ({ sigma }) => sigma).filter].some(Number.isNaN)).toBe(
    false,
  );
  expect(() => session.lab.setExternalPose(1, [Number.NaN, 0])).toThrow(
    'a value of a pose must be a number',
  );
  expect(() => session.lab.setExternalPose(7, [0, 0])).toThrow('there is no panel 7');
  session.close();
});
