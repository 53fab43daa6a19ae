/** Prepares the surface of a mesh: normals with sharp creases, and a hull for the outline. */
import type { Triangles } from '@iklab/robots';

export interface MeshSurface {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly index: Uint32Array;
}

const CREASE = Math.cos((34 * Math.PI) / 180);
export interface MeshSurfaceAndHull {
  readonly surface: MeshSurface;
  readonly hull: MeshSurface;
}

const WELD_GRID = 2 ** 20; // Cells along the longest side; vertices in the same cell are merged.
const MAX_SMOOTHED = 200; // At vertices with more triangles, each keeps its own normal.
const SAME_NORMAL = 0.9999; // Cosine above which normals are equal.
const normal = new Float32Array(3); // The result of `computeNormal`.

interface Welded {
  readonly points: Float32Array;
  readonly corners: Uint32Array;
  readonly faces: Float32Array;
  /** Angle at each corner of each triangle, radians. */
  readonly angles: Float32Array;
}

const ITEMS_PER_STEP = 4096; // Triangles, or points, per step.

/** Computes the surface and the hull in steps, which can be spread over frames. */
export function* computeMeshSurfaceAndHull(
  triangles: Triangles,
): Generator<void, MeshSurfaceAndHull> {
  const welded = yield* weld(triangles);
  yield;
  const { starts, around } = neighbours(welded);
  yield;
  return { surface: yield* makeCreased(welded, starts, around), hull: makeHull(welded) };
}

function* weld(triangles: Triangles): Generator<void, Welded> {
  const cells = toGridCells(triangles);
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
    if (i % ITEMS_PER_STEP === 0) yield;
    let slot = hashCell(cells, 3 * i) & (size - 1);
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
  const positions = new Float32Array(3 * points);
  for (let i = 0; i < points; i++)
    for (let k = 0; k < 3; k++)
      positions[3 * i + k] = triangles[3 * (firsts[i] as number) + k] as number;
  yield;
  return addFaces(positions, corners);
}

/**
 * Returns the grid cells of all triangle corners. There may be millions, so the function uses
 * scalars.
 */
function toGridCells(triangles: Triangles): Int32Array {
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
  const scale = wide > 0 ? WELD_GRID / wide : 0;
  const cells = new Int32Array(triangles.length);
  for (let k = 0; k < 3; k++) {
    const from = low[k] as number;
    for (let i = k; i < triangles.length; i += 3)
      cells[i] = Math.round(((triangles[i] as number) - from) * scale);
  }
  return cells;
}

const hashCell = (cells: Int32Array, offset: number): number =>
  (Math.imul(cells[offset] as number, 73856093) ^
    Math.imul(cells[offset + 1] as number, 19349663) ^
    Math.imul(cells[offset + 2] as number, 83492791)) >>>
  0;

function addFaces(points: Float32Array, all: Uint32Array): Welded {
  const corners = new Uint32Array(all.length);
  const faces = new Float32Array(all.length);
  const angles = new Float32Array(all.length);
  const coordinate = (i: number): number => points[i] as number;
  let used = 0;
  for (let i = 0; i < all.length; i += 3) {
    const [a, b, c] = [all[i] as number, all[i + 1] as number, all[i + 2] as number];
    const [ax, ay, az] = [coordinate(3 * a), coordinate(3 * a + 1), coordinate(3 * a + 2)];
    const [ux, uy, uz] = [
      coordinate(3 * b) - ax,
      coordinate(3 * b + 1) - ay,
      coordinate(3 * b + 2) - az,
    ];
    const [vx, vy, vz] = [
      coordinate(3 * c) - ax,
      coordinate(3 * c + 1) - ay,
      coordinate(3 * c + 2) - az,
    ];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const long = Math.sqrt(nx * nx + ny * ny + nz * nz); // Twice the area.
    if (!(long > 0)) continue;
    corners[used] = a;
    corners[used + 1] = b;
    corners[used + 2] = c;
    faces[used] = nx / long;
    faces[used + 1] = ny / long;
    faces[used + 2] = nz / long;
    const [uu, vv, uv] = [
      ux * ux + uy * uy + uz * uz,
      vx * vx + vy * vy + vz * vz,
      ux * vx + uy * vy + uz * vz,
    ];
    angles[used] = Math.atan2(long, uv);
    angles[used + 1] = Math.atan2(long, uu - uv);
    angles[used + 2] = Math.atan2(long, vv - uv);
    used += 3;
  }
  return {
    points,
    corners: corners.slice(0, used),
    faces: faces.slice(0, used),
    angles: angles.slice(0, used),
  };
}

