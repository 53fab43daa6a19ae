/**
 * Collada 1.4: the triangles of its scene, through the transforms of its nodes, in metres by its
 * unit. Its up axis is not turned: ROS takes the coordinates as they are written, too.
 */
import { geometryOf, numbersOf, type Polygons } from './colladaGeometry.ts';
import { type Matrix, product, transformed, trsMatrix } from './matrix.ts';
import { fan, MeshFault, type Triangles, triangles } from './triangles.ts';
import type { XmlElement } from './xml.ts';

const MANY = 10_000; // nodes: one that is met again is drawn again
const DEEP = 256;

interface Piece extends Polygons {
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
  const pieces: Piece[] = [];
  const known = new Map<string, readonly Polygons[]>();
  const polygonsAt = (url: string): readonly Polygons[] => {
    const all = known.get(url) ?? geometryOf(found(ids, url), ids);
    known.set(url, all);
    return all;
  };
  let nodes = 0;
  const visit = (node: XmlElement, above: Matrix, depth: number): void => {
    if (depth > DEEP || ++nodes > MANY) throw new MeshFault('its nodes are too many, or a circle');
    const at = node.children
      .map(stepOf)
      .reduce<Matrix>((all, step) => (step ? product(all, step) : all), above);
    for (const child of node.children) {
      const to = child.attributes.get('url') ?? '';
      if (child.name === 'node') visit(child, at, depth + 1);
      if (child.name === 'instance_node') visit(found(ids, to), at, depth + 1);
      if (child.name === 'instance_geometry')
        pieces.push(...polygonsAt(to).map((piece) => ({ ...piece, at })));
    }
  };
  for (const scene of scenesOf(root, ids)) visit(scene, scaling(unitOf(root)), 0);
  return joined(pieces);
}

function found(ids: ReadonlyMap<string, XmlElement>, url: string): XmlElement {
  const element = ids.get(url.replace(/^#/, ''));
  if (!element) throw new MeshFault(`"${url}" names nothing in the file`);
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

/** Metres in one of the file's units. */
function unitOf(root: XmlElement): number {
  const asset = childOf(root, 'asset');
  const metres = Number((asset && childOf(asset, 'unit')?.attributes.get('meter')) ?? 1);
  if (!(metres > 0 && metres < 1e6)) throw new MeshFault(`its unit is ${metres} metres`);
  return metres;
}

const scaling = (by: number): Matrix => trsMatrix([0, 0, 0], [0, 0, 0, 1], [by, by, by]);

/** What an element of a node does to its frame; null: it is no transform. */
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
  return values.map((_, i) => values[4 * (i % 4) + Math.floor(i / 4)] as number); // row by row
}

function turned(axis: readonly number[], degrees: number): readonly number[] {
  const half = (degrees * Math.PI) / 360;
  const long = Math.hypot(...axis) || 1;
  return [...axis.map((part) => (part / long) * Math.sin(half)), Math.cos(half)];
}

function joined(pieces: readonly Piece[]): Triangles {
  const corners = pieces.map(({ polygons }) => {
    const all: number[] = [];
    for (const polygon of polygons) fan(polygon, all);
    return all;
  });
  const all = triangles(corners.reduce((sum, each) => sum + each.length / 3, 0));
  let to = 0;
  pieces.forEach(({ at, points }, i) => {
    for (const corner of corners[i] as readonly number[]) {
      if (!(3 * corner + 2 < points.length))
        throw new MeshFault(`corner ${corner} of a triangle is not there`);
      transformed(at, points, 3 * corner, all, to);
      to += 3;
    }
  });
  return all;
}
