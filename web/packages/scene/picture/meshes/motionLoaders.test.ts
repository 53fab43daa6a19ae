/** Exported motions, opened by the loaders of Three.js. */

import type { Engine } from '@iklab/core/engine';
import { testEngine } from '@iklab/core/engine/testing';
import type { Vec3 } from '@iklab/core/scenario';
import { computeEffectorTipFrames, jointFrames, jointValues } from '@iklab/core/scenario/robot';
import { writeMotionFile } from '@iklab/robots/motion';
import { DANCER_BVH, type MotionTestRun, makeCraneRun, makeDancerRun } from '@iklab/robots/testing';
import {
  type AnimationClip,
  AnimationMixer,
  type Bone,
  KeyframeTrack,
  LoopOnce,
  type Object3D,
  type Quaternion,
  type SkinnedMesh,
  Vector3,
} from 'three';
import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { afterAll, beforeAll, expect, test } from 'vitest';

let engine: Engine;
const buffers = KeyframeTrack.prototype as unknown as { ValueBufferType: unknown };
const before = buffers.ValueBufferType;
beforeAll(async () => {
  engine = await testEngine();
  // As precise as the loader reads a BVH, instead of 32 bits.
  buffers.ValueBufferType = Float64Array;
});
afterAll(() => {
  buffers.ValueBufferType = before;
});

/** Positions of joints and effectors by id, y up; in the last frame as the module reports them. */
function placesIn({ scene, trajectory, points }: MotionTestRun, frame: number): Map<string, Vec3> {
  const { joints, effectors } = scene.tree;
  const pose = trajectory.poses[frame] ?? [];
  const frameAt = jointFrames(joints, jointValues(joints, pose));
  const computed = [
    ...joints.map(({ id }) => frameAt(id).position),
    ...computeEffectorTipFrames(joints, effectors, pose).map(({ position: at }) => at),
  ];
  const isLast = frame === trajectory.poses.length - 1;
  const places = isLast
    ? computed.map((_, i) => [...points.slice(3 * i, 3 * i + 3)] as unknown as Vec3)
    : computed;
  const isUp = scene.scenario.view.up === 'y';
  const upright = ([x, y, z]: Vec3): Vec3 => (isUp ? [x, y, z] : [x, z, -y]);
  const ids = [...joints, ...effectors].map(({ id }) => id);
  return new Map(ids.map((id, i) => [id, upright(places[i] as Vec3)]));
}

/** Largest distance from the places, as a share of that of the place that is farthest away. */
function offBy(
  objects: readonly (readonly [string, Object3D | undefined])[],
  places: ReadonlyMap<string, Vec3>,
): number {
  const away = objects.map(([id, object]) => {
    const place = new Vector3(...(places.get(id) ?? [Number.NaN, 0, 0]));
    return object ? object.getWorldPosition(new Vector3()).distanceTo(place) : Number.NaN;
  });
  return Math.max(...away) / Math.max(...[...places.values()].map((at) => Math.hypot(...at)));
}

/** The bones of a BVH by the ids of joints and effectors that have their position. */
const DANCER_BONES = {
  LeftUpLeg_x: 'LeftUpLeg',
  LeftFoot: 'LeftFoot',
  Chest_x: 'Chest',
  'Left Arm_y': 'Left',
  LeftHand_y: 'LeftHand',
  LeftHand: 'LeftHand',
};
const FREE_BONES = { ...DANCER_BONES, Hips_z: 'Hips' };
const named = (bones: object) => ({ ...bones, 'Left Arm_y': 'Left_Arm', LeftLeg_x: 'LeftLeg_x' });
const CRANE_BONES = {
  ...{ turret: 'turret', rail: 'rail', mount: 'mount', boom: 'boom', spindle: 'spindle' },
  ...{ wrist_x: 'wrist', finger: 'finger', tip: 'finger/ENDSITE', lamp: 'mount/ENDSITE' },
};

test.each([
  ['a BVH with its file', DANCER_BVH, FREE_BONES, () => makeDancerRun(engine, 'free')],
  ['a BVH without its file', null, named(FREE_BONES), () => makeDancerRun(engine, 'free')],
  ['a held root with its file', DANCER_BVH, DANCER_BONES, () => makeDancerRun(engine, 'held')],
  ['a held root without its file', null, named(DANCER_BONES), () => makeDancerRun(engine, 'held')],
  ['another robot', null, CRANE_BONES, () => makeCraneRun(engine)],
])('BVHLoader shows the poses of the run to 1e-9: %s', (_, source, boneNames, run) => {
  const made = run();
  const { scene, trajectory } = made;
  const { content } = writeMotionFile('bvh', scene, trajectory, source);
  const { clip, skeleton } = new BVHLoader().parse(content as string);
  const bones = skeleton.bones as Bone[];
  const moving = bones.filter(({ name }) => name !== 'ENDSITE');
  const objects = Object.entries(boneNames).map(([id, path]) => {
    const [name, end] = path.split('/');
    const bone = moving.find((each) => each.name === name);
    return [id, end ? bone?.children.find((each) => each.name === end) : bone] as const;
  });
  trajectory.poses.forEach((_, frame) => {
    moving.forEach((bone, i) => {
      // Two tracks per bone, in their order.
      const [positions, turns] = clip.tracks.slice(2 * i);
      bone.position.fromArray(positions?.values ?? [], 3 * frame);
      (bone.quaternion as Quaternion).fromArray(turns?.values ?? [], 4 * frame);
    });
    bones[0]?.updateMatrixWorld(true);
    expect(offBy(objects, placesIn(made, frame)), `frame ${frame}`).toBeLessThan(1e-9);
  });
  const times = clip.tracks[0]?.times ?? [];
  expect(times.at(-1)).toBeCloseTo(trajectory.timeStep * (trajectory.poses.length - 1), 5);
});

