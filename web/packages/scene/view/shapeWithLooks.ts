/**
 * A mechanism with visual meshes: links that have meshes are drawn by them, others from the
 * kinematics.
 */

import { isMovingJoint, type Scene } from 'iklab/scenario';
import {
  BufferAttribute,
  BufferGeometry,
  type Matrix4,
  type Ray,
  type TypedArray,
  Vector3,
} from 'three';
import type { Fineness } from '../drawn/fineness.ts';
import { oneBone } from '../drawn/mergedGeometry.ts';
import { startArmature } from './armature.ts';
import { arcOf, type Body, bodyOf } from './body.ts';
import { drawnBody, machineRadii } from './drawnBody.ts';
import { widen } from './edge.ts';
import { positionsOf } from './linkMeshes.ts';
import type { Looks, LooksSurface } from './looks.ts';
import {
  type Limb,
  type MeshHit,
  type MeshLinks,
  REACH,
  type Shape,
  shadowOf,
  spanOf,
} from './shape.ts';

export interface ShapeWithLooks {
  readonly shape: Shape;
  readonly body: Body;
}

const SUNK = 0.15; // Targets this far below the meshes lower the ground, in units of the view.
const SHORT = 0.4; // In limb lengths: a shorter mesh only covers a joint.
const SAMPLE = 2000; // Number of vertices of a link that are measured.
const ARC = 1.15; // Radius of a limit arc, relative to the link around its joint.
const NEAR = 0.3; // Share of the vertices of a link that are around its joint.
const point = new Vector3();

/** `meshes`: of the looks; `fine`: detail of what is drawn from the kinematics. */
export function shapeWithLooks(
  scene: Scene,
  plain: Shape,
  looks: Looks,
  meshes: MeshLinks,
  fine: Fineness,
): ShapeWithLooks {
  const outline = outermost(scene, looks);
  const { stands, ground } = groundOf(plain, outline, meshes.has(0));
  const unit = Math.max(plain.unit, spanOf(outline) / REACH);
  const grounded = { ...plain, ...ground, unit, outline };
  const limbs = thickened(plain, looks);
  const machine = plain.machine ? drawnBody(scene, grounded, fine, looks) : null;
  const bare = machine?.body ?? bodyOf(bareOf(grounded, looks, meshes, stands));
  const shape = {
    ...grounded,
    limbs,
    radii: machine ? machineRadii(plain, machine.robot) : plain.radii,
    shadows: [
      ...(machine?.robot.shadows ?? []),
      ...limbs.filter(({ from }) => !machine?.meshes.has(from + 1)).map(shadowOf),
    ],
    segments: machine?.robot.segments ?? plain.segments,
    meshes: machine ? either(meshes, machine.meshes) : meshes,
  };
  const solid = merged(bare.solid, looks.surface, bare.pinless, 'paint', 0);
  const edge = merged(bare.edge, looks.hull, 0, 'wide', 1);
  const pinless = bare.pinless + looks.surface.index.length;
  bare.solid.dispose();
  bare.edge.dispose();
  const arcs = arcsOf(plain, looks).map((arc, i) => {
    const own = bare.arcs[i];
    return own && machine?.meshes.has(own.bone + 1) ? own : arc;
  });
  return { shape, body: { ...bare, solid, pinless, edge, arcs, widen } };
}

/** Combines two sets; the first takes precedence. */
function either(first: MeshLinks, second: MeshLinks): MeshLinks {
  const depth = (hit: MeshHit, ray: Ray): number => hit.point.distanceTo(ray.origin);
  return {
    has: (bone) => first.has(bone) || second.has(bone),
    hit: (armature, ray) => {
      const [a, b] = [first.hit(armature, ray), second.hit(armature, ray)];
      return a && b ? (depth(a, ray) < depth(b, ray) ? a : b) : (a ?? b);
    },
    single: (bone) => (first.has(bone) ? first : second).single(bone),
  };
}

/**
 * The outermost vertices in the start pose, in the upright frame: those of each link along every
 * axis.
 */
function outermost(scene: Scene, { hull }: Looks): Vector3[] {
  const { world, points } = startArmature(scene);
  const places = [world, ...points].map(({ matrixWorld }) => matrixWorld);
  const found = new Map<number, Vector3[]>();
  hull.bones.forEach((bone, i) => {
    point.fromArray(hull.positions, 3 * i).applyMatrix4(places[bone] as Matrix4);
    const most = found.get(bone) ?? Array.from({ length: 6 }, () => point.clone());
    found.set(bone, most);
    const [right, left, up, down, near, far] = most as Six;
    if (point.x > right.x) right.copy(point);
    if (point.x < left.x) left.copy(point);
    if (point.y > up.y) up.copy(point);
    if (point.y < down.y) down.copy(point);
    if (point.z > near.z) near.copy(point);
    if (point.z < far.z) far.copy(point);
  });
  return [...found.values()].flat();
}

type Six = [Vector3, Vector3, Vector3, Vector3, Vector3, Vector3];

/**
 * The ground is under the meshes, or under targets that are deeper. If the base has no mesh
 * (`based` is false), it is also under the drawn base.
 */
