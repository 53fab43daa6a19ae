import type { Engine } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { InlineTree, Joint, Scene } from '@iklab/core/scenario';
import { knownRobotPresets } from '@iklab/core/scenario/presets/robotShelf';
import { type BufferGeometry, Vector3 } from 'three';
import { beforeAll, describe, expect, test } from 'vitest';
import { COARSEST_ROBOT_DETAIL, FINE_ROBOT_DETAIL } from './robotDetailLevel.ts';
import {
  drawRobot,
  planRobotDrawing,
  type RobotDrawing,
  type RobotDrawingOptions,
} from './robotDrawing.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const UP = new Vector3(0, 0, 1);
const CHOICES: RobotDrawingOptions = {
  ground: { up: UP, height: 0 },
  oriented: new Set(),
  covered: new Set(),
  standsOnLimbs: false,
  fine: FINE_ROBOT_DETAIL,
};
const ROBOTS = knownRobotPresets.map(({ id }) => id);
const sceneNamed = (id: string): Scene =>
  makeTestScene(knownRobotPresets.find((each) => each.id === id)?.document ?? {}, engine);
const solidOf = (robot: RobotDrawing): BufferGeometry => robot.solids.geometry.build();

/** Positions and normals of the vertices of a bone, in its frame. */
function verticesOf(solid: BufferGeometry, bone: number) {
  const { position, normal, skinIndex } = solid.attributes;
  const all = Array.from({ length: position?.count ?? 0 }, (_, i) => i);
  const own = all.filter((i) => skinIndex?.getX(i) === bone);
  const read = (from: typeof position, i: number) =>
    new Vector3().fromBufferAttribute(from as never, i);
  return own.map((i) => ({ at: read(position, i), normal: read(normal, i) }));
}

/** Expects finite numbers, unit normals, and triangles that face the side of their normals. */
function expectSound(solid: BufferGeometry, what: string): void {
  const { position, normal } = solid.attributes;
  const corner = [0, 1, 2].map(() => new Vector3());
  const facing = new Vector3();
  const index = solid.index?.array ?? [];
  let wrong = 0;
  for (let i = 0; i < index.length; i += 3) {
    corner.forEach((at, k) => {
      at.fromBufferAttribute(position as never, index[i + k] as number);
    });
    const [a, b, c] = corner as [Vector3, Vector3, Vector3];
    const face = b.clone().sub(a).cross(c.clone().sub(a));
    const sum = new Vector3();
    for (let k = 0; k < 3; k++)
      sum.add(facing.fromBufferAttribute(normal as never, index[i + k] as number));
    if (face.length() > 1e-12 && face.normalize().dot(sum) < -1e-3) wrong++;
  }
  // the inner side of a tube folds at a tight bend
  const share = wrong / (index.length / 3);
  expect(share, `${what}: triangles that look inward`).toBeLessThan(0.1);
  const finite = [position, normal].every((each) => each?.array.every(Number.isFinite));
  expect(finite, `${what}: numbers`).toBe(true);
  const lengths = Array.from({ length: normal?.count ?? 0 }, (_, i) =>
    facing.fromBufferAttribute(normal as never, i).length(),
  );
  expect(Math.max(...lengths.map((length) => Math.abs(length - 1))), what).toBeLessThan(1e-3);
}

describe('gallery robots', () => {
  test.each(ROBOTS)(
    '%s has sound solids at both levels of detail, and a housing at every joint',
    (id) => {
      const { tree } = sceneNamed(id);
      for (const fine of [FINE_ROBOT_DETAIL, COARSEST_ROBOT_DETAIL]) {
        const robot = drawRobot(tree, { ...CHOICES, fine });
        expectSound(solidOf(robot), id);
        expect(robot.shadows.length).toBeGreaterThan(0);
      }
      const robot = drawRobot(tree, CHOICES);
      const solid = solidOf(robot);
      const plan = planRobotDrawing(tree, CHOICES);
      plan.linkage.axles.forEach(({ bone, parent, frame: place, axis }) => {
        const { radius = 0, middle = 0 } = robot.joints[bone - 1] ?? {};
        const carrier = plan.linkage.axles[parent]?.bone ?? 0;
        const back = place.clone().invert();
        const near = [
          ...verticesOf(solid, bone).map(({ at }) => at),
          ...verticesOf(solid, carrier).map(({ at }) => at.applyMatrix4(back)),
        ].filter((at) => {
          const along = at.dot(axis);
          const away = at.clone().addScaledVector(axis, -along).length();
          return Math.abs(along - middle) < 4 * radius && away < 1.6 * radius;
        });
        expect(near.length, `about joint ${bone} of ${id}`).toBeGreaterThan(20);
      });
    },
  );

  test.each(ROBOTS)('%s ends at its effectors, and does not extend far beyond them', (id) => {
    const { tree } = sceneNamed(id);
    const solid = solidOf(drawRobot(tree, CHOICES));
    const plan = planRobotDrawing(tree, CHOICES);
    plan.linkage.tips.forEach(({ axle, position: at }) => {
      const { bone } = plan.linkage.axles[axle] as { bone: number };
      const radius = plan.radii[axle] as number;
      const own = verticesOf(solid, bone).map((vertex) => vertex.at);
      const gap = Math.min(...own.map((vertex) => vertex.distanceTo(at)));
      expect(gap, `${id}: from its surface to the effector`).toBeLessThan(1.2 * radius);
      const far = Math.max(...own.map((vertex) => vertex.length()));
      expect(far, `${id}: farthest of the link`).toBeLessThan(
        Math.max(at.length(), Math.abs(plan.feet.enters[axle] as number)) + 3.2 * radius,
      );
    });
  });

  // a choice among planes or shapes may change abruptly; such a small change must not cause one
  test.each(ROBOTS)('%s changes little if one coordinate changes slightly', (id) => {
    const { tree } = sceneNamed(id);
    const before = solidOf(drawRobot(tree, CHOICES)).getAttribute('position');
    const radius = Math.max(...planRobotDrawing(tree, CHOICES).radii);
    tree.joints.forEach((joint, i) => {
      const xyz = joint.xyz.map((value) => value + 1e-6 * radius) as unknown as Joint['xyz'];
      const moved = { ...tree, joints: tree.joints.with(i, { ...joint, xyz }) };
      const after = solidOf(drawRobot(moved, CHOICES)).getAttribute('position');
      expect(after.count, `vertices, ${joint.id}`).toBe(before.count);
      let most = 0;
      for (let k = 0; k < before.array.length; k++)
        most = Math.max(most, Math.abs((after.array[k] as number) - (before.array[k] as number)));
      expect(most, `${id}, ${joint.id}`).toBeLessThan(1e-3 * radius);
    });
  });

  test('a vertical first axis has its housing above a column, however low it is', () => {
    for (const id of ['ur5e', 'ur10', 'widowx-200', 'scara']) {
      const [first] = planRobotDrawing(sceneNamed(id).tree, CHOICES).housings;
      expect(['beside', 'roll'], id).toContain(first?.kind);
    }
  });

  test('covered bones are left out, the others stay', () => {
    const { tree } = sceneNamed('ur5e');
    const solid = solidOf(drawRobot(tree, { ...CHOICES, covered: new Set([0, 3]) }));
    const bones = new Set(solid.getAttribute('skinIndex').array);
    expect([...bones].sort()).toEqual([1, 2, 4, 5, 6]);
  });
});

