/** Triangles of a Collada geometry. */
import { fan, MeshFault } from './triangles.ts';
import type { XmlElement } from './xml.ts';

export interface ColladaPiece {
  /** Vertex positions, xyz each. */
  readonly points: Float64Array;
  /** Indices of points, three per triangle. */
  readonly corners: readonly number[];
}

const KINDS = ['triangles', 'polylist', 'polygons', 'tristrips', 'trifans'];

export const numbersOf = (text: string): number[] =>
  text.trim() === '' ? [] : text.trim().split(/\s+/).map(Number);
const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The geometries of a file, by id; each geometry and each source of positions is parsed once. */
export class ColladaGeometries {
  readonly #ids: ReadonlyMap<string, XmlElement>;
  readonly #known = new Map<XmlElement, readonly ColladaPiece[]>();
  readonly #points = new Map<XmlElement, Float64Array>();

  constructor(ids: ReadonlyMap<string, XmlElement>) {
    this.#ids = ids;
  }

  piecesOf(geometry: XmlElement): readonly ColladaPiece[] {
    const known = this.#known.get(geometry);
    if (known) return known;
    const [mesh] = childrenOf(geometry, 'mesh');
    const parts = (mesh?.children ?? []).filter(({ name }) => KINDS.includes(name));
    const pieces = parts.map((part) => this.#piece(part));
    this.#known.set(geometry, pieces);
    return pieces;
  }

  #piece(part: XmlElement): ColladaPiece {
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
    return { points: this.#pointsOf(vertex.source, part), corners: cornersOf(part, rows) };
  }

  #pointsOf(url: string, part: XmlElement): Float64Array {
    const vertices = this.#ids.get(url.slice(1));
    const position = childrenOf(vertices, 'input').find(
      ({ attributes }) => attributes.get('semantic') === 'POSITION',
    );
    const source = this.#ids.get((position?.attributes.get('source') ?? '').slice(1));
    const [array] = childrenOf(source, 'float_array');
    if (!array) throw new MeshFault(`line ${part.line}: <${part.name}> has no positions`);
    const points = this.#points.get(array) ?? Float64Array.from(numbersOf(array.text));
    this.#points.set(array, points);
    return points;
  }
}

/** `rows`: the indices of each <p>. */
function cornersOf(part: XmlElement, rows: readonly number[][]): readonly number[] {
  const corners: number[] = [];
  if (part.name === 'polygons' || part.name === 'trifans') {
    for (const row of rows) fan(row, corners);
  } else if (part.name === 'tristrips') {
    for (const row of rows) strip(row, corners);
  } else {
    const row = rows.flat();
    if (part.name === 'triangles') return row.slice(0, row.length - (row.length % 3));
    polylist(part, row, corners);
  }
  return corners;
}

/** Splits the indices into polygons with the vertex counts in <vcount>. */
function polylist(part: XmlElement, row: readonly number[], to: number[]): void {
  let at = 0;
  for (const { text } of childrenOf(part, 'vcount')) {
    for (const size of numbersOf(text)) {
      if (!(Number.isSafeInteger(size) && size >= 0 && at + size <= row.length))
        throw new MeshFault(
          `line ${part.line}: a polygon needs ${size} corners; got ${row.length - at}`,
        );
      for (let i = at + 2; i < at + size; i++)
        to.push(row[at] as number, row[i - 1] as number, row[i] as number);
      at += size;
    }
  }
}

function strip(row: readonly number[], to: number[]): void {
  for (let i = 2; i < row.length; i++) {
    const [a, b] = [row[i - 2] as number, row[i - 1] as number];
    to.push(...(i % 2 === 1 ? [b, a] : [a, b]), row[i] as number);
  }
}
