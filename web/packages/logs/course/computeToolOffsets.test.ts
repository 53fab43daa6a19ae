import { runGeneratorToEnd } from '@iklab/core/time';
import { expect, test } from 'vitest';
import { makePlanarTestArm } from '../joints/testArm.ts';
import { computeToolOffsets, moveEffectorsToTools } from './computeToolOffsets.ts';
import { measureLog } from './measureLog.ts';

const ARM = makePlanarTestArm('a', 'b');
const turnedTool = {
  ...ARM,
  effectors: ARM.effectors.map((each) => ({ ...each, rpy: [0, 0, Math.PI / 2] as const })),
};
const poses = Array.from({ length: 30 }, (_, i) => [0.1 * i, Math.sin(i)] as const);
const rows = { rows: 30, angles: Float64Array.from(poses.flat()) };
/** Goals offset from the tip by 0.2 along the last link and 0.1 beside it. */
const goals = [
  {
    effector: 'tip',
    positions: Float64Array.from(
      poses.flatMap(([a, b]) => {
        const [c, s] = [Math.cos(a + b), Math.sin(a + b)];
        return [Math.cos(a) + 1.2 * c - 0.1 * s, Math.sin(a) + 1.2 * s + 0.1 * c, 0];
      }),
    ),
    turns: null,
  },
];

test.each([
  ['like the link', ARM, [0.2, 0.1, 0]],
  ['by 90°', turnedTool, [0.1, -0.2, 0]],
] as const)(
  'the offset of a tool rotated %s is found, and removes the error',
  (_, tree, offset) => {
    const [found] = computeToolOffsets(rows, tree, goals);
    expect(found?.effector).toBe('tip');
    found?.offset.forEach((part, i) => {
      expect(part).toBeCloseTo(offset[i] as number, 12);
    });
    const before = runGeneratorToEnd(measureLog(rows, tree, goals)).errors as Float64Array;
    expect(Math.max(...before)).toBeCloseTo(Math.hypot(0.2, 0.1), 12);
    const moved = moveEffectorsToTools(tree, computeToolOffsets(rows, tree, goals));
    const after = runGeneratorToEnd(measureLog(rows, moved, goals)).errors as Float64Array;
    expect(Math.max(...after)).toBeLessThan(1e-12);
  },
);

test('goals of unknown effectors have no offset', () => {
  expect(computeToolOffsets(rows, ARM, [{ ...goals[0], effector: 'hand' } as never])).toEqual([]);
});
