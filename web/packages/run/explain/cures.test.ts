/** Checks the explanations and the suggested edits of 200 seeded scenes; each edit is run again independently. */

import type { DocumentDraft } from '@iklab/core/document/edits';
import type { Engine, Lab } from '@iklab/core/engine';
import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { phrasePlainText } from '@iklab/core/format/words';
import type { Scene } from '@iklab/core/scenario';
import { fullDocument } from '@iklab/core/scenario';
import { scenarioPresetIds } from '@iklab/core/scenario/presets';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { isStationaryMotion } from '@iklab/core/scenario/targets';
import { runGeneratorToEnd } from '@iklab/core/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { Session } from '../session/session.ts';
import { findHelpfulEditsSliced, type HelpfulEdit, type HelpfulEditReport } from './cures.ts';
import { explainPanelState } from './explainPanelState.ts';

const SCENES = 200;
const UPDATES = 400;
const MODES = ['converge', 'track', 'hybrid'] as const;

const engine: Engine = await testEngine();
const methods = engine.catalogue.methods.map(({ id }) => id);

/** Returns the generator of Park and Miller, seeded. */
function randomFrom(seed: number): () => number {
  let state = seed + 1;
  const next = (): number => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let i = 0; i < 8; i++) next();
  return next;
}

/** Returns the scene of a seed; the seeds cover presets, methods and modes, with targets in and out of reach. */
function seeded(seed: number): { scene: Scene; inReach: boolean } {
  const random = randomFrom(seed);
  const preset = scenarioPresetIds[seed % scenarioPresetIds.length] as string;
  const method = methods[Math.floor(random() * methods.length)] as string;
  const mode = MODES[Math.floor(random() * 3)] as string;
  const inReach = random() < 0.6;
  const moving = mode !== 'converge' && random() < 0.3;
  const scene = makePresetTestScene(preset, engine);
  const pose = scene.tree.joints.filter(isIndependentJoint).map(({ limits }, j) => {
    const [low, high] = limits ?? [-Math.PI, Math.PI];
    const near = (scene.start[j] as number) + 1.5 * (random() - 0.5);
    return Math.min(high, Math.max(low, near));
  });
  const posed = engine.open({ ...scene, start: pose });
  const { joints, effectors } = scene.tree;
  const targets = scene.scenario.targets.map((target) => {
    const at = joints.length + effectors.findIndex(({ id }) => id === target.effector);
    const tip = [...posed.points(0).subarray(3 * at, 3 * at + 3)];
    const position = inReach ? tip : tip.map((x) => x * (1 + 2 * random()) + random() - 0.5);
    return { ...target, position, motion: moving ? target.motion : null };
  });
  posed.close();
  const document = { ...fullDocument(scene.scenario), methods: [{ id: method }], targets };
  const run = { ...scene.scenario.run, mode, maxUpdates: 1000 };
  const oriented = targets.some(({ orientation }) => orientation);
  return { scene: makeTestScene({ ...document, run }, engine), inReach: inReach && !oriented };
}

/** Returns the remaining error in metres, computed as the stop rules do. */
function remainingError(lab: Lab, { scenario }: Scene): number {
  const distances = [...lab.distances(0)];
  const turns = scenario.targets.map(({ orientation, orientationWeight }, i) =>
    orientation ? orientationWeight * (lab.angleErrors(0)[i] as number) : null,
  );
  if (turns.every((turn) => turn === null)) return distances.reduce((sum, x) => sum + x, 0);
  return Math.hypot(...distances, ...turns.map((turn) => turn ?? 0));
}

interface Run {
  readonly reachedAt: number | null;
  readonly miss: number;
}

/** Runs a scene from its start: update by update in mode converge, otherwise frame by frame. */
function runOf(scene: Scene): Run {
  const lab = engine.open(scene);
  const still = scene.scenario.targets.every(({ motion }) => isStationaryMotion(motion));
  const missing: number[] = [];
  let reachedAt: number | null = null;
  const budget = scene.scenario.run.mode === 'converge' ? 1 : UPDATES;
  for (let made = 0; made < UPDATES && !lab.finished; ) {
    const whole = lab.advance(budget);
    const { within, updates } = lab.status(0);
    made = updates;
    if (!within) reachedAt = null;
    else reachedAt ??= updates;
    if (whole && !still) missing.push(remainingError(lab, scene));
  }
  const last = remainingError(lab, scene);
  lab.close();
  if (still) return { reachedAt, miss: last };
  const half = missing.slice(Math.floor(missing.length / 2));
  return { reachedAt: null, miss: half.reduce((sum, x) => sum + x, 0) / half.length };
}

