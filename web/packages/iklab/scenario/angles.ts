/** Radians per degree. */
export const DEGREE = Math.PI / 180;
/** A full turn in radians. */
export const TURN = 2 * Math.PI;

/** Converts radians to degrees. */
export const inDegrees = (radians: number): number => (radians * 180) / Math.PI;

/** Maps an angle to the range from -pi to pi. */
export const wrapped = (angle: number): number => angle - TURN * Math.round(angle / TURN);
