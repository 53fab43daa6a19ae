import type { InstanceStatus } from '../engine/engine.ts';
import { hasOrientationRows } from '../scenario/targets/free.ts';
import type { LengthUnit, RunSettings, Target } from '../scenario/types.ts';
import {
  angleText,
  computedLengthText,
  lengthUnitName,
  lengthWithUnit,
  significantDigitsText,
  valueWithUnitText,
} from './figures.ts';
import { makePhrase, makeStrongPhrase, type Phrase } from './words/phrase.ts';

type ToleranceTarget = Pick<Target, 'tolerance' | 'orientation' | 'orientationWeight'> &
  Partial<Pick<Target, 'free'>>;

export interface Tolerances {
  readonly run: Pick<RunSettings, 'mode' | 'tolerance' | 'orientationTolerance' | 'residual'>;
  readonly targets: readonly ToleranceTarget[];
  readonly unit: LengthUnit;
}

export type ToleranceRules = Pick<Tolerances, 'run' | 'targets'>;

/**
 * Returns the error below which a run meets its position tolerances, in metres; null without a
 * single bound.
 */
export function positionErrorBound({ run, targets }: ToleranceRules): number | null {
  if (run.residual !== null) return targets.length === 1 ? run.residual : null;
  return targets.some(({ tolerance }) => tolerance) ? null : run.tolerance;
}

/** Returns the largest error, in metres, that a run can have with all targets reached. */
export function largestReachedError({ run, targets }: ToleranceRules): number {
  if (run.residual !== null) return Math.sqrt(targets.length) * run.residual;
  const ownBounds = targets.map(({ tolerance }) => Math.sqrt(3) * (tolerance?.position ?? 0));
  const shared = targets.some(({ tolerance }) => tolerance === null) ? run.tolerance : 0;
  return ownBounds.reduce((sum, each) => sum + each, shared);
}

/** Returns the errors of a target, in metres and radians, below which it counts as reached. */
export function targetBounds(
  { run, targets }: ToleranceRules,
  index: number,
): readonly [number, number] {
  const { tolerance = null, orientationWeight = 1 } = targets[index] ?? {};
  if (run.residual !== null) return [run.residual, run.residual / orientationWeight];
  if (!tolerance) return [run.tolerance, run.orientationTolerance];
  return [Math.sqrt(3) * tolerance.position, Math.sqrt(3) * tolerance.rotation];
}

const SINGLE_PRECISION = 1 + 1e-6; // Drawings use single precision.

/**
 * Returns whether the total error is within tolerance: the sum of the distances, or with `residual`
 * the norm of the task.
 */
export function isTotalWithinTolerance(
  { run, targets }: ToleranceRules,
  distances: ArrayLike<number>,
  angles: ArrayLike<number>,
): boolean {
  let [sum, square] = [0, 0];
  targets.forEach(({ tolerance, orientationWeight }, i) => {
    const [far, angle] = [distances[i] as number, angles[i] as number];
    if (!tolerance) sum += far;
    square += far * far + (Number.isNaN(angle) ? 0 : (orientationWeight * angle) ** 2);
  });
  return run.residual !== null
    ? Math.sqrt(square) <= run.residual * SINGLE_PRECISION
    : sum <= run.tolerance * SINGLE_PRECISION;
}

/**
 * Returns whether the error of a target is within tolerance. `all`: result of
 * `isTotalWithinTolerance`.
 */
export function isTargetWithinTolerance(
  { run, targets }: ToleranceRules,
  index: number,
  distance: number,
  angle: number,
  all: boolean,
): boolean {
  const ownTolerance = run.residual === null && targets[index]?.tolerance;
  if (!ownTolerance && !all) return false;
  const [far, maxAngle] = targetBounds({ run, targets }, index);
  return distance <= far * SINGLE_PRECISION && !(angle > maxAngle * SINGLE_PRECISION);
}

/** Formats the tolerances of a scene: "within 1.0 mm". */
export function toleranceText({ run, targets, unit }: Tolerances): string {
  const bound = positionErrorBound({ run, targets });
  return bound === null ? 'within tolerance' : `within ${formatLength(bound, unit)}`;
}

