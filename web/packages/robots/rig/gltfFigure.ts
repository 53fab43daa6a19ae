/**
 * Attaches the skin of a glTF 2.0 file to the joint tree of its skeleton. Each corner moves with
 * the joint of its bone with the largest weight. Meshes without a skin move with their parent node.
 */

import type { RigidFrame } from '@iklab/core/scenario/numbers';
import { jointFrames, type PlacedJoint } from '@iklab/core/scenario/robot';
import { resolveFileReference } from '../folder.ts';
import { GLTF_EXTENSION, openGltf } from '../gltfFile.ts';
import { makeGltfAccessorReader } from '../makeGltfAccessorReader.ts';
import { IDENTITY_TRANSFORM, type Matrix4x4, multiplyMatrices, transformPoint } from '../matrix.ts';
import { countGltfTriangles, type GltfMeshPart, makeGltfPartReader } from '../parseGltfMesh.ts';
import { makeReadRefusal } from '../readerNotes.ts';
import type { Folder, ReadResult } from '../robot.ts';
import { allocateTriangles, MeshFault, TriangleCounter, type Triangles } from '../triangles.ts';
import { GltfNodes, type GltfRigJson } from './gltfNodes.ts';
import { type GltfRig, readGltfRig } from './gltfRig.ts';

const MAX_SKIN_JOINTS = 1000; // Joints per skin.

export interface SkinnedFigure {
  /** Triangles of the figure in the rest pose, in the frame of the scene. */
  readonly triangles: Triangles;
  /** For each triangle corner: 1 + index of its joint in the tree; 0 for the world. */
  readonly bones: Uint16Array;
  /** Rest frames of the world and the joints, at the indices of `bones`. */
  readonly frames: readonly RigidFrame[];
}

/** Returns null if the file is not glTF, or has no mesh. */
export function readSkinnedFigure(
  folder: Folder,
  file: string,
  joints: readonly PlacedJoint[],
): ReadResult<SkinnedFigure> | null {
  const bytes = folder.read(file);
  if (!bytes || !GLTF_EXTENSION.test(file)) return null;
  const rig = readGltfRig(bytes, file, folder);
  if (!rig.ok) return rig;
  if (!rig.value.robot.meshes) return null;
  try {
    const { gltf, buffer } = openGltf(bytes, (name) => {
      const path = resolveFileReference(folder, name, file);
      return path === null ? null : folder.read(path);
    });
    const reader = new FigureReader(
      gltf as GltfRigJson,
      buffer,
      findBoneIndices(rig.value, joints),
    );
    return {
      ok: true,
      value: reader.readFigure([null, ...joints.map(({ id }) => id)].map(jointFrames(joints))),
      remarks: [],
    };
  } catch (fault) {
    const reason = fault instanceof MeshFault ? fault.message : 'its meshes are damaged';
    return makeReadRefusal({ file, line: 0 }, 'mesh', reason);
  }
}

function findBoneIndices(
  { bones }: GltfRig,
  joints: readonly PlacedJoint[],
): ReadonlyMap<number, number> {
  const jointIndices = new Map(joints.map(({ id }, i) => [id, i + 1]));
  const found: number[] = [];
  for (const { joint, above } of bones)
    found.push(jointIndices.get(`${joint}_z`) ?? found[above] ?? 0);
  return new Map(bones.map(({ node }, i) => [node, found[i] ?? 0]));
}

interface SkinPiece {
  readonly points: Float32Array;
  readonly bones: Uint16Array;
  readonly corners: ArrayLike<number>;
}

class FigureReader {
  readonly #gltf: GltfRigJson;
  readonly #nodes: GltfNodes;
  readonly #read: ReturnType<typeof makeGltfAccessorReader>;
  readonly #bones: ReadonlyMap<number, number>;

  constructor(
    gltf: GltfRigJson,
    buffer: Parameters<typeof makeGltfAccessorReader>[1],
    bones: ReadonlyMap<number, number>,
  ) {
    this.#gltf = gltf;
    this.#nodes = new GltfNodes(gltf);
    this.#read = makeGltfAccessorReader(gltf, buffer);
    this.#bones = bones;
  }

