/**
 * Reads the triangles of a glTF 2.0 scene (text or GLB) at rest, with the node transforms applied.
 * Axes are kept as written, as in ROS; skins, materials and textures are ignored.
 */

import { type GltfJson, type GltfNode, openGltf } from './gltfFile.ts';
import {
  makeGltfAccessorReader,
  type ReadGltfAccessor,
  readGltfAccessorCount,
} from './makeGltfAccessorReader.ts';
import {
  composeMatrix,
  IDENTITY_TRANSFORM,
  type Matrix4x4,
  multiplyMatrices,
  transformPoint,
} from './matrix.ts';
import {
  allocateTriangles,
  MeshFault,
  type ReadSiblingFile,
  TriangleCounter,
  type Triangles,
} from './triangles.ts';

const MAX_DEPTH = 256; // Maximum depth of nodes.
const MAX_NODES = 10_000; // Limit on nodes, including repeated instances.

export interface GltfMeshPart {
  readonly points: ArrayLike<number>;
  /** Triangle corners as indices into the points, three per triangle. */
  readonly corners: ArrayLike<number>;
  /** Accessor indices of the vertex attributes, by name, such as `POSITION`. */
  readonly attributes: Readonly<Record<string, number>>;
}

interface PlacedMesh {
  readonly mesh: number;
  readonly matrix: Matrix4x4;
}

export function parseGltfMesh(bytes: Uint8Array, readSibling: ReadSiblingFile): Triangles {
  const { gltf, buffer } = openGltf(bytes, readSibling);
  const placedMeshes = findPlacedMeshes(gltf);
  const tally = new TriangleCounter();
  for (const { mesh } of placedMeshes) countGltfTriangles(gltf, mesh, tally);
  return joinParts(
    placedMeshes,
    makeGltfPartReader(gltf, makeGltfAccessorReader(gltf, buffer)),
    tally.triangles,
  );
}

function findPlacedMeshes(gltf: GltfJson): readonly PlacedMesh[] {
  const placedMeshes: PlacedMesh[] = [];
  let nodes = 0;
  const visit = (index: number, above: Matrix4x4, depth: number): void => {
    const node = gltf.nodes?.[index];
    if (!node) throw new MeshFault(`node ${index} does not exist`);
    if (depth > MAX_DEPTH || ++nodes > MAX_NODES)
      throw new MeshFault('it has too many nodes, or a cycle');
    const matrix = multiplyMatrices(above, nodeMatrix(node));
    if (node.mesh !== undefined) placedMeshes.push({ mesh: node.mesh, matrix });
    for (const child of node.children ?? []) visit(child, matrix, depth + 1);
  };
  for (const root of findRoots(gltf)) visit(root, IDENTITY_TRANSFORM, 0);
  return placedMeshes;
}

function findRoots({ scenes, scene = 0, nodes = [] }: GltfJson): readonly number[] {
  if (scenes?.[scene]) return scenes[scene].nodes ?? [];
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  return nodes.flatMap((_, i) => (children.has(i) ? [] : [i]));
}

const nodeMatrix = ({ matrix, translation, rotation, scale }: GltfNode): Matrix4x4 =>
  matrix ?? composeMatrix(translation ?? [0, 0, 0], rotation ?? [0, 0, 0, 1], scale ?? [1, 1, 1]);

type Primitive = NonNullable<GltfJson['meshes']>[number]['primitives'][number];

function getPrimitives({ meshes }: GltfJson, index: number): readonly Primitive[] {
  const mesh = meshes?.[index];
  if (!mesh) throw new MeshFault(`mesh ${index} does not exist`);
  return mesh.primitives;
}

const hasFaces = ({ attributes, mode = 4 }: Primitive): boolean =>
  mode >= 4 && attributes.POSITION !== undefined;

export function countGltfTriangles(gltf: GltfJson, index: number, tally: TriangleCounter): void {
  for (const primitive of getPrimitives(gltf, index)) {
    const { attributes, indices = attributes.POSITION, mode = 4 } = primitive;
    const corners = hasFaces(primitive) ? readGltfAccessorCount(gltf, indices as number) : 0;
    tally.addPiece(mode === 4 ? Math.floor(corners / 3) : Math.max(0, corners - 2));
  }
}

export function makeGltfPartReader(
  gltf: GltfJson,
  read: ReadGltfAccessor,
): (mesh: number) => readonly GltfMeshPart[] {
  const cache = new Map<number, readonly GltfMeshPart[]>();
  return (mesh) => {
    const parts =
      cache.get(mesh) ??
      getPrimitives(gltf, mesh).flatMap((primitive) => readPart(primitive, read) ?? []);
    cache.set(mesh, parts);
    return parts;
  };
}

function readPart(primitive: Primitive, read: ReadGltfAccessor): GltfMeshPart | null {
  const { attributes, indices, mode = 4, extensions } = primitive;
  if (extensions && 'KHR_draco_mesh_compression' in extensions)
    throw new MeshFault('it is compressed with Draco, which is not supported');
  if (!hasFaces(primitive)) return null;
  const points = read(attributes.POSITION as number, 3);
  const order =
    indices === undefined
      ? Uint32Array.from({ length: points.length / 3 }, (_, i) => i)
      : read(indices, 1);
  return { points, corners: mode === 4 ? order : splitStrip(order, mode === 6), attributes };
}

function splitStrip(order: ArrayLike<number>, fan: boolean): number[] {
  const corners: number[] = [];
  for (let i = 2; i < order.length; i++) {
    const [a, b, c] = [order[fan ? 0 : i - 2], order[i - 1], order[i]] as [number, number, number];
    corners.push(...(!fan && i % 2 === 1 ? [b, a, c] : [a, b, c]));
  }
  return corners;
}

function joinParts(
  placedMeshes: readonly PlacedMesh[],
  partsOf: (mesh: number) => readonly GltfMeshPart[],
  count: number,
): Triangles {
  const all = allocateTriangles(count);
  let to = 0;
  for (const { mesh, matrix } of placedMeshes) {
    for (const { points, corners } of partsOf(mesh)) {
      for (let i = 0; i < corners.length - (corners.length % 3); i++) {
        const from = 3 * (corners[i] as number);
        if (from + 2 >= points.length)
          throw new MeshFault(`corner ${corners[i]} of a triangle does not exist`);
        transformPoint(matrix, points, from, all, to);
        to += 3;
      }
    }
  }
  return all;
}