/** Formats the tolerances of a scene as a clause: "the tolerance is 1.0 mm and 0.057 degrees". */
export function toleranceSentence({ run, targets, unit }: Tolerances): Phrase {
  const hasSeveralTargets = targets.length > 1;
  if (run.residual !== null)
    return makePhrase`the tolerance is ${makeStrongPhrase(formatLength(run.residual, unit))}, as the norm ‖e‖ of the whole task`;
  const ownTolerances = targets.flatMap(({ tolerance }) => tolerance ?? []);
  const oriented = targets.some(hasOrientationRows);
  const angle = (radians: number): Phrase =>
    oriented ? makePhrase` and ${makeStrongPhrase(angleText(radians))}` : [];
  const shared = makePhrase`${makeStrongPhrase(formatLength(run.tolerance, unit))}${hasSeveralTargets ? ' in all' : ''}${angle(run.orientationTolerance)}`;
  if (ownTolerances.length === 0) return makePhrase`the tolerance is ${shared}`;
  const widest = Math.max(...ownTolerances.map(({ position }) => position));
  const widestRotation = Math.max(...ownTolerances.map(({ rotation }) => rotation));
  const alike = ownTolerances.every(
    ({ position, rotation }) => position === widest && rotation === widestRotation,
  );
  const axes = makePhrase`${alike ? '' : 'at most '}${makeStrongPhrase(formatLength(widest, unit))}${angle(widestRotation)} on each axis`;
  return ownTolerances.length === targets.length
    ? makePhrase`the tolerance is ${axes}`
    : makePhrase`the tolerance is ${shared}, and for targets with their own bounds ${axes}`;
}

/** Formats a length such as a tolerance; small values get more digits than from `lengthWithUnit`. */
export function formatLength(metres: number, unit: LengthUnit): string {
  if (metres === 0) return `0 ${lengthUnitName(unit)}`;
  const text = valueWithUnitText(lengthWithUnit(metres, unit));
  if (unit === 'm' ? metres >= 1e-4 : !text.startsWith('<')) return text;
  if (metres < 1e-9) return unit === 'm' ? '< 0.001 µm' : `< ${computedLengthText(1e-9, unit)}`;
  return unit === 'm'
    ? `${Number((metres * 1e6).toPrecision(2))} µm`
    : computedLengthText(metres, unit);
}

/** Formats two lengths, the smaller first, with enough digits to distinguish them. */
export function formatDistinctLengths(
  smaller: number,
  larger: number,
  unit: LengthUnit,
): [string, string] {
  const texts: [string, string] = [formatLength(smaller, unit), formatLength(larger, unit)];
  const [, size, name] = SIZES.find(([least]) => unit === 'm' && larger >= least) ?? [
    0,
    1,
    lengthUnitName(unit),
  ];
  const format = (length: number, precision: number) =>
    `${significantDigitsText(length / size, precision)} ${name}`;
  for (let precision = 3; texts[0] === texts[1] && precision <= MAX_DIGITS; precision++)
    texts.splice(0, 2, format(smaller, precision), format(larger, precision));
  return texts;
}

const SIZES = [
  [0.9995, 1, 'm'],
  [1e-4, 1e-3, 'mm'],
  [0, 1e-6, 'µm'],
] as const;
const MAX_DIGITS = 15;

/** Returns whether the targets were reached before the first update; false if unknown. */
export function wereTargetsReachedAtStart(
  { updates, updatesSinceMove, objective, objectiveBefore }: ReachedStatus,
  { run, targets }: ToleranceRules & Pick<Tolerances, 'run'>,
): boolean {
  if (updatesSinceMove > 1 || (run.mode !== 'converge' && updates > 1)) return false;
  const off = updatesSinceMove === 0 ? objective : objectiveBefore;
  if (run.residual !== null) return off <= run.residual;
  const oriented = targets.some(hasOrientationRows);
  const sum = oriented ? Math.sqrt(targets.length) * off : off;
  return targets.every((target) => {
    const { tolerance, orientationWeight } = target;
    const maxAngle = tolerance?.rotation ?? run.orientationTolerance;
    if (hasOrientationRows(target) && off > orientationWeight * maxAngle) return false;
    return tolerance ? off <= tolerance.position : sum <= run.tolerance;
  });
}

type ReachedStatus = Pick<
  InstanceStatus,
  'updates' | 'updatesSinceMove' | 'objective' | 'objectiveBefore'
>;
