import type { Quaternion, Vec3 } from '@iklab/core/scenario';
import { joinBytes } from '@iklab/core/scenario/link';
import {
  composeFrames,
  frameFromXyzRpy,
  type Matrix3,
  ORIGIN_FRAME,
  quaternionFromRotation,
  type RigidFrame,
} from '@iklab/core/scenario/numbers';
import { jointValues } from '@iklab/core/scenario/robot';
import type { JointTrajectory } from '@iklab/run/history/records';
import { type BoneShapes, makeBoneShapes, makeInverseBindMatrices } from './boneShapes.ts';
import {
  computeBoneFrames,
  computeBoneMotion,
  type MotionBone,
  makeMotionBones,
} from './motionBones.ts';
import { METRES_IN_LENGTH_UNIT, ROTATIONS_TO_Y_UP } from './rotationsToYUp.ts';
import type { MotionExportScene } from './trajectoryText.ts';

/**
 * Writes a trajectory as binary glTF in metres, y up, 32-bit numbers. Each bone and effector is a
 * node below the scene's frame. The animation rotates and translates bones. The bones are drawn as
 * one skin, because many programs import only joints of a skin.
 */
export function writeMotionGlb(scene: MotionExportScene, trajectory: JointTrajectory): Uint8Array {
  const { tree, scenario } = scene;
  const bones = makeMotionBones(tree);
  const nodes = new GltfNodes();
  const upright: RigidFrame = {
    position: [0, 0, 0],
    rotation: ROTATIONS_TO_Y_UP[scenario.view.up],
  };
  const root = nodes.add(
    scenario.name || 'Robot',
    upright,
    null,
    METRES_IN_LENGTH_UNIT[scenario.unit],
  );
  const boneNodes: number[] = [];
  for (const { name, above, rest } of bones)
    boneNodes.push(nodes.add(name, rest, boneNodes[above] ?? root));
  const rests = computeBoneFrames(
    bones,
    bones.map(({ rest }) => rest),
  );
  const ends: Vec3[][] = bones.map(() => []);
  for (const [i, { above }] of bones.entries())
    ends[above]?.push((rests[i] as RigidFrame).position);
  for (const { id, parent, xyz, rpy } of tree.effectors) {
    const i = bones.findIndex(({ joints }) => tree.joints[joints.at(-1) ?? -1]?.id === parent);
    const isBone = bones[i]?.name === id && [...xyz, ...rpy].every((x) => x === 0);
    if (!isBone) nodes.add(id, frameFromXyzRpy(xyz, rpy), boneNodes[i] ?? root);
    ends[i]?.push(composeFrames(rests[i] ?? ORIGIN_FRAME, frameFromXyzRpy(xyz, rpy)).position);
  }
  const numbers = new GltfAccessors();
  const animations = [
    { name: 'Run', ...makeAnimation(scene, bones, boneNodes, trajectory, numbers) },
  ];
  const skin = makeSkin(makeBoneShapes(rests, ends), rests, [root, ...boneNodes], numbers);
  const drawn = skin ? [nodes.list.push({ name: 'Bones', mesh: 0, skin: 0 }) - 1] : [];
  const json = {
    asset: { version: '2.0', generator: 'IK Lab' },
    scene: 0,
    scenes: [{ nodes: [root, ...drawn] }],
    nodes: nodes.list,
    ...skin,
    animations,
    accessors: numbers.accessors,
    bufferViews: numbers.views,
    buffers: [{ byteLength: numbers.byteLength }],
  };
  return makeGlb(json, numbers.bytes());
}

function makeSkin(
  { positions, bones, triangles }: BoneShapes,
  rests: readonly RigidFrame[],
  joints: readonly number[],
  numbers: GltfAccessors,
) {
  if (bones.length === 0) return null;
  const getCoordinates = (k: number) => positions.filter((_, i) => i % 3 === k);
  const bounds = (reduce: (...values: number[]) => number) =>
    [0, 1, 2].map((k) => reduce(...getCoordinates(k)));
  const attributes = {
    POSITION: numbers.add('VEC3', positions, VERTICES, {
      min: bounds(Math.min),
      max: bounds(Math.max),
    }),
    JOINTS_0: numbers.add(
      'VEC4',
      Uint16Array.from(bones.flatMap((bone) => [bone + 1, 0, 0, 0])),
      VERTICES,
    ),
    WEIGHTS_0: numbers.add('VEC4', Float32Array.from(bones.flatMap(() => [1, 0, 0, 0])), VERTICES),
  };
  const indices = numbers.add('SCALAR', triangles, INDICES);
  const inverseBindMatrices = numbers.add(
    'MAT4',
    makeInverseBindMatrices([ORIGIN_FRAME, ...rests]),
  );
  return {
    materials: [{ pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.6 } }],
    meshes: [{ primitives: [{ attributes, indices, material: 0 }] }],
    skins: [{ inverseBindMatrices, joints, skeleton: joints[0] }],
  };
}

