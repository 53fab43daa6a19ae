import {
  type BufferGeometry,
  CylinderGeometry,
  LatheGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import {
  makeArcSolid,
  makeBall,
  makeCone,
  makeRod,
  makeTaperedCapsule,
  type SolidMesh,
} from './solidMesh.ts';

/** A geometry of Three.js as a solid. */
const solidOf = (geometry: BufferGeometry) => ({
  positions: geometry.getAttribute('position').array,
  normals: geometry.getAttribute('normal').array,
  index: Array.from(geometry.getIndex()?.array ?? []),
});

const own = ({ index, ...solid }: ReturnType<typeof makeRod>) => ({ ...solid, index: [...index] });

/** Hemispheres at both ends of a line, with the same steps. */
function outline(length: number, from: number, to: number): Vector2[] {
  const ends = [
    [from, 0, -Math.PI / 2],
    [to, length, 0],
  ] as const;
  return ends.flatMap(([radius, at, start]) =>
    [0, 1, 2, 3, 4].map((i) => {
      const angle = start + (i / 4) * (Math.PI / 2);
      return new Vector2(radius * Math.cos(angle) + 1e-5 * radius, at + radius * Math.sin(angle));
    }),
  );
}

test.each([
  [0.07, 0.31, 16],
  [1.3, 0.004, 4],
  [0.2, 2, 40],
])(
  'a rod of radius %f and length %f with %i sides equals CylinderGeometry',
  (radius, length, sides) => {
    const expected = solidOf(new CylinderGeometry(radius, radius, length, sides));
    expect(own(makeRod(radius, length, sides))).toEqual(expected);
  },
);

test.each([0.013, 0.7])('a ball of radius %f equals SphereGeometry', (radius) => {
  expect(own(makeBall(radius))).toEqual(solidOf(new SphereGeometry(radius, 18, 12)));
});

test.each([
  [0.8, 0.1, 0.07],
  [0, 0.2, 0.2],
])('a capsule of length %f from radius %f to %f equals LatheGeometry', (length, from, to) => {
  const expected = solidOf(new LatheGeometry(outline(length, from, to), 16));
  expect(own(makeTaperedCapsule(length, from, to))).toEqual(expected);
});

/** Expects triangles that face away from a centre; returns the number of those with an area. */
function expectOutward(
  { positions, index }: SolidMesh,
  centreOf: (at: Vector3) => Vector3,
): number {
  const at = (corner: number) => new Vector3().fromArray(positions, 3 * (index[corner] as number));
  let seen = 0;
  for (let i = 0; i < index.length; i += 3) {
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
    const face = b.clone().sub(a).cross(c.clone().sub(a));
    if (face.length() < 1e-9) continue;
    const middle = a.clone().add(b).add(c).divideScalar(3);
    expect(face.dot(middle.clone().sub(centreOf(middle)))).toBeGreaterThan(0);
    seen++;
  }
  return seen;
}

test('an arc has the vertices of TorusGeometry and faces outward', () => {
  const torus = new TorusGeometry(1, 0.085, 8, 40, Math.PI * 1.3).rotateX(Math.PI / 2);
  const rows = (all: ArrayLike<number>) =>
    Array.from({ length: all.length / 3 }, (_, i) =>
      [0, 1, 2].map((k) => (Math.round(1e6 * (all[3 * i + k] as number)) + 0) / 1e6).join(' '),
    ).sort();
  const solid = makeArcSolid();
  expect(rows(solid.positions)).toEqual(rows(torus.getAttribute('position').array));
  expect(expectOutward(solid, (at) => at.clone().setY(0).normalize())).toBe(2 * 8 * 40);
});

test('a cone has its apex on top, and its triangles face outward', () => {
  const solid = makeCone(0.3, 2, 20);
  const { positions } = solid;
  expect(expectOutward(solid, () => new Vector3())).toBe(2 * 20);
  const heights = positions.filter((_, i) => i % 3 === 1);
  const rims = positions.filter((_, i) => i % 3 === 0).map(Math.abs);
  expect([Math.min(...heights), Math.max(...heights)]).toEqual([-1, 1]);
  expect(Math.max(...rims)).toBeCloseTo(0.3, 6);
  expect(Math.max(...rims.filter((_, i) => heights[i] === 1))).toBe(0);
});
