/** What a target leaves free, read and asked about. */
import type { Axis, Free, FreeTurn, Target, Vec3 } from './types.ts';

/** The names of the axes. */
export const AXES: readonly Axis[] = ['x', 'y', 'z'];

/** Axes by name; of a spin or a cone there are none. */
export const namedTurns = (turn: FreeTurn): readonly Axis[] => (isNamed(turn) ? turn : []);

const isNamed = (turn: FreeTurn): turn is readonly Axis[] => Array.isArray(turn);

/** The axis about which any turn is free; null: there is none. */
export const spinOf = (turn: FreeTurn): Vec3 | null => ('spin' in turn ? turn.spin : null);
/** The cone within which an axis may point; null: there is none. */
export const coneOf = (turn: FreeTurn) => ('cone' in turn ? turn.cone : null);

/** Some of the orientation is free, perhaps all. */
export const anyTurnFree = (turn: FreeTurn): boolean => !isNamed(turn) || turn.length > 0;

/** In the order x, y, z; null where nothing is free. */
export function tidied(free: Free | null): Free | null {
  if (!free) return null;
  const ordered = (names: readonly Axis[]) => AXES.filter((axis) => names.includes(axis));
  const { orientation } = free;
  const turn = isNamed(orientation) ? ordered(orientation) : orientation;
  const position = ordered(free.position);
  if (position.length === 0 && !anyTurnFree(turn)) return null;
  // the frame names no axes of a spin or a cone
  const named = position.length > 0 || isNamed(turn);
  return { position, orientation: turn, frame: named ? free.frame : 'world' };
}

type Turned = Pick<Target, 'orientation'> & Partial<Pick<Target, 'free'>>;

/** Whether a target has an orientation of which not all is free: it has rows of its own. */
export const hasOrientationRows = ({ orientation, free }: Turned): boolean =>
  Boolean(orientation) && namedTurns(free?.orientation ?? []).length < 3;

/** What is left of it where the target loses its orientation. */
export const freeWithoutTurn = (free: Free | null): Free | null =>
  free && free.frame === 'world' ? tidied({ ...free, orientation: [] }) : null;
