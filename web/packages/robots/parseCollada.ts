/**
 * Reads the triangles of a Collada 1.4 scene, with the node transforms applied, in metres. The up
 * axis is ignored: ROS also uses the coordinates as written.
 */
import {
  ColladaGeometryReader,
  type ColladaTriangles,
  parseNumberList,
} from './colladaGeometryReader.ts';
import {
  composeMatrix,
  IDENTITY_TRANSFORM,
  type Matrix4x4,
  multiplyMatrices,
  transformPoint,
} from './matrix.ts';
import type { XmlElement } from './readXml.ts';
import { allocateTriangles, MeshFault, TriangleCounter, type Triangles } from './triangles.ts';

const MAX_NODES = 10_000; // Limit on nodes, including repeated instances.
const MAX_DEPTH = 256;
const MAX_CHILDREN = 1_000_000; // Limit on the child elements of these nodes.

interface PlacedPiece extends ColladaTriangles {
  readonly matrix: Matrix4x4;
}

export function parseCollada(root: XmlElement): Triangles {
  if (root.name !== 'COLLADA') throw new MeshFault(`<${root.name}> is not <COLLADA>`);
  const ids = new Map<string, XmlElement>();
  const index = (element: XmlElement): void => {
    const id = element.attributes.get('id');
    if (id !== undefined && !ids.has(id)) ids.set(id, element);
    element.children.forEach(index);
  };
  index(root);
  const geometries = new ColladaGeometryReader(ids);
  const frames = new Map<XmlElement, Matrix4x4>();
  const pieces: PlacedPiece[] = [];
  const tally = new TriangleCounter();
  let [nodes, parts] = [0, 0];
  const visit = (node: XmlElement, above: Matrix4x4, depth: number): void => {
    parts += node.children.length;
    if (depth > MAX_DEPTH || ++nodes > MAX_NODES || parts > MAX_CHILDREN)
      throw new MeshFault('it has too many nodes, or a cycle');
    const local = frames.get(node) ?? nodeMatrix(node);
    frames.set(node, local);
    const matrix = multiplyMatrices(above, local);
    for (const child of node.children) {
      const to = child.attributes.get('url') ?? '';
      if (child.name === 'node') visit(child, matrix, depth + 1);
      if (child.name === 'instance_node') visit(resolveUrl(ids, to), matrix, depth + 1);
      if (child.name !== 'instance_geometry') continue;
      for (const piece of geometries.getPieces(resolveUrl(ids, to))) {
        tally.addPiece(piece.corners.length / 3);
        pieces.push({ ...piece, matrix });
      }
    }
  };
  for (const scene of findScenes(root, ids)) visit(scene, scalingMatrix(readUnit(root)), 0);
  return joinPieces(pieces, tally.triangles);
}

const nodeMatrix = (node: XmlElement): Matrix4x4 =>
  node.children
    .map(readTransform)
    .reduce<Matrix4x4>(
      (all, step) => (step ? multiplyMatrices(all, step) : all),
      IDENTITY_TRANSFORM,
    );

function resolveUrl(ids: ReadonlyMap<string, XmlElement>, url: string): XmlElement {
  const element = ids.get(url.replace(/^#/, ''));
  if (!element) throw new MeshFault(`"${url}" does not exist in the file`);
  return element;
}

function findScenes(root: XmlElement, ids: ReadonlyMap<string, XmlElement>): readonly XmlElement[] {
  const scene = findChild(root, 'scene');
  const named = scene && findChild(scene, 'instance_visual_scene')?.attributes.get('url');
  if (named) return [resolveUrl(ids, named)];
  const library = findChild(root, 'library_visual_scenes');
  const [first] = library?.children ?? [];
  if (!first) throw new MeshFault('it has no visual scene');
  return [first];
}

const findChild = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** Returns the metres per length unit that a Collada file states. */
function readUnit(root: XmlElement): number {
  const asset = findChild(root, 'asset');
  const metres = Number((asset && findChild(asset, 'unit')?.attributes.get('meter')) ?? 1);
  if (!(metres > 0 && metres < 1e6)) throw new MeshFault(`its unit of ${metres} metres is invalid`);
  return metres;
}

const scalingMatrix = (factor: number): Matrix4x4 =>
  composeMatrix([0, 0, 0], [0, 0, 0, 1], [factor, factor, factor]);

function readTransform(element: XmlElement): Matrix4x4 | null {
  const kind = element.name;
  if (!['matrix', 'translate', 'rotate', 'scale', 'lookat', 'skew'].includes(kind)) return null;
  const values = parseNumberList(element.text);
  const [x = 0, y = 0, z = 0, angle = 0] = values;
  if (kind === 'translate') return composeMatrix([x, y, z], [0, 0, 0, 1], [1, 1, 1]);
  if (kind === 'scale') return composeMatrix([0, 0, 0], [0, 0, 0, 1], [x, y, z]);
  if (kind === 'rotate')
    return composeMatrix([0, 0, 0], axisAngleQuaternion([x, y, z], angle), [1, 1, 1]);
  if (kind !== 'matrix' || values.length !== 16)
    throw new MeshFault(`line ${element.line}: <${kind}> cannot be read`);
  // Collada matrices are row-major.
  return values.map((_, i) => values[4 * (i % 4) + Math.floor(i / 4)] as number);
}

function axisAngleQuaternion(axis: readonly number[], degrees: number): readonly number[] {
  const half = (degrees * Math.PI) / 360;
  const long = Math.hypot(...axis) || 1;
  return [...axis.map((part) => (part / long) * Math.sin(half)), Math.cos(half)];
}

function joinPieces(pieces: readonly PlacedPiece[], count: number): Triangles {
  const all = allocateTriangles(count);
  let to = 0;
  for (const { matrix, points, corners } of pieces) {
    for (const corner of corners) {
      if (!(3 * corner + 2 < points.length))
        throw new MeshFault(`corner ${corner} of a triangle does not exist`);
      transformPoint(matrix, points, 3 * corner, all, to);
      to += 3;
    }
  }
  return all;
}
