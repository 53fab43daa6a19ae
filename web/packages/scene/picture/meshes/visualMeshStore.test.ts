import { makeTestScene, testEngine } from '@iklab/core/engine/testing';
import type { Scene } from '@iklab/core/scenario';
import type { ScenarioTreeVisual } from '@iklab/robots';
import { makeStl, TETRAHEDRON_TRIANGLES } from '@iklab/robots/testing';
import { Ray, Vector3 } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { FINE_ROBOT_DETAIL } from '../../drawn/robotDetailLevel.ts';
import { Armature } from '../bodies/armature.ts';
import { findSceneExtent, makeMechanismShape } from '../bodies/mechanismShape.ts';
import type { ShapeWithVisuals } from '../bodies/shapeWithVisuals.ts';
import { readVisualMeshes } from './readVisualMeshes.ts';
import { VisualMeshStore } from './visualMeshStore.ts';

const joint = (id: string, parent: string | null, xyz: readonly number[]) => ({
  id,
  parent,
  xyz,
  axis: [0, 1, 0],
  limits: [-2, 2],
});
/** Three links of 1 m along x, z up. */
const arm = (more: object = {}) => ({
  iklab: 1,
  tree: {
    joints: [
      { ...joint('a', null, [0, 0, 1]), ...more },
      joint('b', 'a', [1, 0, 0]),
      joint('c', 'b', [1, 0, 0]),
    ],
    effectors: [{ id: 'hand', parent: 'c', xyz: [1, 0, 0] }],
  },
  targets: [{ effector: 'hand', position: [2, 0, 2] }],
  methods: [{ id: 'dls' }],
  view: { up: 'z' },
});

const look = (
  joint: string | null,
  shape: ScenarioTreeVisual['shape'],
  xyz: ScenarioTreeVisual['xyz'] = [0, 0, 0],
): ScenarioTreeVisual => ({
  joint,
  xyz,
  rpy: [0, 0, 0],
  shape,
});
const box = { kind: 'box', size: [1, 0.2, 0.2] } as const;
const mesh = (file: string) => ({ kind: 'mesh', file, scale: [0.5, 0.5, 0.5] }) as const;
const LOOKS = [look(null, mesh('package://arm/base.stl')), look('a', box, [0.5, 0, 0])];
const BASE = makeStl(TETRAHEDRON_TRIANGLES);

let scene: Scene;
beforeAll(async () => {
  scene = makeTestScene(arm(), await testEngine());
});

async function bodyWith(
  looks: readonly ScenarioTreeVisual[],
  wearing: Scene = scene,
): Promise<ShapeWithVisuals | null> {
  const lookStore = new VisualMeshStore();
  await lookStore.add(scene.tree, looks, () => BASE);
  return lookStore.shapeWithVisuals(wearing, makeMechanismShape(wearing, []), FINE_ROBOT_DETAIL);
}

async function requireBody(looks: readonly ScenarioTreeVisual[]): Promise<ShapeWithVisuals> {
  const found = await bodyWith(looks);
  if (!found) throw new Error('nothing is worn');
  return found;
}

test('links with meshes are drawn with them, the others as capsules', async () => {
  const plain = makeMechanismShape(scene, []);
  const { shape, body } = await requireBody(LOOKS);
  expect([0, 1, 2, 3].map((bone) => shape.meshes?.has(bone))).toEqual([true, true, false, false]);
  const bones = new Set(body.solid.getAttribute('skinIndex').array);
  expect([...bones].sort()).toEqual([0, 1, 2, 3]);
  // bone 1 has only the box: six sides of four corners
  const own = [...body.solid.getAttribute('skinIndex').array].filter((bone) => bone === 1);
  expect(own).toHaveLength(24);
  expect(shape.limbs).toHaveLength(plain.limbs.length);
  expect(body.arcs).toHaveLength(3);
});

