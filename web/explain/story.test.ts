import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { presetScene, sceneOf, testEngine } from '../engine/testEngine.ts';
import { plain } from '../format/phrase.ts';
import { Session } from '../run/session.ts';
import type { Scene } from '../scenario/types.ts';
import { question } from './question.ts';
import { story } from './story.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

/** The scene run to its end, or for so many frames, and what is said of it then. */
function told(scene: Scene, frames = 5000) {
  const session = new Session(engine, scene);
  for (let i = 0, more = true; more && i < frames; i++) more = session.advance();
  session.tell();
  const clauses = story(session);
  const cards = session.instances.map((panel) => ({
    label: panel.label.value,
    updates: panel.updates.value,
    figure: `${panel.figure.value.value} ${panel.figure.value.unit}`,
    reached: panel.outcome.value.tone === 'good',
  }));
  session.close();
  return { clauses, cards, said: clauses.map(plain).join(' ') };
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

test('says the updates of one method in one number, of many as a range', () => {
  const one = presetScene('tabaczynski-2-link', engine, { methods: [{ id: 'dls' }] });
  expect(told(one).said).toMatch(/^DLS is there in \d+ updates\.$/);
  const many = presetScene('y', engine, {
    targets: [{ effector: 'tip1', position: [0.6, 0.5, 0.3] }],
    methods: Array.from({ length: 5 }, (_, i) => ({ id: 'sdls', label: `S${i}` })),
    run: { mode: 'converge', tolerance: 0.01 },
  });
  expect(told(many).said).toMatch(/^S0, S1, S2 and 2 more are there in \d+ updates\.$/);
});

test('four clauses at most: the rest is counted', () => {
  const document = {
    iklab: 1,
    tree: { planar: { links: [1, 1] } },
    start: [0.1, 0.1],
    targets: [{ effector: 'tip', position: [5, 0, 0] }],
    methods: Array.from({ length: 6 }, (_, i) => ({ id: 'transpose', label: `T${i}` })),
    run: { mode: 'converge' },
  };
  const { clauses, said } = told(sceneOf(document, engine));
  expect(clauses).toHaveLength(4);
  expect(said).toMatch(/^The target is out of reach by 3\.00 m\. T0 /);
  expect(said).toContain('4 more miss as well.');
});

test('of moving targets: who stayed closest on average, and over which time', () => {
  const { said } = told(presetScene('y', engine), 240);
  expect(said).toMatch(/was \S+ m?m off on average over the last \S+ s\./);
});

test('before it: the question that the scene asks', () => {
  expect(plain(question(presetScene('four-ways', engine)))).toBe(
    'Four methods start from one pose, towards the same four targets. Who gets there, in how many updates?',
  );
  expect(plain(question(presetScene('double-y', engine)))).toBe(
    'Four methods follow the same four moving targets. Who stays closest?',
  );
});
