/** Places a map of targets in the scene, and back; the cells of a map as problems. */
import { addScaled, dot, type Scene, scaled, type Vec3 } from 'iklab/scenario';
import type { Sampling } from '../sampling.ts';
import { basisOf, type MapSpec, PARALLEL, planesOf, type TargetMap, tidy } from './mapPlane.ts';

/** Metres, frame of the scenario; u and v are unit vectors. */
export interface PlacedPlane {
  readonly centre: Vec3;
  readonly u: Vec3;
  readonly v: Vec3;
  readonly size: number;
}

/** `tip`: position of the effector at the start. */
export function placedPlane(spec: TargetMap, scene: Scene, tip: Vec3): PlacedPlane {
  const { u, v, normal } = basisOf(scene, spec);
  const across = addScaled(scaled(u, spec.centre[0]), scaled(v, spec.centre[1]));
  const centre = addScaled(across, scaled(normal, spec.lift ?? dot(tip, normal)));
  return { centre, u, v, size: spec.size };
}

const near = (a: Vec3, b: Vec3): boolean => dot(a, b) > PARALLEL;

/**
 * Returns the map of a plane that was moved, resized or rotated; a named plane if it coincides with
 * one.
 */
export function mapOfPlane(
  spec: TargetMap,
  scene: Scene,
  tip: Vec3,
  plane: PlacedPlane,
): TargetMap {
  const { effector } = spec;
  const kind = planesOf(scene, effector).find((each) => {
    const { u, v } = basisOf(scene, { effector, plane: each });
    return near(u, plane.u) && near(v, plane.v);
  });
  const turned = { u: plane.u, v: plane.v };
  const basis = basisOf(scene, { effector, plane: kind ?? 'turned', turned });
  const along = (way: Vec3): number => tidy(dot(plane.centre, way));
  const lift = along(basis.normal);
  return {
    over: 'targets',
    effector,
    plane: kind ?? 'turned',
    centre: [along(basis.u), along(basis.v)],
    size: plane.size,
    ...(lift !== tidy(dot(tip, basis.normal)) && { lift }),
    ...(!kind && { turned }),
  };
}

/** Returns the cells as problems. `tip`: a point of the plane. */
export function samplingOf(spec: MapSpec, scene: Scene, tip: Vec3, cells: number): Sampling {
  const grid = { columns: cells, rows: cells };
  if (spec.over === 'starts') {
    const { joints, low, high } = spec;
    return { kind: 'start-plane', joints: [...joints], low: [...low], high: [...high], ...grid };
  }
  const { effector, size } = spec;
  const { centre, u, v } = placedPlane(spec, scene, tip);
  const corner = addScaled(centre, scaled(addScaled(u, v), -size / 2));
  const way = (a: Vec3): [number, number, number] => [...scaled(a, size)];
  return {
    kind: 'plane',
    effector,
    origin: [...corner],
    u: way(u),
    v: way(v),
    start: 'given',
    ...grid,
  };
}
