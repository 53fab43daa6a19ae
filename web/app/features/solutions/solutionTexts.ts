/** Texts of the strip of solutions. */
import type { PoseCertificate, PoseSolution } from '@iklab/core/engine';
import {
  countWord,
  fixedDecimalsText,
  lengthUnitName,
  lengthWithUnit,
  significantDigitsText,
  valueWithUnitText,
} from '@iklab/core/format';
import type { Joint, LengthUnit, Scene } from '@iklab/core/scenario';
import { toDegrees } from '@iklab/core/scenario/numbers';
import { hasJointLimits, isIndependentJoint } from '@iklab/core/scenario/robot';
import { parameterText } from './parameterTexts.ts';
import type { FoundSolutions } from './solutionsState.ts';

const isPrismatic = ({ type }: Joint): boolean => type === 'prismatic';

/** Number of searches without a closed form. */
export const SEARCH_COUNT = 200;

const SIDES = ['shoulder', 'elbow', 'wrist'] as const;

export const isWithinLimits = ({ margin }: PoseSolution): boolean => margin >= 0;

type Sided = Pick<PoseSolution, 'sides'>;

const hasSides = ({ sides }: Sided): boolean => sides.some((side) => side !== 0);

const signText = (side: number): string => (side > 0 ? '+' : side < 0 ? '−' : '0');

/** Formats the signs of the sides: "+ − +"; '' if there are none. */
export const signsText = (solution: Sided): string =>
  hasSides(solution) ? solution.sides.map(signText).join(' ') : '';

/** Formats the signs of the sides with their names: "shoulder +, elbow −, wrist +". */
export const sidesText = (solution: Sided): string =>
  hasSides(solution)
    ? SIDES.map((name, i) => `${name} ${signText(solution.sides[i] as number)}`).join(', ')
    : '';

/**
 * Formats the number of solutions: "8 solutions, 7 within limits". `isAnyCertified`: a method's
 * pose is certified.
 */
export function solutionCountText(
  { kind, solutions, searches, proof, parameter }: FoundSolutions,
  isAnyCertified = false,
): string {
  if (proof) return proof.needsLimits ? 'No solution within limits' : 'No solution';
  const place = parameter ? ` at ${parameterText(parameter)}` : '';
  if (kind === 'redundant' && !parameter)
    return `Infinitely many solutions${isAnyCertified ? '' : ', if any'}`;
  const count = solutions.length;
  const found = kind === 'found' ? ' found' : '';
  if (count === 0) {
    // A pose within the tolerances may exist.
    if (kind !== 'found') return `No exact solution${place}`;
    return searches < SEARCH_COUNT ? 'Searching for solutions' : 'No solution found';
  }
  const all = `${count} ${count === 1 ? 'solution' : 'solutions'}${found}${place}`;
  if (solutions.every(({ margin }) => margin === Number.POSITIVE_INFINITY)) return all;
  return `${all}, ${solutions.filter(isWithinLimits).length} within limits`;
}

/** Explains the number of solutions. `targetCount`: number of targets. */
export function solutionReasonText(
  { kind, reason, searches, parameter }: FoundSolutions,
  targetCount: number,
): string {
  if (kind === 'all') return `Closed form: ${reason}.`;
  if (parameter) return `Closed form at each value of the ${parameter.joint ? 'joint' : 'angle'}.`;
  if (kind === 'redundant')
    return `The joints have more freedom than the ${targetCount === 1 ? 'target fixes' : 'targets fix'}.`;
  if (searches < SEARCH_COUNT)
    return `Searching from random poses: ${searches} of ${SEARCH_COUNT} searches done.`;
  return `Found by ${SEARCH_COUNT} searches; there may be more.`;
}

/** States why the solutions of a redundant mechanism are no curve. */
export const noCurveText = ({ reason }: FoundSolutions): string =>
  `${capitalised(reason)}; a self-motion curve needs one.`;

/** Explains why the list of solutions is not complete; '' if it is. */
export function solutionReasonTooltip({ kind, reason }: FoundSolutions): string {
  if (kind === 'all') return '';
  return kind === 'found' ? `No closed form: ${reason}.` : `${capitalised(reason)}.`;
}

/**
 * Returns a sentence on how many solutions the methods reached, and on the nearest solution.
 * `reached`: solution number by method, or null. `isAtValue`: the solutions are those at one value
 * of a parameter; methods may have reached the target at another one.
 */
export function solutionSummary(
  solutions: readonly PoseSolution[],
  reached: readonly (number | null)[],
  isAtValue = false,
): string {
  if (solutions.length === 0) return '';
  const numbers = reached.filter((number) => number !== null);
  const [nearest] = solutions.filter(isWithinLimits);
  const nearestText = nearest
    ? `The nearest is solution ${nearest.number}: largest joint rotation ${wholeDegrees(nearest.turn)}.`
    : 'No solution is within the limits.';
  return `${reachedText(numbers, reached.length, isAtValue)} ${nearestText}`;
}

