import { TARGET_STRIDE } from '@iklab/core/engine/protocol';
import type { Scenario } from '@iklab/core/scenario';
import { expect, test } from 'vitest';
import { TargetRings, TargetRingUniforms } from './targetRings.ts';

test('a ring is marked as out of reach until its target is back', () => {
  const far = (goals: ArrayLike<number>) =>
    (goals[TARGET_STRIDE] as number) > 2
      ? [{ target: 1, excess: (goals[TARGET_STRIDE] as number) - 2 }]
      : [];
  const shared = new TargetRingUniforms(2, [], far);
  const goals = new Float64Array(2 * TARGET_STRIDE);
  const at = (x: number): number[] => {
    goals[TARGET_STRIDE] = x;
    shared.update(goals);
    return [...shared.outOfReach.array];
  };
  expect(at(2.5)).toEqual([0, 0.5]);
  expect(at(2.5)).toEqual([0, 0.5]);
  expect(at(1)).toEqual([0, 0]);
});

const target = (more: object = {}) => ({ tolerance: null, orientationWeight: 1, ...more });
const scene = (run: object, targets: object[]) =>
  ({
    run: { tolerance: 0.01, orientationTolerance: 0.1, residual: null, ...run },
    targets,
  }) as unknown as Scenario;
const own = { tolerance: { position: 0.02, rotation: 0.1 } };

test.each([
  [
    'the sum of distances is within the tolerance',
    {},
    [target(), target()],
    [0.004, 0.005],
    [],
    [1, 1],
  ],
  [
    'each distance is within the tolerance, the sum is not',
    {},
    [target(), target()],
    [0.006, 0.006],
    [],
    [0, 0],
  ],
  ['one rotation is off', {}, [target(), target()], [0.004, 0.005], [0.2, 0.05], [0, 1]],
  [
    'a target’s own tolerance applies only to it',
    {},
    [target(own), target()],
    [0.015, 0.02],
    [],
    [1, 0],
  ],
  [
    'a target with its own tolerance is not in the sum',
    {},
    [target(own), target()],
    [0.015, 0.009],
    [],
    [1, 1],
  ],
  [
    'the norm of all distances exceeds the residual',
    { residual: 0.01 },
    [target(), target()],
    [0.009, 0.009],
    [],
    [0, 0],
  ],
  [
    'weighted rotations are within the residual',
    { residual: 0.01 },
    [target()],
    [0.006],
    [0.007],
    [1],
  ],
  ['weighted rotations exceed the residual', { residual: 0.01 }, [target()], [0.006], [0.009], [0]],
])('a ring is filled if its target is reached: %s', (_, run, targets, distances, turns, filled) => {
  const rings = new TargetRings(new TargetRingUniforms(targets.length, []));
  const angles = targets.map((_, i) => turns[i] ?? Number.NaN);
  rings.update(Float32Array.from(distances), Float32Array.from(angles), scene(run, targets));
  expect([...(rings.mesh.geometry.getAttribute('reached').array as Float32Array)]).toEqual(filled);
  rings.dispose();
});
