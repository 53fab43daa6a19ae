import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { presetScene, sceneOf, testEngine } from '../engine/testEngine.ts';
import { plainText } from '../format/phrase.ts';
import { Session } from '../run/session.ts';
import { explainWhy, type Why } from './why.ts';

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

/** Explains a document's first panel when it has stopped, or after a number of updates. */
function asked(document: object, updates = 5000): Why & { word: string } {
  const session = new Session(engine, sceneOf(document, engine));
  for (let i = 0; i < updates && !session.finished; i++) session.advance();
  session.updateNumbers();
  const found = explainWhy(session.instanceRun(0));
  const word = session.instances[0]?.outcome.peek().words ?? '';
  session.close();
  return { ...found, word };
}

const answered = (document: object, updates?: number): string =>
  plainText(asked(document, updates).answer);

describe('what is measured of a run that stopped', () => {
  test('reached', () => {
    const found = asked(arm());
    expect(plainText(found.answer)).toMatch(
      /^Final error [\d.]+ (mm|µm) after \d+ updates; the tolerance is 0\.10 mm\.$/,
    );
    expect([found.question, found.blocking, found.problem]).toEqual([
      'How did DLS reach the target?',
      null,
      null,
    ]);
  });

  test('on the axis of a straight arm, target within', () => {
    const found = asked(
      arm({ start: [0, 0], targets: [{ effector: 'tip', position: [1.49, 0, 0] }] }),
    );
    expect(plainText(found.answer)).toBe(
      'It stopped 310 mm short after 1 update. All of the weighted error is along a direction that no joint moves in this pose.',
    );
    expect(found.question).toBe('Why does DLS stop short?');
    expect(found.blockingName).toBe('σ₂: no joint moves this way');
    expect([found.blocking, found.directions[1]?.sigma, found.word]).toEqual([
      1,
      0,
      'stopped short',
    ]);
    expect(found.directions[1]?.missing).toBeCloseTo(0.31, 12);
    expect(found.blockingVector?.map((x) => Math.round(1e9 * x) / 1e9 + 0)).toEqual([-1, 0, 0]);
  });

  test('out of reach, in any pose', () => {
    const found = asked(arm({ targets: [{ effector: 'tip', position: [2.5, 0, 0] }] }));
    expect(plainText(found.answer)).toMatch(/^The target is out of reach by 700 mm in any pose\. /);
    expect(found.word).toBe('out of reach by 700 mm');
  });

  test('joints at limits that Jᵀe pushes outward, by name', () => {
    const joint = (id: string, parent: string | null, x: number, limits: number[]) => ({
      id,
      parent,
      xyz: [x, 0, 0],
      limits,
    });
    const tree = {
      joints: [joint('shoulder', null, 0, [-0.2, 0.2]), joint('elbow', 'shoulder', 1, [-0.1, 0.1])],
      effectors: [{ id: 'tip', parent: 'elbow', xyz: [0.8, 0, 0] }],
    };
    const targets = [{ effector: 'tip', position: [0.2, 1.2, 0] }];
    const found = asked(arm({ tree, start: [0, 0.05], limitPolicy: 'clamp', targets }));
    // The shoulder has the longer lever.
    expect(plainText(found.answer)).toContain(
      'shoulder and elbow are at their limits, and Jᵀe pushes them outward.',
    );
  });

  test('the update limit', () => {
    expect(answered(arm({ run: { mode: 'converge', maxUpdates: 2 } }))).toMatch(
      /^It stopped [\d.]+ mm short after 2 updates\. That is the maximum\./,
    );
  });

  test('too small a gain, beside what damping leaves of an update', () => {
    const methods = [{ id: 'dls', params: { lambda: 60 } }];
    const found = asked(arm({ methods, run: { mode: 'converge', minImprovement: 0.01 } }));
    expect(plainText(found.answer)).toMatch(
      /^It stopped [\d.]+ m?m short after 1 update\. The last update lowered the objective by [\d.]+ (mm|µm), less than the minimum of 10 mm\. (All|[\d.]+ %) of the (squared )?weighted error is along one direction, σ. = [\d.]+.*; with λ = 60 an update corrects < 0\.1 % of it\.$/,
    );
    expect(found.word).toBe('stopped short');
  });

  test('a rise that is larger than a hundredth of the tolerance, and none that is smaller', () => {
    const methods = [{ id: 'transpose', params: { alpha: 3 }, maxStep: null }];
    const run = { mode: 'converge', maxRises: 3 };
    expect(answered(arm({ methods, run }))).toMatch(
      / The last update raised the objective by [\d.]+ m?m\./,
    );
    expect(answered(arm({ methods, run: { ...run, tolerance: 1000, residual: 1e-9 } }))).toMatch(
      / The last update did not lower the objective\./,
    );
  });

  test('a gain that reads as the least: with the digits that tell them apart', () => {
    const minImprovement = 0.01;
    const methods = [{ id: 'dls', params: { lambda: 60 } }];
    const document = (least: number) =>
      arm({ methods, run: { mode: 'converge', minImprovement: least } });
    const lab = new Session(engine, sceneOf(document(minImprovement), engine));
    lab.advance();
    const { objective, objectiveBefore } = lab.lab.status(0);
    lab.close();
    const [, gain, least] =
      /lowered the objective by ([\d.]+) µm, less than the minimum of ([\d.]+) µm/.exec(
        answered(document((objectiveBefore - objective) * 1.0004)),
      ) ?? [];
    expect(Number(gain)).toBeLessThan(Number(least));
  });

  test('after an edit it counts from there, as the card does', () => {
    const methods = [{ id: 'dls', params: { lambda: 3 } }]; // So slow that it never overshoots.
    const rules = { methods, run: { mode: 'converge', minImprovement: 1e-3 } };
    const session = new Session(engine, sceneOf(arm(rules), engine));
    for (let i = 0; i < 30 && !session.finished; i++) session.advance();
    const before = session.lab.status(0).updates;
    expect(before).toBeGreaterThan(2);
    const targets = [{ effector: 'tip', position: [2.5, 0, 0] }];
    session.applyScene(sceneOf(arm({ ...rules, targets }), engine));
    for (let i = 0; i < 4000 && (i === 0 || !session.finished); i++) session.advance();
    session.updateNumbers();
    const { updates, stop } = session.lab.status(0);
    const said = plainText(explainWhy(session.instanceRun(0)).answer);
    session.close();
    expect(stop).toBe('no-improvement');
    expect(said).toContain(` after ${updates - before} updates. `);
    expect(session.instances[0]?.updates.peek()).toBe(updates - before);
  });

  test('the question names oscillation only while the error rises again and again', () => {
    const run = { mode: 'converge', maxRises: null, minImprovement: 0 };
    const asks = (method: object, position: number[], updates: number) =>
      asked(arm({ methods: [method], targets: [{ effector: 'tip', position }], run }), updates)
        .question;
    // beyond its reach the pseudoinverse steps over the nearest pose
    expect(asks({ id: 'pseudoinverse' }, [1.9, 0.1, 0], 200)).toBe(
      'Why does Pseudoinverse oscillate?',
    );
    expect(asks({ id: 'dls', params: { lambda: 60 } }, [1.2, 0.7, 0], 200)).toBe(
      'Why has DLS not reached the target yet?',
    );
  });

  test('a breakdown of the normal equations', () => {
    const methods = [{ id: 'pseudoinverse', params: { solve: 'cholesky' } }];
    const targets = [{ effector: 'tip', position: [1.2, 0.4, 0] }];
    const found = asked(arm({ methods, start: [0.7, 0], targets }));
    expect(plainText(found.answer)).toMatch(
      /^Update \d+ failed: its linear system is singular in this pose\. The error is [\d.]+ m?m\./,
    );
    expect([found.question, found.word]).toEqual([
      'Why did DLS fail?'.replace('DLS', 'Pseudoinverse'),
      'failed: singular system',
    ]);
  });

  test('reached with a joint outside its limits, where that is no solution', () => {
    const hinge = { id: 'a', limits: [-1, 0.2] };
    const tree = {
      joints: [hinge, { ...hinge, id: 'b', parent: 'a', xyz: [1, 0, 0] }],
      effectors: [{ id: 'tip', parent: 'b', xyz: [0.8, 0, 0] }],
    };
    const outside = (most: number) => ({ mode: 'converge', restarts: { most, outside: 'wrap' } });
    const found = asked(arm({ tree, start: [-0.3, -0.5], run: outside(0) }));
    expect(found.word).toBe('reached, outside joint limits');
    expect(found.question).toBe('Why does DLS end outside its limits?');
    const no = /joints are outside their limits; such a pose counts as no solution here\./;
    expect(plainText(found.answer)).toMatch(no);
    expect(answered(arm({ tree, start: [-0.3, -0.5], run: outside(2) }))).toMatch(no);
    expect(asked(arm({ tree, start: [-0.3, -0.5] })).word).toMatch(/^reached/);
  });

  test('slow updates', () => {
    const run = { mode: 'converge', minImprovement: 0, maxSlow: 4, slowShare: 0.5 };
    const found = asked(arm({ methods: [{ id: 'dls', params: { lambda: 2 } }], run }));
    expect(plainText(found.answer)).toMatch(/ Its last 4 updates each gained less than 50 %\./);
  });
});

