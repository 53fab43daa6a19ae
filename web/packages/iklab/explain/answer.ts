/** The sentences that answer why a panel fares as it does. */

import { askedFor, lengthsApart, unmoved } from '../format/askedFor.ts';
import { numberText, subscript, timesText } from '../format/figures.ts';
import { freePartsText } from '../format/freePartsText.ts';
import { type Phrase, say, sentences, strong } from '../format/phrase.ts';
import { isStill, targetsRest } from '../scenario/still.ts';
import { isMovingJoint } from '../scenario/trees.ts';
import {
  counted,
  degrees,
  errorText,
  type Facts,
  HARD_RATIO,
  listed,
  metres,
  rigid,
  settled,
  updatesShown,
} from './facts.ts';

export function answer(facts: Facts): Phrase {
  const { targets } = facts.scene.scenario;
  if (facts.status.stop === 'outside-limits') return sentences(event(facts));
  if (settled(facts.status)) return sentences(there(facts), freePartsText(targets, true));
  return sentences(outOfReach(facts), event(facts), cause(facts), freePartsText(targets));
}

const there = (facts: Facts): Phrase => {
  const asked = askedFor(facts.scene.scenario);
  if (unmoved(facts.status, facts.scene.scenario))
    return say`It was there before its first update, and is ${errorText(facts)} away; ${asked}.`;
  return facts.status.stop === 'reached'
    ? say`It came within ${errorText(facts)} in ${counted(updatesShown(facts), 'update')}; ${asked}.`
    : say`It is ${errorText(facts)} away; ${asked}.`;
};

/** “Target 2 is 2.1 m farther than its arm can stretch.” */
export function outOfReach({ outOfReach, unit, scene }: Facts): Phrase | null {
  const [first] = outOfReach;
  if (!first) return null;
  const now = isStill(scene.scenario.targets[first.target]?.motion ?? null) ? '' : ' now';
  if (outOfReach.length === 1) {
    const name =
      scene.scenario.targets.length > 1 ? say`Target ${strong(first.target + 1)}` : say`The target`;
    return say`${name} is${now} out of reach by ${metres(first.by, unit)}, however the joints stand.`;
  }
  const all = outOfReach.reduce((sum, { by }) => sum + by, 0);
  const names = listed(outOfReach.map(({ target }) => target + 1));
  return say`Targets ${names} are${now} out of reach, by ${metres(all, unit)} in all, however the joints stand.`;
}

/** What happened. */
function event(facts: Facts): Phrase {
  const { status, unit, scene } = facts;
  const rest = errorText(facts);
  if (status.restarts > 0 && status.stop !== null) return attempts(facts);
  switch (status.stop) {
    case 'stalled':
      return say`It is ${rest} away, and ${stillness(facts)}.`;
    case 'at-limit':
      return say`It is ${rest} away; ${limits(facts)}, and no other joint brings it closer.`;
    case 'breakdown':
      if (status.line > 0)
        return say`Update ${strong(updatesShown(facts))} had no step to take: line ${strong(status.line)} of its text has no finite value in this pose. It is ${rest} away.`;
      return say`Update ${strong(updatesShown(facts))} had no step to take: its equations have no sound solution in this pose. It is ${rest} away.`;
    case 'no-improvement':
      return say`${progress(facts)}; it is ${rest} away.`;
    case 'oscillating':
      return say`Its error rose ${strong(timesText(status.rises))}, the last time by ${metres(Math.max(0, status.objective - status.objectiveBefore), unit)}; it is ${rest} away.`;
    case 'iteration-limit':
      return say`Its ${counted(updatesShown(facts), 'update')} are used up, ${rest} away; ${pace(facts)}.`;
    case 'outside-limits':
      return say`It is ${rest} away, but joints are outside their limits, and such a pose is no solution here.`;
    case 'too-slow': {
      const { maxSlow, slowShare } = scene.scenario.run;
      return say`Its last ${counted(maxSlow, 'update')} each gained less than ${strong(`${numberText(100 * slowShare)} %`)}; it is ${rest} away.`;
    }
    default:
      if (status.stop) return say`It is ${rest} away.`;
      return status.updates === 0
        ? say`It has not moved yet, and is ${rest} away.`
        : targetsRest(scene.scenario)
          ? say`After ${counted(updatesShown(facts), 'update')} it is ${rest} away; ${pace(facts)}.`
          : follows(facts);
  }
}

/** It stands where the best of several attempts ended, and its last update was another's. */
function attempts(facts: Facts): Phrase {
  const { status } = facts;
  const why =
    status.stop === 'stalled'
      ? say`; there ${stillness(facts)}`
      : status.stop === 'at-limit'
        ? say`; there ${limits(facts)}`
        : status.stop === 'outside-limits'
          ? say`, with joints outside their limits: such a pose is no solution here`
          : [];
  return say`The best of its ${strong(status.restarts + 1)} attempts, ${counted(updatesShown(facts), 'update')} in all, ends ${errorText(facts)} away${why}.`;
}

/** What it is that Jᵀe = 0. */
function stillness(facts: Facts): Phrase {
  const targets = facts.scene.scenario.targets.length;
  const zero = say`(Jᵀe = ${strong(0)})`;
  const index = facts.blocking;
  if (index !== null && rigid(facts, index))
    return say`no joint moves ${targets > 1 ? 'the tips' : 'the tip'} that way: each turns ${targets > 1 ? 'them' : 'it'} aside ${zero}`;
  return targets > 1
    ? say`what a turn gains at one target it loses at another ${zero}`
    : say`no small turn of any joint brings it closer ${zero}`;
}

