import {
  formatDistinctLengths,
  numberText,
  toleranceSentence,
  toSubscript,
  wereTargetsReachedAtStart,
} from '@iklab/core/format';
import {
  joinSentences,
  makePhrase,
  makeStrongPhrase,
  type Phrase,
  targetConstraintText,
} from '@iklab/core/format/words';
import { isIndependentJoint } from '@iklab/core/scenario/robot';
import { isFullyOriented, isStationaryMotion } from '@iklab/core/scenario/targets';
import {
  countPhrase,
  countUpdatesShown,
  formatDegrees,
  formatMetres,
  formatPercent,
  hasReachedTargets,
  isRigidDirection,
  listFirstNames,
  type RunFacts,
  remainingErrorPhrase,
  WEAK_SIGMA_RATIO,
} from './runFacts.ts';

export function writeWhyAnswer(facts: RunFacts): Phrase {
  const { targets } = facts.scene.scenario;
  if (facts.status.stop === 'outside-limits') return errorSentence(facts);
  if (hasReachedTargets(facts.status))
    return joinSentences(arrivalSentence(facts), targetConstraintText(targets, true));
  return joinSentences(
    outOfReachSentence(facts),
    errorSentence(facts),
    ...measuredSentences(facts),
    facts.follows && facts.status.updates > 0 ? UNDIAGNOSED : null,
    targetConstraintText(targets),
  );
}

const UNDIAGNOSED = makePhrase`The experiments that find a cause need fixed targets.`;

const arrivalSentence = (facts: RunFacts): Phrase => {
  const { status, scene } = facts;
  const tolerance = toleranceSentence(scene.scenario);
  if (wereTargetsReachedAtStart(status, scene.scenario))
    return makePhrase`It had reached the target before its first update: ${remainingErrorPhrase(facts)} are left; ${tolerance}.`;
  return status.stop === 'reached'
    ? makePhrase`Final error ${remainingErrorPhrase(facts)} after ${countPhrase(countUpdatesShown(facts), 'update')}; ${tolerance}.`
    : makePhrase`The error is ${remainingErrorPhrase(facts)}; ${tolerance}.`;
};

function outOfReachSentence({ outOfReach, unit, scene }: RunFacts): Phrase | null {
  const [first] = outOfReach;
  if (!first) return null;
  const nowText = isStationaryMotion(scene.scenario.targets[first.target]?.motion ?? null)
    ? ''
    : ' now';
  if (outOfReach.length === 1) {
    const name =
      scene.scenario.targets.length > 1
        ? makePhrase`Target ${makeStrongPhrase(first.target + 1)}`
        : makePhrase`The target`;
    const target = scene.scenario.targets[first.target];
    const whatever = target && isFullyOriented(target) ? 'in any orientation' : 'in any pose';
    return makePhrase`${name} is${nowText} out of reach by ${formatMetres(first.excess, unit)} ${whatever}.`;
  }
  const all = outOfReach.reduce((sum, { excess }) => sum + excess, 0);
  const names = listFirstNames(outOfReach.map(({ target }) => target + 1));
  return makePhrase`Targets ${names} are${nowText} out of reach, by ${formatMetres(all, unit)} in all, in any pose.`;
}

function errorSentence(facts: RunFacts): Phrase {
  const { status } = facts;
  const rest = remainingErrorPhrase(facts);
  const made = countPhrase(countUpdatesShown(facts), 'update');
  if (status.stop === 'outside-limits')
    return makePhrase`The error is ${rest}, but joints are outside their limits; such a pose counts as no solution here.`;
  if (status.restarts > 0 && status.stop !== null)
    return makePhrase`The best of ${makeStrongPhrase(status.restarts + 1)} attempts, ${made} in all, ends ${rest} short.`;
  if (status.stop === 'breakdown') {
    const update = makeStrongPhrase(countUpdatesShown(facts));
    return status.line > 0
      ? makePhrase`Update ${update} failed: line ${makeStrongPhrase(status.line)} of the formula has no finite value in this pose. The error is ${rest}.`
      : makePhrase`Update ${update} failed: its linear system is singular in this pose. The error is ${rest}.`;
  }
  if (status.stop) {
    const who = facts.outOfReach.length > 0 ? 'The method' : 'It'; // "It" could be the target.
    return joinSentences(
      makePhrase`${who} stopped ${rest} short after ${made}.`,
      stopSentence(facts),
    );
  }
  if (status.updates === 0) return makePhrase`It has not moved yet; the error is ${rest}.`;
  if (facts.follows) return followingSentence(facts);
  return makePhrase`After ${made} the error is ${rest}.`;
}

function stopSentence(facts: RunFacts): Phrase | null {
  const { status, unit, scene } = facts;
  const { minImprovement, maxSlow, slowShare, tolerance } = scene.scenario.run;
  const gain = status.objectiveBefore - status.objective;
  switch (status.stop) {
    case 'no-improvement': {
      if (gain <= 0) return makePhrase`The last update did not lower the objective.`;
      if (gain >= minImprovement)
        return makePhrase`The last update lowered the objective by ${formatMetres(gain, unit)}; the next found no step that lowers it.`;
      const [its, least] = formatDistinctLengths(gain, minImprovement, unit);
      return makePhrase`The last update lowered the objective by ${makeStrongPhrase(its)}, less than the minimum of ${makeStrongPhrase(least)}.`;
    }
    case 'oscillating':
      return -gain >= tolerance * MIN_RISE
        ? makePhrase`The last update raised the objective by ${formatMetres(-gain, unit)}.`
        : makePhrase`The last update did not lower the objective.`;
    case 'iteration-limit':
      return makePhrase`That is the maximum.`;
    case 'too-slow':
      return makePhrase`Its last ${countPhrase(maxSlow, 'update')} each gained less than ${makeStrongPhrase(`${numberText(100 * slowShare)} %`)}.`;
    default:
      return null;
  }
}

