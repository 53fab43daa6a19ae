/** The free components of a target. */
import type { Axis, Free, FreeTurn, Target, Vec3 } from './types.ts';

/** The names of the axes. */
export const AXES: readonly Axis[] = ['x', 'y', 'z'];

/** The named axes; empty for a spin or a cone. */
export const namedTurns = (turn: FreeTurn): readonly Axis[] => (isNamed(turn) ? turn : []);

const isNamed = (turn: FreeTurn): turn is readonly Axis[] => Array.isArray(turn);

/** The axis about which any rotation is free; null if there is none. */
export const spinOf = (turn: FreeTurn): Vec3 | null => ('spin' in turn ? turn.spin : null);
/** The cone within which an axis may point; null if there is none. */
export const coneOf = (turn: FreeTurn) => ('cone' in turn ? turn.cone : null);

/** Whether some or all of the orientation is free. */
export const anyTurnFree = (turn: FreeTurn): boolean => !isNamed(turn) || turn.length > 0;

/** Sorts axes as x, y, z; null if nothing is free. */
export function tidied(free: Free | null): Free | null {
  if (!free) return null;
  const ordered = (names: readonly Axis[]) => AXES.filter((axis) => names.includes(axis));
  const { orientation } = free;
  const turn = isNamed(orientation) ? ordered(orientation) : orientation;
  const position = ordered(free.position);
  if (position.length === 0 && !anyTurnFree(turn)) return null;
  // A spin or a cone does not depend on the named axes of the frame.
  const named = position.length > 0 || isNamed(turn);
  return { position, orientation: turn, frame: named ? free.frame : 'world' };
}

type Turned = Pick<Target, 'orientation'> & Partial<Pick<Target, 'free'>>;

/** Whether a target has rows for its orientation: it has one that is not completely free. */
export const hasOrientationRows = ({ orientation, free }: Turned): boolean =>
  Boolean(orientation) && namedTurns(free?.orientation ?? []).length < 3;

/** The free components after the target has lost its orientation. */
export const freeWithoutTurn = (free: Free | null): Free | null =>
  free && free.frame === 'world' ? tidied({ ...free, orientation: [] }) : null;
