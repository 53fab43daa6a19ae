/**
 * The shape of a mechanism with visual meshes. Links without a mesh are drawn from the kinematics.
 */

import type { Scene } from '@iklab/core/scenario';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import {
  BufferAttribute,
  BufferGeometry,
  type Matrix4,
  type Ray,
  type TypedArray,
  Vector3,
} from 'three';
import { makeOneBoneWeights } from '../../drawn/mergedGeometry.ts';
import type { RobotDetailLevel } from '../../drawn/robotDetailLevel.ts';
import type { VisualMeshes, VisualSurface } from '../meshes/visualMeshes.ts';
import { makeStartArmature } from './armature.ts';
import { boneVertexPositions } from './linkMeshes.ts';
import { type MechanismBody, makeCapsuleBody, makeJointLimitArc } from './mechanismBody.ts';
import {
  type DrawnLimb,
  type LinkMeshes,
  type LinkMeshHit,
  limbShadow,
  type MechanismShape,
  maxPointDistance,
  REACH_IN_VIEW_UNITS,
} from './mechanismShape.ts';
import { jointHousingRadii, makeRobotHousingBody } from './robotHousingBody.ts';
import { widenOutline } from './widenOutline.ts';

export interface ShapeWithVisuals {
  readonly shape: MechanismShape;
  readonly body: MechanismBody;
}

const MAX_SUNK = 0.15; // Targets this far below the meshes lower the ground, in units of the view.
const MIN_COVERAGE = 0.4; // In limb lengths: a shorter mesh only covers a joint.
const MAX_SAMPLES = 2000; // Number of vertices of a link that are measured.
const ARC = 1.15; // Radius of a limit arc, relative to the link around its joint.
const NEAR = 0.3; // Share of the vertices of a link that are around its joint.
const point = new Vector3();

/** `meshes` are the links of `visuals`. `fine` is the detail of the other links. */
export function makeShapeWithVisuals(
  scene: Scene,
  plain: MechanismShape,
  visuals: VisualMeshes,
  meshes: LinkMeshes,
  fine: RobotDetailLevel,
): ShapeWithVisuals {
  const outline = findOutermost(scene, visuals);
  const { stands: isOnGround, ground } = findGround(plain, outline, meshes.has(0));
  const unit = Math.max(plain.unit, maxPointDistance(outline) / REACH_IN_VIEW_UNITS);
  const grounded = { ...plain, ...ground, unit, outline };
  const limbs = thickenLimbs(plain, visuals);
  const machine = plain.machine ? makeRobotHousingBody(scene, grounded, fine, visuals) : null;
  const bare =
    machine?.body ?? makeCapsuleBody(withoutMeshes(grounded, visuals, meshes, isOnGround));
  const shape = {
    ...grounded,
    limbs,
    radii: machine ? jointHousingRadii(plain, machine.robot) : plain.radii,
    shadows: [
      ...(machine?.robot.shadows ?? []),
      ...limbs.filter(({ from }) => !machine?.meshes.has(from + 1)).map(limbShadow),
    ],
    segments: machine?.robot.segments ?? plain.segments,
    meshes: machine ? combineLinks(meshes, machine.meshes) : meshes,
  };
  const solid = mergeGeometry(bare.solid, visuals.surface, bare.pinless, 'paint', 0);
  const edge = mergeGeometry(bare.edge, visuals.hull, 0, 'wide', 1);
  const pinless = bare.pinless + visuals.surface.index.length;
  bare.solid.dispose();
  bare.edge.dispose();
  const arcs = makeArcs(plain, visuals).map((arc, i) => {
    const ownArc = bare.arcs[i];
    return ownArc && machine?.meshes.has(ownArc.bone + 1) ? ownArc : arc;
  });
  return { shape, body: { ...bare, solid, pinless, edge, arcs, widen: widenOutline } };
}

function combineLinks(first: LinkMeshes, second: LinkMeshes): LinkMeshes {
  const depth = (hit: LinkMeshHit, ray: Ray): number => hit.point.distanceTo(ray.origin);
  return {
    has: (bone) => first.has(bone) || second.has(bone),
    hit: (armature, ray) => {
      const [a, b] = [first.hit(armature, ray), second.hit(armature, ray)];
      return a && b ? (depth(a, ray) < depth(b, ray) ? a : b) : (a ?? b);
    },
    single: (bone) => (first.has(bone) ? first : second).single(bone),
  };
}

function findOutermost(scene: Scene, { hull }: VisualMeshes): Vector3[] {
  const { world, points } = makeStartArmature(scene);
  const matrices = [world, ...points].map(({ matrixWorld }) => matrixWorld);
  const found = new Map<number, Vector3[]>();
  hull.bones.forEach((bone, i) => {
    point.fromArray(hull.positions, 3 * i).applyMatrix4(matrices[bone] as Matrix4);
    const most = found.get(bone) ?? Array.from({ length: 6 }, () => point.clone());
    found.set(bone, most);
    const [right, left, up, down, near, far] = most as SixPoints;
    if (point.x > right.x) right.copy(point);
    if (point.x < left.x) left.copy(point);
    if (point.y > up.y) up.copy(point);
    if (point.y < down.y) down.copy(point);
    if (point.z > near.z) near.copy(point);
    if (point.z < far.z) far.copy(point);
  });
  return [...found.values()].flat();
}

type SixPoints = [Vector3, Vector3, Vector3, Vector3, Vector3, Vector3];

/**
 * Returns the ground height, below the meshes and deeper targets. If the base has no mesh (`based`
 * is false), the ground is also below the drawn base.
 */
