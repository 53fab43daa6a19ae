import type { Engine } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import { Vector3 } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { makeCapsuleBody } from './mechanismBody.ts';
import { makeMechanismShape } from './mechanismShape.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

/** Vertices fixed to the world, of a robot whose arms begin at `roots`; z is up. */
function standing(roots: readonly (readonly number[])[]) {
  const joints = roots.map((xyz, i) => ({ id: `j${i}`, parent: null, xyz, axis: [0, 1, 0] }));
  const effectors = roots.map((_, i) => ({ id: `e${i}`, parent: `j${i}`, xyz: [0.5, 0, 0] }));
  const targets = effectors.map(({ id }, i) => ({ effector: id, position: [0.5, i, 1] }));
  const document = { iklab: 1, tree: { joints, effectors }, targets, methods: [{ id: 'dls' }] };
  const shape = makeMechanismShape(makeTestScene({ ...document, view: { up: 'z' } }, engine), []);
  const { solid } = makeCapsuleBody(shape);
  const { position, skinIndex } = solid.attributes;
  const all = Array.from({ length: position?.count ?? 0 }, (_, i) => i);
  const own = all.filter((i) => skinIndex?.getX(i) === 0);
  return { shape, at: own.map((i) => new Vector3().fromBufferAttribute(position as never, i)) };
}

test('several arms share one foot, and each is connected to it', () => {
  const { shape, at } = standing([
    [0.4, 0, 1],
    [-0.4, 0, 0.8],
  ]);
  const stout = Math.max(...shape.radii);
  const low = at.filter(({ z }) => z < shape.floor + 1e-6);
  expect(low.length).toBeGreaterThan(0);
  for (const { x, y } of low) expect(Math.hypot(x, y)).toBeLessThan(2.4 * stout);
  for (const root of shape.roots)
    expect(at.some((each) => each.distanceTo(new Vector3(...root)) < 0.9 * stout)).toBe(true);
});

test('a single arm has its foot below it', () => {
  const { shape, at } = standing([[0.3, 0.2, 1]]);
  const stout = Math.max(...shape.radii);
  for (const { x, y } of at) expect(Math.hypot(x - 0.3, y - 0.2)).toBeLessThan(2.4 * stout);
});
