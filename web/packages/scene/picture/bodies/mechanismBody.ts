import type { Joint } from '@iklab/core/scenario';
import { isIndependentJoint, isMovable } from '@iklab/core/scenario/robot';
import { type BufferGeometry, Matrix4, type MeshBasicMaterial, Vector3 } from 'three';
import {
  MergedGeometry,
  makePoseAlongAxis,
  makeUnlitGeometry,
  mergePaintedGeometries,
} from '../../drawn/mergedGeometry.ts';
import {
  COARSE_SOLID_DETAIL,
  FINE_SOLID_DETAIL,
  makeArcSolid,
  makeBall,
  makeRod,
  makeTaperedCapsule,
  type SolidDetail,
} from '../../drawn/solidMesh.ts';
import type { PaneResolution } from '../thickLines.ts';
import { type MechanismShape, RELATIVE_FOOT_RADIUS } from './mechanismShape.ts';

export interface MechanismBody {
  /**
   * Geometry of the mechanism. The attribute `paint` selects the colour of a vertex. The joint axis
   * pins come last.
   */
  readonly solid: BufferGeometry;
  /** Number of vertex indices of `solid` without the pins, which come last. */
  readonly pinless: number;
  /**
   * Hull of the mechanism, whose back faces are drawn as the outline. With `widen`, the shader
   * enlarges the hull.
   */
  readonly edge: BufferGeometry;
  /** For each independent joint, the arc that marks its limit; null without limits. */
  readonly arcs: readonly (JointLimitArc | null)[];
  readonly arc: BufferGeometry;
  /**
   * Makes the outline material enlarge `edge` in the shader; absent if `edge` is already enlarged.
   */
  readonly widen?: (edge: MeshBasicMaterial, resolution: PaneResolution) => void;
}

export interface JointLimitArc {
  /** Index of the joint in the tree. The bone number in a body differs. */
  readonly bone: number;
  readonly frame: Matrix4;
  readonly limits: readonly [number, number];
}

const ORIGIN = new Vector3();

/** Makes a body of capsules. Bone 0 is the scenario frame, bone i + 1 is joint i of the tree. */
export function makeCapsuleBody(shape: MechanismShape): MechanismBody {
  const { link, joint, cap, axis, edge } = drawParts(shape, FINE_SOLID_DETAIL);
  return {
    solid: mergePaintedGeometries([link, joint, cap, axis]),
    pinless: link.size + joint.size + cap.size,
    edge: edge.build(),
    arcs: shape.tree.joints
      .filter(isIndependentJoint)
      .map((joint) => makeJointLimitArc(shape, joint)),
    arc: makeUnlitGeometry(makeArcSolid()),
  };
}

export function makeCoarseCapsuleBody(shape: MechanismShape): BufferGeometry {
  const { link, joint, cap } = drawParts(shape, COARSE_SOLID_DETAIL);
  return mergePaintedGeometries([link, joint, cap]);
}

function drawParts(shape: MechanismShape, division: SolidDetail): DrawTarget {
  const [link, joint, cap, axis, edge] = Array.from({ length: 5 }, () => new MergedGeometry()) as [
    MergedGeometry,
    MergedGeometry,
    MergedGeometry,
    MergedGeometry,
    MergedGeometry,
  ];
  const to = { link, joint, cap, axis, edge, line: 0.0105 * shape.unit, shape, division };
  drawPedestals(to);
  for (const limb of shape.limbs) {
    const end = new Vector3(...limb.end);
    const [from, tip] = limb.radius;
    const frame = makePoseAlongAxis(ORIGIN, end);
    link.add(makeTaperedCapsule(end.length(), from, tip, division), frame, limb.from + 1);
    edge.add(
      makeTaperedCapsule(end.length(), from + to.line, tip + to.line, division),
      frame,
      limb.from + 1,
    );
  }
  shape.tree.joints.forEach((each, i) => {
    if (each.type === 'prismatic') drawSlider(to, each, i);
    else if (isMovable(each)) drawHinge(to, each, i);
  });
  drawTips(to);
  return to;
}

interface DrawTarget {
  readonly link: MergedGeometry;
  readonly joint: MergedGeometry;
  readonly cap: MergedGeometry;
  readonly axis: MergedGeometry;
  readonly edge: MergedGeometry;
  readonly line: number;
  readonly shape: MechanismShape;
  readonly division: SolidDetail;
}

function drawHinge(
  { joint: barrel, cap, axis: pin, edge, line, shape, division: { sides } }: DrawTarget,
  joint: Joint,
  i: number,
): void {
  const radius = (shape.radii[i] as number) * 1.12;
  const length = radius * 2.4;
  const frame = makePoseAlongAxis(ORIGIN, new Vector3(...joint.axis));
  barrel.add(makeRod(radius * 0.8, length, sides), frame, i + 1);
  edge.add(makeRod(radius * 0.8 + line * 0.8, length + 1.6 * line, sides), frame, i + 1);
  cap.add(makeRod(radius * 0.44, length + 1.4 * line, sides), frame, i + 1);
  const reach = joint.type === 'screw' ? radius * 5 : radius * 1.1;
  pin.add(makeRod(line * 0.72, length + reach, 6), frame, i + 1);
}

