/** Each scene has one known cause, whose numbers follow from the lengths of the links. */
import { beforeAll, expect, test } from 'vitest';
import { changed } from '../document/edits.ts';
import { withTexts } from '../engine/cards.ts';
import type { Engine } from '../engine/engine.ts';
import { sceneOf, testEngine } from '../engine/testEngine.ts';
import { plainText } from '../format/phrase.ts';
import { endPose } from '../run/panelVerdict.ts';
import { Session } from '../run/session.ts';
import { resolve } from '../scenario/resolve.ts';
import { answerDiagnosis, diagnoseSession, diagnosisRequest } from './diagnose.ts';
import { fromHere, remediesFromHere } from './fixes.ts';
import { story } from './story.ts';
import { explainWhy } from './why.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const DEGREE = Math.PI / 180;

/** Links of 1 m and 0.8 m; the target needs an elbow angle of 60 degrees. */
const arm = (changes: object = {}) => {
  const joint = (id: string, parent: string | null, x: number) => ({ id, parent, xyz: [x, 0, 0] });
  return {
    iklab: 1,
    tree: {
      joints: [joint('shoulder', null, 0), joint('elbow', 'shoulder', 1)],
      effectors: [{ id: 'tip', parent: 'elbow', xyz: [0.8, 0, 0] }],
    },
    start: [0.3, 0.3],
    targets: [{ effector: 'tip', position: at(0.4, 60 * DEGREE) }],
    methods: [{ id: 'dls', params: { lambda: 0.1 } }],
    run: { mode: 'converge', tolerance: 1e-4 },
    ...changes,
  };
};

const at = (shoulder: number, elbow: number, link = 0.8) => [
  Math.cos(shoulder) + link * Math.cos(shoulder + elbow),
  Math.sin(shoulder) + link * Math.sin(shoulder + elbow),
  0,
];

/** The elbow is limited to -5 to 36 degrees; 60 degrees would be 24 degrees beyond. */
const limited = (changes: object = {}) => {
  const { tree, ...rest } = arm();
  const [shoulder, elbow] = tree.joints;
  const joints = [shoulder, { ...elbow, limits: [-5 * DEGREE, 36 * DEGREE] }];
  return { ...rest, tree: { ...tree, joints }, limitPolicy: 'clamp', ...changes };
};

function ended(document: object) {
  const session = new Session(engine, sceneOf(document, engine));
  for (let i = 0; i < 5000 && !session.finished; i++) session.advance();
  session.updateNumbers();
  const before = plainText(explainWhy(session.instanceRun(0)).answer);
  diagnoseSession(session, engine);
  const found = session.instances[0]?.verdict.peek() ?? null;
  const why = explainWhy(session.instanceRun(0));
  const told = {
    session,
    before,
    cause: found?.diagnosis.cause,
    word: session.instances[0]?.outcome.peek().words,
    clause: plainText(found?.clause(false) ?? []),
    answer: [why.answer, why.shown].map(plainText).join(' '),
    story: story(session).map(plainText).join(' '),
  };
  session.close();
  return told;
}

test('a limit closed on the solution is named with its side and amount', () => {
  const { before, cause, word, clause, answer } = ended(limited());
  expect(cause).toBe('joint-limits');
  expect(word).toBe('blocked by joint limits: elbow');
  expect(clause).toBe('is blocked by the upper limit of elbow');
  expect(before).toContain('elbow is at its upper limit, and Jᵀe pushes it outward.');
  expect(before).toContain('weighted error is along one direction');
  expect(answer).not.toContain('weighted error is along one direction'); // Not the cause.
  expect(before).not.toContain('released');
  expect(answer).toMatch(
    /With the upper limit of elbow released by 24°, Levenberg-Marquardt reaches the target in \d+ updates?\./,
  );
});

test('damping of a hundred times as much is slow, and less of it reaches the target', () => {
  const { cause, word, answer } = ended(
    arm({
      methods: [{ id: 'dls', params: { lambda: 10 } }],
      run: { mode: 'converge', tolerance: 1e-4, maxUpdates: 60 },
    }),
  );
  expect([cause, word]).toEqual(['damping', 'slowed by damping']);
  expect(answer).toMatch(
    /With damping λ = 0\.1 m from this pose, DLS reaches the target in \d+ updates?\./,
  );
});

test('a target clamp of 1 mm limits the method, and without it the target is reached', () => {
  const targetClamp = { mode: 'fixed', distance: 1e-3 };
  const { before, cause, word, answer } = ended(
    arm({
      methods: [{ id: 'dls', params: { lambda: 0.1 }, targetClamp }],
      run: { mode: 'converge', tolerance: 1e-4, maxUpdates: 60 },
    }),
  );
  expect([cause, word]).toEqual(['target-clamp', 'limited by the target clamp']);
  expect(before).toContain('The target clamp limits the error that it sees to 1.0 mm per target.');
  expect(answer).toMatch(/Without its target clamp from this pose, DLS reaches the target in/);
});

