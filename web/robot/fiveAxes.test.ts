/** What is asked of five joints that are dropped: all but the turn about the vertical, where they can. */
import { expect, test } from 'vitest';
import { shelf } from '../scenario/robotShelf.ts';
import { leavesOneTurn } from './fiveAxes.ts';
import type { TreeEffector, TreeJoint } from './fold.ts';

const arm = (axes: readonly (readonly [number, number, number])[]) =>
  axes.map(
    (axis, i): TreeJoint => ({
      id: `j${i}`,
      parent: i > 0 ? `j${i - 1}` : null,
      type: 'revolute',
      xyz: [i > 1 ? 0.2 : 0, 0, i < 2 ? 0.1 : 0],
      rpy: [0, 0, 0],
      axis,
    }),
  );
const tool: readonly TreeEffector[] = [
  { id: 'tool', parent: 'j4', xyz: [0.1, 0, 0], rpy: [0, 0, 0] },
];
const [x, y, z] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;
const start = [0.1, 0.4, -0.6, 0.5, 0.2];

test.each([
  ['a waist, three pitches and a roll', [z, y, y, y, x], true],
  ['a planar arm, which has three to give', [z, z, z, z, z], false],
  ['two rolls along the same line', [z, y, y, x, x], false],
] as const)('%s', (_, axes, expected) => {
  expect(leavesOneTurn(arm(axes), tool, start, 'z')).toBe(expected);
});

test('is asked of arms of five joints alone', () => {
  expect(leavesOneTurn(arm([z, y, y, y]), tool, [0, 0, 0, 0], 'z')).toBe(false);
});

test.each(['so-101', 'widowx-200', 'scorbot-er-4u'])('%s can do it', (id) => {
  const document = shelf.find((each) => each.id === id)?.document as {
    tree: { joints: Partial<TreeJoint>[]; effectors: Partial<TreeEffector>[] };
    start: number[];
  };
  const whole = document.tree.joints.map((joint) => ({
    axis: [0, 0, 1] as const,
    rpy: [0, 0, 0] as const,
    ...joint,
    type: 'revolute' as const,
    parent: joint.parent ?? null,
  }));
  const ends = document.tree.effectors.map((each) => ({ rpy: [0, 0, 0] as const, ...each }));
  expect(
    leavesOneTurn(
      whole as readonly TreeJoint[],
      ends as readonly TreeEffector[],
      document.start,
      'z',
    ),
  ).toBe(true);
});
