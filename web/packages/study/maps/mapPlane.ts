/**
 * The domain of a map: a plane of target positions of one effector, or two joint values of the
 * start.
 */
import { computeEffectorReach, type EffectorReach } from '@iklab/core/measure';
import type { Joint, Scene, Vec3 } from '@iklab/core/scenario';
import {
  AXIS_DIRECTIONS,
  cross,
  dot,
  scaleVector,
  vectorLength,
} from '@iklab/core/scenario/numbers';
import { isIndependentJoint, listJointsToRoot } from '@iklab/core/scenario/robot';

/** Plane of a map over targets. `own`: the plane of a planar arm. `turned`: rotated by the user. */
export type MapPlaneKind = 'xy' | 'xz' | 'yz' | 'own' | 'turned';
type NumberPair = readonly [number, number];

export interface TargetMap {
  readonly over: 'targets';
  readonly effector: string;
  readonly plane: MapPlaneKind;
  /** Centre of the map in coordinates along the axes u and v of the plane, metres. */
  readonly centre: NumberPair;
  /** Side length of the map, metres. */
  readonly size: number;
  /**
   * Distance of the plane from the origin along the normal, metres; by default through the effector
   * at the start.
   */
  readonly lift?: number;
  /** Unit vectors of the axes of a plane that the user has rotated. */
  readonly turned?: { readonly u: Vec3; readonly v: Vec3 };
}

export interface StartMap {
  readonly over: 'starts';
  readonly joints: readonly [string, string];
  readonly low: NumberPair;
  readonly high: NumberPair;
}

export type MapSpec = TargetMap | StartMap;

export interface PlaneBasis {
  readonly u: Vec3;
  readonly v: Vec3;
  readonly normal: Vec3;
}

const { x: X, y: Y, z: Z } = AXIS_DIRECTIONS;
const PLANES = {
  xy: { u: X, v: Y, normal: Z },
  xz: { u: X, v: Z, normal: Y },
  yz: { u: Y, v: Z, normal: X },
} as Readonly<Record<string, PlaneBasis>>;

export const MIN_PARALLEL_COSINE = 1 - 1e-9;
const SIZE_FACTOR = 1.125; // Relative to the reach, so that the border of the workspace is visible.
const FALLBACK_REACH = 2; // Metres, for slides without limits.

function armPlaneBasis({ plane }: EffectorReach): PlaneBasis | null {
  if (!plane) return null;
  const { normal } = plane;
  const side = cross(Z, normal);
  const length = vectorLength(side);
  const u = length < 1e-6 ? X : scaleVector(side, 1 / length);
  return { u, v: cross(normal, u), normal };
}

export function mapPlaneBasis(
  scene: Scene,
  { effector, plane, turned }: Pick<TargetMap, 'effector' | 'plane' | 'turned'>,
): PlaneBasis {
  if (plane === 'turned' && turned) return { ...turned, normal: cross(turned.u, turned.v) };
  const armPlane = plane === 'own' ? armPlaneBasis(reachOfEffector(scene, effector)) : null;
  return armPlane ?? (PLANES[plane] as PlaneBasis) ?? (PLANES.xy as PlaneBasis);
}

/** Returns the possible planes of an effector's map, first that of a planar arm. */
export function availableMapPlanes(scene: Scene, effector: string): readonly MapPlaneKind[] {
  const armPlane = reachOfEffector(scene, effector).plane;
  const kinds: MapPlaneKind[] = ['xy', 'xz', 'yz'];
  if (!armPlane) return kinds;
  const coinciding = kinds.find(
    (kind) =>
      Math.abs(dot((PLANES[kind] as PlaneBasis).normal, armPlane.normal)) > MIN_PARALLEL_COSINE,
  );
  return coinciding
    ? [coinciding, ...kinds.filter((kind) => kind !== coinciding)]
    : ['own', ...kinds];
}

/** Returns the joints from the base to an effector, in order. */
export const jointsToEffector = ({ tree }: Scene, effector: string): Joint[] =>
  listJointsToRoot(tree.joints, tree.effectors.find(({ id }) => id === effector)?.parent ?? null);

/**
 * Returns the reach of an effector from the arm's first joint. Throws if the effector has no
 * target.
 */
export const reachOfEffector = (scene: Scene, effector: string): EffectorReach => {
  const target = scene.scenario.targets.find((each) => each.effector === effector);
  if (!target) throw new Error(`no target for effector '${effector}'`);
  return computeEffectorReach(scene, target);
};

/** Places the map in a plane through the effector, as large as the effector's workspace. */
export function makeTargetMap(
  scene: Scene,
  effector: string = scene.scenario.targets[0]?.effector ?? '',
  plane: MapPlaneKind = availableMapPlanes(scene, effector)[0] ?? 'xy',
): TargetMap {
  const { from, most } = reachOfEffector(scene, effector);
  const { u, v } = mapPlaneBasis(scene, { effector, plane });
  const side = 2 * SIZE_FACTOR * (Number.isFinite(most) && most > 0 ? most : FALLBACK_REACH);
  const size = Number(side.toPrecision(3));
  return {
    over: 'targets',
    effector,
    plane,
    centre: [roundToSixDecimals(dot(from, u)), roundToSixDecimals(dot(from, v))],
    size,
  };
}

export const roundToSixDecimals = (value: number): number => Number(value.toFixed(6)) + 0;

export const variableStartJoints = ({ tree }: Scene): readonly Joint[] =>
  tree.joints.filter(isIndependentJoint);

/**
 * Makes a map over the start values of two joints within limits, at most over one full turn or two
 * metres.
 */
export function makeStartMap(
  scene: Scene,
  joints: readonly [string, string] = firstTwo(scene),
): StartMap {
  const ends = joints.map((id) => {
    const joint = variableStartJoints(scene).find((each) => each.id === id);
    const range = joint?.type === 'prismatic' ? 1 : Math.PI;
    const [low, high] = joint?.limits ?? [-range, range];
    return [
      Math.max(low, Math.min(-range, high - 2 * range)),
      Math.min(high, Math.max(range, low + 2 * range)),
    ] as const;
  });
  const [[a0 = 0, a1 = 0] = [], [b0 = 0, b1 = 0] = []] = ends;
  return { over: 'starts', joints, low: [a0, b0], high: [a1, b1] };
}

const firstTwo = (scene: Scene): readonly [string, string] => {
  const [a, b] = variableStartJoints(scene);
  return [a?.id ?? '', b?.id ?? ''];
};

export function mapCellCentre(
  spec: MapSpec,
  cells: number,
  column: number,
  row: number,
): NumberPair {
  const [x, y] = [(column + 0.5) / cells, (row + 0.5) / cells];
  const { low, high } = mapDomainEnds(spec);
  return [low[0] + x * (high[0] - low[0]), low[1] + y * (high[1] - low[1])];
}

export function mapDomainEnds(spec: MapSpec): {
  readonly low: NumberPair;
  readonly high: NumberPair;
} {
  if (spec.over === 'starts') return spec;
  const { centre, size } = spec;
  const corner = (half: number): NumberPair => [centre[0] + half, centre[1] + half];
  return { low: corner(-size / 2), high: corner(size / 2) };
}
