/** Wavefront OBJ: vertices and faces only. */
import { fan, MeshFault, type Triangles, triangles } from './triangles.ts';

export function objMesh(bytes: Uint8Array): Triangles {
  const text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: false }).decode(bytes);
  const points: number[] = [];
  const corners: number[] = []; // Indices of points, three per triangle.
  text
    .replace(/\\\r?\n/g, ' ')
    .split('\n')
    .forEach((line, i) => {
      const [word, ...values] = line.trim().split(/\s+/);
      if (word === 'v') for (let k = 0; k < 3; k++) points.push(Number(values[k]));
      else if (word === 'f')
        fan(
          values.map((value) => placeOf(value, points.length / 3, i + 1)),
          corners,
        );
    });
  const all = triangles(corners.length / 3);
  corners.forEach((point, i) => {
    for (let k = 0; k < 3; k++) all[3 * i + k] = points[3 * point + k] as number;
  });
  return all;
}

/** Parses `7`, `7/1` or `7//3`: counted from 1, or back from the latest vertex if negative. */
function placeOf(value: string, count: number, line: number): number {
  const given = Number.parseInt(value, 10);
  const place = given < 0 ? count + given : given - 1;
  if (!(place >= 0 && place < count))
    throw new MeshFault(
      `line ${line}: corner ${value} of a face does not exist; there are ${count}`,
    );
  return place;
}