/** Mulberry32. */
function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random tree: hinges, slides, screws and fixed joints; with zero lengths and branches. */
function randomTree(seed: number): InlineTree {
  const random = uniform(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const way = (): [number, number, number] => {
    const kind = random();
    if (kind < 0.25) return [0, 0, 0];
    if (kind < 0.5)
      return pick([
        [0.3, 0, 0],
        [0, 0.2, 0],
        [0, 0, 0.4],
      ]);
    return [random() - 0.5, random() - 0.5, random() - 0.5];
  };
  const axis = (): [number, number, number] =>
    random() < 0.7
      ? pick([
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
          [0, 0, -1],
        ])
      : [random() + 0.1, random(), -random()];
  const count = 1 + Math.floor(random() * (seed % 10 === 0 ? 256 : 12));
  const joints = Array.from({ length: count }, (_, i): Joint => {
    const type = pick(['revolute', 'revolute', 'revolute', 'prismatic', 'screw', 'fixed'] as const);
    const parent =
      i === 0 || random() < 0.05 ? null : `j${random() < 0.8 ? i - 1 : Math.floor(random() * i)}`;
    const limits = random() < 0.5 ? null : ([-random(), random()] as const);
    const rest = { rest: 0, comfort: 0, weight: 1, pitch: random() < 0.5 ? 0 : 0.05 };
    const rpy =
      random() < 0.6
        ? ([0, 0, 0] as const)
        : ([random() * 6, random() * 6, pick([0, Math.PI / 2])] as const);
    return { id: `j${i}`, parent, type, xyz: way(), rpy, axis: axis(), limits, ...rest };
  });
  const effectors = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, i) => ({
    id: `e${i}`,
    parent: `j${i === 0 ? count - 1 : Math.floor(random() * count)}`,
    xyz: way(),
    rpy: [0, random(), 0] as const,
  }));
  return { joints, effectors };
}

const treesAreSound = (first: number, last: number) => () => {
  for (let seed = first; seed <= last; seed++) {
    const tree = randomTree(seed);
    const oriented = new Set(seed % 2 ? ['e0'] : []);
    const robot = drawRobot(tree, { ...CHOICES, oriented, fine: COARSEST_ROBOT_DETAIL });
    const moving = tree.joints.some(({ type }) => type !== 'fixed');
    const solid = solidOf(robot);
    expectSound(solid, `tree ${seed}`);
    if (moving) expect(solid.index?.count, `tree ${seed}`).toBeGreaterThan(0);
    for (const { from, to, radius } of robot.shadows) {
      const numbers = [...from.toArray(), ...to.toArray(), radius];
      expect(numbers.every(Number.isFinite), `shadows of tree ${seed}`).toBe(true);
    }
  }
};

const MOST = Number(process.env.IKLAB_TREES ?? 400);
test('random trees have sound solids', treesAreSound(1, 40));
test('more random trees have sound solids', { tags: 'full' }, treesAreSound(41, MOST));

test('a telescope stays in its sleeve over its entire travel', () => {
  const { tree } = sceneNamed('scara');
  const plan = planRobotDrawing(tree, CHOICES);
  const i = plan.linkage.axles.findIndex(({ slides }) => slides);
  const { bone, axis, range } = plan.linkage.axles[i] as (typeof plan.linkage.axles)[number];
  const ram = verticesOf(solidOf(drawRobot(tree, CHOICES)), bone).map(({ at }) => at.dot(axis));
  const sleeve = plan.feet.enters[i] as number;
  for (const value of range) {
    expect(Math.min(...ram) + value).toBeLessThan(sleeve);
    expect(Math.max(...ram) + value).toBeGreaterThan(sleeve);
  }
});
