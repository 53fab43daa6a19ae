/** Each scene has one known cause; the expected numbers follow from the link lengths. */

import { applyDocumentEdit } from '@iklab/core/document/edits';
import type { Engine } from '@iklab/core/engine';
import { withCardTexts } from '@iklab/core/engine';
import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { outOfReachText } from '@iklab/core/format';
import { phrasePlainText } from '@iklab/core/format/words';
import { fullDocument, resolveScenario } from '@iklab/core/scenario';
import { beforeAll, describe, expect, test } from 'vitest';
import { readPanelEndPose } from '../session/diagnosisVerdict.ts';
import { Session } from '../session/session.ts';
import { answerDiagnosis, diagnoseSession, makeDiagnosisRequest } from './diagnosePose.ts';
import { diagnosisRemedies, withStartPose } from './diagnosisFixes.ts';
import { explainPanelState } from './explainPanelState.ts';
import { makeDiagnosisVerdict } from './makeDiagnosisVerdict.ts';
import { writeRunSummary } from './story.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const DEGREE = Math.PI / 180;

/** Links of 1 m and 0.8 m; the elbow is at 60° where the target is reached. */
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

/** The arm with elbow limits of −5° and 36°, 24° short of the 60° that the target needs. */
const limited = (changes: object = {}) => {
  const { tree, ...rest } = arm();
  const [shoulder, elbow] = tree.joints;
  const joints = [shoulder, { ...elbow, limits: [-5 * DEGREE, 36 * DEGREE] }];
  return { ...rest, tree: { ...tree, joints }, limitPolicy: 'clamp', ...changes };
};

function diagnosed(document: object) {
  const scene = makeTestScene(document, engine);
  const session = new Session(engine, scene);
  for (let i = 0; i < 5000 && !session.finished; i++) session.advance();
  session.updateNumbers();
  const before = phrasePlainText(explainPanelState(session.instanceRun(0)).answer);
  diagnoseSession(session, engine);
  const found = session.instances[0]?.verdict.peek() ?? null;
  const why = explainPanelState(session.instanceRun(0));
  const report = {
    session,
    before,
    cause: found?.diagnosis.cause,
    word: session.instances[0]?.outcome.peek().words,
    proof: found?.proof ? outOfReachText(found.proof, scene.scenario) : '',
    method: found?.proof?.method,
    clause: phrasePlainText(found?.clause(false) ?? []),
    answer: [why.answer, why.evidence].map(phrasePlainText).join(' '),
    story: writeRunSummary(session).map(phrasePlainText).join(' '),
  };
  session.close();
  return report;
}

test('names the joint limit that blocks the solution, its side and how far to release it', () => {
  const { before, cause, word, clause, answer } = diagnosed(limited());
  expect(cause).toBe('joint-limits');
  expect(word).toBe('blocked by joint limits: elbow');
  expect(clause).toBe('is blocked by the upper limit of elbow');
  expect(before).toContain('elbow is at its upper limit, and Jᵀe pushes it outward.');
  expect(before).toContain('weighted error is along one direction');
  expect(answer).not.toContain('weighted error is along one direction'); // not the cause here
  expect(before).not.toContain('released');
  expect(answer).toMatch(
    /With the upper limit of elbow released by 24°, Levenberg-Marquardt reaches the target in \d+ updates?\./,
  );
});

