import { withCardTexts } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import { resolveScenario } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { describe, expect, test } from 'vitest';
import { matchesQuery } from '../../ui/search.ts';
import { galleryCards } from './galleryCards.ts';
import { findGalleryTopicWords, GALLERY_TOPIC_CARD_IDS } from './galleryTopics.ts';

const engine = await testEngine();
const all = galleryCards(withCardTexts(engine.catalogue), { all: [] });
const found = (query: string) =>
  all.filter(({ name, line, words }) => matchesQuery(query, [name, line, ...words]));

test('every topic names an existing card', () => {
  const ids = all.map(({ id }) => id);
  expect(GALLERY_TOPIC_CARD_IDS.filter((id) => !ids.includes(id))).toEqual([]);
});

test.each([
  ['singularity', 'wrist-singularity'],
  ['singularities', 'shoulder-singularity'],
  ['near singular', 'transpose 1'],
  ['unreachable', 'pseudoinverse 0'],
  ['out of reach', 'planar-3-link'],
  ['wrist', 'wrist-singularity'],
  ['elbow', 'elbow-singularity'],
  ['shoulder', 'shoulder-singularity'],
  ['circle', 'double-y'],
  ['trajectory', 'spatial-8'],
  ['failure', 'dls 0'],
  ['BVH', 'h1-2'],
  ['animation', 'torso'],
  ['character', 'human-arm'],
  ['humanoid', 'h1-2'],
  ['snake', 'chain-40'],
  ['ABB', 'kr6'],
  ['fanuc', 'puma-560'],
  ['industrial', 'ur10'],
  ['cobot', 'ur5e'],
  ['joint limit', 'human-arm-limits'],
  ['redundant', 'panda'],
  ['null space', 'iiwa-14'],
  ['7 dof', 'kinova-gen3'],
  ['lambda', 'what-lambda-buys'],
  ['hand', 'allegro'],
])('“%s” finds %s', (query, id) => {
  expect(found(query).map((card) => card.id)).toContain(id);
});

describe('search topics are true of their scenes:', () => {
  const of = (word: string) => {
    const scenes = all.filter(({ id }) => findGalleryTopicWords(id).join(' ').includes(word));
    expect(scenes.length, word).toBeGreaterThan(0);
    return scenes;
  };
  const moving = (scenario: (typeof all)[number]['scenario']) =>
    resolveScenario(scenario).tree.joints.filter(isIndependentJoint);

  test('moving targets', () => {
    const scenes = of('moving target');
    expect(scenes.length).toBeGreaterThan(5);
    for (const { id, scenario } of scenes)
      expect(
        scenario.targets.some(({ motion }) => motion !== null),
        id,
      ).toBe(true);
  });

  test('redundant: more joints than constrained components', () => {
    for (const { id, scenario } of of('redundant')) {
      const rows = scenario.targets.reduce((n, { orientation }) => n + (orientation ? 6 : 3), 0);
      const needed = id === 'planar-3-link' ? 2 : rows;
      expect(moving(scenario).length, id).toBeGreaterThan(needed);
    }
  });

  test.each([
    ['5 DOF', 5],
    ['6 DOF', 6],
  ])('%s', (word, joints) => {
    for (const { id, scenario } of of(word)) expect(moving(scenario).length, id).toBe(joints);
  });

  test('several targets, joint limits, prismatic joints', () => {
    for (const { id, scenario } of of('multiple targets'))
      expect(scenario.targets.length, id).toBeGreaterThan(1);
    for (const { id, scenario } of of('joint limits'))
      expect(
        moving(scenario).some(({ limits }) => limits !== null),
        id,
      ).toBe(true);
    for (const { id, scenario } of of('prismatic'))
      expect(
        moving(scenario).some(({ type }) => type === 'prismatic'),
        id,
      ).toBe(true);
  });
});
