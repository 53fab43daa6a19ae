import { type InlineTree, resolveScenario, type Scenario } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset, scenarioPresetIds } from '@iklab/core/scenario/presets';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { sampleCatalogue } from '@iklab/core/scenario/testing';
import { describe, expect, test } from 'vitest';
import { explainUnsupportedDhTree } from '../dh/chainTable.ts';
import { replaceSceneTree } from './replaceSceneTree.ts';
import {
  addEffector,
  addJointAfter,
  findPossibleParents,
  insertJointBefore,
  removeEffector,
  removeJoint,
  renameJoint,
  setJointType,
  updateTreeEffector,
} from './treeEdits.ts';

const preset = (id: string): Scenario => {
  const read = parseScenarioDocument(scenarioPreset(id)?.document, sampleCatalogue);
  if (!read.ok) throw new Error(id);
  return read.value;
};
const tips = ({ joints, effectors }: InlineTree): number[][] =>
  computeEffectorTipFrames(
    joints.map(({ limits: _, ...joint }) => joint),
    effectors,
    [],
  ).map(({ position: at }) => at.map((x) => +x.toFixed(9) + 0));
const treeOf = (id: string) => resolveScenario(preset(id)).tree;
const links = (tree: InlineTree) => tree.joints.map(({ id, parent }) => `${parent} ${id}`);

const arm = treeOf('planar-3-link');

describe('joints', () => {
  test('adding one at the end moves the effector out by a link', () => {
    const next = addJointAfter(arm, 'j3');
    expect(links(next)).toEqual(['null j1', 'j1 j2', 'j2 j3', 'j3 joint 4']);
    expect(next.effectors[0]?.parent).toBe('joint 4');
    const [before = [], after = []] = [tips(arm)[0], tips(next)[0]];
    const last = arm.effectors[0]?.xyz[0] ?? 9;
    expect((after[0] ?? 9) - (before[0] ?? 9)).toBeCloseTo(last, 9);
  });

  test('adding one within the chain inserts it before the joints that follow', () => {
    const next = addJointAfter(arm, 'j1');
    expect(links(next)).toEqual(['null j1', 'j1 joint 4', 'joint 4 j2', 'j2 j3']);
    expect(next.joints[1]?.xyz).toEqual(arm.joints[1]?.xyz);
  });

  test('inserting or removing a joint keeps the effectors in place at 0', () => {
    for (const id of scenarioPresetIds) {
      const tree = treeOf(id);
      for (const joint of tree.joints) {
        expect(tips(insertJointBefore(tree, joint.id)), `${id} ${joint.id}`).toEqual(tips(tree));
        const fewer = removeJoint(tree, joint.id);
        if (fewer) expect(tips(fewer), `${id} without ${joint.id}`).toEqual(tips(tree));
      }
    }
  });

  test('the only joint, and one whose effectors would have no joint, cannot be removed', () => {
    const one = {
      ...arm,
      joints: arm.joints.slice(0, 1),
      effectors: [{ id: 'e', parent: 'j1', xyz: [1, 0, 0], rpy: [0, 0, 0] }],
    } as const;
    expect(removeJoint(one, 'j1')).toBeNull();
    expect(removeJoint(addJointAfter(one, 'j1'), 'j1')).not.toBeNull();
  });

  test('renaming keeps children, start values and targets', () => {
    const scenario = { ...preset('planar-3-link'), start: [0.1, 0.2, 0.3] };
    const tree = renameJoint(arm, 'j2', 'elbow');
    expect(links(tree)).toEqual(['null j1', 'j1 elbow', 'elbow j3']);
    const next = replaceSceneTree(scenario, tree, sampleCatalogue, new Map([['elbow', 'j2']]));
    expect(next.ok && next.value.start).toEqual([0.1, 0.2, 0.3]);
    const tip = updateTreeEffector(arm, 'tip', { id: 'hand' });
    const other = replaceSceneTree(scenario, tip, sampleCatalogue, new Map([['hand', 'tip']]));
    expect(other.ok && other.value.targets[0]?.position).toEqual(scenario.targets[0]?.position);
  });

  test('parents offered for a joint exclude its descendants', () => {
    expect(findPossibleParents(arm, 'j2')).toEqual(['j1']);
    expect(findPossibleParents(arm, 'j1')).toEqual([]);
  });
});

