import type { Motion, SineMotion, Vec3 } from '../types.ts';
import { isStationaryMotion } from './isStationaryMotion.ts';

export const MOTION_KINDS = ['still', 'sine', 'circle', 'eight', 'recorded'] as const;
export type MotionKind = (typeof MOTION_KINDS)[number];
export type MotionShapeKind = 'sine' | 'circle' | 'eight';

/** Indices of the two axes of a coordinate plane. A figure eight is long along the first. */
export type CoordinatePlaneAxes = readonly [number, number];

const SLACK = 1e-6; // Fraction of a period or amplitude, or radians, for rounding in documents.

export function findMotionKind(motion: Motion | null): MotionKind {
  if (motion === null || isStationaryMotion(motion)) return 'still';
  if (motion.kind === 'path') return 'recorded';
  const plane = motionAxes(motion);
  if (plane === null) return 'sine';
  if (isCircle(motion, plane)) return 'circle';
  return isEight(motion, plane) ? 'eight' : 'sine';
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= SLACK * Math.abs(b);
const isMultiple = (angle: number, part: number): boolean =>
  Math.abs(angle - part * Math.round(angle / part)) <= SLACK;
const component = (vector: Vec3, axis: number): number => vector[axis] as number;

function motionAxes({ amplitude, period }: SineMotion): CoordinatePlaneAxes | null {
  const [a, b, more] = [0, 1, 2].filter((axis) => amplitude[axis] !== 0);
  if (a === undefined || b === undefined || more !== undefined) return null;
  return component(period, b) > component(period, a) * (1 + SLACK) ? [b, a] : [a, b];
}

function isCircle({ amplitude, period, phase }: SineMotion, [a, b]: CoordinatePlaneAxes): boolean {
  const phaseShift = component(phase, a) - component(phase, b);
  return (
    isNear(Math.abs(component(amplitude, a)), Math.abs(component(amplitude, b))) &&
    isNear(component(period, a), component(period, b)) &&
    isMultiple(phaseShift, Math.PI / 2) &&
    !isMultiple(phaseShift, Math.PI)
  );
}

function isEight({ period, phase }: SineMotion, [a, b]: CoordinatePlaneAxes): boolean {
  return (
    isNear(component(period, a), 2 * component(period, b)) &&
    isMultiple(component(phase, b) - 2 * component(phase, a), Math.PI)
  );
}

export interface MotionShape {
  /** Diameter or length of the motion in metres. */
  readonly size: number;
  readonly period: number;
  readonly plane: CoordinatePlaneAxes;
}

/** Returns size, period and plane of a circle or figure eight; null for other motions. */
export function findMotionShape(motion: Motion | null): MotionShape | null {
  const kind = findMotionKind(motion);
  if (motion?.kind !== 'sine' || (kind !== 'circle' && kind !== 'eight')) return null;
  const plane = motionAxes(motion) as CoordinatePlaneAxes;
  const size = 2 * Math.abs(component(motion.amplitude, plane[0]));
  return { size, period: component(motion.period, plane[0]), plane };
}

export function makeTargetMotion(
  kind: MotionShapeKind,
  { size, period, plane: [a, b] }: MotionShape,
): SineMotion {
  const amplitude = [0, 0, 0];
  const periods = [period, period, period];
  const phase = [0, 0, 0];
  amplitude[a] = size / 2;
  if (kind === 'circle') {
    amplitude[b] = size / 2;
    phase[a] = Math.PI / 2;
  }
  if (kind === 'eight') {
    amplitude[b] = size / 4;
    periods[b] = period / 2;
  }
  const vec = (values: number[]): Vec3 => values as unknown as Vec3;
  return { kind: 'sine', amplitude: vec(amplitude), period: vec(periods), phase: vec(phase) };
}

export function reshapeMotion(motion: SineMotion, change: Partial<MotionShape>): SineMotion {
  const current = findMotionShape(motion);
  if (!current) return motion;
  const { size = current.size, period = current.period, plane = current.plane } = change;
  const larger = scaleBy(size / current.size);
  const slower = scaleBy(period / current.period);
  const [amplitude, periods] = [motion.amplitude.map(larger), motion.period.map(slower)];
  const order = axisOrder(current.plane, plane);
  const put = (values: readonly number[]): Vec3 =>
    order.map((axis) => values[axis]) as unknown as Vec3;
  return {
    kind: 'sine',
    amplitude: put(amplitude),
    period: put(periods),
    phase: put(motion.phase),
  };
}

const scaleBy =
  (factor: number) =>
  (value: number): number =>
    factor === 1 ? value : value * factor;

function axisOrder(from: CoordinatePlaneAxes, to: CoordinatePlaneAxes): number[] {
  const rest = ([a, b]: CoordinatePlaneAxes): number => 3 - a - b;
  const order = [0, 0, 0];
  order[to[0]] = from[0];
  order[to[1]] = from[1];
  order[rest(to)] = rest(from);
  return order;
}

/** Returns the coordinate planes, starting with the one that faces the initial camera. */
export function listCoordinatePlanes(up: 'x' | 'y' | 'z'): readonly CoordinatePlaneAxes[] {
  if (up === 'z')
    return [
      [0, 2],
      [0, 1],
      [1, 2],
    ];
  if (up === 'y')
    return [
      [0, 1],
      [0, 2],
      [2, 1],
    ];
  return [
    [1, 0],
    [1, 2],
    [2, 0],
  ];
}

/** Returns the name of a plane, such as "xz, upright". */
export function coordinatePlaneName([a, b]: CoordinatePlaneAxes, up: 'x' | 'y' | 'z'): string {
  const upright = 'xyz'[a] === up || 'xyz'[b] === up;
  const name = [a, b]
    .sort()
    .map((axis) => 'xyz'[axis])
    .join('');
  return `${name}, ${upright ? 'upright' : 'level'}`;
}
