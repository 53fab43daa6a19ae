import { TARGET_STRIDE } from 'iklab/engine/protocol';
import type { Scenario } from 'iklab/scenario';
import { expect, test } from 'vitest';
import { Rings, RingUniforms } from './rings.ts';

test('a ring knows that its target is out of reach, until it comes back', () => {
  const far = (goals: ArrayLike<number>) =>
    (goals[TARGET_STRIDE] as number) > 2
      ? [{ target: 1, by: (goals[TARGET_STRIDE] as number) - 2 }]
      : [];
  const shared = new RingUniforms(2, [], far);
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
  ['the sum counts', {}, [target(), target()], [0.004, 0.005], [], [1, 1]],
  ['each is near, the sum is not', {}, [target(), target()], [0.006, 0.006], [], [0, 0]],
  ['a turn of its own is off', {}, [target(), target()], [0.004, 0.005], [0.2, 0.05], [0, 1]],
  [
    'a tolerance of its own stands by itself',
    {},
    [target(own), target()],
    [0.015, 0.02],
    [],
    [1, 0],
  ],
  ['and is not in the sum', {}, [target(own), target()], [0.015, 0.009], [], [1, 1]],
  ['the norm of all', { residual: 0.01 }, [target(), target()], [0.009, 0.009], [], [0, 0]],
  ['turns by their weights', { residual: 0.01 }, [target()], [0.006], [0.007], [1]],
  ['turns by their weights, too far', { residual: 0.01 }, [target()], [0.006], [0.009], [0]],
])(
  'a ring is filled where its target is reached: %s',
  (_, run, targets, distances, turns, filled) => {
    const rings = new Rings(new RingUniforms(targets.length, []));
    const angles = targets.map((_, i) => turns[i] ?? Number.NaN);
    rings.update(Float32Array.from(distances), Float32Array.from(angles), scene(run, targets));
    expect([...(rings.mesh.geometry.getAttribute('reached').array as Float32Array)]).toEqual(
      filled,
    );
    rings.dispose();
  },
);
