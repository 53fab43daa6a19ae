/** Kinds of target motions. A circle and a figure eight are pairs of sines. */
import { isStill } from './still.ts';
import type { Motion, SineMotion, Vec3 } from './types.ts';

export const MOTION_KINDS = ['still', 'sine', 'circle', 'eight', 'recorded'] as const;
/** A kind of motion as distinguished on the page. */
export type MotionKind = (typeof MOTION_KINDS)[number];
/** Kinds that are defined by size, period and plane. */
export type DrawnKind = 'sine' | 'circle' | 'eight';

/** Two axes of the scene; the figure eight is long along the first. */
export type Plane = readonly [number, number];

const SLACK = 1e-6; // Fraction of a period or amplitude, or radians, for rounding in documents.

/** Returns the kind of a target's motion. */
export function kindOf(motion: Motion | null): MotionKind {
  if (motion === null || isStill(motion)) return 'still';
  if (motion.kind === 'path') return 'recorded';
  const plane = planeOf(motion);
  if (plane === null) return 'sine';
  if (isCircle(motion, plane)) return 'circle';
  return isEight(motion, plane) ? 'eight' : 'sine';
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= SLACK * Math.abs(b);
/** Whether an angle is a multiple of `part`. */
const multiple = (angle: number, part: number): boolean =>
  Math.abs(angle - part * Math.round(angle / part)) <= SLACK;
const at = (vector: Vec3, axis: number): number => vector[axis] as number;

/** The two axes of the motion, the slower one first; null if there are one or three. */
function planeOf({ amplitude, period }: SineMotion): Plane | null {
  const [a, b, more] = [0, 1, 2].filter((axis) => amplitude[axis] !== 0);
  if (a === undefined || b === undefined || more !== undefined) return null;
  return at(period, b) > at(period, a) * (1 + SLACK) ? [b, a] : [a, b];
}

function isCircle({ amplitude, period, phase }: SineMotion, [a, b]: Plane): boolean {
  const turn = at(phase, a) - at(phase, b);
  return (
    near(Math.abs(at(amplitude, a)), Math.abs(at(amplitude, b))) &&
    near(at(period, a), at(period, b)) &&
    multiple(turn, Math.PI / 2) &&
    !multiple(turn, Math.PI)
  );
}

/** Half the period along the second axis, and passing the centre along both at once. */
function isEight({ period, phase }: SineMotion, [a, b]: Plane): boolean {
  return (
    near(at(period, a), 2 * at(period, b)) && multiple(at(phase, b) - 2 * at(phase, a), Math.PI)
  );
}

export interface Drawn {
  /** Diameter or length in metres. */
  readonly size: number;
  /** Seconds per revolution. */
  readonly period: number;
  readonly plane: Plane;
}

/** Returns size, period and plane of a circle or figure eight; null for other motions. */
export function drawnOf(motion: Motion | null): Drawn | null {
  const kind = kindOf(motion);
  if (motion?.kind !== 'sine' || (kind !== 'circle' && kind !== 'eight')) return null;
  const plane = planeOf(motion) as Plane;
  const size = 2 * Math.abs(at(motion.amplitude, plane[0]));
  return { size, period: at(motion.period, plane[0]), plane };
}

/** A sine along the first axis, a circle, or a figure eight half as wide as long. */
export function draw(kind: DrawnKind, { size, period, plane: [a, b] }: Drawn): SineMotion {
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

/** Changes size, period or plane of a motion and keeps its other properties. */
export function redrawn(motion: SineMotion, change: Partial<Drawn>): SineMotion {
  const now = drawnOf(motion);
  if (!now) return motion;
  const { size = now.size, period = now.period, plane = now.plane } = change;
  const larger = scaled(size / now.size);
  const slower = scaled(period / now.period);
  const [amplitude, periods] = [motion.amplitude.map(larger), motion.period.map(slower)];
  const order = turnedTo(now.plane, plane);
  const put = (values: readonly number[]): Vec3 =>
    order.map((axis) => values[axis]) as unknown as Vec3;
  return {
    kind: 'sine',
    amplitude: put(amplitude),
    period: put(periods),
    phase: put(motion.phase),
  };
}

const scaled =
  (factor: number) =>
  (value: number): number =>
    factor === 1 ? value : value * factor;

/** For each axis, the axis from which it takes its values. */
function turnedTo(from: Plane, to: Plane): number[] {
  const rest = ([a, b]: Plane): number => 3 - a - b;
  const order = [0, 0, 0];
  order[to[0]] = from[0];
  order[to[1]] = from[1];
  order[rest(to)] = rest(from);
  return order;
}

/** The coordinate planes, starting with the one that faces the initial camera. */
export function planes(up: 'x' | 'y' | 'z'): readonly Plane[] {
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

/** "xz, upright". */
export function planeName([a, b]: Plane, up: 'x' | 'y' | 'z'): string {
  const upright = 'xyz'[a] === up || 'xyz'[b] === up;
  const name = [a, b]
    .sort()
    .map((axis) => 'xyz'[axis])
    .join('');
  return `${name}, ${upright ? 'upright' : 'level'}`;
}
