import type { AxisLetter, FreeRotation, Target, TargetFreedom, Vec3 } from '../types.ts';

export const COORDINATE_AXES: readonly AxisLetter[] = ['x', 'y', 'z'];

/** Returns the named axes of a free rotation; empty for a spin or a cone. */
export const namedFreeAxes = (rotation: FreeRotation): readonly AxisLetter[] =>
  isAxisList(rotation) ? rotation : [];

const isAxisList = (rotation: FreeRotation): rotation is readonly AxisLetter[] =>
  Array.isArray(rotation);

export const freeRotationAxis = (rotation: FreeRotation): Vec3 | null =>
  'spin' in rotation ? rotation.spin : null;
export const freeRotationCone = (rotation: FreeRotation) =>
  'cone' in rotation ? rotation.cone : null;

export const hasFreeRotation = (rotation: FreeRotation): boolean =>
  !isAxisList(rotation) || rotation.length > 0;

/** Sorts the axes of free components as x, y, z; null if nothing is free. */
export function normalizeTargetFreedom(free: TargetFreedom | null): TargetFreedom | null {
  if (!free) return null;
  const ordered = (names: readonly AxisLetter[]) =>
    COORDINATE_AXES.filter((axis) => names.includes(axis));
  const { orientation } = free;
  const rotation = isAxisList(orientation) ? ordered(orientation) : orientation;
  const position = ordered(free.position);
  if (position.length === 0 && !hasFreeRotation(rotation)) return null;
  // A spin or a cone does not depend on the named axes of the frame.
  const named = position.length > 0 || isAxisList(rotation);
  return { position, orientation: rotation, frame: named ? free.frame : 'world' };
}

type OrientedTarget = Pick<Target, 'orientation'> & Partial<Pick<Target, 'free'>>;

/** Returns whether a target's orientation is constrained, at least in part. */
export const hasOrientationRows = ({ orientation, free }: OrientedTarget): boolean =>
  Boolean(orientation) && namedFreeAxes(free?.orientation ?? []).length < 3;

export const withoutFreeRotation = (free: TargetFreedom | null): TargetFreedom | null =>
  free && free.frame === 'world' ? normalizeTargetFreedom({ ...free, orientation: [] }) : null;
