import type { InlineTree, Joint } from '@iklab/core/scenario';
import { treePresetIds } from '@iklab/core/scenario/presets';
import {
  computeEffectorTipFrames,
  isIndependentJoint,
  resolveTree,
} from '@iklab/core/scenario/robot';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makePlanarTestHinge } from '../joints/testArm.ts';
import { EffectorTipChain } from './effectorTipChain.ts';

const number = fc.double({ min: -4, max: 4, noNaN: true });
const vector = fc.tuple(number, number, number);

/** Branched trees with all types of joints, some of which follow the first. */
const trees = fc
  .array(
    fc.record({
      xyz: vector,
      rpy: vector,
      axis: vector.map(([x, y, z]) => [x, y, z + 9] as const),
      type: fc.constantFrom('revolute', 'prismatic', 'screw', 'fixed'),
      pitch: number,
      up: fc.nat(2),
      follows: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts): InlineTree => {
    const joints = parts.map(({ up, follows, type, ...part }, i): Joint => {
      const parent = i - up > 0 ? `j${i - up - 1}` : null;
      const moves = type !== 'fixed' && i > 0 && follows && parts[0]?.type !== 'fixed';
      const mimic = moves ? { mimic: { joint: 'j0', multiplier: -0.5, offset: 0.25 } } : {};
      return {
        ...makePlanarTestHinge(`j${i}`),
        ...part,
        type: i === 0 ? 'revolute' : (type as Joint['type']),
        parent,
        ...mimic,
      };
    });
    const effectors = joints
      .slice(-3)
      .map(({ id, xyz, rpy }) => ({ id: `tip of ${id}`, parent: id, xyz, rpy }));
    return { joints, effectors };
  });

function compare(tree: InlineTree, values: readonly number[]) {
  const n = tree.joints.filter(isIndependentJoint).length;
  const pose = values.slice(0, n);
  const chain = new EffectorTipChain(tree, tree.effectors);
  for (const at of [0, n]) {
    chain.setPose(Float64Array.from([...pose, ...pose]), at); // the previous pose has no effect
    computeEffectorTipFrames(tree.joints, tree.effectors, pose).forEach((frame, i) => {
      const plain = [chain.tipFrame(i), frame].map(({ position: at, rotation: turn }) =>
        [...at, ...turn.flat()].map((x) => x + 0),
      );
      expect(plain[0]).toEqual(plain[1]);
    });
  }
}

test('frames of effectors are bit-identical to tipFrames for random trees', () => {
  fc.assert(fc.property(trees, fc.array(number, { minLength: 8, maxLength: 8 }), compare), {
    numRuns: 500,
  });
});

test('frames of effectors are bit-identical to tipFrames for the presets', () => {
  for (const id of treePresetIds) {
    const tree = resolveTree({ preset: id })?.tree;
    if (tree)
      compare(
        tree,
        Array.from({ length: 256 }, (_, i) => Math.sin(i)),
      );
  }
});
