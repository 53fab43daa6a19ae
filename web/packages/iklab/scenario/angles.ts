/** Radians per degree. */
export const DEGREE = Math.PI / 180;
/** A full turn in radians. */
export const TWO_PI = 2 * Math.PI;

/** Converts radians to degrees. */
export const toDegrees = (radians: number): number => (radians * 180) / Math.PI;

/** Maps an angle to the range from -pi to pi. */
export const wrapAngle = (angle: number): number => angle - TWO_PI * Math.round(angle / TWO_PI);
