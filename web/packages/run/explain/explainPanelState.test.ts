import type { Engine } from '@iklab/core/engine';
import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { phrasePlainText } from '@iklab/core/format/words';
import { beforeAll, describe, expect, test } from 'vitest';
import { Session } from '../session/session.ts';
import { explainPanelState, type WhyExplanation } from './explainPanelState.ts';

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

/** Explains a document's first panel when it has stopped, or after `updates` frames. */
function explain(document: object, updates = 5000): WhyExplanation & { word: string } {
  const session = new Session(engine, makeTestScene(document, engine));
  for (let i = 0; i < updates && !session.finished; i++) session.advance();
  session.updateNumbers();
  const found = explainPanelState(session.instanceRun(0));
  const word = session.instances[0]?.outcome.peek().words ?? '';
  session.close();
  return { ...found, word };
}

const answerOf = (document: object, updates?: number): string =>
  phrasePlainText(explain(document, updates).answer);

describe('explanation of a stopped run', () => {
  test('a reached target: the final error, the update count and the tolerance', () => {
    const found = explain(arm());
    expect(phrasePlainText(found.answer)).toMatch(
      /^Final error [\d.]+ (mm|µm) after \d+ updates; the tolerance is 0\.10 mm\.$/,
    );
    expect([found.question, found.blocking, found.problem]).toEqual([
      'How did DLS reach the target?',
      null,
      null,
    ]);
  });

  test('a straight arm with its target on its axis: no joint moves along σ₂', () => {
    const found = explain(
      arm({ start: [0, 0], targets: [{ effector: 'tip', position: [1.49, 0, 0] }] }),
    );
    expect(phrasePlainText(found.answer)).toBe(
      'It stopped 310 mm short after 1 update. All of the weighted error is along a direction that no joint moves in this pose.',
    );
    expect(found.question).toBe('Why does DLS stop short?');
    expect(found.blockingName).toBe('σ₂: no joint moves this way');
    expect([found.blocking, found.directions[1]?.sigma, found.word]).toEqual([
      1,
      0,
      'stopped short',
    ]);
    expect(found.directions[1]?.errorAlong).toBeCloseTo(0.31, 12);
    expect(found.blockingVector?.map((x) => Math.round(1e9 * x) / 1e9 + 0)).toEqual([-0.31, 0, 0]);
  });

  test('a target that no pose reaches: the distance out of reach', () => {
    const found = explain(arm({ targets: [{ effector: 'tip', position: [2.5, 0, 0] }] }));
    expect(phrasePlainText(found.answer)).toMatch(
      /^The target is out of reach by 700 mm in any pose\. /,
    );
    expect(found.word).toBe('out of reach by 700 mm');
  });

  test('names the joints at limits that Jᵀe pushes outward, largest pull first', () => {
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
    const found = explain(arm({ tree, start: [0, 0.05], limitPolicy: 'clamp', targets }));
    // the shoulder has the longer lever arm
    expect(phrasePlainText(found.answer)).toContain(
      'shoulder and elbow are at their limits, and Jᵀe pushes them outward.',
    );
  });

  test('says that the update count is the maximum', () => {
    expect(answerOf(arm({ run: { mode: 'converge', maxUpdates: 2 } }))).toMatch(
      /^It stopped [\d.]+ mm short after 2 updates\. That is the maximum\./,
    );
  });

  test('too small a gain: reports it, the minimum and the share that damping lets an update correct', () => {
    const methods = [{ id: 'dls', params: { lambda: 60 } }];
    const found = explain(arm({ methods, run: { mode: 'converge', minImprovement: 0.01 } }));
    expect(phrasePlainText(found.answer)).toMatch(
      /^It stopped [\d.]+ m?m short after 1 update\. The last update lowered the objective by [\d.]+ (mm|µm), less than the minimum of 10 mm\. (All|[\d.]+ %) of the (squared )?weighted error is along one direction, σ. = [\d.]+.*; with λ = 60 an update corrects < 0\.1 % of it\.$/,
    );
    expect(found.word).toBe('stopped short');
  });

  test('reports a rise of the objective only above a hundredth of the tolerance', () => {
    const methods = [{ id: 'transpose', params: { alpha: 3 }, maxStep: null }];
    const run = { mode: 'converge', maxRises: 3 };
    expect(answerOf(arm({ methods, run }))).toMatch(
      / The last update raised the objective by [\d.]+ m?m\./,
    );
    expect(answerOf(arm({ methods, run: { ...run, tolerance: 1000, residual: 1e-9 } }))).toMatch(
      / The last update did not lower the objective\./,
    );
  });

  test('a gain just below the minimum is shown with enough digits to tell them apart', () => {
    const minImprovement = 0.01;
    const methods = [{ id: 'dls', params: { lambda: 60 } }];
    const document = (least: number) =>
      arm({ methods, run: { mode: 'converge', minImprovement: least } });
    const lab = new Session(engine, makeTestScene(document(minImprovement), engine));
    lab.advance();
    const { objective, objectiveBefore } = lab.lab.status(0);
    lab.close();
    const [, gain, least] =
      /lowered the objective by ([\d.]+) µm, less than the minimum of ([\d.]+) µm/.exec(
        answerOf(document((objectiveBefore - objective) * 1.0004)),
      ) ?? [];
    expect(Number(gain)).toBeLessThan(Number(least));
  });

  test('counts updates since the last edit, like the card', () => {
    const methods = [{ id: 'dls', params: { lambda: 3 } }]; // so slow that it never overshoots
    const rules = { methods, run: { mode: 'converge', minImprovement: 1e-3 } };
    const session = new Session(engine, makeTestScene(arm(rules), engine));
    for (let i = 0; i < 30 && !session.finished; i++) session.advance();
    const before = session.lab.status(0).updates;
    expect(before).toBeGreaterThan(2);
    const targets = [{ effector: 'tip', position: [2.5, 0, 0] }];
    session.applyScene(makeTestScene(arm({ ...rules, targets }), engine));
    for (let i = 0; i < 4000 && (i === 0 || !session.finished); i++) session.advance();
    session.updateNumbers();
    const { updates, stop } = session.lab.status(0);
    const said = phrasePlainText(explainPanelState(session.instanceRun(0)).answer);
    session.close();
    expect(stop).toBe('no-improvement');
    expect(said).toContain(` after ${updates - before} updates. `);
    expect(session.instances[0]?.updates.peek()).toBe(updates - before);
  });

  test('the question names oscillation only while the error rises again and again', () => {
    const run = { mode: 'converge', maxRises: null, minImprovement: 0 };
    const questionOf = (method: object, position: number[], updates: number) =>
      explain(arm({ methods: [method], targets: [{ effector: 'tip', position }], run }), updates)
        .question;
    // beyond its reach the pseudoinverse steps over the nearest pose
    expect(questionOf({ id: 'pseudoinverse' }, [1.9, 0.1, 0], 200)).toBe(
      'Why does Pseudoinverse oscillate?',
    );
    expect(questionOf({ id: 'dls', params: { lambda: 60 } }, [1.2, 0.7, 0], 200)).toBe(
      'Why has DLS not reached the target yet?',
    );
  });

  test('reports a singular linear system for a failed Cholesky solution', () => {
    const methods = [{ id: 'pseudoinverse', params: { solve: 'cholesky' } }];
    const targets = [{ effector: 'tip', position: [1.2, 0.4, 0] }];
    const found = explain(arm({ methods, start: [0.7, 0], targets }));
    expect(phrasePlainText(found.answer)).toMatch(
      /^Update \d+ failed: its linear system is singular in this pose\. The error is [\d.]+ m?m\./,
    );
    expect([found.question, found.word]).toEqual([
      'Why did DLS fail?'.replace('DLS', 'Pseudoinverse'),
      'failed: singular system',
    ]);
  });

  test('says that a pose outside the joint limits does not count as a solution', () => {
    const hinge = { id: 'a', limits: [-1, 0.2] };
    const tree = {
      joints: [hinge, { ...hinge, id: 'b', parent: 'a', xyz: [1, 0, 0] }],
      effectors: [{ id: 'tip', parent: 'b', xyz: [0.8, 0, 0] }],
    };
    const outside = (most: number) => ({ mode: 'converge', restarts: { most, outside: 'wrap' } });
    const found = explain(arm({ tree, start: [-0.3, -0.5], run: outside(0) }));
    expect(found.word).toBe('reached, outside joint limits');
    expect(found.question).toBe('Why does DLS end outside its limits?');
    const no = /joints are outside their limits; such a pose counts as no solution here\./;
    expect(phrasePlainText(found.answer)).toMatch(no);
    expect(answerOf(arm({ tree, start: [-0.3, -0.5], run: outside(2) }))).toMatch(no);
    expect(explain(arm({ tree, start: [-0.3, -0.5] })).word).toMatch(/^reached/);
  });

  test('reports that the last updates each gained less than the slow share', () => {
    const run = { mode: 'converge', minImprovement: 0, maxSlow: 4, slowShare: 0.5 };
    const found = explain(arm({ methods: [{ id: 'dls', params: { lambda: 2 } }], run }));
    expect(phrasePlainText(found.answer)).toMatch(
      / Its last 4 updates each gained less than 50 %\./,
    );
  });
});

