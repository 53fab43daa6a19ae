/** Surfaces of a mesh: to look at, sharp where it is creased, and as the hull of its outline. */
import type { Triangles } from '../robot/triangles.ts';

export interface Surface {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly index: Uint32Array;
}

const CREASE = Math.cos((34 * Math.PI) / 180);
const GRID = 2 ** 20; // cells along the longest side: corners in one of them are one
const CROWD = 200; // triangles about a corner: of more, each stays flat
const SAME = 0.9999; // cosine between normals that are one

/** Corners that meet are one; triangles without an area are gone. */
interface Welded {
  readonly points: Float32Array;
  /** Three a triangle. */
  readonly corners: Uint32Array;
  /** Of the triangles, of length 1. */
  readonly faces: Float32Array;
  /** Angle of its triangle at each corner. */
  readonly angles: Float32Array;
}

export function surfacesOf(triangles: Triangles): {
  readonly look: Surface;
  readonly hull: Surface;
} {
  const welded = weld(triangles);
  const { starts, around } = neighbours(welded);
  return { look: creased(welded, starts, around), hull: smooth(welded) };
}

function weld(triangles: Triangles): Welded {
  const cells = gridded(triangles);
  const count = triangles.length / 3;
  let size = 1024;
  while (size < 2 * count) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const firsts = new Uint32Array(count); // a corner for each point
  const corners = new Uint32Array(count);
  let points = 0;
  const alike = (a: number, b: number): boolean =>
    cells[a] === cells[b] && cells[a + 1] === cells[b + 1] && cells[a + 2] === cells[b + 2];
  for (let i = 0; i < count; i++) {
    let slot = hash(cells, 3 * i) & (size - 1);
    for (;;) {
      const point = table[slot] as number;
      if (point >= 0 && !alike(3 * (firsts[point] as number), 3 * i)) {
        slot = (slot + 1) & (size - 1);
        continue;
      }
      if (point < 0) {
        table[slot] = points;
        firsts[points++] = i;
      }
      corners[i] = table[slot] as number;
      break;
    }
  }
  const places = new Float32Array(3 * points);
  for (let i = 0; i < points; i++)
    for (let k = 0; k < 3; k++)
      places[3 * i + k] = triangles[3 * (firsts[i] as number) + k] as number;
  return faced(places, corners);
}

function gridded(triangles: Triangles): Int32Array {
  const low = [Infinity, Infinity, Infinity];
  let wide = 0;
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < triangles.length; i++) {
    const value = triangles[i] as number;
    low[i % 3] = Math.min(low[i % 3] as number, value);
    high[i % 3] = Math.max(high[i % 3] as number, value);
  }
  for (let k = 0; k < 3; k++) wide = Math.max(wide, (high[k] as number) - (low[k] as number));
  const scale = wide > 0 ? GRID / wide : 0;
  return Int32Array.from(triangles, (value, i) =>
    Math.round((value - (low[i % 3] as number)) * scale),
  );
}

const hash = (cells: Int32Array, at: number): number =>
  (Math.imul(cells[at] as number, 73856093) ^
    Math.imul(cells[at + 1] as number, 19349663) ^
    Math.imul(cells[at + 2] as number, 83492791)) >>>
  0;

function faced(points: Float32Array, all: Uint32Array): Welded {
  const corners = new Uint32Array(all.length);
  const faces = new Float32Array(all.length);
  const angles = new Float32Array(all.length);
  let kept = 0;
  for (let i = 0; i < all.length; i += 3) {
    const [a, b, c] = [all[i], all[i + 1], all[i + 2]] as [number, number, number];
    const normal = crossed(points, a, b, c);
    const long = Math.hypot(...normal);
    if (!(long > 0) || a === b || b === c || c === a) continue;
    corners.set([a, b, c], kept);
    faces.set(
      normal.map((part) => part / long),
      kept,
    );
    angles.set([angle(points, a, b, c), angle(points, b, c, a), angle(points, c, a, b)], kept);
    kept += 3;
  }
  return {
    points,
    corners: corners.slice(0, kept),
    faces: faces.slice(0, kept),
    angles: angles.slice(0, kept),
  };
}

