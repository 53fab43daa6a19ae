import type { VisualShape } from './robot.ts';

const EQUAL_RADII = 1e-9; // Relative; numbers in files are rounded.

/**
 * Returns a sphere with the mean radius of an ellipsoid; `report` gets the reason unless all radii
 * are equal.
 */
export function ellipsoidToSphere(
  radii: readonly number[],
  report: (reason: string) => void,
): VisualShape {
  const [least, most] = [Math.min(...radii), Math.max(...radii)];
  if (most - least <= EQUAL_RADII * Math.abs(most)) return { kind: 'sphere', radius: most };
  const mean = radii.reduce((sum, x) => sum + x, 0) / radii.length;
  const radius = Number(mean.toPrecision(12));
  report(`an ellipsoid is drawn as a sphere of its mean radius, ${radius}`);
  return { kind: 'sphere', radius };
}