function drawSlider(
  { link, joint: sleeve, cap, edge, line, shape, division: { sides } }: DrawTarget,
  joint: Joint,
  i: number,
): void {
  const radius = (shape.radii[i] as number) * 1.12;
  const axis = new Vector3(...joint.axis).normalize();
  const [low, high] = joint.limits ?? [-shape.unit, shape.unit];
  const from = Math.min(-high, -2 * radius);
  const to = Math.max(-low, 2 * radius);
  const rail = makePoseAlongAxis(axis.clone().multiplyScalar((from + to) / 2), axis);
  link.add(makeRod(radius * 0.5, to - from, sides), rail, i + 1);
  edge.add(makeRod(radius * 0.5 + line, to - from + 2 * line, sides), rail, i + 1);
  const [parent, frame] = jointFrame(shape, joint, axis);
  sleeve.add(makeRod(radius, radius * 2.4, 4), frame, parent);
  edge.add(makeRod(radius + 1.3 * line, radius * 2.4 + 2 * line, 4), frame, parent);
  cap.add(makeRod(radius * 0.7, radius * 2.4 + 1.4 * line, 4), frame, parent);
}

/** Returns the bone of the parent, and the joint frame at value 0 in the frame of that bone. */
function jointFrame(shape: MechanismShape, joint: Joint, axis: Vector3): [number, Matrix4] {
  const parent = shape.tree.joints.findIndex((other) => other.id === joint.parent);
  const [roll, pitch, yaw] = joint.rpy;
  const rotation = new Matrix4()
    .makeRotationZ(yaw)
    .multiply(new Matrix4().makeRotationY(pitch))
    .multiply(new Matrix4().makeRotationX(roll));
  const frame = makePoseAlongAxis(new Vector3(...joint.xyz), axis.clone().applyMatrix4(rotation));
  return [parent + 1, frame];
}

function drawTips({ cap, edge, line, shape, division }: DrawTarget): void {
  const { joints, effectors } = shape.tree;
  const stout = Math.max(...shape.radii);
  effectors.forEach((effector, i) => {
    const parent = joints.findIndex((joint) => joint.id === effector.parent);
    const radius = Math.max(0.7 * stout, 1.25 * (shape.radii[joints.length + i] as number));
    const frame = new Matrix4().makeTranslation(...effector.xyz);
    cap.add(makeBall(radius, division), frame, parent + 1);
    edge.add(makeBall(radius + line, division), frame, parent + 1);
  });
}

function drawPedestals(draw: DrawTarget): void {
  const { link, edge, line, shape, division } = draw;
  const { up, unit } = shape;
  const bases = shape.roots.map((root) => new Vector3(...root));
  if (bases.length === 0) return;
  const middle = new Vector3();
  for (const base of bases) middle.addScaledVector(base, 1 / bases.length);
  const pointAtHeight = (height: number): Vector3 =>
    middle.clone().addScaledVector(up, height - middle.dot(up));
  drawPedestal(draw, pointAtHeight(Math.max(...bases.map((base) => base.dot(up)))));
  const radius = 0.8 * Math.max(...shape.radii);
  for (const base of bases) {
    const from = pointAtHeight(base.dot(up));
    const arm = base.clone().sub(from);
    if (arm.length() < 0.02 * unit) continue;
    const frame = makePoseAlongAxis(from, arm);
    link.add(makeTaperedCapsule(arm.length(), radius, radius, division), frame, 0);
    edge.add(makeTaperedCapsule(arm.length(), radius + line, radius + line, division), frame, 0);
  }
}

function drawPedestal(
  { joint: metal, edge, line, shape, division }: DrawTarget,
  base: Vector3,
): void {
  const { unit, up, floor } = shape;
  const stout = Math.max(...shape.radii);
  const disc = RELATIVE_FOOT_RADIUS * stout;
  const thick = 0.65 * stout;
  const foot = base.clone().addScaledVector(up, floor - base.dot(up));
  const put = (radius: number, from: number, to: number): void => {
    const frame = makePoseAlongAxis(foot.clone().addScaledVector(up, (from + to) / 2), up);
    metal.add(makeRod(radius, to - from, division.foot), frame, 0);
    edge.add(makeRod(radius + line, to - from + 2 * line, division.foot), frame, 0);
  };
  put(disc, 0, thick);
  const height = base.distanceTo(foot);
  if (height > 0.02 * unit) put(0.55 * stout, thick, height);
}

export function makeJointLimitArc(shape: MechanismShape, joint: Joint): JointLimitArc | null {
  if (!joint.limits) return null;
  const i = shape.tree.joints.indexOf(joint);
  const size = (shape.radii[i] as number) * 2.5;
  const frame = makePoseAlongAxis(ORIGIN, new Vector3(...joint.axis));
  return { bone: i, frame: frame.scale(new Vector3(size, size, size)), limits: joint.limits };
}
