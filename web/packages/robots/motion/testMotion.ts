import type { Engine } from '@iklab/core/engine';
import { makeTestScene } from '@iklab/core/engine/testing';
import { resolveScenario, type Scenario, type Scene } from '@iklab/core/scenario';
import { requireValue } from '@iklab/core/scenario/testing';
import { runGeneratorToEnd } from '@iklab/core/time';
import { type JointTrajectory, recordTrajectory } from '@iklab/run/history/records';
import { importDroppedRobot } from '../importDroppedRobot.ts';
import type { BaseAttachment } from '../robot.ts';
import { makeTextFolder } from '../testFolder.ts';

/**
 * A BVH figure with different channels in every joint, a name with a space, constant translations,
 * and a tail that is no limb.
 */
export const DANCER_BVH = `HIERARCHY
ROOT Hips
{
\tOFFSET 0 90 0
\tCHANNELS 6 Xposition Yposition Zposition Yrotation Xrotation Zrotation
\tJOINT Chest
\t{
\t\tOFFSET 0 30 2
\t\tCHANNELS 3 Zrotation Yrotation Xrotation
\t\tJOINT Left Arm
\t\t{
\t\t\tOFFSET 20 10 0
\t\t\tCHANNELS 6 Zrotation Xrotation Yrotation Xposition Yposition Zposition
\t\t\tJOINT LeftHand
\t\t\t{
\t\t\t\tOFFSET 25 0 1
\t\t\t\tCHANNELS 3 Xrotation Zrotation Yrotation
\t\t\t\tEnd Site
\t\t\t\t{
\t\t\t\t\tOFFSET 9 0 0
\t\t\t\t}
\t\t\t}
\t\t}
\t}
\tJOINT Tail
\t{
\t\tOFFSET 0 5 -10
\t\tCHANNELS 3 Yrotation Zrotation Xrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0 0 -12
\t\t}
\t}
\tJOINT LeftUpLeg
\t{
\t\tOFFSET 8 0 0
\t\tCHANNELS 3 Yrotation Zrotation Xrotation
\t\tJOINT LeftLeg
\t\t{
\t\t\tOFFSET 0 -42 1
\t\t\tCHANNELS 1 Xrotation
\t\t\tJOINT LeftFoot
\t\t\t{
\t\t\t\tOFFSET 0 -43 0
\t\t\t\tCHANNELS 3 Zrotation Xrotation Yrotation
\t\t\t\tEnd Site
\t\t\t\t{
\t\t\t\t\tOFFSET 0 -4 12
\t\t\t\t}
\t\t\t}
\t\t}
\t}
}
MOTION
Frames: 3
Frame Time: 0.25
1 0 2  5 0 3  10 4 0  20 30 10 0.5 0 -0.5  0 5 0  7 0 9  0 2 -10  20  0 2 0
4 2 5  15 8 -3  30 9 4  60 -30 40 0.5 0 -0.5  40 5 20  9 1 2  5 -20 -30  40  0 22 5
9 1 7  35 8 -9  50 9 -4  95 -60 70 0.5 0 -0.5  80 25 20  9 5 5  10 -32 25  5  10 42 5
`;

export interface MotionTestRun {
  readonly scene: Scene;
  readonly trajectory: JointTrajectory;
  /** Positions of joints and effectors in the last pose, xyz each, as the module reports them. */
  readonly points: Float64Array;
}

export function makeDancerRun(engine: Engine, base: BaseAttachment, updates = 40): MotionTestRun {
  const source = { name: 'a.bvh', folder: makeTextFolder({ 'a.bvh': DANCER_BVH }), file: 'a.bvh' };
  return makeTestRun(
    requireValue(importDroppedRobot(source, { base }, engine.catalogue)).scenario,
    updates,
    engine,
  );
}

/**
 * Document of a crane with z up: oblique axes and frames, a slide, a screw, a mimic joint and a
 * fixed joint.
 */
const CRANE = {
  iklab: 2,
  name: 'Crane',
  view: { up: 'z' },
  tree: {
    joints: [
      { id: 'turret', xyz: [0.2, 0, 1], rpy: [0, 0, 0.4], axis: [0, 0, -1] },
      { id: 'rail', parent: 'turret', type: 'prismatic', xyz: [0, 0.3, 0], axis: [1, 2, 0] },
      { id: 'mount', parent: 'rail', type: 'fixed', xyz: [0, 0.1, 0.2], rpy: [0.3, -1, 2] },
      { id: 'boom', parent: 'mount', xyz: [0, 0, 0.1], rpy: [0, 0.5, 0], axis: [1, -1, 3] },
      {
        id: 'spindle',
        parent: 'boom',
        type: 'screw',
        pitch: 0.05,
        xyz: [0.7, 0, 0],
        axis: [0, 1, 0],
      },
      { id: 'wrist_z', parent: 'spindle', xyz: [0.3, 0, 0.1], axis: [0, 0, 1] },
      { id: 'wrist_x', parent: 'wrist_z', axis: [1, 0, 0] },
      {
        id: 'finger',
        parent: 'wrist_x',
        xyz: [0.1, 0, 0],
        axis: [0, 1, 0],
        mimic: { joint: 'boom', multiplier: -0.5, offset: 0.2 },
      },
    ],
    effectors: [
      { id: 'tip', parent: 'finger', xyz: [0.2, 0.05, 0] },
      { id: 'lamp', parent: 'mount', xyz: [0, 0.1, 0], rpy: [1, 0, 0] },
    ],
  },
  targets: [
    {
      effector: 'tip',
      position: [0.9, 0.6, 1.5],
      motion: { kind: 'sine', amplitude: [0.4, 0.5, 0.3], period: [1, 0.7, 2], phase: [0, 1, 2] },
    },
  ],
  methods: [{ id: 'dls' }],
  run: { mode: 'track', timeStep: 0.02, updatesPerFrame: 2 },
};

export const makeCraneRun = (engine: Engine, updates = 60): MotionTestRun =>
  makeTestRun(makeTestScene(CRANE, engine).scenario, updates, engine);

function makeTestRun(scenario: Scenario, updates: number, engine: Engine): MotionTestRun {
  const scene = resolveScenario(scenario);
  const trajectory = runGeneratorToEnd(recordTrajectory(scenario, 0, updates, engine));
  const last = trajectory.poses.at(-1) ?? [];
  const lab = engine.open({ ...scene, start: last });
  const points = lab.points(0).slice();
  lab.close();
  return { scene, trajectory, points };
}
