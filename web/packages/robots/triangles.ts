/**
 * Triangles of a mesh as corner positions in metres: xyz each, 9 numbers per triangle,
 * counter-clockwise seen from outside, in the frame of the file.
 */
export type Triangles = Float32Array;

/** Error whose message says why a mesh was omitted. The message follows the mesh's name. */
export class MeshFault extends Error {}

/** Function that returns the bytes of a file that a mesh references; null if it does not exist. */
export type ReadSiblingFile = (name: string) => Uint8Array | null;

/** Limit on the triangles of all meshes of a robot; above it, the page no longer runs smoothly. */
export const MAX_TRIANGLES = 2_000_000;
/**
 * Limit on the pieces (instances of partial meshes) of a mesh file. A mesh counts once per
 * reference.
 */
const MAX_PIECES = 100_000;

/** Throws if `count` exceeds `MAX_TRIANGLES`. */
export function allocateTriangles(count: number): Triangles {
  if (count > MAX_TRIANGLES) throw new MeshFault(tooManyTrianglesText(count));
  return new Float32Array(9 * count);
}

const formatCount = (count: number): string => count.toLocaleString('en');

export const tooManyTrianglesText = (count: number, most = MAX_TRIANGLES): string =>
  `${formatCount(count)} triangles; the maximum is ${formatCount(most)}`;

/**
 * Counts the triangles and pieces of a mesh file before they are created; throws above the limits.
 */
export class TriangleCounter {
  #triangles = 0;
  #pieces = 0;

  get triangles(): number {
    return this.#triangles;
  }

  addPiece(count: number): void {
    this.#triangles += count;
    if (this.#triangles > MAX_TRIANGLES)
      throw new MeshFault(
        `its pieces have more than ${formatCount(MAX_TRIANGLES)} triangles, the maximum`,
      );
    if (++this.#pieces > MAX_PIECES)
      throw new MeshFault(`more than ${formatCount(MAX_PIECES)} pieces, the maximum`);
  }
}

/**
 * Splits a polygon (corner indices) into triangles that share its first corner, and appends their
 * corners to `to`.
 */
export function appendPolygonTriangles(polygon: ArrayLike<number>, to: number[]): void {
  for (let i = 2; i < polygon.length; i++)
    to.push(polygon[0] as number, polygon[i - 1] as number, polygon[i] as number);
}
