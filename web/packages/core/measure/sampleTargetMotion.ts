import { splinePoint } from '../scenario/targets/splinePoint.ts';
import type { Motion, PathMotion, SineMotion, Vec3 } from '../scenario/types.ts';

const SINE_POINTS = 64; // Points on the slowest sine.
const MAX_PERIODS = 8; // Maximum number of its periods until all sines repeat.
const SLACK = 1e-6; // Fraction of a period.
const SEGMENT_POINTS = 8; // Points per segment of a path.

/**
 * Returns points along a motion, relative to its centre, in metres; over one period if the motion
 * is periodic.
 */
export function sampleTargetMotion(motion: Motion): readonly Vec3[] {
  return motion.kind === 'path' ? sampleSpline(motion) : sampleSines(motion);
}

function sampleSines({ amplitude, period, phase }: SineMotion): Vec3[] {
  const moving = ([0, 1, 2] as const).filter((axis) => amplitude[axis] !== 0);
  if (moving.length === 0) return [[0, 0, 0]];
  const slowest = Math.max(...moving.map((axis) => period[axis]));
  const repeats = (periods: number): boolean =>
    moving.every((axis) => {
      const ratio = (periods * slowest) / period[axis];
      return Math.abs(ratio - Math.round(ratio)) <= SLACK * ratio;
    });
  let periods = 1;
  while (periods < MAX_PERIODS && !repeats(periods)) periods++;
  const count = SINE_POINTS * periods;
  return Array.from({ length: count }, (_, i) => {
    const time = (i / SINE_POINTS) * slowest;
    const coordinate = (axis: 0 | 1 | 2): number =>
      amplitude[axis] * Math.sin((2 * Math.PI * time) / period[axis] + phase[axis]);
    return [coordinate(0), coordinate(1), coordinate(2)];
  });
}

const sampleSpline = ({ points }: PathMotion): Vec3[] =>
  Array.from({ length: SEGMENT_POINTS * points.length }, (_, i) =>
    splinePoint(points, Math.floor(i / SEGMENT_POINTS), (i % SEGMENT_POINTS) / SEGMENT_POINTS),
  );