  readFigure(frames: readonly RigidFrame[]): SkinnedFigure {
    const carried = new Map<number, number>(); // Per node: the bone that it moves with.
    const partsOf = makeGltfPartReader(this.#gltf, this.#read);
    const tally = new TriangleCounter();
    const pieces = this.#nodes.order().flatMap((index) => {
      const matrix = this.#nodes.matrix(index);
      const bone = this.#bones.get(index) ?? carried.get(this.#nodes.above[index] ?? -1) ?? 0;
      carried.set(index, bone);
      const { mesh, skin } = this.#nodes.nodes[index] ?? {};
      if (mesh === undefined) return [];
      countGltfTriangles(this.#gltf, mesh, tally);
      const parts = partsOf(mesh);
      if (skin === undefined) return parts.map((part) => attachToBone(part, matrix, bone));
      return parts.map((part) => this.#readSkinned(part, skin));
    });
    return { ...joinPieces(pieces), frames };
  }

  /**
   * Reads a mesh with a skin. All weights affect a corner's rest position; the bone with the
   * largest weight moves it.
   */
  #readSkinned({ points, corners, attributes }: GltfMeshPart, skin: number): SkinPiece {
    const { joints = [], inverseBindMatrices } = this.#gltf.skins?.[skin] ?? {};
    const { JOINTS_0, WEIGHTS_0 } = attributes;
    if (JOINTS_0 === undefined || WEIGHTS_0 === undefined)
      throw new MeshFault('a mesh with a skin has no weights');
    if (joints.length > MAX_SKIN_JOINTS)
      throw new MeshFault(`a skin has ${joints.length} joints; the maximum is ${MAX_SKIN_JOINTS}`);
    const [which, weights] = [this.#read(JOINTS_0, 4), this.#read(WEIGHTS_0, 4)];
    const binds = inverseBindMatrices === undefined ? null : this.#read(inverseBindMatrices, 16);
    const matrices = joints.map((node, i) => {
      const bind: Matrix4x4 = binds ? [...binds.subarray(16 * i, 16 * i + 16)] : IDENTITY_TRANSFORM;
      return multiplyMatrices(this.#nodes.matrix(node), bind);
    });
    const count = points.length / 3;
    const [restPoints, bones] = [new Float32Array(points.length), new Uint16Array(count)];
    for (let i = 0; i < count; i++) {
      const influences = [0, 1, 2, 3].map((k) => ({
        joint: which[4 * i + k] as number,
        weight: weights[4 * i + k] as number,
      }));
      const heaviest = influences.reduce((a, b) => (b.weight > a.weight ? b : a));
      const node = joints[heaviest.joint];
      if (node === undefined)
        throw new MeshFault(`joint ${heaviest.joint} of a skin does not exist`);
      bones[i] = this.#bones.get(node) ?? 0;
      blendPoint(influences, matrices, points, restPoints, i);
    }
    return { points: restPoints, bones, corners };
  }
}

const transformedPoint = new Float32Array(3);

function blendPoint(
  influences: readonly { readonly joint: number; readonly weight: number }[],
  matrices: readonly Matrix4x4[],
  points: ArrayLike<number>,
  out: Float32Array,
  index: number,
): void {
  const all = influences.reduce((sum, { weight }) => sum + weight, 0);
  if (!(all > 0)) throw new MeshFault(`corner ${index} has no weight`);
  for (const { joint, weight } of influences) {
    const matrix = matrices[joint];
    if (weight === 0 || !matrix) continue;
    transformPoint(matrix, points, 3 * index, transformedPoint, 0);
    for (let k = 0; k < 3; k++)
      out[3 * index + k] =
        (out[3 * index + k] as number) + ((transformedPoint[k] as number) * weight) / all;
  }
}

function attachToBone(
  { points, corners }: GltfMeshPart,
  matrix: Matrix4x4,
  bone: number,
): SkinPiece {
  const restPoints = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) transformPoint(matrix, points, i, restPoints, i);
  return { points: restPoints, bones: new Uint16Array(points.length / 3).fill(bone), corners };
}

function joinPieces(pieces: readonly SkinPiece[]): Pick<SkinnedFigure, 'triangles' | 'bones'> {
  const count = pieces.reduce((sum, { corners }) => sum + Math.floor(corners.length / 3), 0);
  if (count === 0) throw new MeshFault('it has no triangles');
  const all = allocateTriangles(count);
  const bones = new Uint16Array(3 * count);
  let to = 0;
  for (const { points, bones: pieceBones, corners } of pieces) {
    for (let i = 0; i < corners.length - (corners.length % 3); i++) {
      const from = corners[i] as number;
      if (!(from < pieceBones.length))
        throw new MeshFault(`corner ${from} of a triangle does not exist`);
      all.set(points.subarray(3 * from, 3 * from + 3), 3 * to);
      bones[to++] = pieceBones[from] as number;
    }
  }
  return { triangles: all, bones };
}
