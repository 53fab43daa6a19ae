/** Solids with rounded edges: solids of revolution, bent tubes and boxes. */
import { type Matrix4, Vector3 } from 'three';
import type { RobotDetailLevel } from './robotDetailLevel.ts';
import { makeRevolvedSolid, type SolidMesh } from './solidMesh.ts';

const POLE_RADIUS = 1e-5; // Radius at a pole, relative to the solid.
const MAX_FILLET = 0.6; // Maximum fillet of a rod, relative to its length.

/**
 * Outline of a solid of revolution. Each point has four numbers: radius, height, outward and upward
 * component of the normal.
 */
export type RevolvedOutline = number[];

function addFillet(
  outline: RevolvedOutline,
  radius: number,
  height: number,
  size: number,
  steps: number,
  end: 'low' | 'high',
): void {
  for (let i = 0; i <= steps; i++) {
    const angle = ((i / steps) * Math.PI) / 2;
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    if (end === 'low')
      outline.push(radius - size + size * sine, height + size - size * cosine, sine, -cosine);
    else outline.push(radius - size + size * cosine, height - size + size * sine, cosine, sine);
  }
}

/** Fillet radius of a flat end of a rod, metres; null for an open end inside another solid. */
export type EndFillet = number | null;

export function roundedRod(
  length: number,
  [low, high]: readonly [number, number],
  [first, last]: readonly [EndFillet, EndFillet],
  sides: number,
  steps: number,
): SolidMesh {
  const slope = Math.atan2(low - high, length);
  const [out, up] = [Math.cos(slope), Math.sin(slope)];
  const outline: RevolvedOutline = [];
  if (first === null) outline.push(low, 0, out, up);
  else {
    const size = Math.min(first, 0.98 * low, MAX_FILLET * length);
    outline.push(POLE_RADIUS * low, 0, 0, -1);
    addFillet(outline, low, 0, size, steps, 'low');
  }
  if (last === null) outline.push(high, length, out, up);
  else {
    const size = Math.min(last, 0.98 * high, MAX_FILLET * length);
    addFillet(outline, high, length, size, steps, 'high');
    outline.push(POLE_RADIUS * high, length, 0, 1);
  }
  return makeRevolvedSolid(outline, sides);
}

const DOME = 0.4; // Height of the domed end of a tube, relative to its radius.

const tangent = new Vector3();
const [sideways, upward, spot, scratch] = [
  new Vector3(),
  new Vector3(),
  new Vector3(),
  new Vector3(),
];

export function bentTube(
  points: readonly Vector3[],
  radii: readonly [number, number],
  round: number,
  { sides, corner, fillet }: Pick<RobotDetailLevel, 'sides' | 'corner' | 'fillet'>,
): SolidMesh {
  const centres = roundCorners(points, round, corner);
  const lengths = [0];
  for (let i = 1; i < centres.length; i++)
    lengths.push(
      (lengths[i - 1] as number) + (centres[i - 1] as Vector3).distanceTo(centres[i] as Vector3),
    );
  const totalLength = lengths.at(-1) || 1;
  const rings: Ring[] = centres.map((centre, i) => {
    const [before, after] = [centres[Math.max(0, i - 1)], centres[i + 1] ?? centre];
    const direction = after
      .clone()
      .sub(before as Vector3)
      .normalize();
    const share = (lengths[i] as number) / totalLength;
    return { centre, direction, radius: radii[0] + (radii[1] - radii[0]) * share, lean: 0 };
  });
  return surfaceThroughRings(
    [
      ...makeDome(rings[0] as Ring, -1, fillet),
      ...rings,
      ...makeDome(rings.at(-1) as Ring, 1, fillet),
    ],
    sides,
  );
}

interface Ring {
  readonly centre: Vector3;
  readonly direction: Vector3;
  readonly radius: number;
  /** Component of the surface normal along the tube: 0 on the side, ±1 at the poles. */
  readonly lean: number;
}

function makeDome({ centre, direction, radius }: Ring, end: 1 | -1, steps: number): Ring[] {
  const high = DOME * radius;
  const rings: Ring[] = [];
  for (let i = 1; i <= steps + 1; i++) {
    const angle = (Math.min(i, steps) / steps) * (Math.PI / 2);
    const lean = Math.sin(angle);
    const inside = i > steps ? POLE_RADIUS * radius : radius - high + high * Math.cos(angle);
    rings.push({
      centre: centre.clone().addScaledVector(direction, end * high * lean),
      direction,
      radius: inside,
      lean: end * lean,
    });
  }
  return end < 0 ? rings.reverse() : rings;
}

