/** A square in the scene, and how a drag changes it. Frame of the scenario, metres. */

import type { Vec3 } from 'iklab/scenario';
import { type Quaternion, Vector3 } from 'three';

export interface ScenePlane {
  readonly centre: Vec3;
  /** Unit vectors at a right angle to each other. */
  readonly u: Vec3;
  readonly v: Vec3;
  /** Length of a side. */
  readonly size: number;
}

/** Moves in the plane or along its normal, resizes about the centre, or rotates about it. */
export type PlaneKnobKind = 'move' | 'lift' | 'size' | 'turn';

export interface PlaneKnob {
  readonly kind: PlaneKnobKind;
  readonly place: Vector3;
}

const STEM = 0.07; // Length of a stem beyond a side, relative to the side.
const LIFT = 0.14; // Height of the lift knob above the centre, relative to the side.
const NEAR = Math.cos((4 * Math.PI) / 180); // A direction closer to an axis snaps to it.
const MOST = 1e6;

export const vector = ([x, y, z]: Vec3): Vector3 => new Vector3(x, y, z);
export const normalOf = ({ u, v }: ScenePlane): Vector3 => vector(u).cross(vector(v));

/** The point at multiples a and b of the side from the centre. */
export const placeOn = ({ centre, u, v, size }: ScenePlane, a: number, b: number): Vector3 =>
  vector(centre)
    .addScaledVector(vector(u), a * size)
    .addScaledVector(vector(v), b * size);

const CORNERS = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

/** The corners of a plane, in their order about the centre. */
export const cornersOf = (plane: ScenePlane): Vector3[] =>
  CORNERS.map(([a, b]) => placeOn(plane, a / 2, b / 2));

export function knobsOf(plane: ScenePlane): readonly PlaneKnob[] {
  const lifted = vector(plane.centre).addScaledVector(normalOf(plane), LIFT * plane.size);
  return [
    { kind: 'move', place: vector(plane.centre) },
    { kind: 'turn', place: placeOn(plane, 0.5 + STEM, 0) },
    { kind: 'turn', place: placeOn(plane, 0, 0.5 + STEM) },
    ...cornersOf(plane).map((place) => ({ kind: 'size', place }) as const),
    { kind: 'lift', place: lifted },
  ];
}

const [PULL, LEAST] = [0.05, 0.2];

/**
 * The knobs; those for size and rotation are moved towards the centre until they are `seen`, or not
 * at all if they are seen nowhere.
 */
export function knobsWithin(
  plane: ScenePlane,
  seen: (place: Vector3) => boolean,
): readonly PlaneKnob[] {
  const centre = vector(plane.centre);
  return knobsOf(plane).map((knob) => {
    if (knob.kind === 'move' || knob.kind === 'lift') return knob;
    for (let share = 1; share > LEAST; share -= PULL) {
      const place = centre.clone().lerp(knob.place, share);
      if (seen(place)) return { ...knob, place };
    }
    return knob;
  });
}

/** Ends of the stems: those of the two knobs for rotation, then that of the knob that lifts. */
export const stemsOf = (
  plane: ScenePlane,
  knobs = knobsOf(plane),
): readonly (readonly [Vector3, Vector3])[] => {
  const [, across, up, ...others] = knobs as [PlaneKnob, PlaneKnob, PlaneKnob, PlaneKnob];
  return [
    [placeOn(plane, 0.5, 0), across.place],
    [placeOn(plane, 0, 0.5), up.place],
    [vector(plane.centre), (others.at(-1) as PlaneKnob).place],
  ];
};

/** `digits`: decimals of the position along the directions of the move. */
export function movedPlane(plane: ScenePlane, by: Vector3, digits: number): ScenePlane {
  const ways = [vector(plane.u), vector(plane.v), normalOf(plane)];
  const from = vector(plane.centre);
  const centre = ways.reduce((sum, way) => {
    const step = by.dot(way);
    const at = from.dot(way) + step;
    const kept = Math.abs(step) < 1e-12 ? at : Number(at.toFixed(digits));
    return sum.addScaledVector(way, Math.max(-MOST, Math.min(MOST, kept)));
  }, new Vector3());
  return { ...plane, centre: tidy(centre) };
}

/** Rounds to three significant digits. */
export const resizedPlane = (plane: ScenePlane, size: number): ScenePlane => ({
  ...plane,
  size: Number(Math.max(1e-3, Math.min(MOST, size)).toPrecision(3)),
});

/** Rotates about the centre; `draws`: a plane near that of two axes snaps to it. */
export function turnedPlane(plane: ScenePlane, by: Quaternion, draws = true): ScenePlane {
  const to = draws ? drawn : (way: Vector3): Vector3 => way.clone();
  const normal = to(normalOf(plane).applyQuaternion(by).normalize());
  const flat = vector(plane.u).applyQuaternion(by);
  flat.addScaledVector(normal, -flat.dot(normal)).normalize();
  const u = to(flat);
  if (Math.abs(u.dot(normal)) > 1e-9) u.copy(flat); // The axis is not in the plane.
  return { ...plane, u: tidy(u), v: tidy(normal.clone().cross(u)) };
}

/** Snaps to the nearest axis if it is close. */
function drawn(way: Vector3): Vector3 {
  const axis = way.toArray().findIndex((part) => Math.abs(part) > NEAR);
  const to = new Vector3();
  return axis < 0 ? way.clone() : to.setComponent(axis, Math.sign(way.getComponent(axis)));
}

/** Removes rounding errors and −0. */
function tidy(place: Vector3): Vec3 {
  const [x, y, z] = place.toArray().map((part) => (Math.abs(part) < 1e-12 ? 0 : part));
  return [x as number, y as number, z as number];
}
