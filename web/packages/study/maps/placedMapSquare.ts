import type { Scene, Vec3 } from '@iklab/core/scenario';
import { addScaled, dot, scaleVector } from '@iklab/core/scenario/numbers';
import type { ProblemSampling } from '../document/problemSampling.ts';
import {
  availableMapPlanes,
  type MapSpec,
  MIN_PARALLEL_COSINE,
  mapPlaneBasis,
  roundToSixDecimals,
  type TargetMap,
} from './mapPlane.ts';

/**
 * Square of a map in the scenario's frame: centre and side length in metres, unit vectors u and v
 * along the sides.
 */
export interface PlacedMapSquare {
  readonly centre: Vec3;
  readonly u: Vec3;
  readonly v: Vec3;
  readonly size: number;
}

/**
 * Returns the square in the frame of the scenario. `tip`: the effector's start position, metres.
 */
export function placeMapSquare(spec: TargetMap, scene: Scene, tip: Vec3): PlacedMapSquare {
  const { u, v, normal } = mapPlaneBasis(scene, spec);
  const across = addScaled(scaleVector(u, spec.centre[0]), scaleVector(v, spec.centre[1]));
  const centre = addScaled(across, scaleVector(normal, spec.lift ?? dot(tip, normal)));
  return { centre, u, v, size: spec.size };
}

const isParallel = (a: Vec3, b: Vec3): boolean => dot(a, b) > MIN_PARALLEL_COSINE;

/**
 * Returns the map over targets for a square that the user moved, resized or rotated. Standard
 * planes keep their names.
 */
export function mapFromPlacedSquare(
  spec: TargetMap,
  scene: Scene,
  tip: Vec3,
  plane: PlacedMapSquare,
): TargetMap {
  const { effector } = spec;
  const kind = availableMapPlanes(scene, effector).find((each) => {
    const { u, v } = mapPlaneBasis(scene, { effector, plane: each });
    return isParallel(u, plane.u) && isParallel(v, plane.v);
  });
  const turned = { u: plane.u, v: plane.v };
  const basis = mapPlaneBasis(scene, { effector, plane: kind ?? 'turned', turned });
  const coordinate = (direction: Vec3): number => roundToSixDecimals(dot(plane.centre, direction));
  const lift = coordinate(basis.normal);
  return {
    over: 'targets',
    effector,
    plane: kind ?? 'turned',
    centre: [coordinate(basis.u), coordinate(basis.v)],
    size: plane.size,
    ...(lift !== roundToSixDecimals(dot(tip, basis.normal)) && { lift }),
    ...(!kind && { turned }),
  };
}

/** `tip`: a point of the map's plane, such as the effector's start position, metres. */
export function mapSampling(
  spec: MapSpec,
  scene: Scene,
  tip: Vec3,
  cells: number,
): ProblemSampling {
  const grid = { columns: cells, rows: cells };
  if (spec.over === 'starts') {
    const { joints, low, high } = spec;
    return { kind: 'start-plane', joints: [...joints], low: [...low], high: [...high], ...grid };
  }
  const { effector, size } = spec;
  const { centre, u, v } = placeMapSquare(spec, scene, tip);
  const corner = addScaled(centre, scaleVector(addScaled(u, v), -size / 2));
  const side = (a: Vec3): [number, number, number] => [...scaleVector(a, size)];
  return {
    kind: 'plane',
    effector,
    origin: [...corner],
    u: side(u),
    v: side(v),
    start: 'given',
    ...grid,
  };
}
