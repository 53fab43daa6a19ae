import type { Engine } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Vec3 } from '@iklab/core/scenario';
import { beforeAll, expect, test } from 'vitest';
import { makeMechanismShape } from './mechanismShape.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

interface Limb {
  readonly root: Vec3;
  readonly links: readonly Vec3[];
}

/** Limbs with a hinge at the start of every link. */
function shapeWith(limbs: readonly Limb[]) {
  const joints = limbs.flatMap(({ root, links }, k) =>
    links.map((_, i) => ({
      id: `j${k}_${i}`,
      parent: i === 0 ? null : `j${k}_${i - 1}`,
      xyz: i === 0 ? root : links[i - 1],
      axis: [0, 0, 1],
    })),
  );
  const effectors = limbs.map(({ links }, k) => ({
    id: `e${k}`,
    parent: `j${k}_${links.length - 1}`,
    xyz: links.at(-1),
  }));
  const targets = effectors.map(({ id }) => ({ effector: id, position: [1, 0, 0] }));
  const tree = { joints, effectors };
  return makeMechanismShape(
    makeTestScene({ iklab: 1, tree, targets, methods: [{ id: 'dls' }] }, engine),
    [],
  );
}

const stoutest = (limbs: readonly Limb[]): number => Math.max(...shapeWith(limbs).radii);
const arm = (way: Vec3, root: Vec3 = [0, 0, 0]): Limb => ({ root, links: [way, way, way] });

test('the unit grows with the extent of all limbs', () => {
  const one = [arm([0.1, 0, 0])];
  const apart = [arm([0.1, 0, 0], [0.5, 0, 0]), arm([-0.1, 0, 0], [-0.5, 0, 0])];
  const { unit } = shapeWith(one);
  expect(shapeWith(apart).unit / unit).toBeCloseTo(1.6 / 0.3, 6);
  expect(stoutest(apart)).toBeGreaterThan(1.05 * stoutest(one));
  const short = { root: [0, 0, 0], links: [[0, 0.1, 0]] } as const;
  expect(shapeWith([...one, short]).unit).toBeCloseTo(Math.hypot(3, 1) * (unit / 3), 6);
});

test('short offsets between links do not make an arm thinner', () => {
  const long: Vec3 = [0.4, 0, 0];
  const step: Vec3 = [0, 0, 0.04];
  const plain = stoutest([{ root: [0, 0, 0], links: [long, long] }]);
  const stepped = [{ root: [0, 0, 0], links: [step, step, long, step, step, long, step] }] as const;
  expect(stoutest(stepped)).toBeGreaterThan(plain);
});