describe('a run that goes on', () => {
  test('has not begun, is running, follows', () => {
    expect(answered(arm(), 0)).toMatch(/^It has not moved yet; the error is [\d.]+ mm\./);
    expect(answered(arm(), 2)).toMatch(/^After 2 updates the error is [\d.]+ mm\./);
    const follows = asked(presetScene('y', engine).scenario, 200);
    expect(plainText(follows.answer)).toMatch(
      /The targets keep moving: mean error over its last 120 updates .* The experiments that find a cause need fixed targets\./,
    );
    expect(follows.question).toMatch(/^How closely does .* follow\?$/);
  });
});

test('the angle of an oriented target is told', () => {
  const [target] = presetScene('arm-6', engine).scenario.targets;
  const position = [3, ...(target?.position.slice(1) ?? [])];
  const methods = [{ id: 'levenberg-marquardt' }];
  const free = { limitPolicy: 'ignore' };
  const scene = presetScene('arm-6', engine, {
    ...free,
    methods,
    targets: [{ ...target, position }],
  });
  const found = asked(scene.scenario);
  expect(found.word).toMatch(/^out of reach by [\d.]+ m$/);
  expect(plainText(found.answer)).toMatch(/It stopped [\d.]+ m and [\d.]+° short/);
});

test('directions hold all that is missing, largest σ first', () => {
  const methods = [{ id: 'transpose' }];
  const { scenario } = presetScene('double-y', engine, { methods, run: { mode: 'track' } });
  const { directions } = asked(scenario, 30);
  expect(directions.map(({ sigma }) => sigma)).toEqual(
    directions.map(({ sigma }) => sigma).sort((a, b) => b - a),
  );
  const session = new Session(
    engine,
    presetScene('double-y', engine, { methods, run: { mode: 'track' } }),
  );
  for (let i = 0; i < 30; i++) session.advance();
  const all = Math.hypot(...directions.map(({ missing }) => missing));
  expect(all).toBeCloseTo(Math.hypot(...session.lab.distances(0)), 9);
  session.close();
});

test('what a target leaves free is no part of what is missing', () => {
  const position = [1.2, 0.7, 5]; // Off the plane of the arm.
  const targets = [{ effector: 'tip', position, free: { position: ['z'] } }];
  const { directions, answer } = asked(arm({ targets }), 2);
  for (const { missing } of directions) expect(missing).toBeLessThan(2);
  expect(plainText(answer)).not.toContain('no joint moves');
});
