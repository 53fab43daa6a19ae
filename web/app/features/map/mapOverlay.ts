/** Marks of start pose and target on a map, as fractions of the map's width and height. */

import type { Vec3 } from '@iklab/core/scenario';
import { dot } from '@iklab/core/scenario/numbers';
import {
  jointsToEffector,
  type MapSpec,
  mapDomainEnds,
  mapPlaneBasis,
  reachOfEffector,
  variableStartJoints,
} from '@iklab/study/maps';
import { type MapPosition, type MappedScene, mapEffectorPosition } from './pageMaps.ts';

export interface MapOverlay {
  /**
   * Joints and effector if the chain moves in the map's plane, otherwise base and effector. In a
   * map over starts: the start pose.
   */
  readonly chain: readonly MapPosition[];
  readonly joined: boolean;
  readonly target: MapPosition | null;
}

export function computeMapOverlay(mapped: MappedScene, spec: MapSpec): MapOverlay {
  const { scene, points } = mapped;
  const { low, high } = mapDomainEnds(spec);
  const spot = (a: number, b: number): MapPosition => ({
    x: (a - low[0]) / (high[0] - low[0]),
    y: (b - low[1]) / (high[1] - low[1]),
  });
  if (spec.over === 'starts') {
    const ids = variableStartJoints(scene).map(({ id }) => id);
    const [a = 0, b = 0] = spec.joints.map((id) => scene.start[ids.indexOf(id)] ?? 0);
    return { chain: [spot(a, b)], joined: false, target: null };
  }
  const { u, v, normal } = mapPlaneBasis(scene, spec);
  const on = (point: Vec3): MapPosition => spot(dot(point, u), dot(point, v));
  const chain = jointsToEffector(scene, spec.effector).map(
    (joint): Vec3 => points[scene.tree.joints.indexOf(joint)] ?? [0, 0, 0],
  );
  const armPlane = reachOfEffector(scene, spec.effector).plane;
  const flat = armPlane !== null && Math.abs(dot(armPlane.normal, normal)) > 1 - 1e-9;
  const tip = mapEffectorPosition(mapped, spec);
  const target = scene.scenario.targets.find(({ effector }) => effector === spec.effector);
  return {
    chain: [...(flat ? chain : chain.slice(0, 1)), tip].map(on),
    joined: flat,
    target: target ? on(target.position) : null,
  };
}