test('names damping that is 100 times too strong as the cause, and smaller damping as the cure', () => {
  const { cause, word, answer } = diagnosed(
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

test('names a target clamp of 1 mm as the cause, and its removal as the cure', () => {
  const targetClamp = { mode: 'fixed', distance: 1e-3 };
  const { before, cause, word, answer } = diagnosed(
    arm({
      methods: [{ id: 'dls', params: { lambda: 0.1 }, targetClamp }],
      run: { mode: 'converge', tolerance: 1e-4, maxUpdates: 60 },
    }),
  );
  expect([cause, word]).toEqual(['target-clamp', 'limited by the target clamp']);
  expect(before).toContain('The target clamp limits the error that it sees to 1.0 mm per target.');
  expect(answer).toMatch(/Without its target clamp from this pose, DLS reaches the target in/);
});

test('a target out of reach: reports the distance and whether the method settled at the best pose', () => {
  const far = { targets: [{ effector: 'tip', position: [2.5, 0, 0] }] };
  const settled = diagnosed(arm({ ...far, methods: [{ id: 'dls', params: { lambda: 0.5 } }] }));
  expect([settled.cause, settled.word]).toEqual(['out-of-reach', 'out of reach by 700 mm']);
  expect(settled.answer).toContain('The target is out of reach by 700 mm in any pose.');
  expect(settled.answer).toContain('DLS settled within 1 % of the best pose of 8 restarts');
  expect(settled.clause).toBe('settled within 1 % of the best pose found');
  // damping of 0.1 m overshoots and ends 7.5 % above the best pose
  expect(diagnosed(arm(far)).clause).toBe('stopped early');
  const early = diagnosed(arm({ ...far, run: { mode: 'converge', maxUpdates: 1 }, start: [1, 1] }));
  expect(early.clause).toBe('stopped early');
  expect(early.answer).toMatch(/its error is \d+ % above that of the best pose of 8 restarts of/);
});

test('reports a singular pose for a straight arm whose target lies on its axis', () => {
  const { cause, word, answer } = diagnosed(
    arm({ start: [0, 0], targets: [{ effector: 'tip', position: [1.49, 0, 0] }] }),
  );
  expect([cause, word]).toEqual(['singular-pose', 'singular pose']);
  expect(answer).toContain('No small motion of a joint reduces the error in this pose');
});

test('names the update limit as the cause, and more updates as the cure', () => {
  const { cause, word, answer } = diagnosed(arm({ run: { mode: 'converge', maxUpdates: 2 } }));
  expect([cause, word]).toEqual(['update-limit', 'update limit reached']);
  expect(answer).toMatch(/With more updates from this pose, DLS reaches the target in/);
});

test('names the singular direction that the cutoff drops', () => {
  const { cause, word, clause } = diagnosed(
    arm({
      start: [0.3, 0.2],
      methods: [{ id: 'truncated', params: { cutoff: 0.5, cutoffIs: 'absolute' } }],
    }),
  );
  expect([cause, word]).toEqual(['dropped-direction', 'drops σ₂']);
  expect(clause).toBe('drops σ₂, which the target needs');
});

test('does not mention a limit that is not the cause: the run is slowed by damping', () => {
  const { tree, ...rest } = arm();
  const [shoulder, elbow] = tree.joints;
  const { before, answer, cause } = diagnosed({
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

test('the story groups methods with the same cause and names those still running', () => {
  const methods = [
    { id: 'dls', label: 'A', params: { lambda: 0.1 } },
    { id: 'dls', label: 'B', params: { lambda: 0.2 } },
    { id: 'transpose', label: 'C', params: { alpha: 0.001 } },
  ];
  const session = new Session(engine, makeTestScene(limited({ methods }), engine));
  const stopped = () => [0, 1].every((i) => session.lab.status(i).stop !== null);
  for (let i = 0; i < 3000 && !stopped(); i++) session.advance();
  session.updateNumbers();
  expect(session.lab.status(2).stop).toBeNull();
  const measured = writeRunSummary(session, true).map(phrasePlainText).join(' ');
  expect(measured).toMatch(/[AB] stopped [\d.]+ m?m short and [AB] [\d.]+ m?m; C is still/);
  diagnoseSession(session, engine);
  const { verdict } = session.instances[2] ?? {};
  if (verdict) verdict.value = null;
  expect(writeRunSummary(session, true).map(phrasePlainText).join(' ')).toMatch(
    /^[AB] and [AB] are blocked by the upper limit of elbow; C is still (converging|running)\.$/,
  );
  session.close();
});

test('the best edit reaches the target from the end pose; widening the limit is among the edits', () => {
  const session = new Session(engine, makeTestScene(limited(), engine));
  while (session.advance());
  const { scene, lab } = session;
  const asked = makeDiagnosisRequest(scene, 0, readPanelEndPose(lab, 0));
  const { diagnosis } = answerDiagnosis(asked, engine);
  if (!diagnosis) throw new Error('nothing was found');
  const { fixes } = answerDiagnosis({ ...asked, found: diagnosis }, engine);
  const remedies = diagnosisRemedies(withCardTexts(engine.catalogue), scene, 0, diagnosis);
  const [best] = fixes;
  expect(best?.outcome.stop).toBe('reached');
  expect(fixes.map(({ index }) => remedies[index]?.action)).toContain('Widen elbow’s upper limit');
  const widen = remedies.find(({ kind }) => kind === 'limits');
  expect(widen?.how).toMatch(/^6\d(\.\d+)?° instead of 36°$/);
  session.close();
});

/** Applies the fix of `kind` that is offered for the first panel's end pose; returns the cause and the pose it then reaches. */
function runFix(document: object, kind: string) {
  const session = new Session(engine, makeTestScene(document, engine));
  while (session.advance());
  const { scene, lab, catalogue } = session;
  const pose = readPanelEndPose(lab, 0);
  const asked = makeDiagnosisRequest(scene, 0, pose);
  const { diagnosis } = answerDiagnosis(asked, engine);
  if (!diagnosis) throw new Error('nothing was found');
  const { fixes } = answerDiagnosis({ ...asked, found: diagnosis }, engine);
  const remedies = diagnosisRemedies(withCardTexts(engine.catalogue), scene, 0, diagnosis);
  session.close();
  const remedy = remedies[fixes.find(({ index }) => remedies[index]?.kind === kind)?.index ?? -1];
  if (!remedy) throw new Error(`none of ${remedies.map(({ action: what }) => what)}`);
  const next = applyDocumentEdit(
    scene.scenario,
    withStartPose(pose.angles, remedy.change),
    catalogue,
  );
  if (!next.ok) throw new Error('the scene does not take the edit');
  const again = new Session(engine, resolveScenario(next.value));
  while (again.advance());
  const ends = { angles: [...again.lab.angles(0)], stop: again.lab.status(0).stop };
  again.close();
  return { cause: diagnosis.cause, what: remedy.action, before: pose.angles, ...ends };
}

const distanceBetween = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((x, i) => x - (b[i] as number)));

test('names joint weights as the cause; equal weights reach the target from the end pose', () => {
  const { tree, ...rest } = arm();
  const target = at(0.4, 60 * DEGREE);
  const { cause, what, before, angles, stop } = runFix(
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
    distanceBetween(at(shoulder, elbow), target);
  expect(missed(before)).toBeGreaterThan(0.01);
  expect(missed(angles)).toBeLessThanOrEqual(1e-4);
});

test('names priorities of two arms as the cause; damped least squares reaches both targets', () => {
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
  const { cause, what, before, angles, stop } = runFix(document, 'priority');
  expect([cause, what, stop]).toEqual(['priority', 'Use damped least squares', 'reached']);
  expect(diagnosed(document).answer).toMatch(
    /Without priorities from this pose, damped least squares reaches the targets in \d+ updates?\./,
  );
  expect(distanceBetween(tips(before), goals)).toBeGreaterThan(0.01);
  expect(distanceBetween(tips(angles), goals)).toBeLessThanOrEqual(1e-3);
});

test('names overshoot as the cause; half the gain reaches the target', () => {
  const document = arm({
    methods: [{ id: 'dls', params: { lambda: 1e-3 }, gain: 2.2 }],
    run: { mode: 'converge', tolerance: 1e-4, maxUpdates: 60 },
  });
  const { cause, answer } = diagnosed(document);
  expect(cause).toBe('overshoot');
  expect(answer).toMatch(
    /With error gain g = 1\.1 from this pose, DLS reaches the target in \d+ updates?\./,
  );
  const fixed = runFix(document, 'gain');
  expect([fixed.what, fixed.stop]).toEqual(['Set error gain g = 1.1', 'reached']);
  const [shoulder = 0, elbow = 0] = fixed.angles;
  expect(distanceBetween(at(shoulder, elbow), at(0.4, 60 * DEGREE))).toBeLessThanOrEqual(1e-4);
});

describe('a proof that the target is out of reach', () => {
  /** A six-joint arm whose links span at most 0.92 m from its shoulder. */
  const sixJoints = (position: readonly number[], isOriented = true, changes: object = {}) => {
    const { scenario } = makePresetTestScene('arm-6', engine);
    const [target] = scenario.targets;
    const orientation = isOriented ? target?.orientation : null;
    return {
      ...fullDocument(scenario),
      targets: [{ effector: target?.effector, position, orientation }],
      methods: [{ id: 'dls', params: { lambda: 0.1 } }],
      run: { mode: 'converge' },
      ...changes,
    };
  };

  test('of the position: outcome, answer and story state one distance', () => {
    const { word, answer, story, proof } = diagnosed(sixJoints([1.1, 0.1, 0.2], false));
    expect(word).toBe('out of reach by 160 mm');
    expect(answer).toContain('The target is out of reach by 160 mm in any pose.');
    expect(story).toContain('The target is out of reach by 160 mm.');
    expect(proof).toBe('Proven: every pose misses the target by at least 160 mm.');
  });

  test('of the orientation at a position that is in reach', () => {
    expect(diagnosed(sixJoints([0.95, 0.1, 0.2], false)).proof).not.toContain('orientation');
    const { cause, word, clause, answer, story, proof } = diagnosed(sixJoints([0.02, 0.02, 0.5]));
    expect(diagnosed(sixJoints([0.02, 0.02, 0.5], false)).word).toMatch(/^reached/);
    expect(cause).toBe('no-pose-found');
    expect(word).toBe('pose out of reach');
    expect(proof).toBe(
      'Proven: every pose with the orientation of the target misses its position by at least 87 mm.',
    );
    expect(story).toContain(proof);
    expect(clause).toBe('settled within 1 % of the best pose found');
    expect(answer).toContain('does not reach the target either.');
    expect(answer).not.toMatch(/out of reach/);
  });

  test('takes the place of a cause that only slows the method', () => {
    const { cause, word, clause, answer } = diagnosed(
      sixJoints([1.1, 0.1, 0.2], true, {
        methods: [{ id: 'dls', params: { lambda: 10 } }],
        run: { mode: 'converge', maxUpdates: 20 },
      }),
    );
    expect(['damping', 'update-limit']).toContain(cause);
    expect([word, clause]).toEqual(['pose out of reach', 'stopped early']);
    expect(answer).toMatch(
      /From this pose, Levenberg-Marquardt lowers the error by \d+ % at most\./,
    );
    expect(answer).not.toMatch(/With (damping|more updates)/);
  });

  test('within the limits: they stay the cause', () => {
    const { word, answer, story, proof, method } = diagnosed(limited());
    expect(word).toBe('blocked by joint limits: elbow');
    expect(answer).toContain('released by 24°');
    expect(answer).not.toContain('out of reach');
    expect(proof).toBe(
      'Proven: every pose within the limits misses the target by at least 149 mm.',
    );
    expect(method).toBe('boxes');
    expect(story).toBe('DLS is blocked by the upper limit of elbow.');
    const { proof: none, word: reached } = diagnosed(limited({ limitPolicy: 'ignore' }));
    expect([none, reached]).toEqual(['', expect.stringMatching(/^reached/)]);
  });

  test('needs a distance beyond the tolerance', () => {
    const far = (tolerance: number) =>
      diagnosed(
        arm({
          targets: [{ effector: 'tip', position: [1.82, 0, 0] }],
          methods: [{ id: 'dls', params: { lambda: 10 } }],
          run: { mode: 'converge', tolerance, maxUpdates: 3 },
        }),
      ).proof;
    expect(far(0.01)).toBe('Proven: every pose misses the target by at least 19 mm.');
    expect(far(0.03)).toBe('');
  });

  test('is none where a pose reaches the target', () => {
    const { proof, word } = diagnosed(arm({ run: { mode: 'converge', maxUpdates: 2 } }));
    expect([proof, word]).toEqual(['', 'update limit reached']);
  });

  test('does not hide that an update failed, and needs no cause found by experiments', () => {
    const session = new Session(engine, makeTestScene(limited(), engine));
    while (session.advance());
    const { scene, lab } = session;
    const pose = readPanelEndPose(lab, 0);
    const { diagnosis, proof } = answerDiagnosis(makeDiagnosisRequest(scene, 0, pose), engine);
    session.close();
    if (!diagnosis || !proof) throw new Error('nothing was found');
    const { status, goals } = pose;
    const verdictOf = (cause: typeof diagnosis.cause, proven: typeof proof | null) => {
      const catalogue = withCardTexts(engine.catalogue);
      const context = { scene, panel: 0, catalogue, status, goals, proof: proven };
      const verdict = makeDiagnosisVerdict({ ...diagnosis, best: diagnosis.error, cause }, context);
      return verdict && [verdict.outcome.words, phrasePlainText(verdict.clause(false))];
    };
    const free = { ...proof, needsLimits: false };
    expect(verdictOf('breakdown', free)).toEqual([
      'failed: singular system',
      'failed on a singular system',
    ]);
    expect(verdictOf('damping', proof)?.[0]).toBe('out of reach within limits');
    expect(verdictOf('undiagnosed', free)?.[1]).toBe('diverged');
    expect(verdictOf('undiagnosed', null)).toBeNull();
  });
});
