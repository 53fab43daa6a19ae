import { requireValue, sampleCatalogue } from '@iklab/core/scenario/testing';
import { expect, test } from 'vitest';
import { canHaveClosedForm } from './canHaveClosedForm.ts';
import { parseStudy } from './parseStudy.ts';

const can = (scenario: object): boolean =>
  canHaveClosedForm(
    requireValue(
      parseStudy(
        { iklabStudy: 2, scenario: { ...scenario, methods: [{ id: 'dls' }] }, count: 1 },
        sampleCatalogue,
      ),
    ),
  );

test.each([
  ['ur5e', true],
  ['kr6', true],
  ['panda', false], // Seven joints.
  ['two-joints', false],
  ['baxter', false], // Two targets.
])('of the robot %s: %s', (preset, expected) => {
  expect(can({ preset })).toBe(expected);
});

test('returns false for a target with an unconstrained component or without orientation', () => {
  const target = { effector: 'tool0', position: [0.4, 0.2, 0.4], orientation: [0, 1, 0, 0] };
  expect(can({ preset: 'ur5e', targets: [target] })).toBe(true);
  expect(can({ preset: 'ur5e', targets: [{ ...target, free: { orientation: ['z'] } }] })).toBe(
    false,
  );
  expect(can({ preset: 'ur5e', targets: [{ ...target, orientation: undefined }] })).toBe(false);
});
