/** Drags a plane of the scene by one of its knobs. */
import { type Object3D, type PerspectiveCamera, Quaternion, type Vector3 } from 'three';
import type { Cell } from './paneCells.ts';
import { depthOf, onPlane, type PanePoint, pixelAt } from './pointDrag.ts';
import {
  movedPlane,
  normalOf,
  type PlaneKnob,
  resizedPlane,
  type ScenePlane,
  turnedPlane,
  vector,
} from './scenePlane.ts';

/** A pane; `world` transforms the frame of the scenario to the upright frame. */
export interface PlaneView {
  readonly camera: PerspectiveCamera;
  readonly cell: Cell;
  readonly world: Object3D;
}

const STEEP = 0.12; // Sine of the smallest angle at which a plane can be pointed at.

/** Returns the function that maps pointer positions to planes, for a drag from a point. */
export function planeDrag(
  { kind, place }: PlaneKnob,
  plane: ScenePlane,
  sight: PlaneView,
  from: PanePoint,
): (at: PanePoint) => ScenePlane {
  if (kind === 'turn') return turnDrag(place, plane, sight, from);
  const digits = digitsAt(place, sight);
  if (kind === 'lift') {
    const start = above(sight, from, plane);
    const normal = normalOf(plane);
    return (at) =>
      movedPlane(plane, normal.clone().multiplyScalar(above(sight, at, plane) - start), digits);
  }
  const start = across(sight, from, plane);
  if (kind === 'move')
    return (at) => movedPlane(plane, across(sight, at, plane).sub(start), digits);
  const first = outward(start, plane);
  return (at) =>
    first > 0
      ? resizedPlane(plane, (plane.size * outward(across(sight, at, plane), plane)) / first)
      : plane;
}

/** The line of sight through a point of the pane, in the frame of the scenario. */
function sightLine({ camera, cell, world }: PlaneView, spot: PanePoint) {
  const from = world.worldToLocal(camera.position.clone());
  const way = world
    .worldToLocal(onPlane(camera, cell, spot, 1).clone())
    .sub(from)
    .normalize();
  return { from, way };
}

/** The point of the plane under the pointer; the nearest one if the plane is seen from the side. */
function across(sight: PlaneView, spot: PanePoint, plane: ScenePlane): Vector3 {
  const { from, way } = sightLine(sight, spot);
  const [normal, centre] = [normalOf(plane), vector(plane.centre)];
  const height = centre.clone().sub(from).dot(normal);
  const slope = way.dot(normal);
  if (Math.abs(slope) > STEEP && height / slope > 0)
    return from.addScaledVector(way, height / slope);
  const { camera, cell, world } = sight;
  const depth = depthOf(camera, world.localToWorld(centre.clone()));
  const place = world.worldToLocal(onPlane(camera, cell, spot, depth).clone());
  return place.addScaledVector(normal, -place.clone().sub(centre).dot(normal));
}

/**
 * Height above the plane at which the normal through its centre is nearest to the line of sight.
 */
function above(sight: PlaneView, spot: PanePoint, plane: ScenePlane): number {
  const { from, way } = sightLine(sight, spot);
  const normal = normalOf(plane);
  const apart = vector(plane.centre).sub(from);
  const along = normal.dot(way);
  const across = Math.max(0.02, 1 - along * along);
  return (along * way.dot(apart) - normal.dot(apart)) / across;
}

/** Half the side of the centred square whose border contains a place. */
function outward(place: Vector3, { centre, u, v }: ScenePlane): number {
  const off = place.clone().sub(vector(centre));
  return Math.max(Math.abs(off.dot(vector(u))), Math.abs(off.dot(vector(v))));
}

/** Rotates on the sphere through the knob, on the side of it where the drag started. */
function turnDrag(
  place: Vector3,
  plane: ScenePlane,
  sight: PlaneView,
  from: PanePoint,
): (at: PanePoint) => ScenePlane {
  const centre = vector(plane.centre);
  const radius = place.distanceTo(centre);
  const nearest = (spot: PanePoint) => {
    const { from: eye, way } = sightLine(sight, spot);
    const middle = centre.clone().sub(eye).dot(way);
    return { eye, way, middle };
  };
  const taken = nearest(from);
  const side = place.clone().sub(taken.eye).dot(taken.way) < taken.middle ? -1 : 1;
  const direction = (spot: PanePoint): Vector3 => {
    const { eye, way, middle } = nearest(spot);
    const off = eye.clone().addScaledVector(way, middle).distanceTo(centre);
    const half = Math.sqrt(Math.max(0, radius * radius - off * off));
    return eye
      .addScaledVector(way, middle + side * half)
      .sub(centre)
      .normalize();
  };
  const first = direction(from);
  return (at) => turnedPlane(plane, new Quaternion().setFromUnitVectors(first, direction(at)));
}

/** Number of decimals for steps of less than a pixel at a place. */
function digitsAt(place: Vector3, { camera, cell, world }: PlaneView): number {
  const pixel = pixelAt(camera, cell, depthOf(camera, world.localToWorld(place.clone())));
  return Math.min(12, Math.max(0, Math.ceil(-Math.log10(pixel))));
}