describe('explanation of a run in progress', () => {
  test('gives the current error before and between updates, and the mean error while tracking', () => {
    expect(answerOf(arm(), 0)).toMatch(/^It has not moved yet; the error is [\d.]+ mm\./);
    expect(answerOf(arm(), 2)).toMatch(/^After 2 updates the error is [\d.]+ mm\./);
    const follows = explain(makePresetTestScene('y', engine).scenario, 200);
    expect(phrasePlainText(follows.answer)).toMatch(
      /The targets keep moving: mean error over its last 120 updates .* The experiments that find a cause need fixed targets\./,
    );
    expect(follows.question).toMatch(/^How closely does .* follow\?$/);
  });
});

test('reports the angle error of an oriented target', () => {
  const [target] = makePresetTestScene('arm-6', engine).scenario.targets;
  const position = [3, ...(target?.position.slice(1) ?? [])];
  const methods = [{ id: 'levenberg-marquardt' }];
  const free = { limitPolicy: 'ignore' };
  const scene = makePresetTestScene('arm-6', engine, {
    ...free,
    methods,
    targets: [{ ...target, position }],
  });
  const found = explain(scene.scenario);
  expect(found.word).toMatch(/^out of reach by [\d.]+ m$/);
  expect(phrasePlainText(found.answer)).toMatch(/The method stopped [\d.]+ m and [\d.]+° short/);
});

test('the errors along all directions add up to the whole error, largest σ first', () => {
  const methods = [{ id: 'transpose' }];
  const { scenario } = makePresetTestScene('double-y', engine, { methods, run: { mode: 'track' } });
  const { directions } = explain(scenario, 30);
  expect(directions.map(({ sigma }) => sigma)).toEqual(
    directions.map(({ sigma }) => sigma).sort((a, b) => b - a),
  );
  const session = new Session(
    engine,
    makePresetTestScene('double-y', engine, { methods, run: { mode: 'track' } }),
  );
  for (let i = 0; i < 30; i++) session.advance();
  const all = Math.hypot(...directions.map(({ errorAlong: missing }) => missing));
  expect(all).toBeCloseTo(Math.hypot(...session.lab.distances(0)), 9);
  session.close();
});

test('unconstrained axes of a target do not count as error', () => {
  const position = [1.2, 0.7, 5]; // off the plane of the arm
  const targets = [{ effector: 'tip', position, free: { position: ['z'] } }];
  const { directions, answer } = explain(arm({ targets }), 2);
  for (const { errorAlong: missing } of directions) expect(missing).toBeLessThan(2);
  expect(phrasePlainText(answer)).not.toContain('no joint moves');
});
