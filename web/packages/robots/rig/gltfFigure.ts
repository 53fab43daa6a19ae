/**
 * The skin of a glTF 2.0 file on the tree made of its skeleton: each corner moves with one joint,
 * that of the bone with the largest weight; meshes without a skin move with their parent node.
 */

import { type Frame, jointFrames, type PlacedJoint } from 'iklab/scenario';
import { resolveFile } from '../folder.ts';
import { accessorIn } from '../gltfAccessor.ts';
import { GLTF, openGltf } from '../gltfFile.ts';
import { type Part, partsIn, tallyMesh } from '../gltfMesh.ts';
import { IDENTITY, type Matrix, product, transformed } from '../matrix.ts';
import { refusalOf } from '../notes.ts';
import type { Folder, Read } from '../robot.ts';
import { MeshFault, Tally, type Triangles, triangles } from '../triangles.ts';
import { GltfNodes, type RigGltf } from './gltfNodes.ts';
import { type Rig, readGltfRig } from './gltfRig.ts';

const MOST_JOINTS = 1000; // Joints per skin.

export interface Figure {
  /** Rest positions, in the frame of the scene. */
  readonly triangles: Triangles;
  /** Per corner: 1 + index of its joint in the tree; 0 for the world. */
  readonly bones: Uint16Array;
  /** Rest frames that `bones` refers to. */
  readonly frames: readonly Frame[];
}

/** Returns null if the file is not glTF, or has no mesh. */
export function readFigure(
  folder: Folder,
  file: string,
  joints: readonly PlacedJoint[],
): Read<Figure> | null {
  const bytes = folder.read(file);
  if (!bytes || !GLTF.test(file)) return null;
  const rig = readGltfRig(bytes, file, folder);
  if (!rig.ok) return rig;
  if (!rig.value.robot.meshes) return null;
  try {
    const { gltf, buffer } = openGltf(bytes, (name) => {
      const path = resolveFile(folder, name, file);
      return path === null ? null : folder.read(path);
    });
    const reader = new Reader(gltf as RigGltf, buffer, bonesOf(rig.value, joints));
    return {
      ok: true,
      value: reader.figure([null, ...joints.map(({ id }) => id)].map(jointFrames(joints))),
      remarks: [],
    };
  } catch (fault) {
    const told = fault instanceof MeshFault ? fault.message : 'its meshes are damaged';
    return refusalOf({ file, line: 0 }, 'mesh', told);
  }
}

/** Per node of the file: the last hinge of its bone, or of its nearest moving ancestor. */
function bonesOf({ bones }: Rig, joints: readonly PlacedJoint[]): ReadonlyMap<number, number> {
  const places = new Map(joints.map(({ id }, i) => [id, i + 1]));
  const found: number[] = [];
  for (const { joint, above } of bones) found.push(places.get(`${joint}_z`) ?? found[above] ?? 0);
  return new Map(bones.map(({ node }, i) => [node, found[i] ?? 0]));
}

interface Piece {
  readonly points: Float32Array;
  readonly bones: Uint16Array;
  readonly corners: ArrayLike<number>;
}

class Reader {
  readonly #gltf: RigGltf;
  readonly #nodes: GltfNodes;
  readonly #read: ReturnType<typeof accessorIn>;
  readonly #bones: ReadonlyMap<number, number>;

  constructor(
    gltf: RigGltf,
    buffer: Parameters<typeof accessorIn>[1],
    bones: ReadonlyMap<number, number>,
  ) {
    this.#gltf = gltf;
    this.#nodes = new GltfNodes(gltf);
    this.#read = accessorIn(gltf, buffer);
    this.#bones = bones;
  }

