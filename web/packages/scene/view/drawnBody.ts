/**
 * A mechanism drawn as a machine from its kinematics; meshes that came with it replace its links.
 */
import { articulated, type InlineTree, isMovingJoint, type Scene } from 'iklab/scenario';
import { type Bone, BufferAttribute, type BufferGeometry, Vector3 } from 'three';
import { type DrawnRobot, drawnRobot } from '../drawn/drawnRobot.ts';
import { COARSEST, type Fineness } from '../drawn/fineness.ts';
import type { ShadowCapsule } from '../drawn/linkBuilder.ts';
import { along, plain } from '../drawn/mergedGeometry.ts';
import { arc } from '../drawn/solids.ts';
import { startArmature } from './armature.ts';
import type { Arc, Body } from './body.ts';
import { widen } from './edge.ts';
import { linkMeshes } from './linkMeshes.ts';
import type { Looks, Run } from './looks.ts';
import type { MeshLinks, Shape } from './shape.ts';

export interface DrawnBody {
  readonly body: Body;
  readonly robot: DrawnRobot;
  readonly meshes: MeshLinks;
}

const ARC = 1.45; // Radius of a limit arc, relative to that of the housing.
const STANDS = 2; // In radii of the first joints: effectors this near the ground stand on it.

/** Draws a shape without meshes as a machine. */
export function machineOf(scene: Scene, plain: Shape, fine: Fineness) {
  const { body, robot, meshes } = drawnBody(scene, plain, fine);
  const radii = machineRadii(plain, robot);
  const outline = outlineOf(scene, robot.shadows);
  const { shadows, segments } = robot;
  return { shape: { ...plain, radii, outline, shadows, segments, meshes }, body };
}

/** Radii of the housings; for fixed joints, those of the limbs. */
export const machineRadii = ({ radii }: Shape, { joints }: DrawnRobot): readonly number[] =>
  radii.map((radius, i) => joints[i]?.radius ?? radius);

/**
 * The outermost points of the start pose in the upright frame: both ends of each capsule, moved by
 * its radius along every axis.
 */
function outlineOf(scene: Scene, shadows: readonly ShadowCapsule[]): Vector3[] {
  const { world, points } = startArmature(scene);
  const bones = [world, ...points];
  return shadows.flatMap(({ bone, from, to, radius }) =>
    [from, to].flatMap((end) => {
      const at = end.clone().applyMatrix4((bones[bone] as Bone).matrixWorld);
      return SIDES.map((side) => at.clone().addScaledVector(side, radius));
    }),
  );
}

const SIDES = [-1, 1].flatMap((sign) =>
  [0, 1, 2].map((axis) => new Vector3().setComponent(axis, sign)),
);

/** A solid with few triangles, for very many instances. */
export function coarseMachineOf(scene: Scene, plain: Shape): BufferGeometry {
  return drawn(scene, plain, COARSEST).solids.geometry.build();
}

/** The machine of a shape; `looks`: meshes, whose bones are not drawn. */
export function drawnBody(scene: Scene, shape: Shape, fine: Fineness, looks?: Looks): DrawnBody {
  const robot = drawn(scene, shape, fine, looks);
  const solid = robot.solids.geometry.build();
  const edge = hullOf(solid);
  const pinless = solid.index?.count ?? 0;
  const body = { solid, pinless, edge, arcs: arcsOf(scene.tree, robot), arc: plain(arc()), widen };
  return { body, robot, meshes: linkMeshes(looksOfSolid(solid)) };
}

function drawn(scene: Scene, shape: Shape, fine: Fineness, looks?: Looks): DrawnRobot {
  const { targets } = scene.scenario;
  const oriented = targets.filter(({ orientation }) => orientation).map(({ effector }) => effector);
  return drawnRobot(scene.tree, {
    ground: { up: shape.up, height: shape.floor },
    oriented: new Set(oriented),
    covered: looks ? coveredBy(scene.tree, looks.whole) : new Set(),
    stands: standsOnTips(scene, shape),
    fine,
  });
}

/** The bones that meshes replace: those with a mesh, or with a fixed part that has one. */
function coveredBy({ joints }: InlineTree, whole: ReadonlySet<number>): Set<number> {
  const index = new Map(joints.map(({ id }, i) => [id, i]));
  const carrier = (i: number): number => {
    const joint = joints[i];
    if (!joint) return 0;
    return articulated(joint) ? i + 1 : carrier(index.get(joint.parent ?? '') ?? -1);
  };
  return new Set([...whole].map((bone) => carrier(bone - 1)));
}

/** Whether an effector is near the ground in the start pose. */
function standsOnTips(scene: Scene, { floor, radii }: Shape): boolean {
  const tips = startArmature(scene).points.slice(scene.tree.joints.length);
  const near = STANDS * Math.max(...radii);
  return tips.some(({ matrixWorld }) => (matrixWorld.elements[13] as number) - floor < near);
}

/** The surface for the outline, all of which the shader widens. */
function hullOf(solid: BufferGeometry): BufferGeometry {
  const count = solid.getAttribute('position').count;
  const hull = solid.clone();
  for (const name of ['position', 'normal', 'skinIndex', 'skinWeight'])
    hull.setAttribute(name, solid.getAttribute(name));
  hull.deleteAttribute('paint');
  return hull
    .setAttribute('wide', new BufferAttribute(new Float32Array(count).fill(1), 1))
    .setIndex(solid.index);
}

/** The surface of a solid with the triangles of each bone. */
function looksOfSolid(solid: BufferGeometry): Looks {
  const surface = {
    positions: solid.getAttribute('position').array as Float32Array,
    normals: solid.getAttribute('normal').array as Float32Array,
    bones: solid.getAttribute('skinIndex').array as Float32Array,
    index: Uint32Array.from(solid.index?.array ?? []),
  };
  const runs = runsOf(surface.index, surface.bones);
  return { surface, hull: surface, runs, whole: new Set(runs.keys()) };
}

/** The triangles of each bone, which are consecutive. */
function runsOf(index: Uint32Array, bones: Float32Array): Map<number, Run> {
  const runs = new Map<number, Run>();
  let start = 0;
  for (let at = 3; at <= index.length; at += 3) {
    const bone = bones[index[at - 3] as number] as number;
    if (at < index.length && bones[index[at] as number] === bone) continue;
    runs.set(bone, { start, count: at - start });
    start = at;
  }
  return runs;
}

function arcsOf(tree: InlineTree, { joints }: DrawnRobot): Body['arcs'] {
  return tree.joints.flatMap((joint, bone): (Arc | null)[] => {
    if (!isMovingJoint(joint)) return [];
    const { radius = 1, middle = 0 } = joints[bone] ?? {};
    if (!joint.limits) return [null];
    const axis = new Vector3(...joint.axis).normalize();
    const size = ARC * radius;
    const place = along(axis.clone().multiplyScalar(middle), axis);
    return [{ bone, place: place.scale(new Vector3(size, size, size)), limits: joint.limits }];
  });
}
