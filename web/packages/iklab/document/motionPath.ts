import type { Motion, PathMotion, SineMotion, Vec3 } from '../scenario/types.ts';

const ROUND = 64; // Points on the slowest sine.
const MOST = 8; // Maximum number of its periods until all sines repeat.
const SLACK = 1e-6; // Fraction of a period.
const PART = 8; // Points per segment of a path.

/** Returns points of a motion relative to its centre, for one period if it is periodic. */
export function motionPath(motion: Motion): readonly Vec3[] {
  return motion.kind === 'path' ? alongPath(motion) : alongSines(motion);
}

function alongSines({ amplitude, period, phase }: SineMotion): Vec3[] {
  const moving = ([0, 1, 2] as const).filter((axis) => amplitude[axis] !== 0);
  if (moving.length === 0) return [[0, 0, 0]];
  const slowest = Math.max(...moving.map((axis) => period[axis]));
  const meets = (turns: number): boolean =>
    moving.every((axis) => {
      const own = (turns * slowest) / period[axis];
      return Math.abs(own - Math.round(own)) <= SLACK * own;
    });
  let turns = 1;
  while (turns < MOST && !meets(turns)) turns++;
  const count = ROUND * turns;
  return Array.from({ length: count }, (_, i) => {
    const time = (i / ROUND) * slowest;
    const at = (axis: 0 | 1 | 2): number =>
      amplitude[axis] * Math.sin((2 * Math.PI * time) / period[axis] + phase[axis]);
    return [at(0), at(1), at(2)];
  });
}

/** Closed Catmull-Rom spline. */
function alongPath({ points }: PathMotion): Vec3[] {
  const count = points.length;
  return Array.from({ length: PART * count }, (_, i) => {
    const [first, u] = [Math.floor(i / PART), (i % PART) / PART];
    const point = (offset: number): Vec3 => points[(first + count + offset) % count] as Vec3;
    const [a, b, c, d] = [point(-1), point(0), point(1), point(2)];
    const at = (axis: 0 | 1 | 2): number => {
      const square = 2 * (a[axis] - b[axis]) + 3 * (c[axis] - b[axis]) + (c[axis] - d[axis]);
      const cube = 3 * (b[axis] - c[axis]) + (d[axis] - a[axis]);
      return b[axis] + 0.5 * u * (c[axis] - a[axis] + u * (square + u * cube));
    };
    return [at(0), at(1), at(2)];
  });
}
