/** The misprint in the lecture, checked with the Jacobian of planar links in closed form. */
import { testEngine } from '@iklab/core/engine/testing';
import { type ScenarioPreset, scenarioPreset } from '@iklab/core/scenario/presets';
import { expect, test } from 'vitest';
import { computePseudoinverseMisprint } from './pseudoinverseMisprint.ts';

const found = computePseudoinverseMisprint(await testEngine());

test('two links: J Jᵀ(JᵀJ)⁻¹ exists, but is not the identity', () => {
  const { document } = scenarioPreset('tabaczynski-2-link') as ScenarioPreset;
  const { tree, start } = document as unknown as {
    tree: { planar: { links: [number, number] } };
    start: [number, number];
  };
  const [l1, l2] = tree.planar.links;
  const [first, both] = [start[0], start[0] + start[1]];
  const [a, b] = [-l1 * Math.sin(first) - l2 * Math.sin(both), -l2 * Math.sin(both)];
  const [c, d] = [l1 * Math.cos(first) + l2 * Math.cos(both), l2 * Math.cos(both)];
  // J Jᵀ (JᵀJ)⁻¹ with (JᵀJ)⁻¹ = adj(JᵀJ) / det²
  const [p, q, r] = [a * a + c * c, a * b + c * d, b * b + d * d];
  const [x, y, z] = [a * a + b * b, a * c + b * d, c * c + d * d];
  const det = (a * d - b * c) ** 2;
  const rows = [
    [(x * r - y * q) / det - 1, (y * p - x * q) / det],
    [(y * r - z * q) / det, (z * p - y * q) / det - 1],
  ];
  expect(found.square.printed).toBeCloseTo(Math.max(...rows.flat().map(Math.abs)), 9);
  expect(found.square.printed).toBeGreaterThan(0.5);
  expect(found.square.right).toBeLessThan(1e-12);
});

test('five links: JᵀJ has rank 2, while Jᵀ(JJᵀ)⁻¹ inverts J and gives the step of the method', () => {
  expect(found.wide).toMatchObject({ columns: 5, rank: 2 });
  expect(found.wide.right).toBeLessThan(1e-12);
  expect(found.wide.step).toBeLessThan(1e-12);
});