interface GltfNode {
  readonly name: string;
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
  readonly mesh?: number;
  readonly skin?: number;
  children?: number[];
}

class GltfNodes {
  readonly list: GltfNode[] = [];

  add(name: string, { position, rotation }: RigidFrame, parent: number | null, scale = 1): number {
    const index = this.list.length;
    const size = scale === 1 ? {} : { scale: [scale, scale, scale] };
    this.list.push({
      name,
      translation: position,
      rotation: quaternionFromRotation(rotation),
      ...size,
    });
    const above = this.list[parent ?? -1];
    if (above) above.children = [...(above.children ?? []), index];
    return index;
  }
}

const COMPONENT_COUNTS = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 } as const;
const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const VERTICES = 34962;
const INDICES = 34963;

class GltfAccessors {
  readonly accessors: object[] = [];
  readonly views: object[] = [];
  readonly #parts: Uint8Array[] = [];
  byteLength = 0;

  /**
   * Adds a glTF accessor for values and returns its index. `target`: the buffer target if the
   * values are drawn.
   */
  add(
    type: keyof typeof COMPONENT_COUNTS,
    values: Float32Array | Uint16Array,
    target?: typeof VERTICES | typeof INDICES,
    bounds = {},
  ): number {
    const { byteLength } = values;
    const view = { buffer: 0, byteOffset: this.byteLength, byteLength, ...(target && { target }) };
    const bufferView = this.views.push(view) - 1;
    const componentType = values instanceof Float32Array ? FLOAT : UNSIGNED_SHORT;
    const count = values.length / COMPONENT_COUNTS[type];
    // As in glTF, numbers are little-endian on every machine that runs the module.
    this.#parts.push(new Uint8Array(values.buffer, values.byteOffset, byteLength));
    this.byteLength += byteLength;
    return this.accessors.push({ bufferView, componentType, count, type, ...bounds }) - 1;
  }

  bytes = (): Uint8Array => joinBytes(this.#parts);
}

function makeAnimation(
  { tree }: MotionExportScene,
  bones: readonly MotionBone[],
  nodes: readonly number[],
  { timeStep, poses }: JointTrajectory,
  numbers: GltfAccessors,
) {
  const values = poses.map((pose) => jointValues(tree.joints, pose));
  const times = Float32Array.from(poses, (_, i) => i * timeStep);
  const bounds = { min: [times[0] ?? 0], max: [times.at(-1) ?? 0] };
  const input = numbers.add('SCALAR', times, undefined, bounds);
  const samplers: object[] = [];
  const channels: object[] = [];
  const add = (node: number | undefined, path: string, output: number): void => {
    const sampler = samplers.push({ input, output, interpolation: 'LINEAR' }) - 1;
    channels.push({ sampler, target: { node, path } });
  };
  for (const [i, bone] of bones.entries()) {
    const { rest, rotates, slides } = bone;
    if (!rotates && !slides) continue;
    const frames = values.map((each) =>
      composeFrames(rest, computeBoneMotion(bone, tree.joints, each)),
    );
    if (rotates) {
      const rotations = toQuaternions(frames.map(({ rotation }) => rotation));
      add(nodes[i], 'rotation', numbers.add('VEC4', rotations));
    }
    if (slides) {
      const translations = Float32Array.from(frames.flatMap(({ position }) => position));
      add(nodes[i], 'translation', numbers.add('VEC3', translations));
    }
  }
  return { channels, samplers };
}

/**
 * Converts rotations of successive frames to quaternions. Each has the sign nearest to its
 * predecessor, because players interpolate.
 */
function toQuaternions(rotations: readonly Matrix3[]): Float32Array {
  const list = new Float32Array(4 * rotations.length);
  let before: Quaternion = [0, 0, 0, 1];
  rotations.forEach((rotation, i) => {
    const [x, y, z, w] = quaternionFromRotation(rotation);
    const cosine = x * before[0] + y * before[1] + z * before[2] + w * before[3];
    before = cosine < 0 ? [-x, -y, -z, -w] : [x, y, z, w];
    list.set(before, 4 * i);
  });
  return list;
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

function makeGlb(json: object, buffer: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(0x20);
  padded.set(text);
  const length = 12 + 8 + padded.length + 8 + buffer.length;
  return joinBytes([
    makeWords(MAGIC, 2, length),
    makeWords(padded.length, JSON_CHUNK),
    padded,
    makeWords(buffer.length, BIN_CHUNK),
    buffer,
  ]);
}

function makeWords(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => {
    view.setUint32(4 * i, value, true);
  });
  return bytes;
}
