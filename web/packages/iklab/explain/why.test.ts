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

/** Of a document's first panel when it has stopped, or after so many updates. */
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

describe('a run that stopped', () => {
  test('reached', () => {
    const found = asked(arm());
    expect(plainText(found.answer)).toMatch(
      /^It came within [\d.]+ (mm|µm) in \d+ updates; asked for is 0\.10 mm\.$/,
    );
    expect(plainText(found.clause)).toMatch(/^is there in \d+ updates$/);
    expect([found.blocking, found.proof]).toEqual([null, null]);
  });

  test('stuck on the axis of a straight arm, target within', () => {
    const found = asked(
      arm({ start: [0, 0], targets: [{ effector: 'tip', position: [1.49, 0, 0] }] }),
    );
    expect(plainText(found.answer)).toBe(
      'It is 310 mm away, and no joint moves the tip that way: each turns it aside (Jᵀe = 0).',
    );
    expect(found.question).toBe('Why is DLS stuck?');
    expect(plainText(found.clause)).toBe('is stuck');
    expect([found.blocking, found.directions[1]?.sigma, found.word]).toEqual([1, 0, 'stuck']);
    expect(found.directions[1]?.missing).toBeCloseTo(0.31, 12);
    expect(found.blockingVector?.map((x) => Math.round(1e9 * x) / 1e9 + 0)).toEqual([-1, 0, 0]);
    expect(found.proof).toEqual({ kind: 'no-closer-pose', metresLeft: null });
  });

  test('out of reach, however the joints stand', () => {
    const found = asked(arm({ targets: [{ effector: 'tip', position: [2.5, 0, 0] }] }));
    expect(plainText(found.answer)).toMatch(
      /^The target is out of reach by 700 mm, however the joints stand\. /,
    );
    expect(found.word).toBe('out of reach by 700 mm');
    expect(found.proof?.kind).toBe('beyond-reach');
    expect(found.proof?.metresLeft).toBeCloseTo(0.7, 12);
  });

  test('at its limits, naming the joints that hold it', () => {
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
    expect(plainText(found.answer)).toMatch(
      /^It is [\d.]+ m away; joints shoulder and elbow stand on their limits, and no other joint brings it closer\./,
    );
    expect(plainText(found.clause)).toMatch(/^is held by the limits of shoulder and elbow$/);
  });

  test('out of updates', () => {
    expect(answered(arm({ run: { mode: 'converge', maxUpdates: 2 } }))).toMatch(
      /^Its 2 updates are used up, [\d.]+ mm away; the last one brought it [\d.]+ mm closer\./,
    );
  });

  test('no improvement worth the name: damped too much', () => {
    const methods = [{ id: 'dls', params: { lambda: 60 } }];
    const found = asked(arm({ methods, run: { mode: 'converge', minImprovement: 0.01 } }));
    expect(plainText(found.answer)).toMatch(
      /^Update 1 brought it [\d.]+ (mm|µm) closer, less than the 10 mm that keep it going; it is [\d.]+ m?m away\. (All of it|The largest part of it, [\d.]+ mm,) lies along one direction, σ. = [\d.]+.*; with λ = 60 an update aims to close [\d.]+ (mm|µm) of it\.$/,
    );
    expect(plainText(found.clause)).toMatch(
      /^creeps: with λ 60 an update aims to close < 0.1 % of what is left along σ₂$/,
    );
    expect(found.word).toBe('gets no closer');
  });

  test('ended by the rule that counts rises', () => {
    const methods = [{ id: 'transpose', params: { alpha: 3 }, maxStep: null }];
    const found = asked(arm({ methods, run: { mode: 'converge', maxRises: 3 } }));
    expect(plainText(found.answer)).toMatch(
      /^Its error rose 3 times, the last time by [\d.]+ m?m; it is [\d.]+ m?m away\./,
    );
    expect(found.question).toBe('Why does the error of Transpose rise?');
    expect(found.word).toBe('error rose 3 times');
    expect(plainText(found.clause)).toBe('ends after its error rose 3 times');
  });

  test('so little that it reads as what keeps it going: with the digits that tell them apart', () => {
    const minImprovement = 0.01;
    const methods = [{ id: 'dls', params: { lambda: 60 } }];
    const document = (least: number) =>
      arm({ methods, run: { mode: 'converge', minImprovement: least } });
    const lab = new Session(engine, sceneOf(document(minImprovement), engine));
    lab.advance();
    const { objective, objectiveBefore } = lab.lab.status(0);
    lab.close();
    const [, gain, least] =
      /brought it ([\d.]+) µm closer, less than the ([\d.]+) µm that/.exec(
        answered(document((objectiveBefore - objective) * 1.0004)),
      ) ?? [];
    expect(Number(gain)).toBeLessThan(Number(least));
  });

  test('after an edit it counts from there, as the card does', () => {
    const methods = [{ id: 'dls', params: { lambda: 3 } }]; // so slow that it never overshoots
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
    expect(said).toContain(` Update ${updates - before} brought it `);
    expect(session.instances[0]?.updates.peek()).toBe(updates - before);
  });

  test('a breakdown of the normal equations', () => {
    const methods = [{ id: 'pseudoinverse', params: { solve: 'cholesky' } }];
    const targets = [{ effector: 'tip', position: [1.2, 0.4, 0] }];
    const found = asked(arm({ methods, start: [0.7, 0], targets }));
    expect(plainText(found.answer)).toMatch(
      /^Update \d+ had no step to take: .* in this pose\. It is [\d.]+ m?m away\./,
    );
  });

  test('there with a joint outside its limits, where that is no solution', () => {
    const hinge = { id: 'a', limits: [-1, 0.2] };
    const tree = {
      joints: [hinge, { ...hinge, id: 'b', parent: 'a', xyz: [1, 0, 0] }],
      effectors: [{ id: 'tip', parent: 'b', xyz: [0.8, 0, 0] }],
    };
    const outside = (most: number) => ({ mode: 'converge', restarts: { most, outside: 'wrap' } });
    const found = asked(arm({ tree, start: [-0.3, -0.5], run: outside(0) }));
    expect(found.word).toBe('there, outside its limits');
    expect(plainText(found.clause)).toBe('is there with joints outside their limits');
    expect(found.question).toBe('Why does DLS end outside its limits?');
    const no = /joints (are )?outside their limits(, and|:) such a pose is no solution here\./;
    expect(plainText(found.answer)).toMatch(no);
    expect(answered(arm({ tree, start: [-0.3, -0.5], run: outside(2) }))).toMatch(no);
    expect(asked(arm({ tree, start: [-0.3, -0.5] })).word).toMatch(/^reached/);
  });

  test('too slow, and what that is', () => {
    const run = { mode: 'converge', minImprovement: 0, maxSlow: 4, slowShare: 0.5 };
    const found = asked(arm({ methods: [{ id: 'dls', params: { lambda: 2 } }], run }));
    expect([found.word, found.question]).toEqual(['too slow', 'Why is DLS so slow?']);
    expect(plainText(found.clause)).toMatch(/^gets on too slowly|^creeps/);
    expect(plainText(found.answer)).toMatch(
      /^Its last 4 updates each gained less than 50 %; it is [\d.]+ m?m away\./,
    );
  });
});

describe('a run that goes on', () => {
  test('has not begun, is on its way, follows', () => {
    expect(answered(arm(), 0)).toMatch(/^It has not moved yet, and is [\d.]+ mm away\./);
    expect(answered(arm(), 2)).toMatch(/^After 2 updates it is [\d.]+ mm away; the last one/);
    const follows = asked(presetScene('y', engine).scenario, 200);
    expect(plainText(follows.answer)).toMatch(
      /Its targets move on while it follows: over its last 120/,
    );
    expect(plainText(follows.clause)).toMatch(/^(follows [\d.]+ m?m behind|keeps overshooting)$/);
  });
});

test('with an oriented target a descent is not called oscillating, and its angle is told', () => {
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
  expect(plainText(found.answer)).toMatch(/it is [\d.]+ m and [\d.]+° away/);
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
  const position = [1.2, 0.7, 5]; // off the plane of the arm
  const targets = [{ effector: 'tip', position, free: { position: ['z'] } }];
  const { directions, answer } = asked(arm({ targets }), 2);
  for (const { missing } of directions) expect(missing).toBeLessThan(2);
  expect(plainText(answer)).not.toContain('no joint moves');
});
