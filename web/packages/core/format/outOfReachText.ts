/** Texts of a proof that a target is out of reach. */
import type { ProofMethod } from '../engine/protocol.ts';
import type { OutOfReachProof } from '../engine/solutionFinder.ts';
import { toDegrees } from '../scenario/numbers/angles.ts';
import { isFullyOriented } from '../scenario/targets/isFullyOriented.ts';
import type { LengthUnit, Scenario } from '../scenario/types.ts';
import { lengthWithUnit, significantDigitsText, valueWithUnitText } from './figures.ts';
import { roundDown } from './roundDown.ts';

/** Formats a lower bound of a length like other lengths, but rounded down. */
export function lengthBoundText(metres: number, unit: LengthUnit): string {
  const precise = lengthWithUnit(roundDown(metres, 3), unit);
  const shown = Number(precise.value) / (unit === 'm' && precise.unit === 'mm' ? 1e3 : 1);
  return valueWithUnitText(shown <= metres ? precise : lengthWithUnit(roundDown(metres, 2), unit));
}

/**
 * States what a proof excludes: "Proven: every pose misses the target by at least 23 mm." With an
 * orientation, a position error is bounded only for poses that have the target's orientation.
 */
export function outOfReachText(
  proof: OutOfReachProof,
  { targets, unit }: Pick<Scenario, 'targets' | 'unit'>,
): string {
  const amount = proof.isAngle
    ? `${significantDigitsText(roundDown(toDegrees(proof.missing), 2), 2)}°`
    : lengthBoundText(proof.missing, unit);
  const poses = proof.needsLimits ? 'every pose within the limits' : 'every pose';
  const name = targets.length > 1 ? `target ${proof.target + 1}` : 'the target';
  const target = targets[proof.target];
  let missed = `misses ${name}`;
  if (proof.isAngle) missed = `at the position of ${name} misses its orientation`;
  else if (target && isFullyOriented(target))
    missed = `with the orientation of ${name} misses its position`;
  const bound = amount.startsWith('<') ? '' : ` by at least ${amount}`; // "< 0.01 mm" is no bound.
  return `Proven: ${poses} ${missed}${bound}.`;
}

/** States how a proof was made. */
export const proofMethodText = ({ method }: OutOfReachProof): string => METHOD_TEXTS[method];

const METHOD_TEXTS: Readonly<Record<ProofMethod, string>> = {
  shell: 'The proof compares the distance of the target with the lengths of the links.',
  'closed-form':
    'The proof shows that the closed form of the arm has no solution for any target nearby.',
  boxes: 'The proof divides the joint ranges into boxes and excludes each of them.',
};