test('GLTFLoader turns the short way between poses of more than a full turn', async () => {
  const made = makeCraneRun(engine, 1);
  const turn = 0.7;
  const poseAt = (frame: number) => [frame * turn, 0, 0, 0, 0, 0];
  const poses = Array.from({ length: 12 }, (_, frame) => poseAt(frame));
  const { content } = writeMotionFile('glb', made.scene, { timeStep: 1, poses });
  const gltf = await new GLTFLoader().parseAsync((content as Uint8Array<ArrayBuffer>).buffer, '');
  const mixer = new AnimationMixer(gltf.scene);
  const [clip] = gltf.animations as [AnimationClip];
  mixer.clipAction(clip).play();
  // For players that do not choose the nearer of the two quaternions of a rotation.
  const values = clip.tracks.find(({ name }) => name === 'turret.quaternion')?.values ?? [];
  for (let at = 4; at < 4 * poses.length; at += 4) {
    const cosine = [0, 1, 2, 3].reduce(
      (sum, k) => sum + (values[at + k] ?? 0) * (values[at + k - 4] ?? 0),
      0,
    );
    expect(cosine).toBeCloseTo(Math.cos(turn / 2), 6);
  }
  const boom = gltf.scene.getObjectByName('boom');
  for (let frame = 0.5; frame < 11; frame++) {
    mixer.setTime(frame);
    gltf.scene.updateMatrixWorld(true);
    const between = { ...made, trajectory: { timeStep: 1, poses: [poseAt(frame), []] } };
    expect(offBy([['boom', boom]], placesIn(between, 0)), `${frame}`).toBeLessThan(1e-6);
  }
});

/** Distance of the nearest corner of the skin, as a share of the size. */
function offSkin(skin: SkinnedMesh, id: string, places: ReadonlyMap<string, Vec3>): number {
  const place = new Vector3(...(places.get(id) ?? [Number.NaN, 0, 0]));
  const corners = Array.from({ length: skin.geometry.getAttribute('position').count }, (_, i) =>
    skin.localToWorld(skin.getVertexPosition(i, new Vector3())).distanceTo(place),
  );
  return Math.min(...corners) / Math.max(...[...places.values()].map((at) => Math.hypot(...at)));
}

const FREE_NODES = {
  ...{ Hips_z: 'Hips', Chest_x: 'Chest', 'Left Arm_y': 'Left_Arm' },
  ...{ LeftHand: 'LeftHand', LeftLeg_x: 'LeftLeg_x', LeftFoot: 'LeftFoot' },
};
const CRANE_NODES = {
  ...{ turret: 'turret', rail: 'rail', mount: 'mount', boom: 'boom', spindle: 'spindle' },
  ...{ wrist_x: 'wrist', finger: 'finger', tip: 'tip', lamp: 'lamp' },
};

test.each([
  ['a dancer', FREE_NODES, () => makeDancerRun(engine, 'free')],
  ['a crane', CRANE_NODES, () => makeCraneRun(engine)],
])('GLTFLoader plays the poses of the run to 1e-6: %s', async (_, nodeNames, run) => {
  const made = run();
  const { scene, trajectory } = made;
  const { content } = writeMotionFile('glb', scene, trajectory);
  const bytes = content as Uint8Array<ArrayBuffer>;
  const gltf = await new GLTFLoader().parseAsync(bytes.buffer, '');
  const [clip] = gltf.animations;
  if (!clip) throw new Error('it has no animation');
  const mixer = new AnimationMixer(gltf.scene);
  const action = mixer.clipAction(clip);
  action.play();
  action.clampWhenFinished = true;
  action.setLoop(LoopOnce, 1);
  const objects = Object.entries(nodeNames).map(
    ([id, name]) => [id, gltf.scene.getObjectByName(name)] as const,
  );
  trajectory.poses.forEach((_, frame) => {
    mixer.setTime(frame * trajectory.timeStep);
    gltf.scene.updateMatrixWorld(true);
    const places = placesIn(made, frame);
    expect(offBy(objects, places), `frame ${frame}`).toBeLessThan(1e-6);
    // A bone is drawn from each joint, except from one at the same point as the next.
    const skin = gltf.scene.getObjectByName('Bones') as SkinnedMesh;
    for (const [id] of objects) expect(offSkin(skin, id, places), id).toBeLessThan(1e-6);
  });
});
