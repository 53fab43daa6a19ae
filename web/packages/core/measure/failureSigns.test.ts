import { expect, test } from 'vitest';
import { sampleCatalogue } from '../scenario/methods/testCatalogue.ts';
import { parseScenarioDocument } from '../scenario/parse.ts';
import { resolveScenario } from '../scenario/resolveScenario.ts';
import { FailureSignWatcher, parseFailureSign } from './failureSigns.ts';

function arm(): FailureSignWatcher {
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
  const read = parseScenarioDocument(document, sampleCatalogue);
  if (!read.ok) throw new Error(read.faults[0]?.reason);
  return new FailureSignWatcher(resolveScenario(read.value));
}

test('value computes every measure of three updates as defined', () => {
  const signs = arm();
  signs.record({ angles: [0.5, 0], error: 3, errors: [3], stop: null });
  signs.record({ angles: [1.25, 9], error: 2, errors: [2], stop: null });
  signs.record({ angles: [0.5, 9], error: 1, errors: [1], stop: 'oscillating' });
  expect(signs.value('error')).toBe(1);
  expect(signs.value('first-error')).toBe(1);
  expect(signs.value('mean-error')).toBe(2);
  expect(signs.value('updates')).toBe(3);
  expect(signs.value('step')).toBe(9);
  expect(signs.value('outside')).toBe(0.25);
  // steps (0.5, 0), (0.75, 9), (-0.75, 0)
  expect(signs.value('shake')).toBeCloseTo((Math.hypot(0.25, 9) + Math.hypot(1.5, 9)) / 2, 12);
  expect(signs.value('jitter')).toBeCloseTo((1.75 / 1.5 + 18 / 9) / 2, 5);
});

test('a sign holds if all its conditions hold', () => {
  const signs = arm();
  signs.record({ angles: [0, 0], error: 0.5, errors: [0.5], stop: 'stalled' });
  expect(signs.matches('stalled')).toBe(true);
  expect(signs.matches('stalled and error > 0.4')).toBe(true);
  expect(signs.matches('stalled and error > 0.5')).toBe(false);
  expect(signs.matches('oscillating and error > 0.4')).toBe(false);
  expect(signs.matches('updates < 2')).toBe(true);
});

test.each(['', 'stuck', 'error', 'error > x', 'error >= 1', 'stalled or reached', 'size > 1'])(
  'rejects the sign "%s"',
  (sign) => {
    expect(() => parseFailureSign(sign)).toThrow(/^sign: ".*" must be a stop reason/);
  },
);
