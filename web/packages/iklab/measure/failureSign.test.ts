import { expect, test } from 'vitest';
import { parse } from '../scenario/parse.ts';
import { resolve } from '../scenario/resolve.ts';
import { catalogue } from '../scenario/testCatalogue.ts';
import { FailureSigns, readSign } from './failureSign.ts';

function arm(): FailureSigns {
  const document = {
    iklab: 1,
    tree: {
      joints: [
        { id: 'a', parent: null, type: 'revolute', axis: [0, 0, 1], limits: [-1, 1] },
        { id: 'b', parent: 'a', type: 'revolute', axis: [0, 0, 1], xyz: [1, 0, 0] },
      ],
      effectors: [{ id: 'tip', parent: 'b', xyz: [1, 0, 0] }],
    },
    targets: [{ effector: 'tip', position: [1, 0, 0] }],
    methods: [{ id: 'dls' }],
  };
  const read = parse(document, catalogue);
  if (!read.ok) throw new Error(read.faults[0]?.reason);
  return new FailureSigns(resolve(read.value));
}

test('the numbers of a way of three updates', () => {
  const way = arm();
  way.record({ angles: [0.5, 0], error: 3, errors: [3], stop: null });
  way.record({ angles: [1.25, 9], error: 2, errors: [2], stop: null });
  way.record({ angles: [0.5, 9], error: 1, errors: [1], stop: 'oscillating' });
  expect(way.value('error')).toBe(1);
  expect(way.value('first-error')).toBe(1);
  expect(way.value('mean-error')).toBe(2);
  expect(way.value('updates')).toBe(3);
  expect(way.value('step')).toBe(9);
  expect(way.value('outside')).toBe(0.25);
  // Steps (0.5, 0), (0.75, 9), (-0.75, 0).
  expect(way.value('shake')).toBeCloseTo((Math.hypot(0.25, 9) + Math.hypot(1.5, 9)) / 2, 12);
  expect(way.value('jitter')).toBeCloseTo((1.75 / 1.5 + 18 / 9) / 2, 5);
});

test('a sign holds when all its tests do', () => {
  const way = arm();
  way.record({ angles: [0, 0], error: 0.5, errors: [0.5], stop: 'stalled' });
  expect(way.shows('stalled')).toBe(true);
  expect(way.shows('stalled and error > 0.4')).toBe(true);
  expect(way.shows('stalled and error > 0.5')).toBe(false);
  expect(way.shows('oscillating and error > 0.4')).toBe(false);
  expect(way.shows('updates < 2')).toBe(true);
});

test.each(['', 'stuck', 'error', 'error > x', 'error >= 1', 'stalled or reached', 'size > 1'])(
  '"%s" is no sign',
  (sign) => {
    expect(() => readSign(sign)).toThrow(/^sign: ".*" must be a stop reason/);
  },
);
