import type { InlineTree, Scene } from '@iklab/core/scenario';
import { isIndependentJoint, isMovable } from '@iklab/core/scenario/robot';
import { type Bone, BufferAttribute, type BufferGeometry, Vector3 } from 'three';
import type { ShadowCapsule } from '../../drawn/linkBuilder.ts';
import { makePoseAlongAxis, makeUnlitGeometry } from '../../drawn/mergedGeometry.ts';
import { COARSEST_ROBOT_DETAIL, type RobotDetailLevel } from '../../drawn/robotDetailLevel.ts';
import { drawRobot, type RobotDrawing } from '../../drawn/robotDrawing.ts';
import { makeArcSolid } from '../../drawn/solidMesh.ts';
import type { TriangleIndexRange, VisualMeshes } from '../meshes/visualMeshes.ts';
import { makeStartArmature } from './armature.ts';
import { makeLinkMeshes } from './linkMeshes.ts';
import type { JointLimitArc, MechanismBody } from './mechanismBody.ts';
import type { LinkMeshes, MechanismShape } from './mechanismShape.ts';
import { widenOutline } from './widenOutline.ts';

export interface RobotHousingBody {
  readonly body: MechanismBody;
  readonly robot: RobotDrawing;
  readonly meshes: LinkMeshes;
}

const ARC = 1.45; // Radius of a limit arc, relative to that of the housing.
const FOOT_HEIGHT = 2; // In radii of the first joints: effectors this near the ground stand on it.

export function makeRobotHousingShape(scene: Scene, plain: MechanismShape, fine: RobotDetailLevel) {
  const { body, robot, meshes } = makeRobotHousingBody(scene, plain, fine);
  const radii = jointHousingRadii(plain, robot);
  const outline = findOutline(scene, robot.shadows);
  const { shadows, segments } = robot;
  return { shape: { ...plain, radii, outline, shadows, segments, meshes }, body };
}

/** Returns the radius of each joint housing, metres; for a fixed joint, the limb radius. */
export const jointHousingRadii = (
  { radii }: MechanismShape,
  { joints }: RobotDrawing,
): readonly number[] => radii.map((radius, i) => joints[i]?.radius ?? radius);

/**
 * Returns the outermost points of a robot in the start pose, y-up frame: capsule ends moved by the
 * radius along every axis.
 */
function findOutline(scene: Scene, shadows: readonly ShadowCapsule[]): Vector3[] {
  const { world, points } = makeStartArmature(scene);
  const bones = [world, ...points];
  return shadows.flatMap(({ bone, from, to, radius }) =>
    [from, to].flatMap((end) => {
      const point = end.clone().applyMatrix4((bones[bone] as Bone).matrixWorld);
      return SIDES.map((side) => point.clone().addScaledVector(side, radius));
    }),
  );
}

const SIDES = [-1, 1].flatMap((sign) =>
  [0, 1, 2].map((axis) => new Vector3().setComponent(axis, sign)),
);

export function makeCoarseRobotGeometry(scene: Scene, plain: MechanismShape): BufferGeometry {
  return drawMachine(scene, plain, COARSEST_ROBOT_DETAIL).solids.geometry.build();
}

/** `visuals` are meshes that replace drawn links. */
export function makeRobotHousingBody(
  scene: Scene,
  shape: MechanismShape,
  fine: RobotDetailLevel,
  visuals?: VisualMeshes,
): RobotHousingBody {
  const robot = drawMachine(scene, shape, fine, visuals);
  const solid = robot.solids.geometry.build();
  const edge = makeHull(solid);
  const pinless = solid.index?.count ?? 0;
  const body = {
    solid,
    pinless,
    edge,
    arcs: makeArcs(scene.tree, robot),
    arc: makeUnlitGeometry(makeArcSolid()),
    widen: widenOutline,
  };
  return { body, robot, meshes: makeLinkMeshes(visualsFromSolid(solid)) };
}

function drawMachine(
  scene: Scene,
  shape: MechanismShape,
  fine: RobotDetailLevel,
  visuals?: VisualMeshes,
): RobotDrawing {
  const { targets } = scene.scenario;
  const oriented = targets.filter(({ orientation }) => orientation).map(({ effector }) => effector);
  return drawRobot(scene.tree, {
    ground: { up: shape.up, height: shape.floor },
    oriented: new Set(oriented),
    covered: visuals ? coveredBones(scene.tree, visuals.complete) : new Set(),
    standsOnLimbs: isOnTips(scene, shape),
    fine,
  });
}

function coveredBones({ joints }: InlineTree, complete: ReadonlySet<number>): Set<number> {
  const index = new Map(joints.map(({ id }, i) => [id, i]));
  const carrier = (i: number): number => {
    const joint = joints[i];
    if (!joint) return 0;
    return isMovable(joint) ? i + 1 : carrier(index.get(joint.parent ?? '') ?? -1);
  };
  return new Set([...complete].map((bone) => carrier(bone - 1)));
}

function isOnTips(scene: Scene, { floor, radii }: MechanismShape): boolean {
  const tips = makeStartArmature(scene).points.slice(scene.tree.joints.length);
  const near = FOOT_HEIGHT * Math.max(...radii);
  return tips.some(({ matrixWorld }) => (matrixWorld.elements[13] as number) - floor < near);
}

function makeHull(solid: BufferGeometry): BufferGeometry {
  const count = solid.getAttribute('position').count;
  const hull = solid.clone();
  for (const name of ['position', 'normal', 'skinIndex', 'skinWeight'])
    hull.setAttribute(name, solid.getAttribute(name));
  hull.deleteAttribute('paint');
  return hull
    .setAttribute('wide', new BufferAttribute(new Float32Array(count).fill(1), 1))
    .setIndex(solid.index);
}

function visualsFromSolid(solid: BufferGeometry): VisualMeshes {
  const surface = {
    positions: solid.getAttribute('position').array as Float32Array,
    normals: solid.getAttribute('normal').array as Float32Array,
    bones: solid.getAttribute('skinIndex').array as Float32Array,
    index: Uint32Array.from(solid.index?.array ?? []),
  };
  const runs = findRuns(surface.index, surface.bones);
  return { surface, hull: surface, runs, complete: new Set(runs.keys()) };
}

function findRuns(index: Uint32Array, bones: Float32Array): Map<number, TriangleIndexRange> {
  const runs = new Map<number, TriangleIndexRange>();
  let start = 0;
  for (let end = 3; end <= index.length; end += 3) {
    const bone = bones[index[end - 3] as number] as number;
    if (end < index.length && bones[index[end] as number] === bone) continue;
    runs.set(bone, { start, count: end - start });
    start = end;
  }
  return runs;
}

function makeArcs(tree: InlineTree, { joints }: RobotDrawing): MechanismBody['arcs'] {
  return tree.joints.flatMap((joint, bone): (JointLimitArc | null)[] => {
    if (!isIndependentJoint(joint)) return [];
    const { radius = 1, middle = 0 } = joints[bone] ?? {};
    if (!joint.limits) return [null];
    const axis = new Vector3(...joint.axis).normalize();
    const size = ARC * radius;
    const frame = makePoseAlongAxis(axis.clone().multiplyScalar(middle), axis);
    return [{ bone, frame: frame.scale(new Vector3(size, size, size)), limits: joint.limits }];
  });
}
