import type { Vec3 } from '@iklab/core/scenario';
import { Object3D, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { projectToPane } from '../../picture/panes/projectToPane.ts';
import { makePlaneDrag } from './planeDrag.ts';
import {
  makePlaneKnobs,
  movePlane,
  type PlaneKnobKind,
  planeKnobsInView,
  resizePlane,
  rotatePlane,
  type ScenePlane,
} from './scenePlane.ts';

const flat: ScenePlane = { centre: [0, 0, 0], u: [1, 0, 0], v: [0, 1, 0], size: 2 };
const near = (a: Vec3, b: Vec3, digits = 9): void => {
  for (const i of [0, 1, 2]) expect(a[i]).toBeCloseTo(b[i] as number, digits);
};
const about = (axis: Vec3, degrees: number): Quaternion =>
  new Quaternion().setFromAxisAngle(new Vector3(...axis), (degrees * Math.PI) / 180);

describe('edits of a plane', () => {
  test('moving rounds the coordinates along the directions of movement', () => {
    const tilted = { ...flat, u: [0.6, 0.8, 0] as Vec3, v: [0, 0, 1] as Vec3 };
    const { centre } = movePlane(
      { ...tilted, centre: [0.1, 0.123456, 0.2] },
      new Vector3(0, 0, 0.123),
      2,
    );
    near(centre, [0.1, 0.123456, 0.32]);
  });

  test('resizing rounds the size and keeps it positive', () => {
    expect(resizePlane(flat, 1.23456).size).toBe(1.23);
    expect(resizePlane(flat, -3).size).toBe(1e-3);
  });

  test('rotating keeps right angles and snaps to the planes of two axes', () => {
    const tilted = rotatePlane(flat, about([1, 0, 0], 30));
    near(tilted.u, [1, 0, 0]);
    near(tilted.v, [0, Math.cos(Math.PI / 6), 0.5]);
    const upright = rotatePlane(flat, about([1, 0, 0], 88));
    expect(upright).toEqual({ ...flat, v: [0, 0, 1] });
    // with the keys, a small rotation does not snap
    expect(rotatePlane(flat, about([1, 0, 0], 0.5), false).v[2]).toBeCloseTo(
      Math.sin(Math.PI / 360),
      9,
    );
    const any = rotatePlane(flat, about([0.48, 0.6, 0.64], 73));
    const [u, v] = [new Vector3(...any.u), new Vector3(...any.v)];
    expect([u.length(), v.length(), u.dot(v)]).toEqual([1, 1, 0].map((n) => expect.closeTo(n, 9)));
  });
});

describe('dragging a plane', () => {
  const cell = { x: 0, y: 0, width: 600, height: 400 };
  /** z of the scenario is up. */
  const world = new Object3D();
  world.quaternion.setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
  world.updateMatrixWorld();
  const camera = new PerspectiveCamera(40, 1.5, 0.1, 100);
  camera.position.set(3, 4, 6);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  const sight = { camera, cell, world };
  const spot = ([x, y, z]: Vec3) =>
    projectToPane(camera, cell, world.localToWorld(new Vector3(x, y, z)));
  const drag = (kind: PlaneKnobKind, plane: ScenePlane, from: Vec3, to: Vec3): ScenePlane => {
    const knob = makePlaneKnobs(plane).find((each) => each.kind === kind);
    if (!knob) throw new Error('no knob');
    return makePlaneDrag(knob, plane, sight, spot(from))(spot(to));
  };

  test('moves it with the pointer, within itself', () => {
    const { centre } = drag('move', flat, [0.2, 0.1, 0], [0.7, -0.3, 0]);
    near(centre, [0.5, -0.4, 0], 2);
    expect(centre[2]).toBe(0);
  });

  test('lifts it along its normal', () => {
    near(drag('lift', flat, [0, 0, 0.28], [0, 0, 0.78]).centre, [0, 0, 0.5], 2);
    const upright = { ...flat, v: [0, 0, 1] as Vec3 };
    near(drag('lift', upright, [0, -0.28, 0], [0, 0.02, 0]).centre, [0, 0.3, 0], 2);
  });

  test('resizes it by a corner', () => {
    expect(drag('size', flat, [1, 1, 0], [1.5, 1.2, 0]).size).toBeCloseTo(3, 2);
    expect(drag('size', flat, [-1, 1, 0], [-0.4, 0.2, 0]).size).toBeCloseTo(0.8, 2);
  });

  test('rotates it with the knob on its stem', () => {
    const knob = makePlaneKnobs(flat).find(({ kind }) => kind === 'turn')?.place as Vector3;
    const by = about([0, 0, 1], -20);
    const to = knob.clone().applyQuaternion(by).toArray() as unknown as Vec3;
    const { u, v, centre, size } = drag('turn', flat, knob.toArray() as unknown as Vec3, to);
    const wanted = new Vector3(1, 0, 0).applyQuaternion(by);
    expect(new Vector3(...u).angleTo(wanted)).toBeLessThan(1e-6);
    expect(new Vector3(...u).dot(new Vector3(...v))).toBeCloseTo(0, 9);
    expect({ centre, size }).toEqual({ centre: flat.centre, size: flat.size });
  });

  test('moves a plane seen edge-on', () => {
    const side = new PerspectiveCamera(40, 1.5, 0.1, 100);
    side.position.set(0, 0, 6);
    side.lookAt(0, 0, 0);
    side.updateMatrixWorld();
    const [knob] = makePlaneKnobs(flat);
    const to = makePlaneDrag(
      knob as NonNullable<typeof knob>,
      flat,
      { ...sight, camera: side },
      {
        x: 300,
        y: 200,
      },
    )({ x: 350, y: 190 });
    expect(to.centre[0]).toBeGreaterThan(0.1);
    expect(to.centre[2]).toBe(0);
  });
});

test('keeps the knobs that move and lift in place when they are out of view', () => {
  const isLow = (place: Vector3): boolean => place.z < 0.1;
  const placeOf = (knobs: readonly { kind: PlaneKnobKind; place: Vector3 }[]) =>
    knobs.find(({ kind }) => kind === 'lift')?.place.toArray();
  expect(placeOf(planeKnobsInView(flat, isLow))).toEqual(placeOf(makePlaneKnobs(flat)));
});

test('knobs are moved towards the centre until visible, or stay in place if none can be', () => {
  const plane: ScenePlane = { centre: [1, 0, 0], u: [1, 0, 0], v: [0, 1, 0], size: 10 };
  const far = (share: number) => (place: Vector3) => Math.abs(place.x - 1) <= share * 5;
  const corner = planeKnobsInView(plane, far(0.5)).find(({ kind }) => kind === 'size')
    ?.place as Vector3;
  expect(corner.x - 1).toBeLessThanOrEqual(2.5);
  expect(corner.x - 1).toBeGreaterThan(2.2);
  expect(corner.y).toBeCloseTo(corner.x - 1, 12); // on the diagonal
  expect(planeKnobsInView(plane, () => true)).toEqual(makePlaneKnobs(plane));
  expect(planeKnobsInView(plane, () => false)).toEqual(makePlaneKnobs(plane));
});
