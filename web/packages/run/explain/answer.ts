/** Describes the state of a panel from measurements at its current pose. */

import {
  formatDistinctLengths,
  numberText,
  subscript,
  toleranceSentence,
  wasReachedAtStart,
} from '@iklab/core/format';
import { constraintText, joinSentences, type Phrase, say, strong } from '@iklab/core/format/words';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { isStationaryMotion } from '@iklab/core/scenario/targets';
import {
  countPhrase,
  errorText,
  type Facts,
  formatDegrees,
  formatMetres,
  formatPercent,
  isRigid,
  isSettled,
  listNames,
  updatesShown,
  WEAK_RATIO,
} from './facts.ts';

export function writeAnswer(facts: Facts): Phrase {
  const { targets } = facts.scene.scenario;
  if (facts.status.stop === 'outside-limits') return errorSentence(facts);
  if (isSettled(facts.status))
    return joinSentences(arrivalSentence(facts), constraintText(targets, true));
  return joinSentences(
    outOfReachSentence(facts),
    errorSentence(facts),
    ...measuredSentences(facts),
    facts.follows && facts.status.updates > 0 ? UNDIAGNOSED : null,
    constraintText(targets),
  );
}

const UNDIAGNOSED = say`The experiments that find a cause need fixed targets.`;

const arrivalSentence = (facts: Facts): Phrase => {
  const { status, scene } = facts;
  const tolerance = toleranceSentence(scene.scenario);
  if (wasReachedAtStart(status, scene.scenario))
    return say`It had reached the target before its first update: ${errorText(facts)} are left; ${tolerance}.`;
  return status.stop === 'reached'
    ? say`Final error ${errorText(facts)} after ${countPhrase(updatesShown(facts), 'update')}; ${tolerance}.`
    : say`The error is ${errorText(facts)}; ${tolerance}.`;
};

/** States targets out of reach: "Target 2 is out of reach by 2.1 m in any pose." */
function outOfReachSentence({ outOfReach, unit, scene }: Facts): Phrase | null {
  const [first] = outOfReach;
  if (!first) return null;
  const nowText = isStationaryMotion(scene.scenario.targets[first.target]?.motion ?? null)
    ? ''
    : ' now';
  if (outOfReach.length === 1) {
    const name =
      scene.scenario.targets.length > 1 ? say`Target ${strong(first.target + 1)}` : say`The target`;
    return say`${name} is${nowText} out of reach by ${formatMetres(first.excess, unit)} in any pose.`;
  }
  const all = outOfReach.reduce((sum, { excess }) => sum + excess, 0);
  const names = listNames(outOfReach.map(({ target }) => target + 1));
  return say`Targets ${names} are${nowText} out of reach, by ${formatMetres(all, unit)} in all, in any pose.`;
}

function errorSentence(facts: Facts): Phrase {
  const { status } = facts;
  const rest = errorText(facts);
  const made = countPhrase(updatesShown(facts), 'update');
  if (status.stop === 'outside-limits')
    return say`The error is ${rest}, but joints are outside their limits; such a pose counts as no solution here.`;
  if (status.restarts > 0 && status.stop !== null)
    return say`The best of ${strong(status.restarts + 1)} attempts, ${made} in all, ends ${rest} short.`;
  if (status.stop === 'breakdown') {
    const update = strong(updatesShown(facts));
    return status.line > 0
      ? say`Update ${update} failed: line ${strong(status.line)} of the formula has no finite value in this pose. The error is ${rest}.`
      : say`Update ${update} failed: its linear system is singular in this pose. The error is ${rest}.`;
  }
  if (status.stop) {
    const who = facts.outOfReach.length > 0 ? 'The method' : 'It'; // "It" could be the target.
    return joinSentences(say`${who} stopped ${rest} short after ${made}.`, stopSentence(facts));
  }
  if (status.updates === 0) return say`It has not moved yet; the error is ${rest}.`;
  if (facts.follows) return followingSentence(facts);
  return say`After ${made} the error is ${rest}.`;
}

function stopSentence(facts: Facts): Phrase | null {
  const { status, unit, scene } = facts;
  const { minImprovement, maxSlow, slowShare, tolerance } = scene.scenario.run;
  const gain = status.objectiveBefore - status.objective;
  switch (status.stop) {
    case 'no-improvement': {
      if (gain <= 0) return say`The last update did not lower the objective.`;
      if (gain >= minImprovement)
        return say`The last update lowered the objective by ${formatMetres(gain, unit)}; the next found no step that lowers it.`;
      const [its, least] = formatDistinctLengths(gain, minImprovement, unit);
      return say`The last update lowered the objective by ${strong(its)}, less than the minimum of ${strong(least)}.`;
    }
    case 'oscillating':
      return -gain >= tolerance * MIN_RISE
        ? say`The last update raised the objective by ${formatMetres(-gain, unit)}.`
        : say`The last update did not lower the objective.`;
    case 'iteration-limit':
      return say`That is the maximum.`;
    case 'too-slow':
      return say`Its last ${countPhrase(maxSlow, 'update')} each gained less than ${strong(`${numberText(100 * slowShare)} %`)}.`;
    default:
      return null;
  }
}