function findGround(
  { pose, targets, floor: before, radii, unit }: MechanismShape,
  outline: readonly Vector3[],
  based: boolean,
) {
  const lowest = Math.min(...outline.map(({ y }) => y));
  const low = Math.min(...targets.map(({ y }) => y));
  const isOnGround = based && low > lowest - MAX_SUNK * unit;
  const deep = based ? low - 2 * Math.max(...radii) : Math.min(before, lowest);
  const floor = isOnGround ? lowest : deep;
  const moved = pose.map((vertex) => (vertex.y === before ? vertex.clone().setY(floor) : vertex));
  return { stands: isOnGround, ground: { floor, pose: moved } };
}

function withoutMeshes(
  shape: MechanismShape,
  visuals: VisualMeshes,
  meshes: LinkMeshes,
  isOnGround: boolean,
): MechanismShape {
  const { joints } = shape.tree;
  const limbs = shape.limbs.filter(
    (limb) => !meshes.has(limb.from + 1) || coverage(visuals, limb) < MIN_COVERAGE,
  );
  const touched = new Set(limbs.flatMap(({ from, to }) => [from, to]));
  const index = new Map(joints.map(({ id }, i) => [id, i]));
  const parent = (i: number): number => index.get(joints[i]?.parent ?? '') ?? -1;
  const hidden = (i: number): boolean =>
    meshes.has(i + 1) || (meshes.has(parent(i) + 1) && !touched.has(i));
  const remaining = joints.map((joint, i) =>
    hidden(i) ? { ...joint, type: 'fixed' as const } : joint,
  );
  const tree = { ...shape.tree, joints: remaining };
  return { ...shape, tree, limbs, roots: isOnGround ? [] : shape.roots };
}

function coverage(visuals: VisualMeshes, { from, end }: DrawnLimb): number {
  const limb = new Vector3(...end);
  return (
    Math.max(
      ...sampleVertices(boneVertexPositions(visuals, from + 1), (vertex) => vertex.dot(limb)),
    ) / limb.lengthSq()
  );
}

function thickenLimbs({ limbs }: MechanismShape, visuals: VisualMeshes): readonly DrawnLimb[] {
  return limbs.map((limb) => {
    const bone = limb.from + 1;
    if (!visuals.complete.has(bone)) return limb;
    const end = new Vector3(...limb.end);
    const long = end.length();
    const direction = end.normalize();
    const away = sampleVertices(boneVertexPositions(visuals, bone), (vertex) =>
      vertex.cross(direction).length(),
    );
    const thick = Math.min(0.6 * long, median(away));
    return { ...limb, radius: [thick, thick] };
  });
}

function makeArcs(plain: MechanismShape, visuals: VisualMeshes): MechanismBody['arcs'] {
  const radii = plain.radii.map((radius, i) => {
    const joint = plain.tree.joints[i];
    if (!joint || !visuals.complete.has(i + 1)) return radius;
    const axis = new Vector3(...joint.axis).normalize();
    const distances = sampleVertices(
      boneVertexPositions(visuals, i + 1),
      (at) => [at.length(), at.cross(axis).length()] as const,
    );
    distances.sort(([a], [b]) => a - b);
    const about = distances.slice(0, Math.ceil(NEAR * distances.length)).map(([, away]) => away);
    return Math.max(radius, (ARC * Math.max(...about)) / 2.5);
  });
  return plain.tree.joints
    .filter(isIndependentJoint)
    .map((joint) => makeJointLimitArc({ ...plain, radii }, joint));
}

function sampleVertices<T>(positions: Float32Array, measure: (at: Vector3) => T): T[] {
  const step = Math.max(1, Math.floor(positions.length / 3 / MAX_SAMPLES));
  const out: T[] = [];
  for (let i = 0; i < positions.length; i += 3 * step)
    out.push(measure(point.fromArray(positions, i)));
  return out;
}

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Inserts the triangles of a surface into `bare` at index position `insertAt`. All surface vertices
 * get `value` in the attribute `mark`.
 */
function mergeGeometry(
  bare: BufferGeometry,
  { positions, normals, bones, index }: VisualSurface,
  insertAt: number,
  mark: 'paint' | 'wide',
  value: number,
): BufferGeometry {
  const { array: first = [] } = bare.getIndex() ?? {};
  const count = bare.getAttribute('position')?.count ?? 0;
  const indices = new Uint32Array(first.length + index.length);
  indices.set(Array.prototype.slice.call(first, 0, insertAt));
  indices.set(
    index.map((vertex) => vertex + count),
    insertAt,
  );
  indices.set(Array.prototype.slice.call(first, insertAt), insertAt + index.length);
  const marks = new Float32Array(bones.length).fill(value);
  const before = bare.getAttribute(mark)?.array ?? new Float32Array(count);
  const attribute = (head: ArrayLike<number>, tail: Float32Array, size: number) => {
    const all = new Float32Array(head.length + tail.length);
    all.set(head);
    all.set(tail, head.length);
    return new BufferAttribute(all, size);
  };
  const attributeOf = (name: string): TypedArray => bare.getAttribute(name).array;
  return new BufferGeometry()
    .setAttribute('position', attribute(attributeOf('position'), positions, 3))
    .setAttribute('normal', attribute(attributeOf('normal'), normals, 3))
    .setAttribute('skinIndex', attribute(attributeOf('skinIndex'), bones, 1))
    .setAttribute('skinWeight', makeOneBoneWeights(count + bones.length))
    .setAttribute(mark, attribute(before, marks, 1))
    .setIndex(new BufferAttribute(indices, 1));
}
