/** The tolerances of a scene, in numbers and in words. */
import type { InstanceStatus } from '../engine/engine.ts';
import { hasOrientationRows } from '../scenario/free.ts';
import type { LengthUnit, Run, Target } from '../scenario/types.ts';
import {
  angleFigure,
  computedText,
  digitsText,
  figureText,
  lengthFigure,
  unitName,
} from './figures.ts';
import { type Phrase, say, strong } from './phrase.ts';

type AskedTarget = Pick<Target, 'tolerance' | 'orientation' | 'orientationWeight'> &
  Partial<Pick<Target, 'free'>>;

export interface AskedTolerances {
  readonly run: Pick<Run, 'mode' | 'tolerance' | 'orientationTolerance' | 'residual'>;
  readonly targets: readonly AskedTarget[];
  readonly unit: LengthUnit;
}

type Bound = Pick<AskedTolerances, 'run' | 'targets'>;

/** An error in metres that satisfies the position tolerances; null if no error alone decides. */
export function errorBound({ run, targets }: Bound): number | null {
  if (run.residual !== null) return targets.length === 1 ? run.residual : null;
  return targets.some(({ tolerance }) => tolerance) ? null : run.tolerance;
}

/** The largest error of a reached pose, in metres. */
export function largestReachedError({ run, targets }: Bound): number {
  if (run.residual !== null) return Math.sqrt(targets.length) * run.residual;
  const own = targets.map(({ tolerance }) => Math.sqrt(3) * (tolerance?.position ?? 0));
  const shared = targets.some(({ tolerance }) => tolerance === null) ? run.tolerance : 0;
  return own.reduce((sum, each) => sum + each, shared);
}

/** The largest error of one target when all are reached, in metres and radians. */
function boundsOf({ run, targets }: Bound, index: number): readonly [number, number] {
  const { tolerance = null, orientationWeight = 1 } = targets[index] ?? {};
  if (run.residual !== null) return [run.residual, run.residual / orientationWeight];
  if (!tolerance) return [run.tolerance, run.orientationTolerance];
  return [Math.sqrt(3) * tolerance.position, Math.sqrt(3) * tolerance.rotation];
}

const SINGLE = 1 + 1e-6; // Drawings use single precision.

/** Whether the sum of distances, or the norm of the whole task, is within its tolerance. */
export function allInside(
  { run, targets }: Bound,
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
    ? Math.sqrt(square) <= run.residual * SINGLE
    : sum <= run.tolerance * SINGLE;
}

/** Whether a target's own error is within its tolerance; `all`: the result of `allInside`. */
export function isInside(
  { run, targets }: Bound,
  index: number,
  distance: number,
  angle: number,
  all: boolean,
): boolean {
  const own = run.residual === null && targets[index]?.tolerance;
  if (!own && !all) return false;
  const [far, turn] = boundsOf({ run, targets }, index);
  return distance <= far * SINGLE && !(angle > turn * SINGLE);
}

/** "within 1.0 mm". */
export function toleranceText({ run, targets, unit }: AskedTolerances): string {
  const bound = errorBound({ run, targets });
  return bound === null ? 'within tolerance' : `within ${smallLength(bound, unit)}`;
}

/** "the tolerance is 1.0 mm and 0.057 degrees". */
export function askedFor({ run, targets, unit }: AskedTolerances): Phrase {
  const many = targets.length > 1;
  if (run.residual !== null)
    return say`the tolerance is ${strong(smallLength(run.residual, unit))}, as the norm ‖e‖ of the whole task`;
  const own = targets.flatMap(({ tolerance }) => tolerance ?? []);
  const oriented = targets.some(hasOrientationRows);
  const angle = (radians: number): Phrase =>
    oriented ? say` and ${strong(angleFigure(radians))}` : [];
  const shared = say`${strong(smallLength(run.tolerance, unit))}${many ? ' in all' : ''}${angle(run.orientationTolerance)}`;
  if (own.length === 0) return say`the tolerance is ${shared}`;
  const widest = Math.max(...own.map(({ position }) => position));
  const turn = Math.max(...own.map(({ rotation }) => rotation));
  const alike = own.every(({ position, rotation }) => position === widest && rotation === turn);
  const axes = say`${alike ? '' : 'at most '}${strong(smallLength(widest, unit))}${angle(turn)} on each axis`;
  return own.length === targets.length
    ? say`the tolerance is ${axes}`
    : say`the tolerance is ${shared}, and for targets with their own bounds ${axes}`;
}

/** Formats a length; small tolerances and gains get more digits than distances. */
export function smallLength(metres: number, unit: LengthUnit): string {
  if (metres === 0) return `0 ${unitName(unit)}`;
  const said = figureText(lengthFigure(metres, unit));
  if (unit === 'm' ? metres >= 1e-4 : !said.startsWith('<')) return said;
  if (metres < 1e-9) return unit === 'm' ? '< 0.001 µm' : `< ${computedText(1e-9, unit)}`;
  return unit === 'm' ? `${Number((metres * 1e6).toPrecision(2))} µm` : computedText(metres, unit);
}

/** Formats two lengths, the smaller first, with enough digits to distinguish them. */
export function lengthsApart(smaller: number, larger: number, unit: LengthUnit): [string, string] {
  const said: [string, string] = [smallLength(smaller, unit), smallLength(larger, unit)];
  const [, size, name] = SIZES.find(([least]) => unit === 'm' && larger >= least) ?? [
    0,
    1,
    unitName(unit),
  ];
  const say = (length: number, precision: number) =>
    `${digitsText(length / size, precision)} ${name}`;
  for (let precision = 3; said[0] === said[1] && precision <= MOST_DIGITS; precision++)
    said.splice(0, 2, say(smaller, precision), say(larger, precision));
  return said;
}

const SIZES = [
  [0.9995, 1, 'm'],
  [1e-4, 1e-3, 'mm'],
  [0, 1e-6, 'µm'],
] as const;
const MOST_DIGITS = 15;

/** Whether the targets were reached before the first update; false if unknown. */
export function unmoved(
  { updates, updatesSinceMove, objective, objectiveBefore }: Standing,
  { run, targets }: Bound & Pick<AskedTolerances, 'run'>,
): boolean {
  if (updatesSinceMove > 1 || (run.mode !== 'converge' && updates > 1)) return false;
  const off = updatesSinceMove === 0 ? objective : objectiveBefore;
  if (run.residual !== null) return off <= run.residual;
  const oriented = targets.some(hasOrientationRows);
  const sum = oriented ? Math.sqrt(targets.length) * off : off;
  return targets.every((target) => {
    const { tolerance, orientationWeight } = target;
    const turn = tolerance?.rotation ?? run.orientationTolerance;
    if (hasOrientationRows(target) && off > orientationWeight * turn) return false;
    return tolerance ? off <= tolerance.position : sum <= run.tolerance;
  });
}

type Standing = Pick<
  InstanceStatus,
  'updates' | 'updatesSinceMove' | 'objective' | 'objectiveBefore'
>;