  figure(frames: readonly Frame[]): Figure {
    const carried = new Map<number, number>(); // Per node: the bone that it moves with.
    const partsOf = partsIn(this.#gltf, this.#read);
    const tally = new Tally();
    const pieces = this.#nodes.order().flatMap((index) => {
      const matrix = this.#nodes.matrix(index);
      const bone = this.#bones.get(index) ?? carried.get(this.#nodes.above[index] ?? -1) ?? 0;
      carried.set(index, bone);
      const { mesh, skin } = this.#nodes.nodes[index] ?? {};
      if (mesh === undefined) return [];
      tallyMesh(this.#gltf, mesh, tally);
      const parts = partsOf(mesh);
      if (skin === undefined) return parts.map((part) => hung(part, matrix, bone));
      return parts.map((part) => this.#skinned(part, skin));
    });
    return { ...joined(pieces), frames };
  }

  /** The rest position uses all weights; the bone with the largest weight carries the corner. */
  #skinned({ points, corners, attributes }: Part, skin: number): Piece {
    const { joints = [], inverseBindMatrices } = this.#gltf.skins?.[skin] ?? {};
    const { JOINTS_0, WEIGHTS_0 } = attributes;
    if (JOINTS_0 === undefined || WEIGHTS_0 === undefined)
      throw new MeshFault('a mesh with a skin has no weights');
    if (joints.length > MOST_JOINTS)
      throw new MeshFault(`a skin has ${joints.length} joints; the maximum is ${MOST_JOINTS}`);
    const [which, weights] = [this.#read(JOINTS_0, 4), this.#read(WEIGHTS_0, 4)];
    const binds = inverseBindMatrices === undefined ? null : this.#read(inverseBindMatrices, 16);
    const matrices = joints.map((node, i) => {
      const bind: Matrix = binds ? [...binds.subarray(16 * i, 16 * i + 16)] : IDENTITY;
      return product(this.#nodes.matrix(node), bind);
    });
    const count = points.length / 3;
    const [placed, bones] = [new Float32Array(points.length), new Uint16Array(count)];
    for (let i = 0; i < count; i++) {
      const own = [0, 1, 2, 3].map((k) => ({
        joint: which[4 * i + k] as number,
        weight: weights[4 * i + k] as number,
      }));
      const heaviest = own.reduce((a, b) => (b.weight > a.weight ? b : a));
      const node = joints[heaviest.joint];
      if (node === undefined)
        throw new MeshFault(`joint ${heaviest.joint} of a skin does not exist`);
      bones[i] = this.#bones.get(node) ?? 0;
      blend(own, matrices, points, placed, i);
    }
    return { points: placed, bones, corners };
  }
}

const point = new Float32Array(3);

function blend(
  own: readonly { readonly joint: number; readonly weight: number }[],
  matrices: readonly Matrix[],
  points: ArrayLike<number>,
  out: Float32Array,
  at: number,
): void {
  const all = own.reduce((sum, { weight }) => sum + weight, 0);
  if (!(all > 0)) throw new MeshFault(`corner ${at} has no weight`);
  for (const { joint, weight } of own) {
    const matrix = matrices[joint];
    if (weight === 0 || !matrix) continue;
    transformed(matrix, points, 3 * at, point, 0);
    for (let k = 0; k < 3; k++)
      out[3 * at + k] = (out[3 * at + k] as number) + ((point[k] as number) * weight) / all;
  }
}

function hung({ points, corners }: Part, matrix: Matrix, bone: number): Piece {
  const placed = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) transformed(matrix, points, i, placed, i);
  return { points: placed, bones: new Uint16Array(points.length / 3).fill(bone), corners };
}

function joined(pieces: readonly Piece[]): Pick<Figure, 'triangles' | 'bones'> {
  const count = pieces.reduce((sum, { corners }) => sum + Math.floor(corners.length / 3), 0);
  if (count === 0) throw new MeshFault('it has no triangles');
  const all = triangles(count);
  const bones = new Uint16Array(3 * count);
  let to = 0;
  for (const { points, bones: own, corners } of pieces) {
    for (let i = 0; i < corners.length - (corners.length % 3); i++) {
      const from = corners[i] as number;
      if (!(from < own.length)) throw new MeshFault(`corner ${from} of a triangle does not exist`);
      all.set(points.subarray(3 * from, 3 * from + 3), 3 * to);
      bones[to++] = own[from] as number;
    }
  }
  return { triangles: all, bones };
}
