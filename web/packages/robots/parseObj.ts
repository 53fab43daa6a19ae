import {
  allocateTriangles,
  appendPolygonTriangles,
  MeshFault,
  type Triangles,
} from './triangles.ts';

export function parseObj(bytes: Uint8Array): Triangles {
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
        appendPolygonTriangles(
          values.map((value) => parseVertexIndex(value, points.length / 3, i + 1)),
          corners,
        );
    });
  const all = allocateTriangles(corners.length / 3);
  corners.forEach((point, i) => {
    for (let k = 0; k < 3; k++) all[3 * i + k] = points[3 * point + k] as number;
  });
  return all;
}

/**
 * Parses the vertex index in `7`, `7/1` or `7//3`: counted from 1, or back from the latest vertex
 * if negative.
 */
function parseVertexIndex(value: string, count: number, line: number): number {
  const number = Number.parseInt(value, 10);
  const index = number < 0 ? count + number : number - 1;
  if (!(index >= 0 && index < count))
    throw new MeshFault(
      `line ${line}: corner ${value} of a face does not exist; there are ${count}`,
    );
  return index;
}
