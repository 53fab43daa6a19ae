import { testEngine } from '@iklab/core/engine/testing';
import { resolveScenario, type Scene } from '@iklab/core/scenario';
import { parseScenarioDocument } from '@iklab/core/scenario/parse';
import { scenarioPreset } from '@iklab/core/scenario/presets';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { approximateRobotByCapsules } from './bodyCapsules.ts';

const { catalogue } = await testEngine();

function sceneOf(document: unknown): Scene {
  const read = parseScenarioDocument(document, catalogue);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return resolveScenario(read.value);
}

test('the links of a planar arm are capsules of the same lengths', () => {
  const capsules = approximateRobotByCapsules(
    sceneOf({
      iklab: 2,
      tree: { planar: { links: [1, 0.6] } },
      targets: [{ effector: 'tip', position: [1, 0.5, 0] }],
      methods: [{ id: 'dls' }],
    }),
  );
  expect(capsules.map(({ bone }) => bone)).toEqual([1, 2]);
  const lengths = capsules.map(({ from, to }) =>
    new Vector3(...from).distanceTo(new Vector3(...to)),
  );
  expect(lengths[0]).toBeCloseTo(1, 12);
  expect(lengths[1]).toBeCloseTo(0.6, 12);
  for (const { radius } of capsules) expect(radius).toBeGreaterThan(0);
});

test('the capsules of a UR5e are about as wide as in its data sheet', () => {
  const scene = sceneOf(scenarioPreset('ur5e')?.document);
  const capsules = approximateRobotByCapsules(scene);
  expect(new Set(capsules.map(({ bone }) => bone)).size).toBeGreaterThanOrEqual(6);
  // data sheet: the base is 149 mm wide, the tool flange 63 mm
  for (const { radius } of capsules) {
    expect(radius).toBeLessThan(0.149 / 2 + 0.03);
    expect(radius).toBeGreaterThan(0.063 / 2 - 0.02);
  }
});