function between(points: Float32Array, from: number, to: number): [number, number, number] {
  const way = (k: number): number =>
    (points[3 * to + k] as number) - (points[3 * from + k] as number);
  return [way(0), way(1), way(2)];
}

function crossed(points: Float32Array, a: number, b: number, c: number): [number, number, number] {
  const [ux, uy, uz] = between(points, a, b);
  const [vx, vy, vz] = between(points, a, c);
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

/** At a, between the ways to b and c. */
function angle(points: Float32Array, a: number, b: number, c: number): number {
  const [u, v] = [between(points, a, b), between(points, a, c)];
  const dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  return Math.acos(Math.min(1, Math.max(-1, dot / (Math.hypot(...u) * Math.hypot(...v)))));
}

/** Which corners meet in each point: from its start in `around` to that of the next. */
function neighbours({ points, corners }: Welded) {
  const starts = new Uint32Array(points.length / 3 + 1);
  for (const point of corners) starts[point + 1] = (starts[point + 1] as number) + 1;
  for (let i = 1; i < starts.length; i++)
    starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  const next = starts.slice();
  const around = new Uint32Array(corners.length);
  corners.forEach((point, corner) => {
    const at = next[point] as number;
    around[at] = corner;
    next[point] = at + 1;
  });
  return { starts, around };
}

function creased(welded: Welded, starts: Uint32Array, around: Uint32Array): Surface {
  const { points, corners } = welded;
  const positions = new Float32Array(3 * corners.length);
  const normals = new Float32Array(3 * corners.length);
  const index = new Uint32Array(corners.length);
  const normal = new Float32Array(3);
  let count = 0;
  for (let point = 0; point < points.length / 3; point++) {
    const first = count;
    const meeting = around.subarray(starts[point], starts[point + 1]);
    for (const corner of meeting) {
      bend(welded, corner, meeting, normal);
      let found = first;
      while (found < count && !alike(normals, 3 * found, normal)) found++;
      index[corner] = found;
      if (found < count) continue;
      positions.set(points.subarray(3 * point, 3 * point + 3), 3 * count);
      normals.set(normal, 3 * count);
      count++;
    }
  }
  return { positions: positions.slice(0, 3 * count), normals: normals.slice(0, 3 * count), index };
}

/** The normal of a corner: of its triangle and those that meet it without a crease. */
function bend(
  { faces, angles }: Welded,
  corner: number,
  meeting: Uint32Array,
  out: Float32Array,
): void {
  const own = corner - (corner % 3);
  const others = meeting.length > CROWD ? [corner] : meeting;
  out.fill(0);
  for (const other of others) {
    const at = other - (other % 3);
    let cosine = 0;
    for (let k = 0; k < 3; k++) cosine += (faces[own + k] as number) * (faces[at + k] as number);
    if (cosine < CREASE && at !== own) continue;
    for (let k = 0; k < 3; k++)
      out[k] = (out[k] as number) + (faces[at + k] as number) * (angles[other] as number);
  }
  unit(out, 0);
}

function alike(normals: Float32Array, at: number, normal: Float32Array): boolean {
  let cosine = 0;
  for (let k = 0; k < 3; k++) cosine += (normals[at + k] as number) * (normal[k] as number);
  return cosine > SAME;
}

function unit(normals: Float32Array, at: number): void {
  const long = Math.hypot(
    normals[at] as number,
    normals[at + 1] as number,
    normals[at + 2] as number,
  );
  for (let k = at; k < at + 3; k++) normals[k] = (normals[k] as number) / (long || 1);
}

function smooth({ points, corners, faces, angles }: Welded): Surface {
  const normals = new Float32Array(points.length);
  corners.forEach((point, corner) => {
    const at = corner - (corner % 3);
    for (let k = 0; k < 3; k++)
      normals[3 * point + k] =
        (normals[3 * point + k] as number) + (faces[at + k] as number) * (angles[corner] as number);
  });
  for (let at = 0; at < normals.length; at += 3) unit(normals, at);
  return { positions: points, normals, index: corners };
}