function reachedText(numbers: readonly number[], methodCount: number, isAtValue: boolean): string {
  const methods = (count: number): string =>
    `${countWord(count)} ${count === 1 ? 'method' : 'methods'}`;
  if (numbers.length === 0)
    return methodCount === 1
      ? 'The method has not reached one of these poses.'
      : 'No method has reached one of these poses.';
  const distinct = new Set(numbers).size;
  const all = numbers.length === methodCount;
  const who = all
    ? methods(methodCount)
    : `${countWord(numbers.length)} of ${methods(methodCount)}`;
  return capitalised(
    `${isAtValue ? 'at this value, ' : ''}${who} reached ${countWord(distinct)} ${distinct === 1 ? 'solution' : 'solutions'}.`,
  );
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export const wholeDegrees = (radians: number): string =>
  `${fixedDecimalsText(toDegrees(radians), 0)}°`;

/** The joint limit that determines the margin of a solution. */
export interface NearestLimit {
  readonly joint: Joint;
  readonly value: number;
  readonly limit: number;
  readonly isUpper: boolean;
}

/** Returns the nearest or most exceeded limit of a solution; null without limits. */
export function findNearestLimit(
  { theta, margin }: PoseSolution,
  { tree }: Scene,
): NearestLimit | null {
  const all = tree.joints.filter(isIndependentJoint).flatMap((joint, i) => {
    const value = theta[i] as number;
    if (!joint.limits) return [];
    const [lower, upper] = joint.limits;
    return [
      { joint, value, limit: lower, isUpper: false, distance: value - lower },
      { joint, value, limit: upper, isUpper: true, distance: upper - value },
    ];
  });
  // `margin` does not include joints that do not move the effector.
  const off = ({ distance }: { distance: number }): number => Math.abs(distance - margin);
  return all.reduce<(typeof all)[number] | null>(
    (best, each) => (best && off(best) <= off(each) ? best : each),
    null,
  );
}

/** Formats a limit margin: "60°", or a length for a prismatic joint. */
export const marginText = (margin: number, joint: Joint, unit: LengthUnit): string =>
  isPrismatic(joint) ? valueWithUnitText(lengthWithUnit(margin, unit)) : wholeDegrees(margin);

/** Formats a joint value beyond its limit: "wrist 3: 176° > 170°". */
export function exceededLimitText(
  { joint, value, limit, isUpper }: NearestLimit,
  unit: LengthUnit,
): string {
  return `${joint.id}: ${differentTexts(value, limit, joint, unit).join(isUpper ? ' > ' : ' < ')}`;
}

/** Formats two values with the fewest decimals that differ, at most four. */
function differentTexts(a: number, b: number, joint: Joint, unit: LengthUnit): [string, string] {
  const format = (value: number, decimals: number): string => {
    const number = isPrismatic(joint) ? value : toDegrees(value);
    const suffix = isPrismatic(joint) ? ` ${lengthUnitName(unit)}` : '°';
    return `${fixedDecimalsText(number, decimals).replace('-', '−')}${suffix}`;
  };
  for (let decimals = isPrismatic(joint) ? 2 : 0; ; decimals++) {
    const texts: [string, string] = [format(a, decimals), format(b, decimals)];
    if (texts[0] !== texts[1] || decimals === 4) return texts;
  }
}

interface TileDescription {
  readonly solution: PoseSolution;
  /** Position in the list, from 1 on, and length of the list. */
  readonly position: number;
  readonly count: number;
  readonly limit: NearestLimit | null;
  readonly unit: LengthUnit;
  readonly methods: readonly string[];
}

/** Describes a solution in one sentence, for screen readers. */
export function describeSolution(tile: TileDescription): string {
  const { solution, position, count, limit, unit, methods } = tile;
  const parts = [sidesText(solution)];
  if (solution.family) parts.push('one of a family: an angle is free');
  if (limit)
    parts.push(
      isWithinLimits(solution)
        ? `${spoken(marginText(solution.margin, limit.joint, unit))} to the limit of ${limit.joint.id}`
        : `outside its limits, ${exceededLimitText(limit, unit)}`,
    );
  parts.push(`largest rotation from the start ${spoken(wholeDegrees(solution.turn))}`);
  parts.push(methods.join(', '));
  const text = parts.filter((part) => part !== '').join('; ');
  return `solution ${solution.number}, ${position} of ${count}: ${text}`;
}

const spoken = (angle: string): string => angle.replace('°', ' degrees');

/** Formats a bound with one significant digit, rounded up. */
export function upperBoundText(value: number): string {
  const power = Math.floor(Math.log10(Math.max(value, 1e-16)));
  let digit = Math.max(1, Math.ceil(value / 10 ** power));
  if (Number(`${digit}e${power}`) < value) digit++;
  return significantDigitsText(Number(`${digit}e${power}`), 1);
}

/** States what a certificate of a pose proves. */
export function certificateText(
  { radius, withinLimits }: PoseCertificate,
  { tree }: Pick<Scene, 'tree'>,
): string {
  const limits = tree.joints.some(hasJointLimits) && withinLimits ? ' and within the limits' : '';
  return `Certified: an exact solution lies within ${upperBoundText(radius)} rad of this pose${limits}.`;
}
