import { type Object3D, type PerspectiveCamera, Quaternion, type Vector3 } from 'three';
import type { PaneCell, PanePoint } from '../../picture/panes/paneCells.ts';
import { computeCameraDepth, pixelSizeAtDepth, pointAtDepth } from '../pointDrag.ts';
import {
  movePlane,
  type PlaneKnob,
  planeNormal,
  resizePlane,
  rotatePlane,
  type ScenePlane,
  toVector3,
} from './scenePlane.ts';

/** View of a pane. `world` has the pose of the scenario frame in the y-up frame. */
export interface PlaneDragView {
  readonly camera: PerspectiveCamera;
  readonly cell: PaneCell;
  readonly world: Object3D;
}

const MIN_SLOPE = 0.12; // Sine of the smallest angle at which a plane can be pointed at.

export function makePlaneDrag(
  { kind, place: knobPosition }: PlaneKnob,
  plane: ScenePlane,
  sight: PlaneDragView,
  from: PanePoint,
): (pointer: PanePoint) => ScenePlane {
  if (kind === 'turn') return makeRotationDrag(knobPosition, plane, sight, from);
  const digits = decimalsAt(knobPosition, sight);
  if (kind === 'lift') {
    const start = heightAbove(sight, from, plane);
    const normal = planeNormal(plane);
    return (pointer) =>
      movePlane(
        plane,
        normal.clone().multiplyScalar(heightAbove(sight, pointer, plane) - start),
        digits,
      );
  }
  const start = pointInPlane(sight, from, plane);
  if (kind === 'move')
    return (pointer) => movePlane(plane, pointInPlane(sight, pointer, plane).sub(start), digits);
  const first = halfSide(start, plane);
  return (pointer) =>
    first > 0
      ? resizePlane(
          plane,
          (plane.size * halfSide(pointInPlane(sight, pointer, plane), plane)) / first,
        )
      : plane;
}

/** Returns the line of sight through a point of the pane, in the scenario frame. */
function sightLine({ camera, cell, world }: PlaneDragView, spot: PanePoint) {
  const from = world.worldToLocal(camera.position.clone());
  const direction = world
    .worldToLocal(pointAtDepth(camera, cell, spot, 1).clone())
    .sub(from)
    .normalize();
  return { from, way: direction };
}

function pointInPlane(sight: PlaneDragView, spot: PanePoint, plane: ScenePlane): Vector3 {
  const { from, way: direction } = sightLine(sight, spot);
  const [normal, centre] = [planeNormal(plane), toVector3(plane.centre)];
  const height = centre.clone().sub(from).dot(normal);
  const slope = direction.dot(normal);
  if (Math.abs(slope) > MIN_SLOPE && height / slope > 0)
    return from.addScaledVector(direction, height / slope);
  const { camera, cell, world } = sight;
  const depth = computeCameraDepth(camera, world.localToWorld(centre.clone()));
  const point = world.worldToLocal(pointAtDepth(camera, cell, spot, depth).clone());
  return point.addScaledVector(normal, -point.clone().sub(centre).dot(normal));
}

/**
 * Returns the point on the centre normal of a plane that is nearest to the line of sight, as a
 * height above the plane, metres.
 */
function heightAbove(sight: PlaneDragView, spot: PanePoint, plane: ScenePlane): number {
  const { from, way: direction } = sightLine(sight, spot);
  const normal = planeNormal(plane);
  const apart = toVector3(plane.centre).sub(from);
  const cosine = normal.dot(direction);
  const across = Math.max(0.02, 1 - cosine * cosine);
  return (cosine * direction.dot(apart) - normal.dot(apart)) / across;
}

function halfSide(point: Vector3, { centre, u, v }: ScenePlane): number {
  const off = point.clone().sub(toVector3(centre));
  return Math.max(Math.abs(off.dot(toVector3(u))), Math.abs(off.dot(toVector3(v))));
}

function makeRotationDrag(
  knobPosition: Vector3,
  plane: ScenePlane,
  sight: PlaneDragView,
  from: PanePoint,
): (pointer: PanePoint) => ScenePlane {
  const centre = toVector3(plane.centre);
  const radius = knobPosition.distanceTo(centre);
  const nearest = (spot: PanePoint) => {
    const { from: eye, way: sightDirection } = sightLine(sight, spot);
    const middle = centre.clone().sub(eye).dot(sightDirection);
    return { eye, way: sightDirection, middle };
  };
  const startLine = nearest(from);
  const side =
    knobPosition.clone().sub(startLine.eye).dot(startLine.way) < startLine.middle ? -1 : 1;
  const direction = (spot: PanePoint): Vector3 => {
    const { eye, way: sightDirection, middle } = nearest(spot);
    const off = eye.clone().addScaledVector(sightDirection, middle).distanceTo(centre);
    const half = Math.sqrt(Math.max(0, radius * radius - off * off));
    return eye
      .addScaledVector(sightDirection, middle + side * half)
      .sub(centre)
      .normalize();
  };
  const first = direction(from);
  return (pointer) =>
    rotatePlane(plane, new Quaternion().setFromUnitVectors(first, direction(pointer)));
}

function decimalsAt(point: Vector3, { camera, cell, world }: PlaneDragView): number {
  const pixel = pixelSizeAtDepth(
    camera,
    cell,
    computeCameraDepth(camera, world.localToWorld(point.clone())),
  );
  return Math.min(12, Math.max(0, Math.ceil(-Math.log10(pixel))));
}
