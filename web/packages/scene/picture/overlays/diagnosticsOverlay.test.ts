import type { Engine } from '@iklab/core/engine';
import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Scene } from '@iklab/core/scenario';
import { type InstancedMesh, Matrix4, Quaternion, Vector2, Vector3 } from 'three';
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { Armature } from '../bodies/armature.ts';
import { EffectorEllipsoids, ELLIPSOID_JOINT_CHANGE } from './effectorEllipsoids.ts';
import { JointDirectionArrows } from './jointDirectionArrows.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const A = 0.8;
const B = 0.5;

const arm = (): Scene =>
  makeTestScene(
    {
      iklab: 1,
      tree: { planar: { links: [A, B] } },
      targets: [{ effector: 'tip', position: [1, 0.5, 0] }],
      methods: [{ id: 'dls' }],
      view: { up: 'z' },
    },
    engine,
  );

function posed(scene: Scene, angles: readonly number[]): Armature {
  const armature = new Armature(scene.tree, scene.scenario.view.up);
  armature.setPose(angles);
  armature.world.updateMatrixWorld();
  return armature;
}

/** Ends of all drawn segments, in the frame of the scenario. */
function segments(lines: LineSegments2): [Vector3, Vector3][] {
  const { instanceStart: from, instanceEnd: to } = lines.geometry.attributes;
  if (!from || !to || !lines.visible) return [];
  return Array.from({ length: lines.geometry.instanceCount }, (_, i) => [
    new Vector3().fromBufferAttribute(from, i),
    new Vector3().fromBufferAttribute(to, i),
  ]);
}

describe('the manipulability ellipsoid of an end effector', () => {
  test.each([0.3, 1.2, 2.6])(
    'follows the closed form of a planar two-link arm bent by %s',
    (bend) => {
      const scene = arm();
      const lab = engine.open(scene);
      const first = 0.4;
      const ellipsoids = new EffectorEllipsoids([2], { value: new Vector2() });
      const armature = posed(scene, [first, bend]);
      ellipsoids.update(armature, lab.ellipsoids([first, bend]));
      const tip = [
        A * Math.cos(first) + B * Math.cos(first + bend),
        A * Math.sin(first) + B * Math.sin(first + bend),
      ] as const;
      // xᵀ (J Jᵀ)⁻¹ x = |step|² on the outline; the arm is planar: all points lie in its plane
      const [j11, j12] = [-tip[1], -B * Math.sin(first + bend)];
      const [j21, j22] = [tip[0], B * Math.cos(first + bend)];
      const det = j11 * j22 - j12 * j21;
      const outline = segments(ellipsoids.lines).slice(0, 48);
      expect(outline).toHaveLength(48);
      for (const [point] of outline) {
        const [x, y] = [point.x - tip[0], point.y - tip[1]];
        const step = [(j22 * x - j12 * y) / det, (-j21 * x + j11 * y) / det] as const;
        expect(Math.hypot(...step)).toBeCloseTo(ELLIPSOID_JOINT_CHANGE, 5);
        expect(point.z).toBeCloseTo(0, 6);
      }
      ellipsoids.hide();
      expect(segments(ellipsoids.lines)).toEqual([]);
      lab.close();
    },
  );
});

describe('the arrows of a singular direction', () => {
  const drawn = (v: number[], motion: number[], name?: string) => {
    const scene = arm();
    const arrows = new JointDirectionArrows(scene.tree, [2], 1, { value: new Vector2() });
    arrows.show(name === undefined ? { v, motion } : { v, motion, name });
    arrows.update(posed(scene, [0, 0]));
    const [, turns] = arrows.parts as LineSegments2[];
    const [rods, heads] = arrows.parts.slice(-2) as InstancedMesh[];
    return {
      turns: segments(turns as LineSegments2),
      rods: instances(rods as InstancedMesh),
      heads: instances(heads as InstancedMesh),
      arrows,
    };
  };

  /** Centre, direction and length of every rod or head. */
  const instances = (mesh: InstancedMesh) =>
    Array.from({ length: mesh.visible ? mesh.count : 0 }, (_, i) => {
      const [middle, turn, size] = [new Vector3(), new Quaternion(), new Vector3()];
      const place = new Matrix4();
      mesh.getMatrixAt(i, place);
      place.decompose(middle, turn, size);
      return { middle, way: new Vector3(0, 1, 0).applyQuaternion(turn), length: size.y };
    });

  /** Signed angle about z that an arc around `centre` spans. */
  const swept = (arc: readonly [Vector3, Vector3][], centre: Vector3): number =>
    arc.reduce((sum, [from, to]) => {
      const [a, b] = [from.clone().sub(centre), to.clone().sub(centre)];
      return sum + Math.atan2(a.x * b.y - a.y * b.x, a.dot(b));
    }, 0);

  test('rotate like the joints, the largest component by 270°', () => {
    const { turns, heads } = drawn([0.9, -0.3], [0, 1, 0]);
    const first = swept(turns.slice(0, 24), new Vector3(0, 0, 0));
    const second = swept(turns.slice(24), new Vector3(A, 0, 0));
    expect(first).toBeCloseTo(1.5 * Math.PI, 5);
    expect(second / first).toBeCloseTo(-1 / 3, 5);
    expect(heads).toHaveLength(3); // two arcs and the end effector
  });

  test('leave out a joint that does not move', () => {
    expect(drawn([1, 0], [0, 1, 0]).turns).toHaveLength(24);
    expect(drawn([1, 0.5], [0, 1, 0]).turns).toHaveLength(48);
  });

  test('point at the end effector in its direction of motion', () => {
    const { rods, heads } = drawn([0, 0], [0, -2, 0]);
    expect(rods).toHaveLength(1);
    expect(rods[0]?.way.y).toBeCloseTo(-1, 6);
    expect(rods[0]?.middle.y).toBeLessThan(0);
    expect(heads).toHaveLength(1);
    expect(drawn([1, 0.5], [0, 0, 0]).rods).toHaveLength(0);
  });

  test.each([
    ['as long as the remaining motion', -1.3, -1.3],
    ['visible if little motion remains', 0.001, 0.35],
  ])('for a blocked direction, are one named arrow from the end effector, %s', (_, motion, end) => {
    const { turns, heads, arrows } = drawn([1, 0.5], [0, motion, 0], 'σ₁');
    expect(turns).toEqual([]);
    expect(heads.map(({ way }) => Math.round(way.y))).toEqual([Math.sign(end)]);
    expect(arrows.namedArrow?.text).toBe('σ₁');
    const [tail, head] = arrows.namedArrow?.ends ?? [];
    expect(tail?.distanceTo(new Vector3(A + B, 0, 0))).toBeCloseTo(0, 6);
    expect(head?.y).toBeCloseTo(end, 6);
  });

  test('disappear if no direction is selected', () => {
    const { arrows } = drawn([1, 0.5], [0, 1, 0], 'σ₁');
    arrows.show(null);
    for (const part of arrows.parts) expect(part.visible).toBe(false);
    expect(arrows.namedArrow).toBe(null);
  });
});
