/** How a panel fares in half a sentence, to follow its name; its distance stands beside it. */

import { STOP_TEXTS } from '../format/choiceTexts.ts';
import { numberText, subscript, timesText } from '../format/figures.ts';
import { type Phrase, say, strong } from '../format/phrase.ts';
import { targetsRest } from '../scenario/still.ts';
import { counted, errorText, type Facts, listed, metres, percent, updatesShown } from './facts.ts';

const LITTLE = 0.1; // of what lies along the direction that blocks

export function clause(facts: Facts): Phrase {
  const { status, outOfReach, jointsOnLimits } = facts;
  if (status.stop === 'reached') return say`is there in ${counted(updatesShown(facts), 'update')}`;
  if (status.stop === 'outside-limits') return say`${STOP_TEXTS[status.stop].clause}`;
  if (status.within) return say`is there, ${errorText(facts)} away`;
  if (status.stop === 'breakdown') return say`breaks down at update ${strong(updatesShown(facts))}`;
  if (status.stop === 'oscillating') return rose(facts);
  if (status.stop !== null && outOfReach.length > 0) return outOfReachClause(facts);
  switch (status.stop) {
    case 'at-limit':
      return say`is held by ${jointsOnLimits.length === 1 ? 'the limit' : 'the limits'} of ${listed(jointsOnLimits)}`;
    case 'no-improvement':
    case 'iteration-limit':
      return creeps(facts) ?? say`${STOP_TEXTS[status.stop].clause}`;
    default:
      return status.stop ? say`${STOP_TEXTS[status.stop].clause}` : going(facts);
  }
}

/** Of several attempts the count is the last one's. */
const rose = ({ status }: Facts): Phrase =>
  status.restarts > 0
    ? say`${STOP_TEXTS.oscillating.clause}`
    : say`${STOP_TEXTS.oscillating.clause} ${strong(timesText(status.rises))}`;

function outOfReachClause({ outOfReach, unit, scene }: Facts): Phrase {
  const by = metres(
    outOfReach.reduce((sum, each) => sum + each.by, 0),
    unit,
  );
  if (scene.scenario.targets.length === 1)
    return say`cannot reach the target: it is ${by} out of reach`;
  const names = listed(outOfReach.map(({ target }) => target + 1));
  return outOfReach.length === 1
    ? say`cannot reach target ${names}: it is ${by} out of reach`
    : say`cannot reach targets ${names}: they are ${by} out of reach`;
}

function going(facts: Facts): Phrase {
  const { status, trend, scene, recent, unit } = facts;
  if (status.updates === 0) return say`has not moved yet`;
  if (trend === 'oscillating') return say`keeps overshooting`;
  if (trend === 'swinging') return say`swings its joints`;
  if (!targetsRest(scene.scenario)) return say`follows ${metres(recent.error, unit)} behind`;
  return creeps(facts) ?? (trend === 'closing in' ? say`closes in` : say`is on its way`);
}

/** Damped so much that little of what blocks is closed. */
function creeps({ plan, directions, blocking }: Facts): Phrase | null {
  if (blocking === null || plan.lambda === null || plan.lambda <= 0) return null;
  const share = Math.abs((plan.response[blocking] as number) * (directions[blocking]?.sigma ?? 0));
  if (!(share <= LITTLE)) return null;
  const along = strong(`σ${subscript(blocking + 1)}`);
  return say`creeps: with ${strong(`λ ${numberText(plan.lambda)}`)} an update aims to close ${percent(share)} of what is left along ${along}`;
}