test('the pins are last in the index, as for capsules', async () => {
  const { body } = await requireBody(LOOKS);
  const { array = [] } = body.solid.getIndex() ?? {};
  const paint = body.solid.getAttribute('paint').array;
  const paints = [...array].map((vertex) => paint[vertex] as number);
  expect(body.pinless).toBeLessThan(paints.length);
  expect(new Set(paints.slice(body.pinless))).toEqual(new Set([3]));
  expect(new Set(paints.slice(0, body.pinless))).toEqual(new Set([0, 1, 2]));
  expect(Math.max(...array)).toBeLessThan(paint.length);
});

test('the ground is below the meshes, which have no column', async () => {
  const { shape, body } = await requireBody(LOOKS);
  expect(shape.floor).toBeCloseTo(0, 6); // the lowest corner of the base
  const onBase = [...body.solid.getAttribute('skinIndex').array].filter((bone) => bone === 0);
  expect(onBase).toHaveLength(12); // four flat sides, and no disc
});

test('a ray finds the mesh that it hits and its bone, in the current pose', async () => {
  const { shape } = await requireBody(LOOKS);
  const armature = new Armature(scene.tree, 'z');
  armature.setPose([0, 0, 0]);
  armature.world.updateMatrixWorld();
  const from = (x: number): Ray => new Ray(new Vector3(x, 5, 0), new Vector3(0, -1, 0)); // y is up
  const hit = shape.meshes?.hit(armature, from(0.7));
  expect(hit?.bone).toBe(1);
  expect(hit?.point.y).toBeCloseTo(1.1, 6); // upper side of the box
  expect(shape.meshes?.hit(armature, from(1.5))).toBeNull();
  armature.setPose([Math.PI / 2, 0, 0]); // the box points down
  armature.world.updateMatrixWorld();
  expect(shape.meshes?.hit(armature, from(0.7))).toBeNull();
});

test('files that cannot be read are reported, and the other meshes are used', async () => {
  const files: Record<string, Uint8Array> = {
    'package://arm/base.stl': BASE.subarray(0, 200),
    'nan.stl': makeStl(TETRAHEDRON_TRIANGLES.map(() => Number.NaN)),
  };
  const looks = [
    ...LOOKS,
    look('b', mesh('nan.stl')),
    look('c', mesh('lost.stl')),
    look('c', mesh('lost.stl')),
  ];
  const lookStore = new VisualMeshStore();
  const remarks = await lookStore.add(scene.tree, looks, (name) => files[name] ?? null);
  expect(remarks.map(({ file, reason, kind }) => [file, reason, kind])).toEqual([
    ['package://arm/base.stl', 'it is truncated: 2 of 4 triangles', 'left-out'],
    ['nan.stl', 'corner 1 has the coordinate NaN', 'left-out'],
    ['lost.stl', 'file not found', 'left-out'],
  ]);
  const { meshes } =
    lookStore.shapeWithVisuals(scene, makeMechanismShape(scene, []), FINE_ROBOT_DETAIL)?.shape ??
    {};
  expect([0, 1, 2, 3].map((bone) => meshes?.has(bone))).toEqual([false, true, false, false]);
});

test('a link with a missing piece is also drawn as a capsule', async () => {
  const lookStore = new VisualMeshStore();
  const pieces = [...LOOKS, look('a', mesh('lost.stl'))];
  await lookStore.add(scene.tree, pieces, (name) => (name === 'lost.stl' ? null : BASE));
  const { shape, body } = lookStore.shapeWithVisuals(
    scene,
    makeMechanismShape(scene, []),
    FINE_ROBOT_DETAIL,
  ) as ShapeWithVisuals;
  expect(shape.meshes?.has(1)).toBe(false);
  const own = [...body.solid.getAttribute('skinIndex').array].filter((bone) => bone === 1);
  expect(own.length).toBeGreaterThan(24 + 100);
});

