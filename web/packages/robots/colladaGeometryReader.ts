import type { XmlElement } from './readXml.ts';
import { appendPolygonTriangles, MeshFault } from './triangles.ts';

export interface ColladaTriangles {
  readonly points: Float64Array;
  readonly corners: readonly number[];
}

const PRIMITIVES = ['triangles', 'polylist', 'polygons', 'tristrips', 'trifans'];

export const parseNumberList = (text: string): number[] =>
  text.trim() === '' ? [] : text.trim().split(/\s+/).map(Number);
const findChildren = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export class ColladaGeometryReader {
  readonly #ids: ReadonlyMap<string, XmlElement>;
  readonly #piecesByGeometry = new Map<XmlElement, readonly ColladaTriangles[]>();
  readonly #points = new Map<XmlElement, Float64Array>();

  constructor(ids: ReadonlyMap<string, XmlElement>) {
    this.#ids = ids;
  }

  getPieces(geometry: XmlElement): readonly ColladaTriangles[] {
    const cached = this.#piecesByGeometry.get(geometry);
    if (cached) return cached;
    const [mesh] = findChildren(geometry, 'mesh');
    const parts = (mesh?.children ?? []).filter(({ name }) => PRIMITIVES.includes(name));
    const pieces = parts.map((part) => this.#readPiece(part));
    this.#piecesByGeometry.set(geometry, pieces);
    return pieces;
  }

  #readPiece(part: XmlElement): ColladaTriangles {
    const inputs = findChildren(part, 'input').map(({ attributes }) => ({
      semantic: attributes.get('semantic'),
      source: attributes.get('source') ?? '',
      offset: Number(attributes.get('offset') ?? 0),
    }));
    const vertex = inputs.find(({ semantic }) => semantic === 'VERTEX');
    if (!vertex) throw new MeshFault(`line ${part.line}: <${part.name}> has no vertices`);
    const stride = Math.max(...inputs.map(({ offset }) => offset)) + 1;
    const rows = findChildren(part, 'p').map(({ text }) =>
      parseNumberList(text).filter((_, i) => i % stride === vertex.offset),
    );
    return { points: this.#readPoints(vertex.source, part), corners: readCorners(part, rows) };
  }

  #readPoints(url: string, part: XmlElement): Float64Array {
    const vertices = this.#ids.get(url.slice(1));
    const position = findChildren(vertices, 'input').find(
      ({ attributes }) => attributes.get('semantic') === 'POSITION',
    );
    const source = this.#ids.get((position?.attributes.get('source') ?? '').slice(1));
    const [array] = findChildren(source, 'float_array');
    if (!array) throw new MeshFault(`line ${part.line}: <${part.name}> has no positions`);
    const points = this.#points.get(array) ?? Float64Array.from(parseNumberList(array.text));
    this.#points.set(array, points);
    return points;
  }
}

function readCorners(part: XmlElement, rows: readonly number[][]): readonly number[] {
  const corners: number[] = [];
  if (part.name === 'polygons' || part.name === 'trifans') {
    for (const row of rows) appendPolygonTriangles(row, corners);
  } else if (part.name === 'tristrips') {
    for (const row of rows) splitStrip(row, corners);
  } else {
    const row = rows.flat();
    if (part.name === 'triangles') return row.slice(0, row.length - (row.length % 3));
    splitPolylist(part, row, corners);
  }
  return corners;
}

function splitPolylist(part: XmlElement, row: readonly number[], to: number[]): void {
  let start = 0;
  for (const { text } of findChildren(part, 'vcount')) {
    for (const size of parseNumberList(text)) {
      if (!(Number.isSafeInteger(size) && size >= 0 && start + size <= row.length))
        throw new MeshFault(
          `line ${part.line}: a polygon needs ${size} corners; got ${row.length - start}`,
        );
      for (let i = start + 2; i < start + size; i++)
        to.push(row[start] as number, row[i - 1] as number, row[i] as number);
      start += size;
    }
  }
}

function splitStrip(row: readonly number[], to: number[]): void {
  for (let i = 2; i < row.length; i++) {
    const [a, b] = [row[i - 2] as number, row[i - 1] as number];
    to.push(...(i % 2 === 1 ? [b, a] : [a, b]), row[i] as number);
  }
}
