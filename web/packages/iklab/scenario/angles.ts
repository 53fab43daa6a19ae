/** Degrees and whole turns. */

/** In radians. */
export const DEGREE = Math.PI / 180;
export const TURN = 2 * Math.PI;

export const inDegrees = (radians: number): number => (radians * 180) / Math.PI;

/** Without its whole turns: from −π to π. */
export const wrapped = (angle: number): number => angle - TURN * Math.round(angle / TURN);
