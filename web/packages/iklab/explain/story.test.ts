import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { presetScene, sceneOf, testEngine } from '../engine/testEngine.ts';
import { plainText } from '../format/phrase.ts';
import { Session } from '../run/session.ts';
import type { Scene } from '../scenario/types.ts';
import { sceneQuestion } from './question.ts';
import { story } from './story.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

/** Runs the scene to its end, or for `frames` frames, and returns its summary. */
function told(scene: Scene, frames = 5000) {
  const session = new Session(engine, scene);
  for (let i = 0, more = true; more && i < frames; i++) more = session.advance();
  session.updateNumbers();
  const clauses = story(session);
  const cards = session.instances.map((panel) => ({
    label: panel.label.value,
    updates: panel.updates.value,
    figure: `${panel.errorFigure.value.value} ${panel.errorFigure.value.unit}`,
    reached: panel.outcome.value.tone === 'good',
  }));
  session.close();
  return { clauses, cards, said: clauses.map(plainText).join(' ') };
}

test('names all methods, with the numbers of their cards', () => {
  const { said, cards, clauses } = told(presetScene('four-ways', engine));
  expect(clauses.length).toBeLessThanOrEqual(4);
  for (const { label, updates, figure, reached } of cards) {
    expect(said).toContain(label);
    expect(said).toContain(reached ? String(updates) : figure);
  }
  const first = clauses[0]?.find(({ panel }) => panel !== undefined);
  expect(first?.text).toBe('SDLS');
});

test('says the updates of one method in one number, of many each with its own', () => {
  const one = presetScene('tabaczynski-2-link', engine, { methods: [{ id: 'dls' }] });
  expect(told(one).said).toMatch(/^DLS reached the target in \d+ updates\.$/);
  const many = (labels: readonly string[]) =>
    presetScene('y', engine, {
      targets: [{ effector: 'tip1', position: [0.6, 0.5, 0.3] }],
      methods: labels.map((label) => ({ id: 'sdls', label })),
      run: { mode: 'converge', tolerance: 0.01 },
    });
  expect(told(many(['S0', 'S1', 'S2', 'S3', 'S4'])).said).toMatch(
    /^S0, S1, S2, S3 and S4 reached the target in \d+ updates\.$/,
  );
  expect(told(many(['S, 0', 'S, 1', 'S, 2'])).said).toMatch(/^S, 0; S, 1 and S, 2 reached/);
});

test('to every name its number', () => {
  const { said, cards } = told(presetScene('star', engine));
  for (const { label, updates, reached } of cards)
    if (reached) expect(said).toMatch(new RegExp(`${label}( \\D*)? ${updates}\\b`));
});

test('all who miss are named, with what they miss', () => {
  const document = {
    iklab: 1,
    tree: { planar: { links: [1, 1] } },
    start: [0.1, 0.1],
    targets: [{ effector: 'tip', position: [5, 0, 0] }],
    methods: Array.from({ length: 6 }, (_, i) => ({ id: 'transpose', label: `T${i}` })),
    run: { mode: 'converge' },
  };
  const { clauses, said } = told(sceneOf(document, engine));
  expect(clauses.length).toBeLessThanOrEqual(4);
  expect(said).toMatch(
    /^The target is out of reach by 3\.00 m\. T0 stopped 3\.22 m short, T1 3\.22 m/,
  );
  for (let i = 0; i < 6; i++) expect(said).toContain(`T${i}`);
});

test('of moving targets: who stays closest, over which updates', () => {
  const early = told(presetScene('y', engine), 240).said;
  expect(early).toMatch(/ over the last 120 updates, 0\.6 s; then /);
  const late = told(presetScene('double-y', engine), 1200).said;
  expect(late).toMatch(
    /^SDLS stays closest, \S+ m off on average in updates 401 to 1200; then DLS′/,
  );
});

test('a scene that is judged by turns tells them, and which pose is found where two are', () => {
  const { said } = told(presetScene('what-lambda-buys', engine));
  expect(said).toMatch(/^Largest joint step: λ 1 [\d.]+°, λ 0\.3 [\d.]+° and λ 0\.03 [\d.]+°\./);
  expect(told(presetScene('two-joints', engine)).said).toContain(
    'Truncated and DLS end with the elbow at −107°; Transpose and SDLS at 107°.',
  );
});

test('before it: the question that the scene asks', () => {
  const asked = (scene: Scene): string => {
    const session = new Session(engine, scene);
    const said = plainText(sceneQuestion(session));
    session.close();
    return said;
  };
  expect(asked(presetScene('four-ways', engine))).toBe(
    'Four methods start from one pose, towards the same four targets. Which ones arrive, and in how many updates?',
  );
  expect(asked(presetScene('double-y', engine))).toBe(
    'Four methods follow the same four moving targets. Which one follows most closely?',
  );
});

test('after a drag nobody began alike: no best, no one pose', () => {
  const methods = [{ id: 'sdls' }, { id: 'transpose' }];
  const session = new Session(engine, presetScene('four-ways', engine, { methods }));
  while (session.advance());
  session.updateNumbers();
  expect(session.instances.some(({ lead }) => lead.peek() !== null)).toBe(true);
  session.lab.setTarget(0, 0.5, 2.5, 0.5);
  session.advance();
  expect(plainText(sceneQuestion(session))).toMatch(
    /^Two methods continue, each from its own pose, /,
  );
  while (session.advance());
  session.updateNumbers();
  expect(session.instances.every(({ lead }) => lead.peek() === null)).toBe(true);
  expect(plainText(story(session)[0] ?? [])).toBe('Each method continued from its own pose.');
  session.restart();
  expect(session.isComparable).toBe(true);
  session.close();
});