const MIN_RISE = 0.01; // Fraction of the tolerance below which a rise is ignored.

function followingSentence(facts: Facts): Phrase {
  const { unit, trend } = facts;
  const { error, updates, shake } = facts.recent;
  const mean =
    updates > 0
      ? say`mean error over its last ${countPhrase(updates, 'update')} ${formatMetres(error, unit)}, now ${errorText(facts)}`
      : say`the error is ${errorText(facts)}`;
  const swings =
    trend === 'oscillating' || trend === 'swinging'
      ? say`; its steps change by ${formatDegrees(shake)} per update`
      : [];
  return say`The targets keep moving: ${mean}${swings}.`;
}

/**
 * States possible causes; once experiments have found the cause, only those that they confirmed.
 */
function measuredSentences(facts: Facts): readonly (Phrase | null)[] {
  const cause = facts.verdict?.diagnosis.cause;
  const open = (...confirmed: NonNullable<typeof cause>[]): boolean =>
    cause === undefined || confirmed.includes(cause);
  return [
    open('joint-limits') ? pushedOutwardSentence(facts) : null,
    open('damping', 'dropped-direction', 'singular-pose') ? directionSentence(facts) : null,
    open('target-clamp') ? clampSentence(facts) : null,
  ];
}

/**
 * States joints that are pushed beyond a limit: "elbow is at its upper limit, and J^T e pushes it
 * outward."
 */
function pushedOutwardSentence({ pushed, verdict }: Facts): Phrase | null {
  const named = verdict?.diagnosis.limiting.map(({ joint }) => joint);
  const all = named ? pushed.filter(({ joint }) => named.includes(joint)) : pushed;
  const [first] = all;
  if (!first) return null;
  if (all.length === 1)
    return say`${strong(first.joint)} is at its ${first.limit} limit, and Jᵀe pushes it outward.`;
  const names = listNames(all.map(({ joint }) => joint));
  return say`${names} are at their limits, and Jᵀe pushes them outward.`;
}

const NEARLY_ALL = 0.995; // Share of the squared norm of e.

function directionSentence(facts: Facts): Phrase | null {
  const { directions, blocking: index, errorNorm } = facts;
  if (index === null) return null;
  const { sigma, errorAlong } = directions[index] as Facts['directions'][number];
  const share = (errorAlong / errorNorm) ** 2;
  const part =
    share >= NEARLY_ALL
      ? say`All of the weighted error`
      : say`${formatPercent(share)} of the squared weighted error`;
  if (isRigid(facts, index))
    return say`${part} is along a direction that no joint moves in this pose.`;
  const name = strong(`σ${subscript(index + 1)} = ${numberText(sigma)}`);
  const largest = directions[0]?.sigma ?? sigma;
  const ratio = largest / sigma;
  const weak =
    ratio >= WEAK_RATIO
      ? say`, ${strong(numberText(Number(ratio.toPrecision(2))))} times weaker than ${strong(`σ₁ = ${numberText(largest)}`)}`
      : [];
  const closes = correctedShare(facts, index);
  const step =
    closes === null
      ? []
      : say`; ${lambdaClause(facts)}an update corrects ${formatPercent(closes)} of it`;
  return say`${part} is along one direction, ${name}${weak}${step}.`;
}

/** Returns the factor by which the step limit shortens the method's step, 0 to 1. */
function stepLimitFactor({ plan, method, scene }: Facts): number {
  if (typeof method.maxStep !== 'number') return 1;
  const isRevolute = scene.tree.joints
    .filter(isIndependentJoint)
    .map(({ type }) => type !== 'prismatic');
  const largest = Math.max(...[...plan.step].map((x, j) => (isRevolute[j] ? Math.abs(x) : 0)));
  return largest > method.maxStep ? method.maxStep / largest : 1;
}

/**
 * Returns the share of the error along a direction that the next update is to remove; null if
 * unknown.
 */
function correctedShare(facts: Facts, index: number): number | null {
  const { directions, plan } = facts;
  const [response, alpha] = [plan.response[index] as number, plan.alpha[index] as number];
  const { sigma = 0, errorAlong = 0 } = directions[index] ?? {};
  const share = (stepLimitFactor(facts) * Math.abs(response * alpha * sigma)) / errorAlong;
  return Number.isFinite(share) ? share : null;
}

const lambdaClause = ({ plan }: Facts): Phrase =>
  plan.lambda !== null && plan.lambda > 0
    ? say`with ${strong(`λ = ${numberText(plan.lambda)}`)} `
    : [];

function clampSentence({ distances, clamps, method, unit, status }: Facts): Phrase | null {
  if (method.targetClamp.mode === 'off' || status.updates === 0) return null;
  const far = distances.filter((distance, i) => distance > (clamps[i] as number));
  if (far.length === 0) return null;
  return say`The target clamp limits the error that it sees to ${formatMetres(Math.min(...clamps), unit)} per target.`;
}
