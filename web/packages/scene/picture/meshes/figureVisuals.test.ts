import { ORIGIN_FRAME } from '@iklab/core/scenario/numbers';
import { expect, test } from 'vitest';
import { makeFigureVisuals } from './figureVisuals.ts';

const frames = [
  ORIGIN_FRAME,
  // its x is the y of the scene
  {
    position: [2, 0, 0],
    rotation: [
      [0, -1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ],
  },
] as const;

/** One triangle of the world, one of the joint, and one that spans both. */
const figure = {
  triangles: new Float32Array([
    ...[0, 0, 0, 1, 0, 0, 0, 1, 0],
    ...[1, 0, 0, 2, 0, 0, 0, 1, 0],
    ...[2, 0, 0, 3, 0, 0, 2, 1, 0],
  ]),
  bones: new Uint16Array([0, 0, 0, 0, 1, 0, 1, 1, 1]),
  frames,
};

test('the vertices of a skin are in the frames of their bones, grouped by bone', async () => {
  const { surface, runs, complete: whole } = await makeFigureVisuals(figure);
  const corners = [...surface.index].map((vertex) => ({
    bone: surface.bones[vertex],
    at: [...surface.positions.subarray(3 * vertex, 3 * vertex + 3)].map((x) => +x.toFixed(6) + 0),
  }));
  expect([...runs]).toEqual([
    [0, { start: 0, count: 3 }],
    [1, { start: 3, count: 3 }],
  ]);
  expect(corners.slice(3, 6)).toEqual([
    { bone: 1, at: [0, 0, 0] },
    { bone: 1, at: [0, -1, 0] },
    { bone: 1, at: [1, 0, 0] },
  ]);
  expect(corners.slice(6)).toEqual([
    { bone: 0, at: [1, 0, 0] },
    { bone: 1, at: [0, 0, 0] },
    { bone: 0, at: [0, 1, 0] },
  ]);
  expect([...surface.bones]).toEqual([...surface.bones].sort());
  expect([...whole]).toEqual([0, 1]);
});
