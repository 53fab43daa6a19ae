import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine, PanelStatus } from '../engine/engine.ts';
import { sceneOf, testEngine } from '../engine/testEngine.ts';
import { reason } from './reason.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const arm = (changes: object = {}) => ({
  iklab: 1,
  tree: { planar: { links: [1, 0.8] } },
  start: [0.3, 0.5],
  targets: [{ effector: 'tip', position: [1.2, 0.7, 0] }],
  methods: [{ id: 'dls', params: { lambda: 0.2 } }],
  run: { mode: 'converge' },
  ...changes,
});

/** What a document's first panel says when it has stopped. */
function said(document: object): string {
  const scene = sceneOf(document, engine);
  const lab = engine.open(scene);
  try {
    lab.advance();
    const [status, angles] = [lab.status(0), lab.angles(0)];
    return reason({ scene, status, angles, points: lab.points(0), goals: lab.goals() });
  } finally {
    lab.close();
  }
}

/** The sentence of a made-up state on the arm above, all at rest. */
function told(status: Partial<PanelStatus>): string {
  const scene = sceneOf(arm(), engine);
  const state: PanelStatus = {
    updates: 7,
    updatesSinceMove: 7,
    error: 0.031,
    errorBefore: 0.031,
    startError: 1,
    orientationError: 0,
    within: false,
    stop: null,
    lambda: null,
    rank: -1,
    rises: 0,
    evaluations: 7,
    leak: 0,
    infeasibility: null,
    discomfort: 0,
    objective: 0.031,
    objectiveBefore: 0.031,
    ...status,
  };
  const points = [0, 0, 0, 1, 0, 0, 1.8, 0, 0];
  return reason({ scene, status: state, angles: [0, 0], points, goals: [1.2, 0.7, 0, 0, 0, 0, 1] });
}

describe('runs that stop say why', () => {
  test('reached', () => {
    expect(said(arm())).toMatch(/^reached in \d+ updates, (0\.\d+|< 0\.01) mm$/);
  });

  test('stalled on the axis of a straight arm, target within', () => {
    const document = arm({ start: [0, 0], targets: [{ effector: 'tip', position: [1.49, 0, 0] }] });
    expect(said(document)).toBe('stalled: Jᵀe = 0 at 310 mm: the target lies on the arm’s axis');
  });

  test('stalled on the axis, target out of reach', () => {
    const document = arm({ start: [0, 0], targets: [{ effector: 'tip', position: [2.5, 0, 0] }] });
    expect(said(document)).toBe(
      'stalled: Jᵀe = 0 at 700 mm: the target lies on the arm’s axis, out of reach',
    );
  });

  test('stalled with a target off the plane of a planar arm', () => {
    const document = arm({ targets: [{ effector: 'tip', position: [0, 0, 1] }], start: [0, 0] });
    // Jᵀe pulls along the plane only: e is along z and −x, the arm is straight along x
    expect(said(document)).toBe(
      'stalled: Jᵀe = 0 at 2.06 m: no joint moves the tip toward the target',
    );
  });

  test('at its limits, naming the joints that hold it', () => {
    const joint = (id: string, parent: string | null, x: number, limits: number[] | null) => ({
      id,
      parent,
      type: 'revolute',
      xyz: [x, 0, 0],
      axis: [0, 0, 1],
      limits,
    });
    const tree = {
      joints: [joint('shoulder', null, 0, [-0.2, 0.2]), joint('elbow', 'shoulder', 1, [-0.1, 0.1])],
      effectors: [{ id: 'tip', parent: 'elbow', xyz: [0.8, 0, 0] }],
    };
    const document = arm({
      tree,
      start: [0, 0.05],
      limitPolicy: 'clamp',
      targets: [{ effector: 'tip', position: [1.2, 4, 0] }],
    });
    expect(said(document)).toMatch(/^at its limits: shoulder, elbow hold it [\d.]+ m away$/);
  });

  test('the iteration limit', () => {
    expect(said(arm({ run: { mode: 'converge', maxUpdates: 2 } }))).toMatch(
      /^iteration limit: 2 updates, [\d.]+ m?m left$/,
    );
  });

  test('no improvement worth the name', () => {
    const methods = [{ id: 'dls', params: { lambda: 60 } }];
    expect(said(arm({ methods, run: { mode: 'converge', minImprovement: 0.01 } }))).toMatch(
      /^no improvement: update 1 came [\d.]+ (mm|µm) closer, less than 10 mm; [\d.]+ m?m left$/,
    );
  });

  test('oscillating', () => {
    const methods = [{ id: 'transpose', params: { alpha: 3 }, maxStep: null }];
    expect(said(arm({ methods, run: { mode: 'converge', maxRises: 3 } }))).toMatch(
      /^oscillating: rose 3 times since the target moved; [\d.]+ m?m left$/,
    );
  });

  test('a breakdown of the normal equations', () => {
    const methods = [{ id: 'pseudoinverse', params: { solve: 'cholesky' } }];
    const document = arm({
      methods,
      start: [0.7, 0],
      targets: [{ effector: 'tip', position: [1.2, 0.4, 0] }],
    });
    expect(said(document)).toMatch(/^broke down: update \d+ had no step to take; [\d.]+ m?m left$/);
  });
});

describe('words', () => {
  test('nothing while it goes on', () => {
    expect(told({})).toBe('');
  });

  test('one update, one rise, a refused step, an angle', () => {
    expect(told({ stop: 'reached', updatesSinceMove: 1, error: 3e-4 })).toBe(
      'reached in 1 update, 0.30 mm',
    );
    expect(told({ stop: 'oscillating', rises: 1 })).toContain('rose once since');
    expect(told({ stop: 'no-improvement' })).toBe(
      'no improvement: no step brought it closer; 31 mm left',
    );
    expect(told({ stop: 'no-improvement', errorBefore: 0.0310004 })).toBe(
      'no improvement: update 7 came 0.4 µm closer, less than 10 µm; 31 mm left',
    );
    expect(told({ stop: 'iteration-limit', orientationError: 0.1 })).toBe(
      'iteration limit: 7 updates, 31 mm and 5.7° left',
    );
  });
});
