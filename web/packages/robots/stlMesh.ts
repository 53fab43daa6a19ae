/** STL, binary and ASCII. Normals are ignored, because they are wrong in too many files. */
import { MeshFault, type Triangles, triangles } from './triangles.ts';

const HEAD = 84; // Bytes: 80 of text, then the number of triangles.
const FACET = 50; // Bytes: a normal, three corners and two more.

export function stlMesh(bytes: Uint8Array): Triangles {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= HEAD ? view.getUint32(80, true) : Number.NaN;
  const whole = HEAD + FACET * count;
  // Many binary files begin with "solid", too; the length decides.
  if (bytes.length !== whole && isText(bytes)) return ascii(textOf(bytes));
  if (Number.isNaN(count)) throw new MeshFault(`${bytes.length} bytes are not an STL file`);
  if (bytes.length < whole) {
    const there = Math.floor((bytes.length - HEAD) / FACET);
    throw new MeshFault(`it is truncated: ${there} of ${count} triangles`);
  }
  return binary(view, count);
}

function binary(view: DataView, count: number): Triangles {
  const all = triangles(count);
  for (let i = 0; i < count; i++) {
    const at = HEAD + FACET * i + 12;
    for (let k = 0; k < 9; k++) all[9 * i + k] = view.getFloat32(at + 4 * k, true);
  }
  return all;
}

const isText = (bytes: Uint8Array): boolean =>
  /^\s*solid\b[\s\S]*?\b(facet|endsolid)\b/i.test(textOf(bytes.subarray(0, 1024)));

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder('latin1', { fatal: false, ignoreBOM: false }).decode(bytes);

function ascii(text: string): Triangles {
  const numbers: number[] = [];
  for (const [, x, y, z] of text.matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/gi))
    numbers.push(Number(x), Number(y), Number(z));
  if (numbers.length % 9 !== 0 || !/\bendsolid\b/i.test(text))
    throw new MeshFault(`it is truncated after ${numbers.length / 3} corners`);
  const all = triangles(numbers.length / 9);
  all.set(numbers);
  return all;
}
