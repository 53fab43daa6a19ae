import type { InspectionFindings } from '../engine/engine.ts';
import { numberText } from '../format/figures.ts';
import { rotateVector, rotationFromQuaternion } from '../scenario/numbers/rigidFrame.ts';
import { hasOrientationRows } from '../scenario/targets/free.ts';
import type { Target } from '../scenario/types.ts';

export type LogRange = readonly [number, number];

const NOISE = 1e-9; // Fraction of sigma_1 below which J does not have a direction.
const SIGMA_DECADES = 3.5; // Decades below sigma_1 that are shown.
const AXIS_STEP = 0.5; // Decades: prevents axes from changing at every update.
const TAU_DECADES = 5; // Decades of tau.

export interface InstanceSpectrum {
  readonly slot: number;
  readonly label: string;
  readonly instance: number;
  readonly found: InspectionFindings;
  /** Filter tau of the method at the sampled values of sigma; null if the method is no filter. */
  readonly filter: Float64Array | null;
}

export function countSingularDirections({ sigma }: InspectionFindings): number {
  const first = sigma[0] ?? 0;
  return sigma.filter((value) => value > NOISE * first).length;
}

/** Describes the range of the singular values, such as "σ from 1.2 to 0.1 in 3 directions". */
export function sigmaRangeText(found: InspectionFindings): string {
  const count = countSingularDirections(found);
  if (count === 0) return 'J = 0, no direction';
  const [most, least] = [found.sigma[0] as number, found.sigma[count - 1] as number];
  return `σ from ${numberText(most)} to ${numberText(least)} in ${count} ${count === 1 ? 'direction' : 'directions'}`;
}

const floorToStep = (value: number): number => Math.floor(value / AXIS_STEP + 1e-9) * AXIS_STEP;
const ceilToStep = (value: number): number => Math.ceil(value / AXIS_STEP - 1e-9) * AXIS_STEP;

export function sigmaPlotRange(all: readonly InspectionFindings[]): LogRange {
  const sigmas = all.flatMap((found) => [...found.sigma.slice(0, countSingularDirections(found))]);
  if (sigmas.length === 0) return [-1, 1];
  const high = ceilToStep(Math.log10(Math.max(...sigmas)) + 0.1);
  const low = floorToStep(Math.max(Math.log10(Math.min(...sigmas)) - 0.1, high - SIGMA_DECADES));
  return [Math.min(low, high - 1), high];
}

export function tauPlotRange(all: readonly InspectionFindings[], [low]: LogRange): LogRange {
  const high = ceilToStep(-low);
  const least = all.flatMap(({ response }) => [...response].filter((value) => value > 0));
  const lowest = least.length > 0 ? Math.log10(Math.min(...least)) - 0.1 : high - 2;
  return [floorToStep(Math.max(Math.min(lowest, high - 2), high - TAU_DECADES)), high];
}

/** Returns numbers from 10^low to 10^high, evenly spaced in their logarithms. */
export const logSpacedSamples = ([low, high]: LogRange, count = 96): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => 10 ** (low + ((high - low) * i) / (count - 1)));

/**
 * Returns the step bound of SDLS along a direction in radians: gamma_i = gamma_max min(1, N_i /
 * M_i).
 */
export function computeSdlsStepBound(
  { reach, cost }: InspectionFindings,
  direction: number,
  most: number,
): number {
  const [n, m] = [reach[direction] as number, cost[direction] as number];
  return m > n ? (most * n) / m : most;
}

/** Returns the largest joint step along a direction with the factor 1/sigma_i, in radians. */
export function undampedJointStep(
  { sigma, alpha, v }: InspectionFindings,
  direction: number,
): number {
  const largest = Math.max(...v(direction).map(Math.abs));
  return (Math.abs(alpha[direction] as number) / (sigma[direction] as number)) * largest;
}

/**
 * Returns the index of the direction with log10(sigma) nearest to `logSigma`; null if none is
 * within `reach`.
 */
export function nearestSingularDirection(
  found: InspectionFindings,
  logSigma: number,
  reach: number,
): number | null {
  let best: number | null = null;
  let least = reach;
  for (let i = 0; i < countSingularDirections(found); i++) {
    const away = Math.abs(Math.log10(found.sigma[i] as number) - logSigma);
    if (away < least) [best, least] = [i, away];
  }
  return best;
}

export interface SingularDirectionMotion {
  readonly v: ArrayLike<number>;
  /** Motion of the effectors along a singular direction, xyz per target; `v`: of the joints. */
  readonly motion: ArrayLike<number>;
}

export const singularDirectionMotion = (
  found: InspectionFindings,
  direction: number,
  targets: readonly Target[],
): SingularDirectionMotion => ({
  v: found.v(direction),
  motion: targetPositionRows(found.u(direction), targets),
});

/**
 * Returns the position rows of a singular vector `u`: xyz per target, in world axes. `u` may also
 * have rows of orientations.
 */
export function targetPositionRows(u: ArrayLike<number>, targets: readonly Target[]): number[] {
  let row = 0;
  return targets.flatMap((target) => {
    const { orientation, free } = target;
    const part = [u[row] ?? 0, u[row + 1] ?? 0, u[row + 2] ?? 0] as const;
    row += hasOrientationRows(target) ? 6 : 3;
    const targetFrame = free?.frame === 'target' && free.position.length > 0 && orientation;
    return targetFrame ? rotateVector(rotationFromQuaternion(targetFrame), part) : [...part];
  });
}
