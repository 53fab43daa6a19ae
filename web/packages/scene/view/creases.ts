/** Prepares the surface of a mesh: normals with sharp creases, and a hull for the outline. */
import type { Triangles } from '@iklab/robots';

export interface Surface {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly index: Uint32Array;
}

const CREASE = Math.cos((34 * Math.PI) / 180);
/** The displayed surface of a mesh, and the smooth hull for its outline. */
export interface MeshSurfaces {
  readonly surface: Surface;
  readonly hull: Surface;
}

const GRID = 2 ** 20; // Cells along the longest side; vertices in the same cell are merged.
const CROWD = 200; // At vertices with more triangles, each keeps its own normal.
const SAME = 0.9999; // Cosine above which normals are equal.
const normal = new Float32Array(3); // The result of `bend`.

/** A mesh without duplicate vertices or degenerate triangles. */
interface Welded {
  readonly points: Float32Array;
  /** Three per triangle. */
  readonly corners: Uint32Array;
  /** Unit normals of the triangles. */
  readonly faces: Float32Array;
  /** Angle of the triangle at each vertex. */
  readonly angles: Float32Array;
}

const SLICE = 4096; // Triangles, or points, per step.

/** Runs in steps, so that it can be spread over frames. */
export function* surfacesOf(triangles: Triangles): Generator<void, MeshSurfaces> {
  const welded = yield* weld(triangles);
  yield;
  const { starts, around } = neighbours(welded);
  yield;
  return { surface: yield* creased(welded, starts, around), hull: smooth(welded) };
}

