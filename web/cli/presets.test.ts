/** Presets in the engine: they open, and their mechanisms are the published ones. */

import type { Engine, Lab } from '@iklab/core/engine';
import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { methodPresets } from '@iklab/core/scenario/methods';
import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import { beforeAll, describe, expect, test } from 'vitest';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

/** Returns the last point of the first panel: its only effector. */
const tip = (lab: Lab) => [...lab.points(0).slice(-3)];

test.each([...scenarioPresetIds])('%s runs 20 frames, and its joint values stay finite', (id) => {
  const lab = engine.open(makePresetTestScene(id, engine));
  for (let frame = 0; frame < 20; frame++) lab.advance();
  for (let panel = 0; panel < lab.instanceCount; panel++) {
    expect(lab.angles(panel).every(Number.isFinite)).toBe(true);
    expect(lab.status(panel).updates).toBeGreaterThan(0);
  }
  lab.close();
});

test('every method preset is in the catalogue, and its parameters are applied', () => {
  const methods = methodPresets.map(({ id }) => ({ id }));
  for (const method of methods) {
    const [panel] = makePresetTestScene('y', engine, { methods: [method] }).scenario.methods;
    const preset = methodPresets.find(({ id }) => id === method.id);
    expect(panel?.params).toMatchObject(preset?.params ?? {});
    if (preset?.maxStep !== undefined) expect(panel?.maxStep).toBe(preset.maxStep);
  }
});

describe('the UR5', () => {
  const lab = (start: readonly number[], orientation = [0, 0, 0, 1]) => {
    const targets = [{ effector: 'tool', position: [0, 0, 0], orientation }];
    return engine.open(
      makePresetTestScene('arm-6', engine, { start, targets, methods: [{ id: 'dls' }] }),
    );
  };

  test.each([
    [
      [0, 0, 0, 0, 0, 0],
      [-0.8173, -0.1915, -0.0052],
    ],
    [
      [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
      [-0.6895, -0.2515, -0.2728],
    ],
  ])('at %j, the tool is at the published position %j', (start, position) => {
    tip(lab(start)).forEach((x, i) => {
      expect(Math.abs(x - (position[i] ?? 0))).toBeLessThan(6e-5);
    });
  });

  test('has the published tool orientation', () => {
    const q = [0.5588, -0.6128, 0.3174, 0.4599];
    const length = Math.hypot(...q);
    const unit = q.map((x) => x / length);
    const { orientationError } = lab([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], unit).status(0);
    expect(orientationError).toBeLessThan(3e-4);
  });

  test('all four methods reach the pose of its scenario', () => {
    const scene = makePresetTestScene('arm-6', engine);
    const run = engine.open(scene);
    while (!run.finished) run.advance();
    const stops = scene.scenario.methods.map((_, panel) => run.status(panel).stop);
    expect(stops).toEqual(['reached', 'reached', 'reached', 'reached']);
  });
});

describe('the human arm', () => {
  /** Rows of the tables of Na, Yang and Jia: θ1 to θ7 in degrees, and the position of the hand. */
  const rows: readonly (readonly [table: string, theta: number[], hand: number[]])[] = [
    ['II 1, DLS', [83.3, 101.8, 44.2, 33.8, -86.2, 8.1, 83.3], [12, -4, -10]],
    ['II 1, IDLS', [85.5, 27.4, 47.0, 89.9, -97.0, -87.9, 57.2], [12, -4, -10]],
    ['II 2, DLS', [-96.3, 2.2, -57.3, -5.4, -122.9, -18.8, 2.5], [11, 8, -2]],
    ['II 4, DLS', [233.4, -85.7, 20.3, -36.1, -7.2, 62.4, -9.1], [-3, -1, 26]],
    ['II 6, IDLS', [90.0, -6.1, 21.2, -37.9, -54.3, 44.4, 60.0], [25, 2, 3]],
    ['III 1, comfort', [49.7, -0.4, 12.5, -8.2, -3.4, 13.7, 49.0], [25, 10, 3]],
    ['III 3, mean', [41.9, 5.0, 41.9, -14.1, -34.3, -65.5, -38.7], [20, 6, 8]],
    ['IV 6, same', [36.4, -37.1, -29.7, 64.7, -82.9, -32.3, 3.8], [-5, -12, 16]],
  ];

  test.each(rows)('the hand is at the target in the pose of table %s', (_, theta, hand) => {
    const [t1 = 0, t2 = 0, t3 = 0, t4 = 0, t5 = 0, t6 = 0, t7 = 0] = theta;
    const start = [t3, t2, t1, t5, t4, t7, t6].map((degrees) => (degrees * Math.PI) / 180);
    const at = tip(engine.open(makePresetTestScene('human-arm', engine, { start })));
    expect(Math.hypot(...at.map((x, i) => x - (hand[i] ?? 0)))).toBeLessThan(0.25);
  });
});

test('the targets of the double Y move as in the paper, at t = 0.005 per frame', () => {
  const lab = engine.open(makePresetTestScene('double-y', engine));
  for (let frame = 1; frame <= 100; frame++) {
    lab.advance();
    const t = 0.005 * frame;
    const { sin } = Math;
    const paper = [
      [2 + 3 * sin(3 * t), 0.5 + 0.4 * sin(7 * t), 0.3 + 1.4 * sin(5 * t)],
      [0.5 + 0.8 * sin(4 * t), 0.4 + 0.6 * sin(4 * t), -0.2 + 2 * sin(3 * t)],
      [-0.5 + 1.6 * sin(6 * t), 0.6 + 0.4 * sin(7 * t), 0.3 + sin(8 * t)],
      [-1.6 + 1.6 * sin(4 * t), 0.3 + 0.6 * sin(4 * t), -0.2 + 0.6 * sin(3 * t)],
    ];
    const goals = lab.goals();
    paper.forEach((position, i) => {
      position.forEach((x, axis) => {
        expect(Math.abs((goals[7 * i + axis] ?? 0) - x)).toBeLessThan(1e-14);
      });
    });
  }
  lab.close();
});

test('a scene of a minimal document opens', () => {
  const document = {
    iklab: 1,
    tree: {
      planar: {
        points: [
          [1, 0],
          [1, 1],
        ],
      },
    },
    targets: [{ effector: 'tip', position: [1e12, 0, 0] }],
    methods: [{ id: 'dls' }],
  };
  const lab = engine.open(makeTestScene(document, engine));
  expect(tip(lab).map((x) => Math.round(1e9 * x) / 1e9)).toEqual([1, 1, 0]);
});