test('a link whose mesh only covers its joint is also drawn as a capsule', async () => {
  const cover = await requireBody([...LOOKS, look('b', { kind: 'sphere', radius: 0.2 })]);
  const whole = await requireBody([...LOOKS, look('b', box, [0.5, 0, 0])]);
  const farthest = ({ body: { solid } }: ShapeWithVisuals) => {
    const { skinIndex, position } = solid.attributes;
    const bones = [...(skinIndex?.array ?? [])];
    return Math.max(...bones.map((bone, i) => (bone === 2 ? (position?.getX(i) ?? 0) : 0)));
  };
  expect(farthest(cover)).toBeGreaterThan(0.95);
  expect(farthest(whole)).toBeCloseTo(1, 6);
});

test('meshes beyond the maximum number of triangles are left out', async () => {
  const pieces = ['a', 'a', 'b'].map((on) => look(on, mesh('base.stl')));
  const { looks, remarks } = await readVisualMeshes(scene.tree, pieces, () => BASE, 8);
  expect(remarks.map(({ reason }) => reason)).toEqual([
    'including it, the robot has 12 triangles; the maximum is 8',
  ]);
  expect([1, 2].map((bone) => looks?.complete.has(bone))).toEqual([true, false]);
});

test('spheres beyond the maximum are left out, too, and reported once', async () => {
  const pieces = Array.from({ length: 9 }, () => look('a', { kind: 'sphere', radius: 0.1 }));
  const { looks, remarks } = await readVisualMeshes(scene.tree, pieces, () => null, 3000);
  expect(remarks).toMatchObject([{ file: '', element: 'sphere', kind: 'left-out' }]);
  expect(remarks[0]?.reason).toMatch(/; the maximum is 3,000$/);
  expect(looks?.complete.has(1)).toBe(false);
});

test('meshes fit a scene with other limits and axes, but not with other lengths', async () => {
  const engine = await testEngine();
  const limited = makeTestScene(arm({ limits: [-1, 1], axis: [0, 0, 1] }), engine);
  const longer = makeTestScene(arm({ xyz: [0, 0, 1.5] }), engine);
  expect(await bodyWith(LOOKS, limited)).not.toBeNull();
  expect(await bodyWith(LOOKS, longer)).toBeNull();
  expect(await bodyWith([look('c', mesh('a.stl'))])).not.toBeNull();
  expect(await bodyWith([])).toBeNull();
});

test('a base without a mesh keeps the ground and the foot of capsules', async () => {
  const plain = makeMechanismShape(scene, []);
  const { shape, body } = await requireBody([look('b', { kind: 'sphere', radius: 0.01 })]);
  expect(shape.floor).toBe(plain.floor);
  expect([...body.solid.getAttribute('skinIndex').array]).toContain(0);
});

test('a robot that reaches below its base mesh has a column', async () => {
  const engine = await testEngine();
  const deep = { ...arm(), targets: [{ effector: 'hand', position: [2, 0, -1] }] };
  const lookStore = new VisualMeshStore();
  const low = makeTestScene(deep, engine);
  await lookStore.add(low.tree, LOOKS, () => BASE);
  const { shape, body } = lookStore.shapeWithVisuals(
    low,
    makeMechanismShape(low, []),
    FINE_ROBOT_DETAIL,
  ) as ShapeWithVisuals;
  expect(shape.floor).toBeLessThan(-1);
  const onBase = [...body.solid.getAttribute('skinIndex').array].filter((bone) => bone === 0);
  expect(onBase.length).toBeGreaterThan(12);
});

test('the extent includes a mesh that is larger than the links', async () => {
  const plain = makeMechanismShape(scene, []);
  const { shape } = await requireBody([look(null, { kind: 'box', size: [12, 1, 1] }, [-6, 0, 0])]);
  const farthest = (points: readonly Vector3[]) => Math.min(...points.map(({ x }) => x));
  expect(farthest(findSceneExtent(plain).robot)).toBeGreaterThan(-1);
  expect(farthest(findSceneExtent(shape).robot)).toBeCloseTo(-12, 3);
  expect(shape.unit).toBeGreaterThan(3 * plain.unit);
  expect(shape.radii).toEqual(plain.radii);
});
