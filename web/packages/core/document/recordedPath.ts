import { positionNotation } from '../format/quantity.ts';
import { MAX_PATH_POINTS, MIN_MOTION_PERIOD } from '../scenario/checks/bounds.ts';
import { distance } from '../scenario/numbers/vectors.ts';
import type { LengthUnit, PathMotion, Vec3 } from '../scenario/types.ts';

// In steps of the recording, which has 60 per second.
const SPACING = 4; // Between two points of the path.
const MIN_STEPS = 18;
const MIN_RETURN_STEPS = 12; // Shortest duration of the return.

const MIN_POINTS = 8; // Points.
const MIN_LENGTH = 1e-3; // Shortest length of the path, in metres.
const DIGITS = 4; // Decimals of metres: 0.1 mm.

/** A recorded drag of a target: positions at equal time intervals, in metres. */
export interface TargetRecording {
  readonly positions: readonly Vec3[];
  /** Time between two recorded positions, in seconds. */
  readonly step: number;
}

export interface RecordedPath {
  readonly position: Vec3;
  readonly motion: PathMotion;
}

export function trimStationaryEnds(positions: readonly Vec3[]): readonly Vec3[] {
  const first = positions.findIndex((position) => distance(position, positions[0] as Vec3) > 0);
  if (first < 0) return positions.slice(0, 1);
  const end = positions.at(-1) as Vec3;
  const last = positions.findLastIndex((position) => distance(position, end) > 0);
  return positions.slice(first - 1, last + 2);
}

/** Returns why no path can be made from a recording; '' if one can. */
export function recordingFault(
  { positions, step }: TargetRecording,
  unit: LengthUnit = 'm',
): string {
  const path = trimStationaryEnds(positions);
  if (path.length < 2) return 'Nothing was recorded: the target did not move.';
  const seconds = (steps: number): string => `${Number((steps * step).toPrecision(2))} s`;
  if (path.length - 1 < MIN_STEPS)
    return `Too short to record: ${seconds(path.length - 1)}; a path takes at least ${seconds(MIN_STEPS)}.`;
  const { textWithUnit } = positionNotation(unit);
  if (pathLength(path) < MIN_LENGTH)
    return `Too small to record: ${textWithUnit(pathLength(path))}; a path goes at least ${textWithUnit(MIN_LENGTH)}.`;
  return '';
}

/**
 * Returns a closed path along a recording and back to the start. The target is at the end of the
 * recording at `time`, in seconds on the scene's clock.
 */
export function makeRecordedPath({ positions, step }: TargetRecording, time: number): RecordedPath {
  const path = trimStationaryEnds(positions);
  const outwardSteps = path.length - 1;
  const steps = outwardSteps + returnSteps(path);
  const count = Math.min(MAX_PATH_POINTS, Math.max(MIN_POINTS, Math.round(steps / SPACING)));
  const period = Math.max(MIN_MOTION_PERIOD, Number((steps * step).toPrecision(4)));
  const periods = time / period;
  const shift =
    Math.round((outwardSteps / steps - (periods - Math.floor(periods))) * count) + count;
  const points = Array.from({ length: count }, (_, i) => {
    const stepIndex = (((i + shift) % count) * steps) / count;
    return stepIndex <= outwardSteps
      ? interpolatePath(path, stepIndex)
      : interpolateReturn(path, (stepIndex - outwardSteps) / (steps - outwardSteps));
  });
  const position = meanPosition(points).map(roundCoordinate) as unknown as Vec3;
  const offset = (point: Vec3) =>
    point.map((x, axis) => roundCoordinate(x - (position[axis] as number)));
  return { position, motion: { kind: 'path', period, points: points.map(offset) as never } };
}

function returnSteps(path: readonly Vec3[]): number {
  const outwardSteps = path.length - 1;
  const gap = distance(path.at(-1) as Vec3, path[0] as Vec3);
  if (gap < 10 ** -DIGITS) return 0;
  return Math.min(
    outwardSteps,
    Math.max(MIN_RETURN_STEPS, (gap * outwardSteps) / pathLength(path)),
  );
}

function interpolatePath(path: readonly Vec3[], stepIndex: number): Vec3 {
  const i = Math.min(path.length - 2, Math.floor(stepIndex));
  return interpolate(path[i] as Vec3, path[i + 1] as Vec3, stepIndex - i);
}

const interpolateReturn = (path: readonly Vec3[], share: number): Vec3 =>
  interpolate(path.at(-1) as Vec3, path[0] as Vec3, share * share * (3 - 2 * share));

const interpolate = (a: Vec3, b: Vec3, share: number): Vec3 =>
  a.map((x, axis) => x + share * ((b[axis] as number) - x)) as unknown as Vec3;

const pathLength = (path: readonly Vec3[]): number =>
  path.slice(1).reduce((sum, position, i) => sum + distance(position, path[i] as Vec3), 0);

const meanPosition = (points: readonly Vec3[]): Vec3 =>
  [0, 1, 2].map(
    (axis) => points.reduce((sum, point) => sum + (point[axis] as number), 0) / points.length,
  ) as unknown as Vec3;

const roundCoordinate = (x: number): number => Number(x.toFixed(DIGITS)) + 0;