/** Applies an edit to the document, parses it again and runs it. */
function after(cure: HelpfulEdit, { scenario }: Scene): Run {
  const draft = fullDocument(scenario) as DocumentDraft;
  cure.change(draft);
  return runOf(makeTestScene(JSON.parse(JSON.stringify(draft)), engine));
}

const curesOf = (scene: Scene): HelpfulEditReport =>
  runGeneratorToEnd(findHelpfulEditsSliced(engine, scene, 0));

const NUMBERS = /NaN|Infinity|∞|undefined|null/;

/** Returns the explanation of a scene's run at its end, or after UPDATES frames. */
function explanationOf(scene: Scene) {
  const session = new Session(engine, scene);
  for (let i = 0; i < UPDATES && !session.finished; i++) session.advance();
  session.updateNumbers();
  const found = explainPanelState(session.instanceRun(0));
  const word = session.instances[0]?.outcome.peek().words ?? '';
  const { stop, within } = session.lab.status(0);
  const beyond = stop === 'reached' || within ? 0 : session.outOfReachDistance();
  session.close();
  return { ...found, word, stop, beyond };
}

let everything: ReturnType<typeof explainedScene>[] = [];
function explainedScene(seed: number) {
  const { scene, inReach } = seeded(seed);
  return { seed, scene, inReach, why: explanationOf(scene), ...curesOf(scene) };
}
beforeAll(() => {
  everything = Array.from({ length: SCENES }, (_, seed) => explainedScene(seed));
}, 240_000); // ten seconds on an idle machine; a compiler may run at the same time

describe('explanations of 200 seeded scenes', () => {
  test('every outcome has a sentence with finite numbers', () => {
    for (const { seed, why } of everything) {
      const sentence = phrasePlainText(why.answer);
      expect(sentence, `scene ${seed}`).toMatch(/\d.*\.$/);
      expect(sentence, `scene ${seed}`).not.toMatch(NUMBERS);
      expect(why.question, `scene ${seed}`).toMatch(/^(Why|How) .*\?$| has not started$/);
    }
  });

  test('the scenes end in at least four ways and get at least eight kinds of edits', () => {
    const stops = new Set(everything.map(({ why }) => why.stop));
    for (const stop of ['reached', 'no-improvement', 'oscillating', null] as const)
      expect(stops).toContain(stop);
    expect(everything.filter(({ cures }) => cures.length > 0).length).toBeGreaterThan(SCENES / 4);
    const kinds = new Set(everything.flatMap(({ cures }) => cures.map(({ kind }) => kind)));
    expect(kinds.size).toBeGreaterThanOrEqual(8);
  });

  test('each suggested edit reaches the target, halves the updates or cuts the error by 30 %', () => {
    for (const { seed, scene, cures } of everything) {
      if (cures.length === 0) continue;
      const before = runOf(scene);
      expect(cures.length).toBeLessThanOrEqual(3);
      for (const cure of cures) {
        const { reachedAt, miss } = after(cure, scene);
        const sooner =
          reachedAt !== null && (before.reachedAt === null || reachedAt <= 0.5 * before.reachedAt);
        const closer = before.reachedAt === null && miss <= 0.7 * before.miss;
        expect(sooner || closer, `scene ${seed}: ${cure.action}, ${cure.how}`).toBe(true);
      }
    }
  });

  test('a run that reaches its target has no problem, except speed from 50 updates on', () => {
    for (const { seed, why, before } of everything) {
      if (before.stop !== 'reached') continue;
      const late = why.stop === 'reached' && before.updates >= 50;
      expect(why.problem, `scene ${seed}`).toBe(late ? 'speed' : null);
    }
  });

  test('a still target that some pose reaches is never reported as out of reach', () => {
    for (const { seed, inReach, why } of everything) {
      if (!inReach || why.beyond === 0) continue;
      const { scene } = seeded(seed);
      const moving = scene.scenario.targets.some(({ motion }) => !isStationaryMotion(motion));
      expect(moving, `scene ${seed}: ${phrasePlainText(why.answer)}`).toBe(true);
    }
  });

  test('no method gets closer to a still target than its reported distance out of reach', () => {
    const beyond = everything.filter(
      ({ why, scene }) =>
        why.beyond > 0 && scene.scenario.targets.every(({ motion }) => isStationaryMotion(motion)),
    );
    expect(beyond.length).toBeGreaterThan(SCENES / 20);
    for (const { seed, scene, why } of beyond) {
      for (const id of methods) {
        const run = { ...scene.scenario.run, mode: 'converge', maxUpdates: 60 };
        const document = { ...fullDocument(scene.scenario), methods: [{ id }], run };
        const lab = engine.open(makeTestScene(document, engine));
        lab.advance();
        const { error, stop } = lab.status(0);
        lab.close();
        expect(stop, `scene ${seed}, ${id}`).not.toBe('reached');
        expect(error, `scene ${seed}, ${id}`).toBeGreaterThan(why.beyond - 1e-9);
      }
    }
  });
});

