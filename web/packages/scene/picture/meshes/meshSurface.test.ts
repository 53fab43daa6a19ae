import { runGeneratorToEnd } from '@iklab/core/time';
import type { Triangles } from '@iklab/robots';
import { expect, test } from 'vitest';
import { computeMeshSurfaceAndHull, type MeshSurfaceAndHull } from './meshSurface.ts';
import { visualShapeTriangles } from './visualShapeTriangles.ts';

const piece = (shape: Parameters<typeof visualShapeTriangles>[0]['shape']) =>
  visualShapeTriangles({ joint: null, xyz: [0, 0, 0], rpy: [0, 0, 0], shape }, null);

const surfaces = (triangles: Triangles): MeshSurfaceAndHull =>
  runGeneratorToEnd(computeMeshSurfaceAndHull(triangles));

const rows = (values: Float32Array): number[][] =>
  Array.from({ length: values.length / 3 }, (_, i) => [...values.subarray(3 * i, 3 * i + 3)]);

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, k) => sum + value * (b[k] as number), 0);

test('a box: each side has its own normal, the hull one per corner', () => {
  const { surface, hull } = surfaces(piece({ kind: 'box', size: [1, 2, 3] }));
  expect(surface.index).toHaveLength(36);
  expect(rows(surface.positions)).toHaveLength(24);
  expect(rows(hull.positions)).toHaveLength(8);
  const places = rows(surface.positions);
  rows(surface.normals).forEach((normal, i) => {
    expect(normal.filter((part) => part !== 0)).toHaveLength(1);
    expect(dot(normal, places[i] as number[])).toBeGreaterThan(0); // outward
  });
  for (const normal of rows(hull.normals))
    for (const part of normal) expect(Math.abs(part)).toBeCloseTo(Math.sqrt(1 / 3), 6);
});

test('a cylinder along z: smooth around, sharp at its ends', () => {
  const { surface } = surfaces(piece({ kind: 'cylinder', radius: 2, length: 5 }));
  const places = rows(surface.positions);
  const normals = rows(surface.normals);
  const around = normals.filter(([, , z]) => Math.abs(z as number) < 1e-6);
  expect(around).toHaveLength(64); // two rings of 32 sides, each corner once
  normals.forEach((normal, i) => {
    const [x = 0, y = 0, z = 0] = places[i] as number[];
    expect(Math.abs(z)).toBeCloseTo(2.5, 6);
    const [, , up = 0] = normal;
    if (Math.abs(up) > 1e-6) expect(up * Math.sign(z)).toBeCloseTo(1, 6);
    else expect(dot(normal, [x / 2, y / 2, 0])).toBeCloseTo(1, 6);
  });
});

test('a capsule is as long as its cylinder and two radii', () => {
  const ends = rows(piece({ kind: 'capsule', radius: 1, length: 3 })).map(([, , z]) => z as number);
  expect(Math.max(...ends)).toBeCloseTo(2.5, 5);
  expect(Math.min(...ends)).toBeCloseTo(-2.5, 5);
});

test('triangles without area are dropped, and corners that nearly meet are merged', () => {
  const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  const flat = [0, 0, 0, 1, 0, 0, 1, 0, 0];
  const other = [1, 1e-9, 0, 1, 1, 0, 0, 1, 1e-9];
  const { surface, hull } = surfaces(Float32Array.from([...triangle, ...flat, ...other]));
  expect(surface.index).toHaveLength(6);
  expect(rows(hull.positions).length).toBe(4);
  expect(rows(surface.positions).length).toBe(4);
});

test('a mirrored mesh keeps its outward normals', () => {
  const shape = { kind: 'mesh', file: 'a.stl', scale: [-1, 1, 1] } as const;
  const look = { joint: null, xyz: [0, 0, 0], rpy: [0, 0, 0], shape } as const;
  const { surface: seen } = surfaces(
    visualShapeTriangles(look, piece({ kind: 'box', size: [1, 1, 1] })),
  );
  const places = rows(seen.positions);
  rows(seen.normals).forEach((normal, i) => {
    expect(dot(normal, places[i] as number[])).toBeCloseTo(0.5, 6);
  });
});
