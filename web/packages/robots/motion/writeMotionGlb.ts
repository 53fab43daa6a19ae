/** Writes a run as glTF 2.0 with one animation and without meshes. */
import type { JointTrajectory } from 'iklab/run/records';
import {
  composed,
  type Frame,
  frameOf,
  joinedBytes,
  jointValues,
  type Matrix3,
  type Quaternion,
  quaternionOf,
} from 'iklab/scenario';
import { boneMotion, type MotionBone, motionBones } from './motionBones.ts';
import type { MotionScene } from './trajectoryText.ts';
import { METRES, UPRIGHT } from './upright.ts';

/**
 * Binary glTF in metres, y up, with 32-bit numbers in the animation: a node per bone and effector
 * below the frame of the scene, a rotation per bone that rotates, a translation per bone that slides.
 */
export function writeMotionGlb(scene: MotionScene, trajectory: JointTrajectory): Uint8Array {
  const { tree, scenario } = scene;
  const bones = motionBones(tree);
  const nodes = new Nodes();
  const name = scenario.name || 'Robot';
  const upright: Frame = { at: [0, 0, 0], turn: UPRIGHT[scenario.view.up] };
  const root = nodes.add(name, upright, null, METRES[scenario.unit]);
  const boneNodes = new Map<number, number>();
  for (const [i, { name, above, rest }] of bones.entries())
    boneNodes.set(i, nodes.add(name, rest, boneNodes.get(above) ?? root));
  for (const { id, parent, xyz, rpy } of tree.effectors) {
    const i = bones.findIndex(({ joints }) => tree.joints[joints.at(-1) ?? -1]?.id === parent);
    const isBone = bones[i]?.name === id && [...xyz, ...rpy].every((x) => x === 0);
    if (!isBone) nodes.add(id, frameOf(xyz, rpy), boneNodes.get(i) ?? root);
  }
  const numbers = new Numbers();
  const json = {
    asset: { version: '2.0', generator: 'IK Lab' },
    scene: 0,
    scenes: [{ nodes: [root] }],
    nodes: nodes.list,
    animations: [{ name: 'Run', ...animation(scene, bones, boneNodes, trajectory, numbers) }],
    accessors: numbers.accessors,
    bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: numbers.byteLength }],
    buffers: [{ byteLength: numbers.byteLength }],
  };
  return glb(json, numbers.bytes());
}

interface Node {
  readonly name: string;
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale?: readonly number[];
  children?: number[];
}

class Nodes {
  readonly list: Node[] = [];

  add(name: string, { at, turn }: Frame, parent: number | null, scale = 1): number {
    const own = this.list.length;
    const size = scale === 1 ? {} : { scale: [scale, scale, scale] };
    this.list.push({ name, translation: at, rotation: quaternionOf(turn), ...size });
    const above = this.list[parent ?? -1];
    if (above) above.children = [...(above.children ?? []), own];
    return own;
  }
}

const FLOAT = 5126;

/** The accessors of the file, all in one buffer of 32-bit floating-point numbers. */
class Numbers {
  readonly accessors: object[] = [];
  readonly #parts: Uint8Array[] = [];
  byteLength = 0;

  add(type: 'SCALAR' | 'VEC3' | 'VEC4', width: number, values: Float32Array, bounds = {}): number {
    const accessor = { bufferView: 0, byteOffset: this.byteLength, componentType: FLOAT };
    const count = values.length / width;
    this.byteLength += values.byteLength;
    this.#parts.push(littleEndian(values));
    return this.accessors.push({ ...accessor, count, type, ...bounds }) - 1;
  }

  bytes = (): Uint8Array => joinedBytes(this.#parts);
}

function littleEndian(values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(values.byteLength);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => {
    view.setFloat32(4 * i, value, true);
  });
  return bytes;
}

function animation(
  { tree }: MotionScene,
  bones: readonly MotionBone[],
  nodes: ReadonlyMap<number, number>,
  { timeStep, poses }: JointTrajectory,
  numbers: Numbers,
) {
  const values = poses.map((pose) => jointValues(tree.joints, pose));
  const times = Float32Array.from(poses, (_, i) => i * timeStep);
  const bounds = { min: [times[0] ?? 0], max: [times.at(-1) ?? 0] };
  const input = numbers.add('SCALAR', 1, times, bounds);
  const samplers: object[] = [];
  const channels: object[] = [];
  const add = (node: number | undefined, path: string, output: number): void => {
    const sampler = samplers.push({ input, output, interpolation: 'LINEAR' }) - 1;
    channels.push({ sampler, target: { node, path } });
  };
  for (const [i, bone] of bones.entries()) {
    const { rest, turns, slides } = bone;
    if (!turns && !slides) continue;
    const frames = values.map((each) => composed(rest, boneMotion(bone, tree.joints, each)));
    if (turns) {
      const rotations = quaternionsOf(frames.map(({ turn }) => turn));
      add(nodes.get(i), 'rotation', numbers.add('VEC4', 4, rotations));
    }
    if (slides) {
      const translations = Float32Array.from(frames.flatMap(({ at }) => at));
      add(nodes.get(i), 'translation', numbers.add('VEC3', 3, translations));
    }
  }
  return { channels, samplers };
}

/** Of the two quaternions of a rotation the one nearer to that before: players interpolate them. */
function quaternionsOf(rotations: readonly Matrix3[]): Float32Array {
  const list = new Float32Array(4 * rotations.length);
  let before: Quaternion = [0, 0, 0, 1];
  rotations.forEach((rotation, i) => {
    const [x, y, z, w] = quaternionOf(rotation);
    const cosine = x * before[0] + y * before[1] + z * before[2] + w * before[3];
    before = cosine < 0 ? [-x, -y, -z, -w] : [x, y, z, w];
    list.set(before, 4 * i);
  });
  return list;
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

/** The container of glTF: its JSON, padded with spaces, and its buffer. */
function glb(json: object, buffer: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(0x20);
  padded.set(text);
  const length = 12 + 8 + padded.length + 8 + buffer.length;
  return joinedBytes([
    words(MAGIC, 2, length),
    words(padded.length, JSON_CHUNK),
    padded,
    words(buffer.length, BIN_CHUNK),
    buffer,
  ]);
}

function words(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => {
    view.setUint32(4 * i, value, true);
  });
  return bytes;
}
