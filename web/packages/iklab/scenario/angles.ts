/** Degrees and whole turns. */

/** A degree in radians. */
export const DEGREE = Math.PI / 180;
/** A whole turn in radians. */
export const TURN = 2 * Math.PI;

/** An angle in degrees. */
export const inDegrees = (radians: number): number => (radians * 180) / Math.PI;

/** An angle without its whole turns: from −π to π. */
export const wrapped = (angle: number): number => angle - TURN * Math.round(angle / TURN);