function* weld(triangles: Triangles): Generator<void, Welded> {
  const cells = gridded(triangles);
  const count = triangles.length / 3;
  let size = 1024;
  while (size < 2 * count) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const firsts = new Uint32Array(count); // The first corner of each point.
  const corners = new Uint32Array(count);
  let points = 0;
  const alike = (a: number, b: number): boolean =>
    cells[a] === cells[b] && cells[a + 1] === cells[b + 1] && cells[a + 2] === cells[b + 2];
  yield;
  for (let i = 0; i < count; i++) {
    if (i % SLICE === 0) yield;
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
  yield;
  return faced(places, corners);
}

/** Grid cells of the corners. Uses scalars throughout, because there may be millions. */
function gridded(triangles: Triangles): Int32Array {
  const low = [Infinity, Infinity, Infinity];
  let wide = 0;
  for (let k = 0; k < 3; k++) {
    let [least, most] = [Infinity, -Infinity];
    for (let i = k; i < triangles.length; i += 3) {
      const value = triangles[i] as number;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    low[k] = least;
    wide = Math.max(wide, most - least);
  }
  const scale = wide > 0 ? GRID / wide : 0;
  const cells = new Int32Array(triangles.length);
  for (let k = 0; k < 3; k++) {
    const from = low[k] as number;
    for (let i = k; i < triangles.length; i += 3)
      cells[i] = Math.round(((triangles[i] as number) - from) * scale);
  }
  return cells;
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
  const at = (i: number): number => points[i] as number;
  let kept = 0;
  for (let i = 0; i < all.length; i += 3) {
    const [a, b, c] = [all[i] as number, all[i + 1] as number, all[i + 2] as number];
    const [ax, ay, az] = [at(3 * a), at(3 * a + 1), at(3 * a + 2)];
    const [ux, uy, uz] = [at(3 * b) - ax, at(3 * b + 1) - ay, at(3 * b + 2) - az];
    const [vx, vy, vz] = [at(3 * c) - ax, at(3 * c + 1) - ay, at(3 * c + 2) - az];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const long = Math.sqrt(nx * nx + ny * ny + nz * nz); // Twice the area.
    if (!(long > 0)) continue;
    corners[kept] = a;
    corners[kept + 1] = b;
    corners[kept + 2] = c;
    faces[kept] = nx / long;
    faces[kept + 1] = ny / long;
    faces[kept + 2] = nz / long;
    const [uu, vv, uv] = [
      ux * ux + uy * uy + uz * uz,
      vx * vx + vy * vy + vz * vz,
      ux * vx + uy * vy + uz * vz,
    ];
    angles[kept] = Math.atan2(long, uv);
    angles[kept + 1] = Math.atan2(long, uu - uv);
    angles[kept + 2] = Math.atan2(long, vv - uv);
    kept += 3;
  }
  return {
    points,
    corners: corners.slice(0, kept),
    faces: faces.slice(0, kept),
    angles: angles.slice(0, kept),
  };
}

/** The corners that meet in each point: in `around`, from its start to that of the next. */
function neighbours({ points, corners }: Welded) {
  const starts = new Uint32Array(points.length / 3 + 1);
  for (const point of corners) starts[point + 1] = (starts[point + 1] as number) + 1;
  for (let i = 1; i < starts.length; i++)
    starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  const next = starts.slice();
  const around = new Uint32Array(corners.length);
  for (let corner = 0; corner < corners.length; corner++) {
    const point = corners[corner] as number;
    const at = next[point] as number;
    around[at] = corner;
    next[point] = at + 1;
  }
  return { starts, around };
}

function* creased(
  welded: Welded,
  starts: Uint32Array,
  around: Uint32Array,
): Generator<void, Surface> {
  const { points, corners } = welded;
  const positions = new Float32Array(3 * corners.length);
  const normals = new Float32Array(3 * corners.length);
  const index = new Uint32Array(corners.length);
  let count = 0;
  for (let point = 0; point < points.length / 3; point++) {
    if (point % SLICE === 0) yield;
    const first = count;
    const [from, to] = [starts[point] as number, starts[point + 1] as number];
    for (let i = from; i < to; i++) {
      const corner = around[i] as number;
      bend(welded, corner, around, to - from > CROWD ? i : from, to - from > CROWD ? i + 1 : to);
      let found = first;
      while (found < count && !alike(normals, 3 * found)) found++;
      index[corner] = found;
      if (found < count) continue;
      for (let k = 0; k < 3; k++) {
        positions[3 * count + k] = points[3 * point + k] as number;
        normals[3 * count + k] = normal[k] as number;
      }
      count++;
    }
  }
  return { positions: positions.slice(0, 3 * count), normals: normals.slice(0, 3 * count), index };
}

/** Computes the normal of a vertex from its triangle and the neighbours without a crease. */
function bend(
  { faces, angles }: Welded,
  corner: number,
  around: Uint32Array,
  from: number,
  to: number,
): void {
  const own = corner - (corner % 3);
  const [x, y, z] = [faces[own], faces[own + 1], faces[own + 2]] as [number, number, number];
  let [sx, sy, sz] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    const other = around[i] as number;
    const at = other - (other % 3);
    const [fx, fy, fz] = [faces[at], faces[at + 1], faces[at + 2]] as [number, number, number];
    if (x * fx + y * fy + z * fz < CREASE && at !== own) continue;
    const angle = angles[other] as number;
    sx += fx * angle;
    sy += fy * angle;
    sz += fz * angle;
  }
  normal[0] = sx;
  normal[1] = sy;
  normal[2] = sz;
  unit(normal, 0);
}

const alike = (normals: Float32Array, at: number): boolean =>
  (normals[at] as number) * (normal[0] as number) +
    (normals[at + 1] as number) * (normal[1] as number) +
    (normals[at + 2] as number) * (normal[2] as number) >
  SAME;

function unit(normals: Float32Array, at: number): void {
  const [x, y, z] = [normals[at], normals[at + 1], normals[at + 2]] as [number, number, number];
  const long = Math.sqrt(x * x + y * y + z * z) || 1;
  normals[at] = x / long;
  normals[at + 1] = y / long;
  normals[at + 2] = z / long;
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
