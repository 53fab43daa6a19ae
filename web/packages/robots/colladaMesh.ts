/**
 * Collada 1.4: the triangles of the scene with the node transforms applied, in metres. The up axis
 * is ignored: ROS also uses the coordinates as written.
 */
import { ColladaGeometries, type ColladaPiece, numbersOf } from './colladaGeometry.ts';
import { IDENTITY, type Matrix, product, transformed, trsMatrix } from './matrix.ts';
import { MeshFault, Tally, type Triangles, triangles } from './triangles.ts';
import type { XmlElement } from './xml.ts';

const MANY = 10_000; // Limit on nodes, including repeated instances.
const DEEP = 256;
const MANY_PARTS = 1_000_000; // Limit on the child elements of these nodes.

interface Piece extends ColladaPiece {
  readonly at: Matrix;
}

export function colladaMesh(root: XmlElement): Triangles {
  if (root.name !== 'COLLADA') throw new MeshFault(`<${root.name}> is not <COLLADA>`);
  const ids = new Map<string, XmlElement>();
  const index = (element: XmlElement): void => {
    const id = element.attributes.get('id');
    if (id !== undefined && !ids.has(id)) ids.set(id, element);
    element.children.forEach(index);
  };
  index(root);
  const geometries = new ColladaGeometries(ids);
  const frames = new Map<XmlElement, Matrix>();
  const pieces: Piece[] = [];
  const tally = new Tally();
  let [nodes, parts] = [0, 0];
  const visit = (node: XmlElement, above: Matrix, depth: number): void => {
    parts += node.children.length;
    if (depth > DEEP || ++nodes > MANY || parts > MANY_PARTS)
      throw new MeshFault('it has too many nodes, or a cycle');
    const own = frames.get(node) ?? frameOf(node);
    frames.set(node, own);
    const at = product(above, own);
    for (const child of node.children) {
      const to = child.attributes.get('url') ?? '';
      if (child.name === 'node') visit(child, at, depth + 1);
      if (child.name === 'instance_node') visit(found(ids, to), at, depth + 1);
      if (child.name !== 'instance_geometry') continue;
      for (const piece of geometries.piecesOf(found(ids, to))) {
        tally.piece(piece.corners.length / 3);
        pieces.push({ ...piece, at });
      }
    }
  };
  for (const scene of scenesOf(root, ids)) visit(scene, scaling(unitOf(root)), 0);
  return joined(pieces, tally.triangles);
}

/** The product of all transforms of a node, in document order. */
const frameOf = (node: XmlElement): Matrix =>
  node.children
    .map(stepOf)
    .reduce<Matrix>((all, step) => (step ? product(all, step) : all), IDENTITY);

function found(ids: ReadonlyMap<string, XmlElement>, url: string): XmlElement {
  const element = ids.get(url.replace(/^#/, ''));
  if (!element) throw new MeshFault(`"${url}" does not exist in the file`);
  return element;
}

function scenesOf(root: XmlElement, ids: ReadonlyMap<string, XmlElement>): readonly XmlElement[] {
  const scene = childOf(root, 'scene');
  const named = scene && childOf(scene, 'instance_visual_scene')?.attributes.get('url');
  if (named) return [found(ids, named)];
  const library = childOf(root, 'library_visual_scenes');
  const [first] = library?.children ?? [];
  if (!first) throw new MeshFault('it has no visual scene');
  return [first];
}

const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** Metres per unit of the file. */
function unitOf(root: XmlElement): number {
  const asset = childOf(root, 'asset');
  const metres = Number((asset && childOf(asset, 'unit')?.attributes.get('meter')) ?? 1);
  if (!(metres > 0 && metres < 1e6)) throw new MeshFault(`its unit of ${metres} metres is invalid`);
  return metres;
}

const scaling = (by: number): Matrix => trsMatrix([0, 0, 0], [0, 0, 0, 1], [by, by, by]);

/** The transform of an element; null if it is not a transform. */
function stepOf(element: XmlElement): Matrix | null {
  const kind = element.name;
  if (!['matrix', 'translate', 'rotate', 'scale', 'lookat', 'skew'].includes(kind)) return null;
  const values = numbersOf(element.text);
  const [x = 0, y = 0, z = 0, angle = 0] = values;
  if (kind === 'translate') return trsMatrix([x, y, z], [0, 0, 0, 1], [1, 1, 1]);
  if (kind === 'scale') return trsMatrix([0, 0, 0], [0, 0, 0, 1], [x, y, z]);
  if (kind === 'rotate') return trsMatrix([0, 0, 0], turned([x, y, z], angle), [1, 1, 1]);
  if (kind !== 'matrix' || values.length !== 16)
    throw new MeshFault(`line ${element.line}: <${kind}> cannot be read`);
  // Collada matrices are row-major.
  return values.map((_, i) => values[4 * (i % 4) + Math.floor(i / 4)] as number);
}

function turned(axis: readonly number[], degrees: number): readonly number[] {
  const half = (degrees * Math.PI) / 360;
  const long = Math.hypot(...axis) || 1;
  return [...axis.map((part) => (part / long) * Math.sin(half)), Math.cos(half)];
}

function joined(pieces: readonly Piece[], count: number): Triangles {
  const all = triangles(count);
  let to = 0;
  for (const { at, points, corners } of pieces) {
    for (const corner of corners) {
      if (!(3 * corner + 2 < points.length))
        throw new MeshFault(`corner ${corner} of a triangle does not exist`);
      transformed(at, points, 3 * corner, all, to);
      to += 3;
    }
  }
  return all;
}
