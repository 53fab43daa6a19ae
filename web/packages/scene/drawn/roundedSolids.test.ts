import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { FINE_ROBOT_DETAIL } from './robotDetailLevel.ts';
import { bentTube, type RevolvedOutline, roundedBox, roundedRod } from './roundedSolids.ts';
import { makeRevolvedSolid, type SolidMesh } from './solidMesh.ts';

const at = (from: Float32Array, i: number) => new Vector3().fromArray(from, 3 * i);

/** The enclosed volume; expects that all triangles face outward, like their normals. */
function volumeOf({ positions, normals, index }: SolidMesh): number {
  let volume = 0;
  for (let i = 0; i < index.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at(positions, index[i + k] as number)) as [
      Vector3,
      Vector3,
      Vector3,
    ];
    const face = b.clone().sub(a).cross(c.clone().sub(a));
    const sum = new Vector3();
    for (let k = 0; k < 3; k++) sum.add(at(normals, index[i + k] as number));
    if (face.length() > 1e-12) expect(face.dot(sum)).toBeGreaterThan(0);
    volume += a.dot(face.copy(b).cross(c)) / 6;
  }
  return volume;
}

test('a rod has the volume of a cylinder minus its fillets', () => {
  const volume = volumeOf(roundedRod(2, [0.5, 0.5], [0.1, 0.1], 64, 8));
  // volume that a fillet of 0.1 removes: (1 − π/4) of a square, once around the rim
  const rim = (1 - Math.PI / 4) * 0.01 * 2 * Math.PI * 0.478;
  expect(volume).toBeCloseTo(Math.PI * 0.25 * 2 - 2 * rim, 2);
});

test('a tapered rod without fillets has open ends', () => {
  const { positions } = roundedRod(1, [0.5, 0.25], [null, null], 16, 4);
  expect(positions).toHaveLength(3 * 2 * 17);
});

test('a rounded box has the volume of its parts', () => {
  const half = new Vector3(1, 0.6, 0.4);
  const frame = new Matrix4().makeRotationY(0.7).setPosition(0.2, 0.1, -0.3);
  const round = 0.2;
  const [x, y, z] = [half.x - round, half.y - round, half.z - round];
  // core, plates, quarter cylinders along the edges, eighths of a ball at the corners
  const expected =
    8 * x * y * z +
    8 * round * (x * y + y * z + z * x) +
    2 * Math.PI * round ** 2 * (x + y + z) +
    (4 / 3) * Math.PI * round ** 3;
  const volume = volumeOf(roundedBox(frame, half, round, 8));
  expect(volume / expected).toBeGreaterThan(0.99);
  expect(volume / expected).toBeLessThanOrEqual(1);
});

test('a bent tube has the expected volume and distance from the corner', () => {
  const points = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
  ].map((place) => new Vector3(...place));
  const tube = bentTube(points, [0.1, 0.1], 0.4, FINE_ROBOT_DETAIL);
  // two straight pieces of 0.6, and a parabola of 0.649 between them
  const expected = Math.PI * 0.01 * (1.2 + 0.649) + 2 * Math.PI * 0.1 ** 3 * 0.4 * 0.9;
  expect(volumeOf(tube)).toBeCloseTo(expected, 2);
  const near = Array.from({ length: tube.positions.length / 3 }, (_, i) => at(tube.positions, i));
  // its centre passes the corner at a quarter of the diagonal of the rounded part
  const gap = Math.min(...near.map((each) => each.distanceTo(points[1] as Vector3)));
  expect(gap).toBeCloseTo(0.25 * 0.4 * Math.SQRT2 - 0.1, 2);
});

test('a turned solid keeps the normals of its outline', () => {
  const outline: RevolvedOutline = [1, 0, 1, 0, 1, 2, 1, 0];
  const { normals, positions } = makeRevolvedSolid(outline, 8);
  for (let i = 0; i < positions.length / 3; i++) {
    const place = at(positions, i).setY(0);
    expect(place.dot(at(normals, i))).toBeCloseTo(1, 6);
  }
});
