import { AXIS_DIRECTIONS } from '@iklab/core/scenario/numbers';
import {
  type FlatPoint,
  makeFlatProjection,
  rangesOfPoints,
  splitIntoPositions,
} from '@iklab/run/drawing';
import type { RecordedMethodRun } from '@iklab/study/published';
import { makeLinearPlotScale, type PlotScale } from '../../study/figures/plotScale.ts';

const { x: X, y: Y, z: Z } = AXIS_DIRECTIONS;
export const DRAWING_PLANES = {
  xy: { right: X, up: Y },
  xz: { right: X, up: Z },
  yz: { right: Y, up: Z },
};
export type DrawingPlaneId = keyof typeof DRAWING_PLANES;

const NEAR = 1e-9; // As a share of the reach; smaller distances are rounding errors.

const zeroTolerance = ({ poses }: RecordedMethodRun): number =>
  NEAR * Math.max(...(poses[0] ?? [0]).map((value) => Math.abs(value)));

/** Returns whether all poses of a run are in the plane z = 0. */
export const isPlanarRun = (run: RecordedMethodRun): boolean =>
  run.poses.every((pose) =>
    pose.every((value, i) => i % 3 !== 2 || Math.abs(value) < zeroTolerance(run)),
  );

/** Moving point of a mechanism with a drawn trail. `point`: index in a pose. */
export interface DrawnTrail {
  readonly name: string;
  readonly point: number;
}

/** Joints that always coincide share a trail. */
export function findTrails(run: RecordedMethodRun): DrawnTrail[] {
  const none = zeroTolerance(run);
  const apart = (a: readonly [number, number], b: readonly [number, number]): number =>
    Math.max(
      ...[0, 1, 2].map((axis) =>
        Math.abs(
          (run.poses[a[0]]?.[3 * a[1] + axis] ?? 0) - (run.poses[b[0]]?.[3 * b[1] + axis] ?? 0),
        ),
      ),
    );
  const every = [...run.poses.keys()];
  const groups: number[][] = [];
  run.names.forEach((_, point) => {
    if (every.every((k) => apart([k, point], [0, point]) <= none)) return;
    const group = groups.find(([first = 0]) =>
      every.every((k) => apart([k, point], [k, first]) <= none),
    );
    if (group) group.push(point);
    else groups.push([point]);
  });
  return groups.map((points) => ({
    name: sharedName(points.map((point) => run.names[point] ?? '')),
    point: points[0] ?? 0,
  }));
}

function sharedName([first = '', ...rest]: readonly string[]): string {
  const words = first.split('-');
  const shared = words.filter((word, i) => rest.every((name) => name.split('-')[i] === word));
  return shared.join('-') || first;
}

export const MAX_INTERMEDIATE_POSES = 200;

/** Returns the stride that leaves at most `most` poses between the first and the last. */
export const drawnPoseStride = (count: number, most: number): number =>
  Math.max(1, Math.ceil((count - 1) / (most + 1)));

export const drawnPoseIndices = (count: number, most: number): number[] =>
  [...Array(count).keys()].filter((k) => k % drawnPoseStride(count, most) === 0 || k === count - 1);

export interface DrawingScales {
  readonly x: PlotScale;
  readonly y: PlotScale;
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const MARGIN = 0.06; // Margin around the drawing, as a share of its size.

/**
 * Returns equal scales in pixels for both axes, so that the run's poses and goals fill the frame.
 */
export function fitDrawingScales(
  { poses, goals }: RecordedMethodRun,
  plane: DrawingPlaneId,
  { left, right, top, bottom }: Frame,
): DrawingScales {
  const flat = makeFlatProjection(DRAWING_PLANES[plane]);
  const [across, upward] = rangesOfPoints(
    [...poses, ...goals].flatMap((points) => splitIntoPositions(points).map(flat)),
  );
  const size = (range: readonly [number, number]) => (range[1] - range[0]) * (1 + 2 * MARGIN);
  const unit = Math.max(size(across) / (right - left), size(upward) / (bottom - top)) || 1;
  const about = ([low, high]: readonly [number, number], pixels: number) => {
    const [middle, half] = [(low + high) / 2, (unit * pixels) / 2];
    return [middle - half, middle + half] as const;
  };
  return {
    x: makeLinearPlotScale(about(across, right - left), [left, right]),
    y: makeLinearPlotScale(about(upward, bottom - top), [bottom, top]),
  };
}

const fine = (pixels: number): number => Math.round(100 * pixels) / 100;

export const makeProjection =
  ({ x, y }: DrawingScales, plane: DrawingPlaneId) =>
  (points: ArrayLike<number> = []): FlatPoint[] =>
    splitIntoPositions(points)
      .map(makeFlatProjection(DRAWING_PLANES[plane]))
      .map(([across, upward]) => [fine(x.toPixels(across)), fine(y.toPixels(upward))]);

export const pointCoordinatesText = (
  points: ArrayLike<number> | undefined,
  point: number,
): string =>
  `(${(splitIntoPositions(points ?? [])[point] ?? [0, 0, 0]).map((x) => x.toFixed(2)).join(', ')})`;
