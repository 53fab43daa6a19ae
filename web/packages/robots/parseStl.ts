/**
 * Reads meshes in binary and ASCII STL. Normals are ignored, because they are wrong in too many
 * files.
 */
import { allocateTriangles, MeshFault, type Triangles } from './triangles.ts';

const HEADER_BYTES = 84; // Bytes: 80 of text, then the number of triangles.
const FACET_BYTES = 50; // Bytes: a normal, three corners and two more.

export function parseStl(bytes: Uint8Array): Triangles {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEADER_BYTES ? view.getUint32(80, true) : Number.NaN;
  const expectedLength = HEADER_BYTES + FACET_BYTES * count;
  // Many binary files begin with "solid", too; the length decides.
  if (bytes.length !== expectedLength && isText(bytes)) return parseAscii(decodeLatin1(bytes));
  if (Number.isNaN(count)) throw new MeshFault(`${bytes.length} bytes are not an STL file`);
  if (bytes.length < expectedLength) {
    const available = Math.floor((bytes.length - HEADER_BYTES) / FACET_BYTES);
    throw new MeshFault(`it is truncated: ${available} of ${count} triangles`);
  }
  return parseBinary(view, count);
}

function parseBinary(view: DataView, count: number): Triangles {
  const all = allocateTriangles(count);
  for (let i = 0; i < count; i++) {
    const offset = HEADER_BYTES + FACET_BYTES * i + 12;
    for (let k = 0; k < 9; k++) all[9 * i + k] = view.getFloat32(offset + 4 * k, true);
  }
  return all;
}

const isText = (bytes: Uint8Array): boolean =>
  /^\s*solid\b[\s\S]*?\b(facet|endsolid)\b/i.test(decodeLatin1(bytes.subarray(0, 1024)));

const decodeLatin1 = (bytes: Uint8Array): string =>
  new TextDecoder('latin1', { fatal: false, ignoreBOM: false }).decode(bytes);

function parseAscii(text: string): Triangles {
  const numbers: number[] = [];
  for (const [, x, y, z] of text.matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/gi))
    numbers.push(Number(x), Number(y), Number(z));
  if (numbers.length % 9 !== 0 || !/\bendsolid\b/i.test(text))
    throw new MeshFault(`it is truncated after ${numbers.length / 3} corners`);
  const all = allocateTriangles(numbers.length / 9);
  all.set(numbers);
  return all;
}