const limits = ({ jointsOnLimits }: Facts): Phrase =>
  jointsOnLimits.length === 1
    ? say`joint ${listed(jointsOnLimits)} stands on its limit`
    : say`joints ${listed(jointsOnLimits)} stand on their limits`;

/** Of a run that stopped for want of it. */
function progress(facts: Facts): Phrase {
  const { status, unit, scene } = facts;
  const update = say`Update ${strong(updatesShown(facts))}`;
  const gain = status.objectiveBefore - status.objective;
  if (gain <= 0) return say`${update} found no step that brings it closer`;
  const { minImprovement } = scene.scenario.run;
  if (gain >= minImprovement)
    return say`${update} brought it ${metres(gain, unit)} closer and found no further step that does`;
  const [its, least] = lengthsApart(gain, minImprovement, unit);
  return say`${update} brought it ${strong(its)} closer, less than the ${strong(least)} that keep it going`;
}

function pace({ status, unit }: Facts): Phrase {
  const gain = status.objectiveBefore - status.objective;
  return gain > 0
    ? say`the last one brought it ${metres(gain, unit)} closer`
    : say`the last one brought it no closer`;
}

function follows(facts: Facts): Phrase {
  const { unit, trend } = facts;
  const { error, updates, shake } = facts.recent;
  const mean =
    updates > 0
      ? say`over its last ${counted(updates, 'update')} it was ${metres(error, unit)} away in the mean, now ${errorText(facts)}`
      : say`now it is ${errorText(facts)} away`;
  const swings =
    trend === 'oscillating' || trend === 'swinging'
      ? say`; its steps change by ${degrees(shake)} an update, to and fro`
      : [];
  return say`Its targets move on while it follows: ${mean}${swings}.`;
}

/** What stands in the way. */
function cause(facts: Facts): Phrase {
  const { blocking, jointsOnLimits, status } = facts;
  const limit =
    status.stop !== 'at-limit' && jointsOnLimits.length > 0
      ? say`${capital(limits(facts))}.`
      : null;
  const said = status.stop === 'stalled' && blocking !== null && rigid(facts, blocking);
  if (blocking === null || said) return sentences(limit, clamped(facts));
  return sentences(limit, direction(facts, blocking), clamped(facts));
}

const ALL = 0.9975; // of ‖e‖

function direction(facts: Facts, index: number): Phrase {
  const { directions, errorNorm, unit } = facts;
  const { sigma, missing } = directions[index] as Facts['directions'][number];
  const all = missing >= ALL * errorNorm;
  const most = all ? say`${'All of it'}` : say`The largest part of it, ${metres(missing, unit)},`;
  const name = say`${strong(`σ${subscript(index + 1)} = ${numberText(sigma)}`)}`;
  if (rigid(facts, index))
    return say`${most} lies along a direction that no joint moves in this pose.`;
  const ratio = (directions[0]?.sigma ?? sigma) / sigma;
  const hard =
    ratio >= HARD_RATIO
      ? say`, ${strong(numberText(Number(ratio.toPrecision(2))))} times harder to move than ${strong(`σ₁ = ${numberText(directions[0]?.sigma ?? 0)}`)}`
      : [];
  const closes = closing(facts, index);
  const step =
    closes === null
      ? []
      : say`; ${lambda(facts)}an update aims to close ${metres(closes, unit)} of it${cut(facts)}`;
  return say`${most} lies along one direction, ${name}${hard}${step}.`;
}

/** How much of the step that the method asks for its step limit leaves, 0 to 1. */
function share({ plan, method, scene }: Facts): number {
  if (typeof method.maxStep !== 'number') return 1;
  const turns = scene.tree.joints.filter(isMovingJoint).map(({ type }) => type !== 'prismatic');
  const largest = Math.max(...[...plan.step].map((x, j) => (turns[j] ? Math.abs(x) : 0)));
  return largest > method.maxStep ? method.maxStep / largest : 1;
}

const cut = (facts: Facts): Phrase =>
  share(facts) < 1 ? say`, its step cut to ${degrees(facts.method.maxStep as number)} a joint` : [];

/** Metres along a direction that the method means to close now; null: not told. */
function closing(facts: Facts, index: number): number | null {
  const { directions, plan } = facts;
  const [response, alpha] = [plan.response[index] as number, plan.alpha[index] as number];
  const sigma = directions[index]?.sigma ?? 0;
  const closed = share(facts) * Math.abs(response * alpha * sigma);
  return Number.isFinite(closed) ? closed : null;
}

const lambda = ({ plan }: Facts): Phrase =>
  plan.lambda !== null && plan.lambda > 0
    ? say`with ${strong(`λ = ${numberText(plan.lambda)}`)} `
    : [];

/** Targets that pull from nearer than they stand. */
function clamped({ distances, clamps, method, unit, status }: Facts): Phrase | null {
  if (method.targetClamp.mode === 'off' || status.updates === 0) return null;
  const cut = distances.filter((distance, i) => distance > (clamps[i] as number));
  if (cut.length === 0) return null;
  const least = metres(Math.min(...clamps), unit);
  return say`Its target clamp shows it ${cut.length === 1 ? 'the target' : 'targets'} no farther than ${least} away.`;
}

const capital = ([first, ...rest]: Phrase): Phrase =>
  first
    ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest]
    : [];
