/** Polygons of a Collada geometry. */
import { MeshFault } from './triangles.ts';
import type { XmlElement } from './xml.ts';

export interface Polygons {
  /** Corners, xyz each. */
  readonly points: Float64Array;
  /** Places among the points, around each polygon. */
  readonly polygons: readonly (readonly number[])[];
}

const KINDS = ['triangles', 'polylist', 'polygons', 'tristrips', 'trifans'];

export const numbersOf = (text: string): number[] =>
  text.trim() === '' ? [] : text.trim().split(/\s+/).map(Number);
const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export function geometryOf(geometry: XmlElement, ids: ReadonlyMap<string, XmlElement>): Polygons[] {
  const [mesh] = childrenOf(geometry, 'mesh');
  return (mesh?.children ?? [])
    .filter(({ name }) => KINDS.includes(name))
    .map((part) => polygonsOf(part, ids));
}

function polygonsOf(part: XmlElement, ids: ReadonlyMap<string, XmlElement>): Polygons {
  const inputs = childrenOf(part, 'input').map(({ attributes }) => ({
    semantic: attributes.get('semantic'),
    source: attributes.get('source') ?? '',
    offset: Number(attributes.get('offset') ?? 0),
  }));
  const vertex = inputs.find(({ semantic }) => semantic === 'VERTEX');
  if (!vertex) throw new MeshFault(`line ${part.line}: <${part.name}> has no vertices`);
  const stride = Math.max(...inputs.map(({ offset }) => offset)) + 1;
  const rows = childrenOf(part, 'p').map(({ text }) =>
    numbersOf(text).filter((_, i) => i % stride === vertex.offset),
  );
  return { points: pointsOf(vertex.source, ids, part), polygons: arranged(part, rows) };
}

/** `rows`: corners of each <p>. */
function arranged(part: XmlElement, rows: readonly number[][]): readonly (readonly number[])[] {
  if (part.name === 'polygons') return rows;
  if (part.name === 'trifans') return rows; // a fan is the fan of its polygon
  if (part.name === 'tristrips') return rows.flatMap(strip);
  const row = rows.flat();
  const counts = childrenOf(part, 'vcount').flatMap(({ text }) => numbersOf(text));
  const sizes =
    part.name === 'polylist' ? counts : row.slice(0, Math.floor(row.length / 3)).fill(3);
  let at = 0;
  return sizes.map((size) => {
    at += size;
    return row.slice(at - size, at);
  });
}

const strip = (row: readonly number[]): number[][] =>
  row.slice(2).map((corner, i) => {
    const [a, b] = [row[i] as number, row[i + 1] as number];
    return i % 2 === 1 ? [b, a, corner] : [a, b, corner];
  });

function pointsOf(
  url: string,
  ids: ReadonlyMap<string, XmlElement>,
  part: XmlElement,
): Float64Array {
  const vertices = ids.get(url.slice(1));
  const position = childrenOf(vertices, 'input').find(
    ({ attributes }) => attributes.get('semantic') === 'POSITION',
  );
  const source = ids.get((position?.attributes.get('source') ?? '').slice(1));
  const [array] = childrenOf(source, 'float_array');
  if (!array) throw new MeshFault(`line ${part.line}: <${part.name}> has no positions`);
  return Float64Array.from(numbersOf(array.text));
}
