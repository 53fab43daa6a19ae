/** The errors reported for invalid trees and start poses. */
import { describe, expect, test } from 'vitest';
import { documentFaultsText, smallDocument } from '../testDocuments.ts';
import { makeTreeDocument, repeatObject } from '../testParts.ts';
import type { PlainObject } from '../write.ts';

describe('reports the path and the reason of each fault of a tree or start pose:', () => {
  test.each<[string, PlainObject, string]>([
    [
      'a cycle',
      makeTreeDocument([
        { id: 'a', parent: 'b' },
        { id: 'b', parent: 'a' },
      ]),
      'tree.joints[0].parent: makes a cycle: "a" → "b" → "a"',
    ],
    [
      'a joint that is its own parent',
      makeTreeDocument([{ id: 'a', parent: 'a' }]),
      'tree.joints[0].parent: makes a cycle: "a" → "a"',
    ],
    [
      'an unknown parent',
      makeTreeDocument([{ id: 'a', parent: 'base' }]),
      'tree.joints[0].parent: unknown parent: must be the id of a joint or null, there is no joint "base"',
    ],
    [
      'an effector on an unknown joint',
      makeTreeDocument([{ id: 'a' }], [{ id: 'tip', parent: 'aa' }]),
      'tree.effectors[0].parent: unknown parent: must be the id of a joint, there is no joint "aa" (did you mean "a"?)',
    ],
    [
      'a repeated id',
      makeTreeDocument([{ id: 'a' }, { id: 'a' }]),
      'tree.joints[1].id: must be unique, "a" is also the id of joints[0]',
    ],
    [
      'limits upside down',
      makeTreeDocument([{ id: 'a', limits: [1, -1] }]),
      'tree.joints[0].limits: is upside down: must be [lower, upper]; got [1, -1]',
    ],
    [
      'an axis of zero length',
      makeTreeDocument([{ id: 'a', axis: [0, 0, 0] }]),
      'tree.joints[0].axis: must not have zero length; got [0, 0, 0]',
    ],
    [
      'a start of the wrong length',
      smallDocument({ start: [0] }),
      'start: must have 2 values, one per independent joint; got 1',
    ],
    [
      'a start together with points',
      smallDocument({ tree: { planar: { points: [[1, 0]] } }, start: [0] }),
      'start: must be left out: the points of the tree give the start pose',
    ],
    [
      'a start outside the limits',
      { ...makeTreeDocument([{ id: 'a', limits: [-1, 1] }]), start: [1.5], limitPolicy: 'lock' },
      'start[0]: must be from -1 to 1, the limits of joint "a" (unless limitPolicy is ignore); got 1.5',
    ],
    [
      'links and points',
      smallDocument({ tree: { planar: { links: [1], points: [[1, 0]] } } }),
      'tree.planar: must have either links or points; got both',
    ],
    [
      'a point equal to the previous one',
      smallDocument({
        tree: {
          planar: {
            points: [
              [1, 0],
              [1, 0],
            ],
          },
        },
      }),
      'tree.planar.points[1]: must differ from the point before; got [1, 0]',
    ],
    [
      'a link of points that is too long',
      smallDocument({
        tree: {
          planar: {
            points: [
              [1e15, 0],
              [-1e15, 0],
            ],
          },
        },
      }),
      'tree.planar.points[1]: must be at most 1e15 from the point before; got [-1000000000000000, 0]',
    ],
    [
      'a tree of two kinds',
      smallDocument({ tree: { preset: 'y', joints: [] } }),
      'tree: must be one of a preset, a planar chain, or joints with effectors; got preset and joints',
    ],
    [
      'a tree without a kind',
      smallDocument({ tree: {} }),
      'tree: must be one of a preset, a planar chain, or joints with effectors; got none of them',
    ],
    [
      'an unknown tree preset',
      smallDocument({ tree: { preset: 'z' } }),
      'tree.preset: must be one of double-y, double-y-16, y, human-arm, human-arm-equal, spatial-8, ur5, spine-18, star, torso; got "z" (did you mean "y"?)',
    ],
    [
      'only fixed joints',
      makeTreeDocument([{ id: 'a', type: 'fixed' }]),
      'tree.joints: must have a joint that moves (revolute, prismatic, screw), the only one is fixed',
    ],
    [
      'no joint',
      makeTreeDocument([], [{ id: 'tip', parent: 'a' }]),
      'tree.joints: must have at least 1 joint; got 0',
    ],
    [
      '257 joints',
      makeTreeDocument(repeatObject(257, (i) => ({ id: i === 0 ? 'a' : `j${i}` }))),
      'tree.joints: must have at most 256 joints; got 257',
    ],
    [
      '65 effectors',
      makeTreeDocument(
        [{ id: 'a' }],
        repeatObject(65, (i) => ({ id: `t${i}`, parent: 'a' })),
      ),
      'tree.effectors: must have at most 64 effectors; got 65',
    ],
    [
      'an empty id',
      makeTreeDocument([{ id: 'a' }], [{ id: '', parent: 'a' }]),
      'tree.effectors[0].id: must not be empty; got ""',
    ],
  ])('%s', (_, document, faults) => {
    expect(documentFaultsText(document)).toBe(faults);
  });
});

describe('the faults of a tree', () => {
  test.each([
    ['text', 'x'],
    ['a boolean', true],
    ['an empty list', []],
    ['three numbers', [1, 2, 3]],
    ['null in the list', [null, 1]],
    ['a number that is not finite', [Number.NEGATIVE_INFINITY, 1]],
    ['a number that is too large', [0, 1e16]],
  ])('include invalid limits: %s', (_, limits) => {
    expect(documentFaultsText(makeTreeDocument([{ id: 'a', limits }]))).toMatch(
      /^tree\.joints\[0\]\.limits/,
    );
  });

  test.each([
    ['preset', { preset: 'y' }],
    ['planar', { planar: { links: [1] } }],
  ])('include a tree of two kinds: %s and joints', (kind, other) => {
    const inline = { joints: [{ id: 'a' }], effectors: [{ id: 'tip', parent: 'a' }] };
    const ways = 'must be one of a preset, a planar chain, or joints with effectors';
    expect(documentFaultsText(smallDocument({ tree: { ...inline, ...other } }))).toBe(
      `tree: ${ways}; got ${kind} and joints and effectors`,
    );
  });
});

describe('the limits of the start pose', () => {
  const limited = (start: number, limitPolicy: string) => ({
    ...makeTreeDocument([{ id: 'a', limits: [-1, 1] }]),
    start: [start],
    limitPolicy,
  });

  test('do not apply with limitPolicy ignore', () => {
    expect(documentFaultsText(limited(1.5, 'ignore'))).toBe('');
  });

  test('allow for rounding', () => {
    expect(documentFaultsText(limited(1 + 1e-13, 'clamp'))).toBe('');
    expect(documentFaultsText(limited(1 + 1e-11, 'clamp'))).not.toBe('');
  });
});