describe('effectors', () => {
  test('adding one puts it at the end of a link, with a target at its start position', () => {
    const scenario = { ...preset('planar-3-link'), start: [0.1, 0.2, 0.3] };
    const next = addEffector(arm, 'j2');
    expect(next.effectors.map(({ id }) => id)).toEqual(['tip', 'effector 2']);
    expect(next.effectors[1]?.xyz).toEqual(arm.joints[2]?.xyz);
    const scene = replaceSceneTree(scenario, next, sampleCatalogue);
    if (!scene.ok) throw new Error(JSON.stringify(scene.faults));
    const [kept, made] = scene.value.targets;
    expect(kept).toEqual(scenario.targets[0]);
    const [first, second] = [arm.joints[1]?.xyz[0] ?? 9, arm.joints[2]?.xyz[0] ?? 9];
    expect(made?.effector).toBe('effector 2');
    expect(made?.position[0]).toBeCloseTo(first * Math.cos(0.1) + second * Math.cos(0.3), 8);
    const fewer = removeEffector(next, 'tip');
    const left = fewer && replaceSceneTree(scene.value, fewer, sampleCatalogue);
    expect(left?.ok && left.value.targets).toEqual([made]);
  });

  test('one without a target stays so; the last one cannot be removed', () => {
    const two = addEffector(arm, 'j2');
    const scenario = { ...preset('planar-3-link'), tree: two, start: [0.1, 0.2, 0.3] };
    const scene = replaceSceneTree(scenario, setJointType(two, 'j1', 'fixed'), sampleCatalogue);
    expect(scene.ok && scene.value.targets.map(({ effector }) => effector)).toEqual(['tip']);
    expect(removeEffector(arm, 'tip')).toBeNull();
  });
});

test('mimics follow a renamed joint, and become free if it is removed', () => {
  const [first, second, third] = arm.joints;
  if (!first || !second || !third) throw new Error('no arm');
  const mimic = { joint: 'j2', multiplier: -1, offset: 0 };
  const tree = { ...arm, joints: [first, second, { ...third, mimic }] };
  expect(explainUnsupportedDhTree(tree)).toContain('joint “j3” follows another');
  expect(renameJoint(tree, 'j2', 'elbow').joints[2]?.mimic?.joint).toBe('elbow');
  const without = removeJoint(tree, 'j2');
  expect(without?.joints.map((joint) => joint.mimic)).toEqual([undefined, undefined]);
  const { start: _, ...scenario } = { ...preset('planar-3-link') };
  for (const edited of [renameJoint(tree, 'j2', 'elbow'), without ?? arm]) {
    const next = replaceSceneTree({ ...scenario, start: null }, edited, sampleCatalogue);
    expect(next.ok ? [] : next.faults).toEqual([]);
  }
});

test('every edit of every preset gives a valid scene', () => {
  for (const id of scenarioPresetIds) {
    const scenario = preset(id);
    const tree = treeOf(id);
    for (const { id: joint } of tree.joints.slice(0, 6)) {
      const edits = [
        addJointAfter(tree, joint),
        insertJointBefore(tree, joint),
        removeJoint(tree, joint),
        setJointType(tree, joint, 'prismatic'),
        renameJoint(tree, joint, 'another'),
      ];
      for (const edited of edits) {
        if (!edited) continue;
        const next = replaceSceneTree(scenario, edited, sampleCatalogue);
        expect(next.ok ? [] : next.faults, `${id} ${joint}`).toEqual([]);
      }
    }
  }
});