/**
 * Returns the corners at each point. Point i has the entries of `around` from `starts[i]` to before
 * `starts[i + 1]`.
 */
function neighbours({ points, corners }: Welded) {
  const starts = new Uint32Array(points.length / 3 + 1);
  for (const point of corners) starts[point + 1] = (starts[point + 1] as number) + 1;
  for (let i = 1; i < starts.length; i++)
    starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  const next = starts.slice();
  const around = new Uint32Array(corners.length);
  for (let corner = 0; corner < corners.length; corner++) {
    const point = corners[corner] as number;
    const slot = next[point] as number;
    around[slot] = corner;
    next[point] = slot + 1;
  }
  return { starts, around };
}

function* makeCreased(
  welded: Welded,
  starts: Uint32Array,
  around: Uint32Array,
): Generator<void, MeshSurface> {
  const { points, corners } = welded;
  const positions = new Float32Array(3 * corners.length);
  const normals = new Float32Array(3 * corners.length);
  const index = new Uint32Array(corners.length);
  let count = 0;
  for (let point = 0; point < points.length / 3; point++) {
    if (point % ITEMS_PER_STEP === 0) yield;
    const first = count;
    const [from, to] = [starts[point] as number, starts[point + 1] as number];
    for (let i = from; i < to; i++) {
      const corner = around[i] as number;
      computeNormal(
        welded,
        corner,
        around,
        to - from > MAX_SMOOTHED ? i : from,
        to - from > MAX_SMOOTHED ? i + 1 : to,
      );
      let found = first;
      while (found < count && !matchesNormal(normals, 3 * found)) found++;
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

function computeNormal(
  { faces, angles }: Welded,
  corner: number,
  around: Uint32Array,
  from: number,
  to: number,
): void {
  const ownFace = corner - (corner % 3);
  const [x, y, z] = [faces[ownFace], faces[ownFace + 1], faces[ownFace + 2]] as [
    number,
    number,
    number,
  ];
  let [sx, sy, sz] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    const otherCorner = around[i] as number;
    const face = otherCorner - (otherCorner % 3);
    const [fx, fy, fz] = [faces[face], faces[face + 1], faces[face + 2]] as [
      number,
      number,
      number,
    ];
    if (x * fx + y * fy + z * fz < CREASE && face !== ownFace) continue;
    const angle = angles[otherCorner] as number;
    sx += fx * angle;
    sy += fy * angle;
    sz += fz * angle;
  }
  normal[0] = sx;
  normal[1] = sy;
  normal[2] = sz;
  normalize(normal, 0);
}

const matchesNormal = (normals: Float32Array, offset: number): boolean =>
  (normals[offset] as number) * (normal[0] as number) +
    (normals[offset + 1] as number) * (normal[1] as number) +
    (normals[offset + 2] as number) * (normal[2] as number) >
  SAME_NORMAL;

function normalize(normals: Float32Array, offset: number): void {
  const [x, y, z] = [normals[offset], normals[offset + 1], normals[offset + 2]] as [
    number,
    number,
    number,
  ];
  const long = Math.sqrt(x * x + y * y + z * z) || 1;
  normals[offset] = x / long;
  normals[offset + 1] = y / long;
  normals[offset + 2] = z / long;
}

function makeHull({ points, corners, faces, angles }: Welded): MeshSurface {
  const normals = new Float32Array(points.length);
  corners.forEach((point, corner) => {
    const face = corner - (corner % 3);
    for (let k = 0; k < 3; k++)
      normals[3 * point + k] =
        (normals[3 * point + k] as number) +
        (faces[face + k] as number) * (angles[corner] as number);
  });
  for (let offset = 0; offset < normals.length; offset += 3) normalize(normals, offset);
  return { positions: points, normals, index: corners };
}