function roundCorners(points: readonly Vector3[], round: number, steps: number): Vector3[] {
  const out = [points[0] as Vector3];
  for (let i = 1; i < points.length - 1; i++) {
    const [before, corner, after] = points.slice(i - 1, i + 2) as [Vector3, Vector3, Vector3];
    const distance = Math.min(
      round,
      (i === 1 ? 0.98 : 0.5) * corner.distanceTo(before),
      (i === points.length - 2 ? 0.98 : 0.5) * corner.distanceTo(after),
    );
    const from = corner.clone().add(scratch.copy(before).sub(corner).setLength(distance));
    const to = corner.clone().add(scratch.copy(after).sub(corner).setLength(distance));
    for (let k = 0; k <= steps; k++) {
      const t = k / steps;
      out.push(
        from
          .clone()
          .multiplyScalar((1 - t) ** 2)
          .addScaledVector(corner, 2 * t * (1 - t))
          .addScaledVector(to, t * t),
      );
    }
  }
  out.push(points.at(-1) as Vector3);
  return out;
}

function surfaceThroughRings(rings: readonly Ring[], sides: number): SolidMesh {
  const round = sides + 1;
  const positions = new Float32Array(3 * round * rings.length);
  const normals = new Float32Array(positions.length);
  tangent.copy((rings[0] as Ring).direction);
  sideways.set(0, 0, 1).cross(tangent);
  if (sideways.lengthSq() < 0.2) sideways.set(1, 0, 0).cross(tangent);
  sideways.normalize();
  let to = 0;
  for (const { centre, direction, radius, lean } of rings) {
    sideways.addScaledVector(direction, -sideways.dot(direction)).normalize();
    upward.crossVectors(direction, sideways);
    const out = Math.sqrt(Math.max(0, 1 - lean * lean));
    for (let i = 0; i <= sides; i++, to += 3) {
      const angle = (i / sides) * 2 * Math.PI;
      spot.copy(sideways).multiplyScalar(Math.cos(angle)).addScaledVector(upward, Math.sin(angle));
      for (let k = 0; k < 3; k++) {
        const outward = spot.getComponent(k);
        positions[to + k] = centre.getComponent(k) + radius * outward;
        normals[to + k] = out * outward + lean * direction.getComponent(k);
      }
    }
  }
  return { positions, normals, index: ringTriangles(rings.length, sides) };
}

function ringTriangles(rings: number, sides: number): Uint16Array {
  const index = new Uint16Array(6 * (rings - 1) * sides);
  const round = sides + 1;
  let to = 0;
  for (let i = 0; i < rings - 1; i++)
    for (let s = 0; s < sides; s++) {
      const a = i * round + s;
      index.set([a, a + 1, a + round, a + 1, a + round + 1, a + round], to);
      to += 6;
    }
  return index;
}

const FACES = [0, 1, 2].flatMap((axis) => [1, -1].map((sign) => [axis, sign] as const));

/** Makes a box with rounded edges, centred in `frame`. `half` has the half extents. */
export function roundedBox(frame: Matrix4, half: Vector3, round: number, steps: number): SolidMesh {
  const radius = Math.min(round, 0.95 * Math.min(half.x, half.y, half.z));
  const line = [-1, 1].flatMap((side) =>
    Array.from(
      { length: steps + 1 },
      (_, i) => [side, (side < 0 ? i : steps - i) / steps] as const,
    ),
  );
  const count = line.length;
  const positions = new Float32Array(3 * 6 * count * count);
  const normals = new Float32Array(positions.length);
  const index: number[] = [];
  let vertex = 0;
  for (const [axis, sign] of FACES) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const first = vertex;
    for (const [su, tu] of line)
      for (const [sv, tv] of line) {
        spot.setComponent(axis, sign);
        spot.setComponent(u, su * Math.tan(((1 - tu) * Math.PI) / 4));
        spot.setComponent(v, sv * Math.tan(((1 - tv) * Math.PI) / 4));
        spot.normalize();
        scratch.setComponent(axis, sign * (half.getComponent(axis) - radius));
        scratch.setComponent(u, su * (half.getComponent(u) - radius));
        scratch.setComponent(v, sv * (half.getComponent(v) - radius));
        scratch
          .addScaledVector(spot, radius)
          .applyMatrix4(frame)
          .toArray(positions, 3 * vertex);
        spot.transformDirection(frame).toArray(normals, 3 * vertex);
        vertex++;
      }
    for (let i = 0; i < count - 1; i++)
      for (let j = 0; j < count - 1; j++) {
        const a = first + i * count + j;
        const [b, c] = sign > 0 ? [a + count, a + 1] : [a + 1, a + count];
        index.push(a, b, c, c, b, a + count + 1);
      }
  }
  return { positions, normals, index: Uint16Array.from(index) };
}
