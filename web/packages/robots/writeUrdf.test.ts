/** A tree written as URDF and read again has the same joints, limits and poses. */
import { type InlineTree, type Joint, resolveScenario } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import {
  loadedScenarioPresetIds,
  scenarioPreset,
  treePresetIds,
} from '@iklab/core/scenario/presets';
import { computeEffectorTipFrames, isMovable, resolveTree } from '@iklab/core/scenario/robot';
import { makeTestHinge, requireValue } from '@iklab/core/scenario/testing';
import '@iklab/core/scenario/presets/robotShelf';
import { testEngine } from '@iklab/core/engine/testing';
import { describe, expect, test } from 'vitest';
import { createFolder } from './folder.ts';
import { importRobot } from './importRobot.ts';
import { readRobot } from './readRobot.ts';
import { writeUrdf } from './writeUrdf.ts';

const { catalogue } = await testEngine();
const trees: [string, InlineTree][] = [
  ...loadedScenarioPresetIds().map((id): [string, InlineTree] => {
    return [
      id,
      resolveScenario(requireValue(parseScenarioDocument(scenarioPreset(id)?.document, catalogue)))
        .tree,
    ];
  }),
  ...treePresetIds.map((id): [string, InlineTree] => {
    const written = resolveTree({ preset: id });
    if (!written) throw new Error(id);
    return [`tree ${id}`, written.tree];
  }),
];

function readAgain(tree: InlineTree, name = 'x'): InlineTree {
  const { text, base, links } = writeUrdf(tree, name);
  const folder = createFolder(new Map([['a.urdf', new TextEncoder().encode(text)]]));
  const robot = readRobot(folder, 'a.urdf', new Map());
  if (!robot.ok) throw new Error(JSON.stringify(robot.faults));
  const imported = importRobot(
    robot.value.robot,
    { effectors: links, allJoints: true, root: base },
    [],
    catalogue,
  );
  if (!imported.ok) throw new Error(JSON.stringify(imported.faults));
  const document = { ...imported.value.document, methods: [{ id: 'dls' }] };
  return resolveScenario(requireValue(parseScenarioDocument(document, catalogue))).tree;
}

const comparable = ({ id, type, axis, limits, mimic, pitch }: Joint) => ({
  id,
  type,
  axis,
  limits,
  mimic,
  pitch: expect.closeTo(pitch, 12),
});

const byName = (joints: readonly Joint[]) => joints.toSorted((a, b) => (a.id < b.id ? -1 : 1));

test('there are more than 30 trees to write', () => {
  expect(trees.length).toBeGreaterThan(30);
});

describe('writing and reading restores joints, limits and poses:', () => {
  test.each(trees)('%s', (_, tree) => {
    const again = readAgain(tree);
    const own = tree.joints.filter(isMovable);
    // a reader goes branch by branch, so the order may differ
    expect(byName(again.joints.filter(isMovable)).map(comparable)).toEqual(
      byName(own).map(comparable),
    );
    expect(again.effectors.map(({ id }) => id).sort()).toEqual(
      tree.effectors.map(({ id }) => id).sort(),
    );
    const names = tree.joints.map(({ id }) => id);
    const places = ({ joints, effectors }: InlineTree) => {
      const q = joints
        .filter((each) => isMovable(each) && !each.mimic)
        .map(({ id }) => Math.sin(1 + 3 * names.indexOf(id)));
      const tips = computeEffectorTipFrames(joints, effectors, q);
      const byId = new Map(effectors.map(({ id }, i) => [id, tips[i]]));
      return tree.effectors
        .map(({ id }) => byId.get(id))
        .flatMap((tip) => [...(tip?.position ?? []), ...(tip?.rotation ?? [])].flat());
    };
    const [is, was] = [places(again), places(tree)];
    expect(Math.max(...is.map((x, i) => Math.abs(x - (was[i] as number))))).toBeLessThan(
      1e-14 * 20,
    );
  });
});

const joint = (changes: Partial<Joint>): Joint =>
  makeTestHinge('a', { xyz: [0.1, -1e-7, 2], rpy: [0, Math.PI / 2, 1 / 3], ...changes });
const one = (changes: Partial<Joint>, effector = 'tip'): InlineTree => ({
  joints: [joint(changes)],
  effectors: [{ id: effector, parent: changes.id ?? 'a', xyz: [1, 0, 0], rpy: [0, 0, 0] }],
});

test('numbers are restored bit for bit', () => {
  const { joints } = readAgain(one({ limits: [-1 / 3, 1e-3] }));
  expect(joints[0]).toMatchObject({
    xyz: [0.1, -1e-7, 2],
    rpy: [0, Math.PI / 2, 1 / 3],
    limits: [-1 / 3, 1e-3],
  });
});

test('names may have any characters', () => {
  const name = 'a & <b> "c" 𝛼';
  const { joints, effectors } = readAgain(one({ id: name }, `${name} tip`), name);
  expect([joints[0]?.id, effectors[0]?.id]).toEqual([name, `${name} tip`]);
});

test('links get another name if theirs is taken', () => {
  const tree = {
    ...one({ id: 'world' }, 'world'),
    joints: [joint({ id: 'world' }), joint({ id: 'world_link', parent: 'world' })],
  };
  const { base, text } = writeUrdf(tree, '');
  expect(base).toBe('world_2');
  const links = [...text.matchAll(/<link name="([^"]*)"/g)].map(([, link]) => link);
  expect(new Set(links).size).toBe(links.length);
  expect(readAgain(tree).joints.map(({ id }) => id)).toEqual(['world', 'world_link']);
});

test('reports what URDF cannot express', () => {
  expect(writeUrdf(one({ type: 'screw', pitch: 0.01 }), '').remarks).toEqual([
    'a is a screw joint, which Drake supports but ROS does not',
  ]);
  expect(writeUrdf(one({ type: 'prismatic' }), '').remarks).toEqual([
    'a is a prismatic joint without limits, written as -inf and inf; not all programs accept this',
  ]);
  expect(readAgain(one({ type: 'prismatic' })).joints[0]?.limits).toBeNull();
  expect(readAgain(one({ type: 'screw', pitch: 0.01 })).joints[0]?.pitch).toBeCloseTo(0.01, 12);
  expect(writeUrdf(one({}), '').remarks).toEqual([]);
});