test('a target beyond reach: by how much, and whether the method has settled', () => {
  const far = { targets: [{ effector: 'tip', position: [2.5, 0, 0] }] };
  const settled = ended(arm({ ...far, methods: [{ id: 'dls', params: { lambda: 0.5 } }] }));
  expect([settled.cause, settled.word]).toEqual(['out-of-reach', 'out of reach by 700 mm']);
  expect(settled.answer).toContain('The target is out of reach by 700 mm in any pose.');
  expect(settled.answer).toContain('DLS settled within 1 % of the best pose of 8 restarts');
  expect(settled.clause).toBe('settled within 1 % of the best pose found');
  // A damping of 0.1 m overshoots there, and ends 7.5 % above the best pose.
  expect(ended(arm(far)).clause).toBe('stopped early');
  const early = ended(arm({ ...far, run: { mode: 'converge', maxUpdates: 1 }, start: [1, 1] }));
  expect(early.clause).toBe('stopped early');
  expect(early.answer).toMatch(/its error is \d+ % above that of the best pose of 8 restarts of/);
});

test('a straight arm with its target inside is at a singular pose', () => {
  const { cause, word, answer } = ended(
    arm({ start: [0, 0], targets: [{ effector: 'tip', position: [1.49, 0, 0] }] }),
  );
  expect([cause, word]).toEqual(['singular-pose', 'singular pose']);
  expect(answer).toContain('No small motion of a joint reduces the error in this pose');
});

test('too few updates: more reach the target', () => {
  const { cause, word, answer } = ended(arm({ run: { mode: 'converge', maxUpdates: 2 } }));
  expect([cause, word]).toEqual(['update-limit', 'update limit reached']);
  expect(answer).toMatch(/With more updates from this pose, DLS reaches the target in/);
});

test('a dropped direction is named by its number', () => {
  const { cause, word, clause } = ended(
    arm({
      start: [0.3, 0.2],
      methods: [{ id: 'truncated', params: { cutoff: 0.5, cutoffIs: 'absolute' } }],
    }),
  );
  expect([cause, word]).toEqual(['dropped-direction', 'drops σ₂']);
  expect(clause).toBe('drops σ₂, which the target needs');
});

test('a failed experiment removes its sentence: at a limit, but slowed by damping', () => {
  const { tree, ...rest } = arm();
  const [shoulder, elbow] = tree.joints;
  const { before, answer, cause } = ended({
    ...rest,
    tree: { ...tree, joints: [{ ...shoulder, limits: [-1, 0.3] }, elbow] },
    limitPolicy: 'clamp',
    methods: [{ id: 'dls', params: { lambda: 10 } }],
    targets: [{ effector: 'tip', position: at(0.2, 0.9) }], // Within the limits.
    run: { mode: 'converge', maxUpdates: 5 },
  });
  expect(before).toContain('shoulder is at its upper limit, and Jᵀe pushes it outward.');
  expect(cause).toBe('damping');
  expect(answer).not.toContain('Jᵀe pushes');
  expect(answer).toContain('an update corrects');
});

test('the story names those with one reason together, and who goes on', () => {
  const methods = [
    { id: 'dls', label: 'A', params: { lambda: 0.1 } },
    { id: 'dls', label: 'B', params: { lambda: 0.2 } },
    { id: 'transpose', label: 'C', params: { alpha: 0.001 } },
  ];
  const session = new Session(engine, sceneOf(limited({ methods }), engine));
  const stopped = () => [0, 1].every((i) => session.lab.status(i).stop !== null);
  for (let i = 0; i < 3000 && !stopped(); i++) session.advance();
  session.updateNumbers();
  expect(session.lab.status(2).stop).toBeNull();
  const measured = story(session, true).map(plainText).join(' ');
  expect(measured).toMatch(/[AB] stopped [\d.]+ m?m short and [AB] [\d.]+ m?m; C is still/);
  diagnoseSession(session, engine);
  const { verdict } = session.instances[2] ?? {};
  if (verdict) verdict.value = null;
  expect(story(session, true).map(plainText).join(' ')).toMatch(
    /^[AB] and [AB] are blocked by the upper limit of elbow; C is still (converging|running)\.$/,
  );
  session.close();
});

test('an edit from the pose does what it says, in a run of its own', () => {
  const session = new Session(engine, sceneOf(limited(), engine));
  while (session.advance());
  const { scene, lab } = session;
  const asked = diagnosisRequest(scene, 0, endPose(lab, 0));
  const { diagnosis } = answerDiagnosis(asked, engine);
  if (!diagnosis) throw new Error('nothing was found');
  const { fixes } = answerDiagnosis({ ...asked, found: diagnosis }, engine);
  const remedies = remediesFromHere(withTexts(engine.catalogue), scene, 0, diagnosis);
  const [best] = fixes;
  expect(best?.outcome.stop).toBe('reached');
  expect(fixes.map(({ index }) => remedies[index]?.what)).toContain('Widen elbow’s upper limit');
  const widen = remedies.find(({ kind }) => kind === 'limits');
  expect(widen?.how).toMatch(/^6\d(\.\d+)?° instead of 36°$/);
  session.close();
});

