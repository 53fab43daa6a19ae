/**
 * glTF 2.0, as text or GLB: the triangles of its scene at rest, through the transforms of its nodes.
 * Its axes stay as they are written, as ROS takes them; skins, materials and textures are not read.
 */
import { accessorIn } from './gltfAccessor.ts';
import { type Gltf, type GltfNode, openGltf } from './gltfFile.ts';
import { IDENTITY, type Matrix, product, transformed, trsMatrix } from './matrix.ts';
import { type Beside, MeshFault, type Triangles, triangles } from './triangles.ts';

const DEEP = 256; // nodes below each other
const MANY = 10_000; // nodes in all: one that is met again is drawn again

export interface Part {
  readonly points: ArrayLike<number>;
  /** Places among the points, three a triangle. */
  readonly corners: ArrayLike<number>;
  /** What else the file has of its points. */
  readonly attributes: Readonly<Record<string, number>>;
}

interface Piece extends Part {
  readonly at: Matrix;
}

export function gltfMesh(bytes: Uint8Array, beside: Beside): Triangles {
  const { gltf, buffer } = openGltf(bytes, beside);
  const read = accessorIn(gltf, buffer);
  const pieces: Piece[] = [];
  const known = new Map<number, readonly Part[]>();
  const partsAt = (mesh: number): readonly Part[] => {
    const parts = known.get(mesh) ?? partsOf(gltf, mesh, read);
    known.set(mesh, parts);
    return parts;
  };
  let nodes = 0;
  const visit = (index: number, above: Matrix, depth: number): void => {
    const node = gltf.nodes?.[index];
    if (!node) throw new MeshFault(`node ${index} is not there`);
    if (depth > DEEP || ++nodes > MANY) throw new MeshFault('its nodes are too many, or a circle');
    const at = product(above, matrixOf(node));
    if (node.mesh !== undefined)
      pieces.push(...partsAt(node.mesh).map((part) => ({ ...part, at })));
    for (const child of node.children ?? []) visit(child, at, depth + 1);
  };
  for (const root of rootsOf(gltf)) visit(root, IDENTITY, 0);
  return joined(pieces);
}

function rootsOf({ scenes, scene = 0, nodes = [] }: Gltf): readonly number[] {
  if (scenes?.[scene]) return scenes[scene].nodes ?? [];
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  return nodes.flatMap((_, i) => (children.has(i) ? [] : [i]));
}

const matrixOf = ({ matrix, translation, rotation, scale }: GltfNode): Matrix =>
  matrix ?? trsMatrix(translation ?? [0, 0, 0], rotation ?? [0, 0, 0, 1], scale ?? [1, 1, 1]);

export function partsOf(gltf: Gltf, index: number, read: ReturnType<typeof accessorIn>): Part[] {
  const mesh = gltf.meshes?.[index];
  if (!mesh) throw new MeshFault(`mesh ${index} is not there`);
  return mesh.primitives.flatMap(({ attributes, indices, mode = 4, extensions }) => {
    if (extensions && 'KHR_draco_mesh_compression' in extensions)
      throw new MeshFault('it is compressed by Draco, which is not read');
    if (mode < 4 || attributes.POSITION === undefined) return []; // points and lines
    const points = read(attributes.POSITION, 3);
    const order =
      indices === undefined
        ? Array.from({ length: points.length / 3 }, (_, i) => i)
        : read(indices, 1);
    return [{ points, corners: mode === 4 ? order : stripped(order, mode === 6), attributes }];
  });
}

/** Of a strip, or a fan, as triangles. */
function stripped(order: ArrayLike<number>, fan: boolean): number[] {
  const corners: number[] = [];
  for (let i = 2; i < order.length; i++) {
    const [a, b, c] = [order[fan ? 0 : i - 2], order[i - 1], order[i]] as [number, number, number];
    corners.push(...(!fan && i % 2 === 1 ? [b, a, c] : [a, b, c]));
  }
  return corners;
}

function joined(pieces: readonly Piece[]): Triangles {
  const count = pieces.reduce((sum, { corners }) => sum + Math.floor(corners.length / 3), 0);
  const all = triangles(count);
  let to = 0;
  for (const { at, points, corners } of pieces) {
    for (let i = 0; i < corners.length - (corners.length % 3); i++) {
      const from = 3 * (corners[i] as number);
      if (from + 2 >= points.length)
        throw new MeshFault(`corner ${corners[i]} of a triangle is not there`);
      transformed(at, points, from, all, to);
      to += 3;
    }
  }
  return all;
}
