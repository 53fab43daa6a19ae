import type { AxisLetter, Vec3 } from '../types.ts';
import { hypot } from './arithmetic.ts';

export const AXIS_DIRECTIONS: Readonly<Record<AxisLetter, Vec3>> = {
  x: [1, 0, 0],
  y: [0, 1, 0],
  z: [0, 0, 1],
};

export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = ([a, b, c]: Vec3, [x, y, z]: Vec3): Vec3 => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];

export const addScaled = (a: Vec3, b: Vec3, share = 1): Vec3 => [
  a[0] + share * b[0],
  a[1] + share * b[1],
  a[2] + share * b[2],
];

export const scaleVector = ([x, y, z]: Vec3, factor: number): Vec3 => [
  x * factor,
  y * factor,
  z * factor,
];

export const vectorLength = (v: Vec3): number => Math.sqrt(dot(v, v));

export const distance = (a: Vec3, b: Vec3): number => vectorLength(addScaled(a, b, -1));

/** Scales a nonzero vector to length 1. */
export function unitVector(v: Vec3): Vec3 {
  const length = hypot(...v);
  return [v[0] / length + 0, v[1] / length + 0, v[2] / length + 0];
}