const MIN_RISE = 0.01; // Fraction of the tolerance below which a rise is ignored.

function followingSentence(facts: RunFacts): Phrase {
  const { unit, trend } = facts;
  const { error, updates, shake } = facts.recent;
  const mean =
    updates > 0
      ? makePhrase`mean error over its last ${countPhrase(updates, 'update')} ${formatMetres(error, unit)}, now ${remainingErrorPhrase(facts)}`
      : makePhrase`the error is ${remainingErrorPhrase(facts)}`;
  const swings =
    trend === 'oscillating' || trend === 'swinging'
      ? makePhrase`; its steps change by ${formatDegrees(shake)} per update`
      : [];
  return makePhrase`The targets keep moving: ${mean}${swings}.`;
}

function measuredSentences(facts: RunFacts): readonly (Phrase | null)[] {
  const cause = facts.verdict?.diagnosis.cause;
  const open = (...confirmed: NonNullable<typeof cause>[]): boolean =>
    cause === undefined || confirmed.includes(cause);
  return [
    open('joint-limits') ? pushedOutwardSentence(facts) : null,
    open('damping', 'dropped-direction', 'singular-pose') ? directionSentence(facts) : null,
    open('target-clamp') ? clampSentence(facts) : null,
  ];
}

function pushedOutwardSentence({ pushed, verdict }: RunFacts): Phrase | null {
  const named = verdict?.diagnosis.limiting.map(({ joint }) => joint);
  const all = named ? pushed.filter(({ joint }) => named.includes(joint)) : pushed;
  const [first] = all;
  if (!first) return null;
  if (all.length === 1)
    return makePhrase`${makeStrongPhrase(first.joint)} is at its ${first.limit} limit, and Jᵀe pushes it outward.`;
  const names = listFirstNames(all.map(({ joint }) => joint));
  return makePhrase`${names} are at their limits, and Jᵀe pushes them outward.`;
}

const NEARLY_ALL = 0.995; // Share of the squared norm of e.

function directionSentence(facts: RunFacts): Phrase | null {
  const { directions, blocking: index, errorNorm } = facts;
  if (index === null) return null;
  const { sigma, errorAlong } = directions[index] as RunFacts['directions'][number];
  const share = (errorAlong / errorNorm) ** 2;
  const part =
    share >= NEARLY_ALL
      ? makePhrase`All of the weighted error`
      : makePhrase`${formatPercent(share)} of the squared weighted error`;
  if (isRigidDirection(facts, index))
    return makePhrase`${part} is along a direction that no joint moves in this pose.`;
  const name = makeStrongPhrase(`σ${toSubscript(index + 1)} = ${numberText(sigma)}`);
  const largest = directions[0]?.sigma ?? sigma;
  const ratio = largest / sigma;
  const weak =
    ratio >= WEAK_SIGMA_RATIO
      ? makePhrase`, ${makeStrongPhrase(numberText(Number(ratio.toPrecision(2))))} times weaker than ${makeStrongPhrase(`σ₁ = ${numberText(largest)}`)}`
      : [];
  const closes = correctedShare(facts, index);
  const step =
    closes === null
      ? []
      : makePhrase`; ${lambdaClause(facts)}an update corrects ${formatPercent(closes)} of it`;
  return makePhrase`${part} is along one direction, ${name}${weak}${step}.`;
}

function stepLimitFactor({ plan, method, scene }: RunFacts): number {
  if (typeof method.maxStep !== 'number') return 1;
  const isRevolute = scene.tree.joints
    .filter(isIndependentJoint)
    .map(({ type }) => type !== 'prismatic');
  const largest = Math.max(...[...plan.step].map((x, j) => (isRevolute[j] ? Math.abs(x) : 0)));
  return largest > method.maxStep ? method.maxStep / largest : 1;
}

function correctedShare(facts: RunFacts, index: number): number | null {
  const { directions, plan } = facts;
  const [response, alpha] = [plan.response[index] as number, plan.alpha[index] as number];
  const { sigma = 0, errorAlong = 0 } = directions[index] ?? {};
  const share = (stepLimitFactor(facts) * Math.abs(response * alpha * sigma)) / errorAlong;
  return Number.isFinite(share) ? share : null;
}

const lambdaClause = ({ plan }: RunFacts): Phrase =>
  plan.lambda !== null && plan.lambda > 0
    ? makePhrase`with ${makeStrongPhrase(`λ = ${numberText(plan.lambda)}`)} `
    : [];

function clampSentence({ distances, clamps, method, unit, status }: RunFacts): Phrase | null {
  if (method.targetClamp.mode === 'off' || status.updates === 0) return null;
  const far = distances.filter((distance, i) => distance > (clamps[i] as number));
  if (far.length === 0) return null;
  return makePhrase`The target clamp limits the error that it sees to ${formatMetres(Math.min(...clamps), unit)} per target.`;
}
