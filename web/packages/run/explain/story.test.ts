import type { Engine } from '@iklab/core/engine';
import { makePresetTestScene, makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { phrasePlainText } from '@iklab/core/format/words';
import type { Scene } from '@iklab/core/scenario';
import { beforeAll, expect, test } from 'vitest';
import { Session } from '../session/session.ts';
import { sceneQuestion } from './sceneQuestion.ts';
import { writeRunSummary } from './story.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

/** Runs the scene to its end, or for `frames` frames; returns its story and the numbers on the cards. */
function runStory(scene: Scene, frames = 5000) {
  const session = new Session(engine, scene);
  for (let i = 0, more = true; more && i < frames; i++) more = session.advance();
  session.updateNumbers();
  const clauses = writeRunSummary(session);
  const cards = session.instances.map((panel) => ({
    label: panel.label.value,
    updates: panel.updates.value,
    figure: `${panel.errorFigure.value.value} ${panel.errorFigure.value.unit}`,
    reached: panel.outcome.value.tone === 'good',
  }));
  session.close();
  return { clauses, cards, storyText: clauses.map(phrasePlainText).join(' ') };
}

test('names every method with the number on its card, the best method first', () => {
  const { storyText, cards, clauses } = runStory(makePresetTestScene('four-ways', engine));
  expect(clauses.length).toBeLessThanOrEqual(4);
  for (const { label, updates, figure, reached } of cards) {
    expect(storyText).toContain(label);
    expect(storyText).toContain(reached ? String(updates) : figure);
  }
  const first = clauses[0]?.find(({ panel }) => panel !== undefined);
  expect(first?.text).toBe('SDLS');
});

test('gives the update count of one method, and one shared count for equal methods', () => {
  const one = makePresetTestScene('tabaczynski-2-link', engine, { methods: [{ id: 'dls' }] });
  expect(runStory(one).storyText).toMatch(/^DLS reached the target in \d+ updates\.$/);
  const many = (labels: readonly string[]) =>
    makePresetTestScene('y', engine, {
      targets: [{ effector: 'tip1', position: [0.6, 0.5, 0.3] }],
      methods: labels.map((label) => ({ id: 'sdls', label })),
      run: { mode: 'converge', tolerance: 0.01 },
    });
  expect(runStory(many(['S0', 'S1', 'S2', 'S3', 'S4'])).storyText).toMatch(
    /^S0, S1, S2, S3 and S4 reached the target in \d+ updates\.$/,
  );
  expect(runStory(many(['S, 0', 'S, 1', 'S, 2'])).storyText).toMatch(
    /^S, 0; S, 1 and S, 2 reached/,
  );
});

test('gives every method that reached its target its own update count', () => {
  const { storyText, cards } = runStory(makePresetTestScene('star', engine));
  for (const { label, updates, reached } of cards)
    if (reached) expect(storyText).toMatch(new RegExp(`${label}( \\D*)? ${updates}\\b`));
});

test('names all methods that stopped short, with their remaining errors', () => {
  const document = {
    iklab: 1,
    tree: { planar: { links: [1, 1] } },
    start: [0.1, 0.1],
    targets: [{ effector: 'tip', position: [5, 0, 0] }],
    methods: Array.from({ length: 6 }, (_, i) => ({ id: 'transpose', label: `T${i}` })),
    run: { mode: 'converge' },
  };
  const { clauses, storyText } = runStory(makeTestScene(document, engine));
  expect(clauses.length).toBeLessThanOrEqual(4);
  expect(storyText).toMatch(
    /^The target is out of reach by 3\.00 m\. T0 stopped 3\.22 m short, T1 3\.22 m/,
  );
  for (let i = 0; i < 6; i++) expect(storyText).toContain(`T${i}`);
});

test('names the method that follows moving targets most closely, and the updates averaged', () => {
  const early = runStory(makePresetTestScene('y', engine), 240).storyText;
  expect(early).toMatch(/ over the last 120 updates, 0\.6 s; then /);
  const late = runStory(makePresetTestScene('double-y', engine), 1200).storyText;
  expect(late).toMatch(
    /^SDLS stays closest, \S+ m off on average in updates 401 to 1200; then DLS′/,
  );
});

test('reports the largest joint steps if they rank the methods, and the elbow angles of two poses', () => {
  const { storyText } = runStory(makePresetTestScene('what-lambda-buys', engine));
  expect(storyText).toMatch(
    /^Largest joint step: λ 1 [\d.]+°, λ 0\.3 [\d.]+° and λ 0\.03 [\d.]+°\./,
  );
  expect(runStory(makePresetTestScene('two-joints', engine)).storyText).toContain(
    'Truncated and DLS end with the elbow at −107°; Transpose and SDLS at 107°.',
  );
});

test('sceneQuestion asks which methods arrive, or which one follows most closely', () => {
  const questionOf = (scene: Scene): string => {
    const session = new Session(engine, scene);
    const storyText = phrasePlainText(sceneQuestion(session));
    session.close();
    return storyText;
  };
  expect(questionOf(makePresetTestScene('four-ways', engine))).toBe(
    'Four methods start from one pose, towards the same four targets. Which ones arrive, and in how many updates?',
  );
  expect(questionOf(makePresetTestScene('double-y', engine))).toBe(
    'Four methods follow the same four moving targets. Which one follows most closely?',
  );
});

test('after a drag no method leads, because each continues from its own pose', () => {
  const methods = [{ id: 'sdls' }, { id: 'transpose' }];
  const session = new Session(engine, makePresetTestScene('four-ways', engine, { methods }));
  while (session.advance());
  session.updateNumbers();
  expect(session.instances.some(({ lead }) => lead.peek() !== null)).toBe(true);
  session.lab.setTarget(0, 0.5, 2.5, 0.5);
  session.advance();
  expect(phrasePlainText(sceneQuestion(session))).toMatch(
    /^Two methods continue, each from its own pose, /,
  );
  while (session.advance());
  session.updateNumbers();
  expect(session.instances.every(({ lead }) => lead.peek() === null)).toBe(true);
  expect(phrasePlainText(writeRunSummary(session)[0] ?? [])).toBe(
    'Each method continued from its own pose.',
  );
  session.restart();
  expect(session.isComparable).toBe(true);
  session.close();
});
