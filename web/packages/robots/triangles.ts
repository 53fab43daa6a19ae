/** Triangles of a mesh file: all that a link's looks need of it. */

/** Corners, xyz each, 9 numbers a triangle, counter-clockwise from outside; the file's frame, metres. */
export type Triangles = Float32Array;

/** Why a mesh was left out, in words that follow its name. */
export class MeshFault extends Error {}

/** Bytes of another file, by the name that the mesh has for it; null: it is not there. */
export type SiblingFile = (name: string) => Uint8Array | null;

/** Triangles of all meshes of a robot: beyond, a page would no longer be smooth. */
export const MOST_TRIANGLES = 2_000_000;
/** Of a file: one that is named again is drawn again. */
const MOST_PIECES = 100_000;

/** Room for so many; refuses more than any robot may have. */
export function triangles(count: number): Triangles {
  if (count > MOST_TRIANGLES) throw new MeshFault(tooMany(count));
  return new Float32Array(9 * count);
}

const words = (count: number): string => count.toLocaleString('en');

/** The fault of a mesh with more triangles than allowed. */
export const tooMany = (count: number, most = MOST_TRIANGLES): string =>
  `${words(count)} triangles; the maximum is ${words(most)}`;

/** What a file would come to, piece by piece: refused before any of it is made. */
export class Tally {
  #triangles = 0;
  #pieces = 0;

  get triangles(): number {
    return this.#triangles;
  }

  piece(count: number): void {
    this.#triangles += count;
    if (this.#triangles > MOST_TRIANGLES)
      throw new MeshFault(
        `its pieces have more than ${words(MOST_TRIANGLES)} triangles, the maximum`,
      );
    if (++this.#pieces > MOST_PIECES)
      throw new MeshFault(`more than ${words(MOST_PIECES)} pieces, the maximum`);
  }
}

/** A polygon as triangles about its first corner. */
export function fan(polygon: ArrayLike<number>, to: number[]): void {
  for (let i = 2; i < polygon.length; i++)
    to.push(polygon[0] as number, polygon[i - 1] as number, polygon[i] as number);
}
