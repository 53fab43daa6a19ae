import type { InlineTree } from '@iklab/core/scenario';
import {
  addScaled,
  dot,
  type JointAttachedFrame,
  type RigidFrame,
} from '@iklab/core/scenario/numbers';
import { computeEffectorTipFrames } from '@iklab/core/scenario/robot';
import { expect, test } from 'vitest';
import type { ScenarioTreeJoint } from '../makeScenarioTree.ts';
import { toPlacement } from '../placement.ts';
import { dhTableToTree, type EditableDhTable, NEW_DH_JOINT, treeToDhTable } from './chainTable.ts';
import { computeDhRowFrames } from './computeDhRowFrames.ts';
import { getRotationColumn } from './findCommonNormals.ts';
import { exampleDhTable, insertDhRow, setDhRowType } from './tableEdits.ts';

const VALUES = [0.3, -0.7, 0.25, 1.1];
const slider = setDhRowType(insertDhRow(exampleDhTable, 3), 2, 'prismatic');
const tables: readonly (readonly [string, EditableDhTable])[] = [
  ['standard', slider],
  ['modified', { ...slider, convention: 'modified' }],
];

/** The world pose of a frame at `VALUES`. */
function placed(tree: InlineTree, { joint, frame }: JointAttachedFrame) {
  const [tip] = computeEffectorTipFrames(
    tree.joints as readonly ScenarioTreeJoint[],
    [{ parent: joint, ...toPlacement(frame) }],
    VALUES,
  );
  if (!tip) throw new Error('no frame');
  return tip;
}

test.each(tables)('%s: a lies along x and d along z in any pose', (convention, table) => {
  const tree = dhTableToTree(table);
  computeDhRowFrames(table, tree).forEach(({ before, rowFrame: own, a, d }, i) => {
    const { a: length, d: offset, type } = table.rows[i] as (typeof table.rows)[number];
    const [x, z] = convention === 'standard' ? [own, before] : [before, own];
    const along = (
      ends: readonly [JointAttachedFrame, JointAttachedFrame],
      frame: JointAttachedFrame,
      k: 0 | 2,
    ) => {
      const [from, to] = ends.map((end) => placed(tree, end).position);
      if (!from || !to) throw new Error('no ends');
      const way = addScaled(to, from, -1);
      const by = dot(way, getRotationColumn(placed(tree, frame), k));
      expect(Math.hypot(...way)).toBeCloseTo(Math.abs(by), 9);
      return by;
    };
    expect(along(a, x, 0)).toBeCloseTo(length, 9);
    const q = type === 'prismatic' ? (VALUES[i] as number) : 0;
    expect(along(d, z, 2)).toBeCloseTo(offset + q, 9);
  });
});

test('for a tree without a table, the last frame is that of the effector', () => {
  const joint = (id: string, parent: string | null, more: object) => ({
    ...NEW_DH_JOINT,
    ...{ id, parent },
    ...more,
  });
  const tree: InlineTree = {
    joints: [
      joint('lift', null, { xyz: [0, 0.2, 0.4], axis: [0, 1, 0] }),
      joint('plate', 'lift', { type: 'fixed', xyz: [0.3, 0.1, 0], rpy: [0.2, 0.1, -0.4] }),
      joint('elbow', 'plate', { xyz: [0.1, 0, 0.2], axis: [1, 0, 0] }),
    ],
    effectors: [{ id: 'tool', parent: 'elbow', xyz: [0, 0.2, 0.3], rpy: [0.5, 0, 0] }],
  };
  const table = treeToDhTable(tree, 'standard');
  const last = computeDhRowFrames(table, tree).at(-1)?.rowFrame;
  if (!last) throw new Error('no rows');
  const { position: at, rotation: turn } = placed(tree, last);
  const [tool] = computeEffectorTipFrames(
    tree.joints as readonly ScenarioTreeJoint[],
    tree.effectors,
    VALUES,
  );
  const flat = (frame: RigidFrame): number[] => [...frame.position, ...frame.rotation.flat()];
  const wanted = flat(tool as RigidFrame);
  flat({ position: at, rotation: turn }).forEach((x, k) => {
    expect(x).toBeCloseTo(wanted[k] as number, 6);
  });
});