/** The offered fix of a kind at the end of the first panel, and the pose after a run with it. */
function mended(document: object, kind: string) {
  const session = new Session(engine, sceneOf(document, engine));
  while (session.advance());
  const { scene, lab, catalogue } = session;
  const pose = endPose(lab, 0);
  const asked = diagnosisRequest(scene, 0, pose);
  const { diagnosis } = answerDiagnosis(asked, engine);
  if (!diagnosis) throw new Error('nothing was found');
  const { fixes } = answerDiagnosis({ ...asked, found: diagnosis }, engine);
  const remedies = remediesFromHere(withTexts(engine.catalogue), scene, 0, diagnosis);
  session.close();
  const remedy = remedies[fixes.find(({ index }) => remedies[index]?.kind === kind)?.index ?? -1];
  if (!remedy) throw new Error(`none of ${remedies.map(({ what }) => what)}`);
  const next = changed(scene.scenario, fromHere(pose.angles, remedy.change), catalogue);
  if (!next.ok) throw new Error('the scene does not take the edit');
  const again = new Session(engine, resolve(next.value));
  while (again.advance());
  const ends = { angles: [...again.lab.angles(0)], stop: again.lab.status(0).stop };
  again.close();
  return { cause: diagnosis.cause, what: remedy.what, before: pose.angles, ...ends };
}

const apart = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((x, i) => x - (b[i] as number)));

test('joint weights that hold the arm: equal ones reach the target from the pose', () => {
  const { tree, ...rest } = arm();
  const target = at(0.4, 60 * DEGREE);
  const { cause, what, before, angles, stop } = mended(
    {
      ...rest,
      tree: { ...tree, joints: tree.joints.map((joint) => ({ ...joint, weight: 1e-4 })) },
      methods: [{ id: 'idls' }],
      run: { mode: 'converge', tolerance: 1e-4, maxUpdates: 60 },
    },
    'weights',
  );
  expect([cause, what, stop]).toEqual(['joint-weights', 'Use equal joint weights', 'reached']);
  const missed = ([shoulder = 0, elbow = 0]: readonly number[]) =>
    apart(at(shoulder, elbow), target);
  expect(missed(before)).toBeGreaterThan(0.01);
  expect(missed(angles)).toBeLessThanOrEqual(1e-4);
});

test('priorities of two arms on one base: damped least squares reaches both from the pose', () => {
  const arms = [
    { id: 'left', y: 0.2 },
    { id: 'right', y: -0.2 },
  ];
  const tips = ([base = 0, ...elbows]: readonly number[]) =>
    arms.flatMap(({ y }, i) => {
      const turned = base + (elbows[i] ?? 0);
      return [
        0.5 * Math.cos(base) - y * Math.sin(base) + 0.6 * Math.cos(turned),
        0.5 * Math.sin(base) + y * Math.cos(base) + 0.6 * Math.sin(turned),
      ];
    });
  const goals = tips([-0.67, 0.68, 0.59]);
  const document = {
    iklab: 2,
    tree: {
      joints: [
        { id: 'base', parent: null, xyz: [0, 0, 0] },
        ...arms.map(({ id, y }) => ({ id, parent: 'base', xyz: [0.5, y, 0] })),
      ],
      effectors: arms.map(({ id }) => ({ id: `${id} tip`, parent: id, xyz: [0.6, 0, 0] })),
    },
    start: [1.32, -0.26, 0.66],
    targets: arms.map(({ id }, i) => ({
      effector: `${id} tip`,
      position: [...goals.slice(2 * i, 2 * i + 2), 0],
    })),
    methods: [{ id: 'priority', label: 'Left first' }],
    run: { mode: 'converge', tolerance: 1e-3, maxUpdates: 300 },
  };
  const { cause, what, before, angles, stop } = mended(document, 'priority');
  expect([cause, what, stop]).toEqual(['priority', 'Use damped least squares', 'reached']);
  expect(ended(document).answer).toMatch(
    /Without priorities from this pose, damped least squares reaches the targets in \d+ updates?\./,
  );
  expect(apart(tips(before), goals)).toBeGreaterThan(0.01);
  expect(apart(tips(angles), goals)).toBeLessThanOrEqual(1e-3);
});

test('an overshoot is named by the number that cures it', () => {
  const document = arm({
    methods: [{ id: 'dls', params: { lambda: 1e-3 }, gain: 2.2 }],
    run: { mode: 'converge', tolerance: 1e-4, maxUpdates: 60 },
  });
  const { cause, answer } = ended(document);
  expect(cause).toBe('overshoot');
  expect(answer).toMatch(
    /With gain = 1\.1 from this pose, DLS reaches the target in \d+ updates?\./,
  );
  const fixed = mended(document, 'gain');
  expect([fixed.what, fixed.stop]).toEqual(['Set gain = 1.1', 'reached']);
  const [shoulder = 0, elbow = 0] = fixed.angles;
  expect(apart(at(shoulder, elbow), at(0.4, 60 * DEGREE))).toBeLessThanOrEqual(1e-4);
});
