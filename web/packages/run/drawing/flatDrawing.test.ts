import {
  AXIS_DIRECTIONS,
  addScaled,
  cross,
  dot,
  scaleVector,
  vectorLength,
} from '@iklab/core/scenario/numbers';
import { expect, test } from 'vitest';
import {
  makeFlatProjection,
  makeSvgPathWriters,
  rangesOfPoints,
  splitIntoPositions,
  svgCoordinatesText,
  tiltDrawingAxes,
} from './flatDrawing.ts';

const { x: X, y: Y, z: Z } = AXIS_DIRECTIONS;

test.each([
  { right: X, up: Y },
  { right: Y, up: Z },
  { right: scaleVector(Y, -1), up: X },
])('a tilted sheet keeps lengths and upright lines and shows the ground from above', (paper) => {
  const { right, up } = tiltDrawingAxes(paper);
  expect(vectorLength(right)).toBeCloseTo(1, 14);
  expect(vectorLength(up)).toBeCloseTo(1, 14);
  expect(dot(right, up)).toBeCloseTo(0, 14);
  expect(dot(right, paper.up)).toBeCloseTo(0, 14);
  const ahead = cross(paper.right, paper.up);
  const flat = makeFlatProjection({ right, up });
  expect(flat(paper.up)[1]).toBeGreaterThan(0.9);
  expect(flat(ahead)[1]).toBeLessThan(-0.2); // nearer points are drawn lower
  // the line of sight is drawn as one point
  const seen = flat(addScaled(addScaled(scaleVector(paper.right, 0.42), paper.up, 0.34), ahead));
  expect(Math.hypot(...seen)).toBeLessThan(1e-14);
});

test('pointsOf, rangesOf and svgPaths compute points, their ranges and the strokes between them', () => {
  const places = splitIntoPositions([1, 2, 3, 9, -4, 5, 6, 9], 4);
  expect(places).toEqual([
    [1, 2, 3],
    [-4, 5, 6],
  ]);
  const points = places.map(makeFlatProjection({ right: X, up: Z }));
  expect(rangesOfPoints(points)).toEqual([
    [-4, 1],
    [3, 6],
  ]);
  const { line, dots, bones } = makeSvgPathWriters(svgCoordinatesText(1));
  expect(line(points)).toBe('M1.0 3.0L-4.0 6.0');
  expect(dots(points)).toBe('M1.0 3.0h0M-4.0 6.0h0');
  expect(bones([[1, 0]], points)).toBe('M-4.0 6.0L1.0 3.0');
});
