import { BufferAttribute, BufferGeometry, Matrix4, Ray, Sphere, Vector3 } from 'three';
import type { VisualMeshes } from '../meshes/visualMeshes.ts';
import type { Armature } from './armature.ts';
import type { LinkMeshes, LinkMeshHit } from './mechanismShape.ts';

const EPSILON = 1e-12;
const inverse = new Matrix4();
const local = new Ray();
const point = new Vector3();

export function makeLinkMeshes(looks: VisualMeshes): LinkMeshes {
  const bones = [...looks.runs.keys()];
  const spheres = new Map(bones.map((bone) => [bone, new Sphere()]));
  for (const bone of bones) boundingSphere(looks, bone, spheres.get(bone) as Sphere);
  return {
    has: (bone) => looks.complete.has(bone),
    hit: (armature, ray) => findNearestHit(looks, spheres, armature, ray),
    single: (bone) => singleMesh(looks, bone),
  };
}

/** Returns the range of the vertices of a bone. The end is exclusive. */
function vertexRange({ surface, runs }: VisualMeshes, bone: number): readonly [number, number] {
  const { start = 0, count = 0 } = runs.get(bone) ?? {};
  let [low, high] = [surface.bones.length, 0];
  for (let i = start; i < start + count; i++) {
    low = Math.min(low, surface.index[i] as number);
    high = Math.max(high, (surface.index[i] as number) + 1);
  }
  return [low, high];
}

/** Returns the vertices of a bone, xyz each, in the frame of the bone. */
export function boneVertexPositions(looks: VisualMeshes, bone: number): Float32Array {
  const [low, high] = vertexRange(looks, bone);
  return looks.surface.positions.subarray(3 * low, 3 * high);
}

function boundingSphere(looks: VisualMeshes, bone: number, sphere: Sphere): void {
  const positions = boneVertexPositions(looks, bone);
  const [low, high] = [
    new Vector3(Infinity, Infinity, Infinity),
    new Vector3(-Infinity, -Infinity, -Infinity),
  ];
  for (let i = 0; i < positions.length; i += 3) {
    point.fromArray(positions, i);
    low.min(point);
    high.max(point);
  }
  sphere.center.copy(low).add(high).divideScalar(2);
  sphere.radius = low.distanceTo(high) / 2;
}

const boneMatrix = ({ world, points }: Armature, bone: number): Matrix4 =>
  (bone === 0 ? world : (points[bone - 1] ?? world)).matrixWorld;

function findNearestHit(
  looks: VisualMeshes,
  spheres: ReadonlyMap<number, Sphere>,
  armature: Armature,
  ray: Ray,
): LinkMeshHit | null {
  let found: LinkMeshHit | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [bone, sphere] of spheres) {
    const matrix = boneMatrix(armature, bone);
    local.copy(ray).applyMatrix4(inverse.copy(matrix).invert());
    if (!local.intersectsSphere(sphere)) continue;
    const away = rayDistance(looks, bone, local);
    if (away >= least) continue;
    least = away;
    found = { bone, point: ray.at(away, new Vector3()) };
  }
  return found;
}

/**
 * Returns the distance along a ray to the nearest triangle of a bone; Infinity for no hit. After
 * Möller, Trumbore 1997.
 */
function rayDistance(
  { surface: { positions, index }, runs }: VisualMeshes,
  bone: number,
  ray: Ray,
): number {
  const { start = 0, count = 0 } = runs.get(bone) ?? {};
  const { x: ox, y: oy, z: oz } = ray.origin;
  const { x: dx, y: dy, z: dz } = ray.direction;
  const coordinate = (i: number): number => positions[i] as number;
  let least = Number.POSITIVE_INFINITY;
  for (let i = start; i < start + count; i += 3) {
    const a = 3 * (index[i] as number);
    const b = 3 * (index[i + 1] as number);
    const c = 3 * (index[i + 2] as number);
    const [ax, ay, az] = [coordinate(a), coordinate(a + 1), coordinate(a + 2)];
    const [ux, uy, uz] = [coordinate(b) - ax, coordinate(b + 1) - ay, coordinate(b + 2) - az];
    const [vx, vy, vz] = [coordinate(c) - ax, coordinate(c + 1) - ay, coordinate(c + 2) - az];
    const [px, py, pz] = [dy * vz - dz * vy, dz * vx - dx * vz, dx * vy - dy * vx];
    const size = ux * px + uy * py + uz * pz;
    if (Math.abs(size) < EPSILON * EPSILON) continue;
    const [sx, sy, sz] = [ox - ax, oy - ay, oz - az];
    const u = (sx * px + sy * py + sz * pz) / size;
    if (u < 0 || u > 1) continue;
    const [qx, qy, qz] = [sy * uz - sz * uy, sz * ux - sx * uz, sx * uy - sy * ux];
    const v = (dx * qx + dy * qy + dz * qz) / size;
    if (v < 0 || u + v > 1) continue;
    const away = (vx * qx + vy * qy + vz * qz) / size;
    if (away > 0 && away < least) least = away;
  }
  return least;
}

function singleMesh(looks: VisualMeshes, bone: number): BufferGeometry {
  const { start = 0, count = 0 } = looks.runs.get(bone) ?? {};
  const [low] = vertexRange(looks, bone);
  const index = looks.surface.index.slice(start, start + count).map((vertex) => vertex - low);
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(boneVertexPositions(looks, bone), 3))
    .setIndex(new BufferAttribute(index, 1));
}
