/** Wavefront OBJ: corners and faces alone. */
import { fan, MeshFault, type Triangles, triangles } from './triangles.ts';

export function objMesh(bytes: Uint8Array): Triangles {
  const text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: false }).decode(bytes);
  const points: number[] = [];
  const corners: number[] = []; // places among the points, three a triangle
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

/** `7`, `7/1`, `7//3`: from 1; negative: from the last so far. */
function placeOf(value: string, count: number, line: number): number {
  const given = Number.parseInt(value, 10);
  const place = given < 0 ? count + given : given - 1;
  if (!(place >= 0 && place < count))
    throw new MeshFault(
      `line ${line}: corner ${value} of a face does not exist; there are ${count}`,
    );
  return place;
}
