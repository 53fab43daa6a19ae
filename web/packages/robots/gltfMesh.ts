/**
 * glTF 2.0, as text or GLB: the triangles of its scene at rest, with the node transforms applied.
 * Axes are kept as written, as in ROS; skins, materials and textures are ignored.
 */
import { accessorIn, countOf, type ReadAccessor } from './gltfAccessor.ts';
import { type Gltf, type GltfNode, openGltf } from './gltfFile.ts';
import { IDENTITY, type Matrix, product, transformed, trsMatrix } from './matrix.ts';
import { MeshFault, type SiblingFile, Tally, type Triangles, triangles } from './triangles.ts';

const DEEP = 256; // Maximum depth of nodes.
const MANY = 10_000; // Limit on nodes, including repeated instances.

export interface Part {
  readonly points: ArrayLike<number>;
  /** Indices of points, three per triangle. */
  readonly corners: ArrayLike<number>;
  /** Other vertex attributes of the file. */
  readonly attributes: Readonly<Record<string, number>>;
}

interface Placed {
  readonly mesh: number;
  readonly at: Matrix;
}

export function gltfMesh(bytes: Uint8Array, readSibling: SiblingFile): Triangles {
  const { gltf, buffer } = openGltf(bytes, readSibling);
  const placed = placedIn(gltf);
  const tally = new Tally();
  for (const { mesh } of placed) tallyMesh(gltf, mesh, tally);
  return joined(placed, partsIn(gltf, accessorIn(gltf, buffer)), tally.triangles);
}

function placedIn(gltf: Gltf): readonly Placed[] {
  const placed: Placed[] = [];
  let nodes = 0;
  const visit = (index: number, above: Matrix, depth: number): void => {
    const node = gltf.nodes?.[index];
    if (!node) throw new MeshFault(`node ${index} does not exist`);
    if (depth > DEEP || ++nodes > MANY) throw new MeshFault('it has too many nodes, or a cycle');
    const at = product(above, matrixOf(node));
    if (node.mesh !== undefined) placed.push({ mesh: node.mesh, at });
    for (const child of node.children ?? []) visit(child, at, depth + 1);
  };
  for (const root of rootsOf(gltf)) visit(root, IDENTITY, 0);
  return placed;
}

function rootsOf({ scenes, scene = 0, nodes = [] }: Gltf): readonly number[] {
  if (scenes?.[scene]) return scenes[scene].nodes ?? [];
  const children = new Set(nodes.flatMap((node) => node.children ?? []));
  return nodes.flatMap((_, i) => (children.has(i) ? [] : [i]));
}

const matrixOf = ({ matrix, translation, rotation, scale }: GltfNode): Matrix =>
  matrix ?? trsMatrix(translation ?? [0, 0, 0], rotation ?? [0, 0, 0, 1], scale ?? [1, 1, 1]);

type Primitive = NonNullable<Gltf['meshes']>[number]['primitives'][number];

function primitivesOf({ meshes }: Gltf, index: number): readonly Primitive[] {
  const mesh = meshes?.[index];
  if (!mesh) throw new MeshFault(`mesh ${index} does not exist`);
  return mesh.primitives;
}

/** Whether the primitive has faces; points and lines do not. */
const hasFaces = ({ attributes, mode = 4 }: Primitive): boolean =>
  mode >= 4 && attributes.POSITION !== undefined;

/** Adds one instance of a mesh to the tally. */
export function tallyMesh(gltf: Gltf, index: number, tally: Tally): void {
  for (const primitive of primitivesOf(gltf, index)) {
    const { attributes, indices = attributes.POSITION, mode = 4 } = primitive;
    const corners = hasFaces(primitive) ? countOf(gltf, indices as number) : 0;
    tally.piece(mode === 4 ? Math.floor(corners / 3) : Math.max(0, corners - 2));
  }
}

/** The parts of a mesh; each mesh is read once. */
export function partsIn(gltf: Gltf, read: ReadAccessor): (mesh: number) => readonly Part[] {
  const known = new Map<number, readonly Part[]>();
  return (mesh) => {
    const parts =
      known.get(mesh) ??
      primitivesOf(gltf, mesh).flatMap((primitive) => partOf(primitive, read) ?? []);
    known.set(mesh, parts);
    return parts;
  };
}

function partOf(primitive: Primitive, read: ReadAccessor): Part | null {
  const { attributes, indices, mode = 4, extensions } = primitive;
  if (extensions && 'KHR_draco_mesh_compression' in extensions)
    throw new MeshFault('it is compressed with Draco, which is not supported');
  if (!hasFaces(primitive)) return null;
  const points = read(attributes.POSITION as number, 3);
  const order =
    indices === undefined
      ? Uint32Array.from({ length: points.length / 3 }, (_, i) => i)
      : read(indices, 1);
  return { points, corners: mode === 4 ? order : stripped(order, mode === 6), attributes };
}

/** Converts a strip or a fan to triangles. */
function stripped(order: ArrayLike<number>, fan: boolean): number[] {
  const corners: number[] = [];
  for (let i = 2; i < order.length; i++) {
    const [a, b, c] = [order[fan ? 0 : i - 2], order[i - 1], order[i]] as [number, number, number];
    corners.push(...(!fan && i % 2 === 1 ? [b, a, c] : [a, b, c]));
  }
  return corners;
}

function joined(
  placed: readonly Placed[],
  partsOf: (mesh: number) => readonly Part[],
  count: number,
): Triangles {
  const all = triangles(count);
  let to = 0;
  for (const { mesh, at } of placed) {
    for (const { points, corners } of partsOf(mesh)) {
      for (let i = 0; i < corners.length - (corners.length % 3); i++) {
        const from = 3 * (corners[i] as number);
        if (from + 2 >= points.length)
          throw new MeshFault(`corner ${corners[i]} of a triangle does not exist`);
        transformed(at, points, from, all, to);
        to += 3;
      }
    }
  }
  return all;
}