function groundOf(
  { pose, targets, floor: before, radii, unit }: Shape,
  seen: readonly Vector3[],
  based: boolean,
) {
  const lowest = Math.min(...seen.map(({ y }) => y));
  const low = Math.min(...targets.map(({ y }) => y));
  const stands = based && low > lowest - SUNK * unit;
  const deep = based ? low - 2 * Math.max(...radii) : Math.min(before, lowest);
  const floor = stands ? lowest : deep;
  const moved = pose.map((at) => (at.y === before ? at.clone().setY(floor) : at));
  return { stands, ground: { floor, pose: moved } };
}

/** The shape without the links that meshes replace; `stands`: the meshes stand on the ground. */
function bareOf(shape: Shape, looks: Looks, meshes: MeshLinks, stands: boolean): Shape {
  const { joints } = shape.tree;
  const limbs = shape.limbs.filter(
    (limb) => !meshes.has(limb.from + 1) || reaches(looks, limb) < SHORT,
  );
  const touched = new Set(limbs.flatMap(({ from, to }) => [from, to]));
  const index = new Map(joints.map(({ id }, i) => [id, i]));
  const parent = (i: number): number => index.get(joints[i]?.parent ?? '') ?? -1;
  const hidden = (i: number): boolean =>
    meshes.has(i + 1) || (meshes.has(parent(i) + 1) && !touched.has(i));
  const left = joints.map((joint, i) => (hidden(i) ? { ...joint, type: 'fixed' as const } : joint));
  const tree = { ...shape.tree, joints: left };
  return { ...shape, tree, limbs, roots: stands ? [] : shape.roots };
}

/** How far the mesh of a link extends along a limb, relative to the length of the limb. */
function reaches(looks: Looks, { from, end }: Limb): number {
  const limb = new Vector3(...end);
  return Math.max(...sampled(positionsOf(looks, from + 1), (at) => at.dot(limb))) / limb.lengthSq();
}

/** Limbs as thick as their meshes, for their shadows. */
function thickened({ limbs }: Shape, looks: Looks): readonly Limb[] {
  return limbs.map((limb) => {
    const bone = limb.from + 1;
    if (!looks.whole.has(bone)) return limb;
    const end = new Vector3(...limb.end);
    const long = end.length();
    const along = end.normalize();
    const away = sampled(positionsOf(looks, bone), (at) => at.cross(along).length());
    const thick = Math.min(0.6 * long, median(away));
    return { ...limb, radius: [thick, thick] };
  });
}

function arcsOf(plain: Shape, looks: Looks): Body['arcs'] {
  const radii = plain.radii.map((radius, i) => {
    const joint = plain.tree.joints[i];
    if (!joint || !looks.whole.has(i + 1)) return radius;
    const axis = new Vector3(...joint.axis).normalize();
    const seen = sampled(
      positionsOf(looks, i + 1),
      (at) => [at.length(), at.cross(axis).length()] as const,
    );
    seen.sort(([a], [b]) => a - b);
    const about = seen.slice(0, Math.ceil(NEAR * seen.length)).map(([, away]) => away);
    return Math.max(radius, (ARC * Math.max(...about)) / 2.5);
  });
  return plain.tree.joints.filter(isMovingJoint).map((joint) => arcOf({ ...plain, radii }, joint));
}

function sampled<T>(places: Float32Array, measure: (at: Vector3) => T): T[] {
  const step = Math.max(1, Math.floor(places.length / 3 / SAMPLE));
  const out: T[] = [];
  for (let i = 0; i < places.length; i += 3 * step) out.push(measure(point.fromArray(places, i)));
  return out;
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * `at`: position in the index of `bare` where the triangles are inserted; `mark`: an attribute that
 * is `value` at all their vertices.
 */
function merged(
  bare: BufferGeometry,
  { positions, normals, bones, index }: LooksSurface,
  at: number,
  mark: 'paint' | 'wide',
  value: number,
): BufferGeometry {
  const { array: first = [] } = bare.getIndex() ?? {};
  const count = bare.getAttribute('position')?.count ?? 0;
  const whole = new Uint32Array(first.length + index.length);
  whole.set(Array.prototype.slice.call(first, 0, at));
  whole.set(
    index.map((vertex) => vertex + count),
    at,
  );
  whole.set(Array.prototype.slice.call(first, at), at + index.length);
  const marks = new Float32Array(bones.length).fill(value);
  const before = bare.getAttribute(mark)?.array ?? new Float32Array(count);
  const attribute = (head: ArrayLike<number>, tail: Float32Array, size: number) => {
    const all = new Float32Array(head.length + tail.length);
    all.set(head);
    all.set(tail, head.length);
    return new BufferAttribute(all, size);
  };
  const of = (name: string): TypedArray => bare.getAttribute(name).array;
  return new BufferGeometry()
    .setAttribute('position', attribute(of('position'), positions, 3))
    .setAttribute('normal', attribute(of('normal'), normals, 3))
    .setAttribute('skinIndex', attribute(of('skinIndex'), bones, 1))
    .setAttribute('skinWeight', oneBone(count + bones.length))
    .setAttribute(mark, attribute(before, marks, 1))
    .setIndex(new BufferAttribute(whole, 1));
}
