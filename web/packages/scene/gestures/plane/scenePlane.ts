/**
 * A movable square in the scene, and how a drag changes it. Positions are in the scenario frame,
 * metres.
 */

import type { Vec3 } from '@iklab/core/scenario';
import { type Quaternion, Vector3 } from 'three';

export interface ScenePlane {
  readonly centre: Vec3;
  /** Directions of the sides: two perpendicular unit vectors. */
  readonly u: Vec3;
  readonly v: Vec3;
  /** Length of a side, metres. */
  readonly size: number;
}

/**
 * Effect of a plane knob: move in the plane, move along the normal (`lift`), resize, rotate about
 * the centre (`turn`).
 */
export type PlaneKnobKind = 'move' | 'lift' | 'size' | 'turn';

export interface PlaneKnob {
  readonly kind: PlaneKnobKind;
  readonly place: Vector3;
}

const STEM = 0.07; // Length of a stem beyond a side, relative to the side.
const LIFT = 0.14; // Height of the lift knob above the centre, relative to the side.
const SNAP_COSINE = Math.cos((4 * Math.PI) / 180); // A direction closer to an axis snaps to it.
const MAX_SIZE = 1e6;

export const toVector3 = ([x, y, z]: Vec3): Vector3 => new Vector3(x, y, z);
export const planeNormal = ({ u, v }: ScenePlane): Vector3 => toVector3(u).cross(toVector3(v));

/** `a` and `b` are coordinates along `u` and `v` from the centre, in side lengths. */
export const pointOnPlane = ({ centre, u, v, size }: ScenePlane, a: number, b: number): Vector3 =>
  toVector3(centre)
    .addScaledVector(toVector3(u), a * size)
    .addScaledVector(toVector3(v), b * size);

const CORNERS = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

/** Returns the corners in order about the centre. */
export const planeCorners = (plane: ScenePlane): Vector3[] =>
  CORNERS.map(([a, b]) => pointOnPlane(plane, a / 2, b / 2));

export function makePlaneKnobs(plane: ScenePlane): readonly PlaneKnob[] {
  const lifted = toVector3(plane.centre).addScaledVector(planeNormal(plane), LIFT * plane.size);
  return [
    { kind: 'move', place: toVector3(plane.centre) },
    { kind: 'turn', place: pointOnPlane(plane, 0.5 + STEM, 0) },
    { kind: 'turn', place: pointOnPlane(plane, 0, 0.5 + STEM) },
    ...planeCorners(plane).map((place) => ({ kind: 'size', place }) as const),
    { kind: 'lift', place: lifted },
  ];
}

const [PULL, LEAST] = [0.05, 0.2];

/**
 * Returns the knobs of a plane. Knobs for size and rotation move towards the centre until
 * `isVisible` accepts them.
 */
export function planeKnobsInView(
  plane: ScenePlane,
  isVisible: (place: Vector3) => boolean,
): readonly PlaneKnob[] {
  const centre = toVector3(plane.centre);
  return makePlaneKnobs(plane).map((knob) => {
    if (knob.kind === 'move' || knob.kind === 'lift') return knob;
    for (let share = 1; share > LEAST; share -= PULL) {
      const position = centre.clone().lerp(knob.place, share);
      if (isVisible(position)) return { ...knob, place: position };
    }
    return knob;
  });
}

/** Returns the lines from the plane to the knobs beside it: two for rotation, one for `lift`. */
export const planeKnobConnectingLines = (
  plane: ScenePlane,
  knobs = makePlaneKnobs(plane),
): readonly (readonly [Vector3, Vector3])[] => {
  const [, across, up, ...rest] = knobs as [PlaneKnob, PlaneKnob, PlaneKnob, PlaneKnob];
  return [
    [pointOnPlane(plane, 0.5, 0), across.place],
    [pointOnPlane(plane, 0, 0.5), up.place],
    [toVector3(plane.centre), (rest.at(-1) as PlaneKnob).place],
  ];
};

/**
 * Moves the plane by an offset, metres. `digits` is the number of decimals of the new position
 * along the move.
 */
export function movePlane(plane: ScenePlane, offset: Vector3, digits: number): ScenePlane {
  const axes = [toVector3(plane.u), toVector3(plane.v), planeNormal(plane)];
  const from = toVector3(plane.centre);
  const centre = axes.reduce((sum, axis) => {
    const step = offset.dot(axis);
    const coordinate = from.dot(axis) + step;
    const rounded = Math.abs(step) < 1e-12 ? coordinate : Number(coordinate.toFixed(digits));
    return sum.addScaledVector(axis, Math.max(-MAX_SIZE, Math.min(MAX_SIZE, rounded)));
  }, new Vector3());
  return { ...plane, centre: cleanVector(centre) };
}

export const resizePlane = (plane: ScenePlane, size: number): ScenePlane => ({
  ...plane,
  size: Number(Math.max(1e-3, Math.min(MAX_SIZE, size)).toPrecision(3)),
});

/** Rotates the plane. With `draws`, the normal and the sides snap to nearly parallel axes. */
export function rotatePlane(plane: ScenePlane, rotation: Quaternion, draws = true): ScenePlane {
  const to = draws ? snapToAxis : (direction: Vector3): Vector3 => direction.clone();
  const normal = to(planeNormal(plane).applyQuaternion(rotation).normalize());
  const flat = toVector3(plane.u).applyQuaternion(rotation);
  flat.addScaledVector(normal, -flat.dot(normal)).normalize();
  const u = to(flat);
  if (Math.abs(u.dot(normal)) > 1e-9) u.copy(flat); // The axis is not in the plane.
  return { ...plane, u: cleanVector(u), v: cleanVector(normal.clone().cross(u)) };
}

function snapToAxis(direction: Vector3): Vector3 {
  const axis = direction.toArray().findIndex((part) => Math.abs(part) > SNAP_COSINE);
  const to = new Vector3();
  return axis < 0
    ? direction.clone()
    : to.setComponent(axis, Math.sign(direction.getComponent(axis)));
}

function cleanVector(point: Vector3): Vec3 {
  const [x, y, z] = point.toArray().map((part) => (Math.abs(part) < 1e-12 ? 0 : part));
  return [x as number, y as number, z as number];
}
