export const RADIANS_PER_DEGREE = Math.PI / 180;
export const TWO_PI = 2 * Math.PI;

export const toDegrees = (radians: number): number => (radians * 180) / Math.PI;

/** Wraps an angle to the range from -pi to pi. */
export const wrapAngle = (angle: number): number => angle - TWO_PI * Math.round(angle / TWO_PI);