test('slow runs get edits that at least halve the updates and relax no requirement', () => {
  const { scenario } = makePresetTestScene('four-ways', engine);
  const late = methods
    .map((id) => makeTestScene({ ...fullDocument(scenario), iklab: 1, methods: [{ id }] }, engine))
    .filter((scene) => explanationOf(scene).problem === 'speed')
    .map((scene) => ({ scene, ...curesOf(scene) }));
  expect(late.length).toBeGreaterThan(3);
  expect(late.filter(({ cures }) => cures.length > 0).length).toBeGreaterThan(late.length / 2);
  for (const { scene, before, cures } of late) {
    const [panel] = scene.scenario.methods;
    expect(before.stop, panel?.id).toBe('reached');
    for (const cure of cures) {
      const { reachedAt } = after(cure, scene);
      expect(cure.relaxes, `${panel?.id}: ${cure.action}`).toBeUndefined();
      expect(reachedAt, `${panel?.id}: ${cure.action}`).toBeLessThanOrEqual(before.updates / 2);
    }
  }
});

test('restarts are suggested where limits keep an elbow from flipping, but not while tracking', () => {
  for (const id of ['dls', 'sdls', 'levenberg-marquardt', 'ccd', 'qp']) {
    const scene = elbow(id, 'converge');
    expect(runOf(scene).reachedAt, id).toBeNull();
    const again = curesOf(scene).cures.find(({ kind }) => kind === 'restarts');
    expect(again, id).toBeDefined();
    expect(after(again as HelpfulEdit, scene).reachedAt, id).not.toBeNull();
    const kinds = curesOf(elbow(id, 'track')).cures.map(({ kind }) => kind);
    expect(kinds, id).not.toContain('restarts');
  }
});

/** Two links that start elbow up, while the shoulder's limits allow only elbow down at the target. */
function elbow(id: string, mode: string): Scene {
  const about = { type: 'revolute', axis: [0, 0, 1] };
  const joints = [
    { id: 'shoulder', parent: null, xyz: [0, 0, 0], ...about, limits: [0, 1.5] },
    { id: 'elbow', parent: 'shoulder', xyz: [1, 0, 0], ...about, limits: [-2.6, 2.6] },
  ];
  const effectors = [{ id: 'tip', parent: 'elbow', xyz: [1, 0, 0] }];
  const [q1, q2] = [1.4, -2];
  const position = [Math.cos(q1) + Math.cos(q1 + q2), Math.sin(q1) + Math.sin(q1 + q2), 0];
  const document = {
    iklab: 1,
    tree: { joints, effectors },
    start: [0.2, 1.5],
    limitPolicy: 'clamp',
    targets: [{ effector: 'tip', position }],
    methods: [{ id }],
    run: { mode },
  };
  return makeTestScene(document, engine);
}
